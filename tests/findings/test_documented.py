"""Every finding is explained, and nothing is explained that cannot be found."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
_CODE = re.compile(
    r'"([a-z]+(?:-[a-z]+)+|encoding)"(?:,\n?\s*"(?:error|warning|note)"|: \(\s*"(?:error|warning|note)")'
)


def test_each_code_has_a_section_in_the_documents() -> None:
    used = {code for path in (ROOT / "checker" / "findings").glob("*.py") for code in _CODE.findall(path.read_text())}
    explained = set(re.findall(r"^## ([a-z-]+)$", (ROOT / "docs" / "findings.md").read_text(), re.MULTILINE))
    assert used == explained
