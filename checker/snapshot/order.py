"""The order in which a project's files take effect."""

from __future__ import annotations

import re

_DIGITS = re.compile(r"([0-9]+)")

FileOrder = tuple[tuple[str | tuple[int, str], ...], str]


def file_order(path: str) -> FileOrder:
    """By path, numbers in it by their value: migrations are numbered, and not always padded.

    >>> sorted(["V10__b.sql", "V9__a.sql"], key=file_order)
    ['V9__a.sql', 'V10__b.sql']
    """
    pieces = _DIGITS.split(path)
    return tuple(_value(piece) if at % 2 else piece for at, piece in enumerate(pieces)), path


def _value(digits: str) -> tuple[int, str]:
    """Compares as the number does, however long it is."""
    significant = digits.lstrip("0")
    return len(significant), significant
