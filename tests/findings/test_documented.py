"""Every finding is explained, and nothing is explained that cannot be found."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from checker.findings.waivers import STALE
from checker.plan.operation import ProblemCode

ROOT = Path(__file__).parents[2]
_CODES = (
    re.compile(r'"([a-z]+(?:-[a-z]+)*)"(?:,\n?\s*"(?:error|warning|note)"|: \(\s*"(?:error|warning|note)")'),
    re.compile(r'Finding\(\s*"([a-z-]+)"'),
)


def test_each_code_has_a_section_in_the_documents() -> None:
    texts = [path.read_text() for path in (ROOT / "checker" / "findings").glob("*.py")]
    used = {code for text in texts for pattern in _CODES for code in pattern.findall(text)}
    used = (used - {"x", "error"}) | set(get_args(ProblemCode)) | {STALE}  # in doctests and lists
    explained = set(re.findall(r"^## ([a-z-]+)$", (ROOT / "docs" / "findings.md").read_text(), re.MULTILINE))
    assert used == explained
