"""What docs/findings.md says about each code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_INSTALLED, _CHECKED_OUT = (folder / "docs" / "findings.md" for folder in (_PACKAGE, _PACKAGE.parent))
_SECTION = re.compile(r"^## (?P<code>[a-z][a-z-]*)\n(?P<help>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_SEVERITY = re.compile(r"\*\*[^*]+\*\*\s*")


@dataclass(frozen=True, slots=True)
class Explanation:
    title: str
    """The first sentence, without its marks."""
    help: str
    """All of it, as Markdown."""


def explain_code(code: str) -> Explanation:
    """
    >>> explain_code("parse-error").title
    'A statement could not be read.'
    >>> explain_code("no-friday-deploys").title
    "A rule of this project's own."
    """
    return _explanations().get(code) or Explanation("A rule of this project's own.", "A rule of this project's own.")


@cache
def _explanations() -> dict[str, Explanation]:
    text = (_INSTALLED if _INSTALLED.is_file() else _CHECKED_OUT).read_text(encoding="utf-8")
    return {section["code"]: _explanation(section["help"].strip()) for section in _SECTION.finditer(text)}


def _explanation(text: str) -> Explanation:
    words = " ".join(_SEVERITY.sub("", text, count=1).split())
    sentence = re.match(r".*?[.:](?= |$)", words)
    return Explanation((sentence[0] if sentence else words).replace("`", ""), text)
