"""Text from the repository, made safe for where it is shown."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_HIDDEN_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks that show as nothing: joiners and the fillers of Hangul and Khmer."""
_LONGEST = 200
_LONGEST_LABEL = 60


def visible(text: str) -> str:
    r"""Controls, escapes and marks that turn the direction of text are spelled out.

    >>> visible("a\x1b[31mb\u202ec")
    'a\\x1b[31mb\\u202ec'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_spelled(character) if _is_hidden(character) else character for character in text)


def visible_lines(text: str) -> str:
    r"""The same for text of several lines, which keeps them and its tabs.

    >>> visible_lines("a\n\tb\r")
    'a\n\tb\\r'
    """
    return "\n".join("\t".join(map(visible, line.split("\t"))) for line in text.split("\n"))


def clipped(text: str, longest: int = _LONGEST) -> str:
    """So that one endless name does not cost the whole report.

    >>> clipped("customer_totals", 9)
    'customer…'
    """
    return text if len(text) <= longest else text[: longest - 1] + "…"


def url_path(path: str) -> str | None:
    """A path as part of a URI (RFC 3986), relative and below where it starts; None for one that would lead elsewhere.

    >>> url_path("models/a b/ü.sql"), url_path("a:b|c.sql"), url_path("a/../../b"), url_path("/etc/passwd")
    ('models/a%20b/%C3%BC.sql', 'a%3Ab%7Cc.sql', None, None)
    """
    if not {"", ".", ".."}.isdisjoint(path.split("/")):
        return None
    # Bytes of a path that are no UTF-8 are kept as they are on disk; what cannot come from a disk is spelled out.
    try:
        return quote(path.encode("utf-8", "surrogateescape"), safe="/")
    except UnicodeEncodeError:
        return quote(visible(path), safe="/")


def mermaid_label(text: str) -> str:
    """The text between the quotes of a label: all but plain characters as Mermaid's own entities.

    >>> mermaid_label('shop."a[b]"')
    'shop.#34;a#91;b#93;#34;'
    """
    return "".join(
        character if character.isascii() and (character.isalnum() or character in "_. ") else f"#{ord(character)};"
        for character in clipped(visible(text), _LONGEST_LABEL)
    )


def dot_label(text: str) -> str:
    r"""The text between the quotes of a Graphviz label.

    >>> print(dot_label('a"b\\N'))
    a\"b\\N
    """
    return visible(text).replace("\\", "\\\\").replace('"', '\\"')


def _is_hidden(character: str) -> bool:
    return (
        unicodedata.category(character) in _HIDDEN
        or character in _HIDDEN_LETTERS
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
    )


def _spelled(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
