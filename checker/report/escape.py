"""Text from the repository, made safe for where it is shown."""

from __future__ import annotations

import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def visible(text: str) -> str:
    r"""Controls, escapes and marks that turn the direction of text are spelled out.

    >>> visible("a\x1b[31mb\u202ec")
    'a\\x1b[31mb\\u202ec'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        _spelled(character) if unicodedata.category(character) in _HIDDEN else character for character in text
    )


def _spelled(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
