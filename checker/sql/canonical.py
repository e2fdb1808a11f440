"""The canonical form of a statement, and its digest.

White space, comments, keyword case, redundant quotes and redundant parentheses do not show; names of
objects are left out as slots, so that neither their qualification nor the object's own name shows.
Everything else does: each token stands in it, and where a tree was read its nesting too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlglot import Token, TokenType

from checker.sql.cursor import LITERALS, is_word
from checker.sql.dialect import Dialect
from checker.sql.spelling import SOFT_KEYWORDS, is_no_name, is_unit, spell_name, surely_names

DIGEST_SIZE = 16
_SEPARATOR = "\x1f"
_SLOT = "\x00"


@dataclass(slots=True)
class Canonical:
    """What is known of a statement's tokens beside the tokens themselves."""

    spans: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Names of objects: start offset → (end offset, slot)."""
    bare: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Names that read the same in another spelling: start offset → (end offset, spelling)."""
    grouping: set[int] = field(default_factory=set)
    """Parentheses that only group: the shape tells what they do."""
    shapes: list[str] = field(default_factory=list)
    identifiers: set[int] = field(default_factory=set)
    nested: dict[int, tuple[str, list[int]]] = field(default_factory=dict)
    """Strings that hold SQL: start offset → their own canonical form and its slots."""


def canonical_form(tokens: Sequence[Token], view: str, dialect: Dialect, known: Canonical) -> tuple[str, list[int]]:
    """The text that is hashed, and the slots in it in order."""
    out: list[str] = []
    slots: list[int] = []
    done = -1
    names = surely_names(tokens, dialect)
    for before, token in zip((None, *tokens), tokens, strict=False):
        start = token.start
        if start < done:
            continue
        span = known.spans.get(start)
        if span is not None:
            done, slot = span
            slots.append(slot)
            out.append(_SLOT)
            continue
        if start in known.bare:
            done, spelling = known.bare[start]
            out.append(spelling)
            continue
        kind = token.token_type
        if start in known.grouping:
            continue
        if start in known.nested:
            form, inner_slots = known.nested[start]
            out.append(form)
            slots += inner_slots
        elif kind in LITERALS:
            out.append(view[start : token.end + 1])
        elif kind is TokenType.IDENTIFIER:
            text = token.text.lower() if dialect.case == "none" else token.text
            out.append(f'"{text}"' if is_unit(text, before) else spell_name(text, dialect))
        elif not is_word(token):
            out.append(token.text)
        elif start in names or (start in known.identifiers and not _is_value(token, before, dialect)):
            out.append(spell_name(dialect.fold(token.text), dialect))
        else:
            out.append(_fold_keyword(token, dialect, is_name=start in known.identifiers))
    out += known.shapes
    return _SEPARATOR.join(out), slots


def _is_value(token: Token, before: Token | None, dialect: Dialect) -> bool:
    """sqlglot takes `user` for a column; an alias it may be."""
    return is_no_name(token.text, dialect) and (before is None or before.token_type is not TokenType.ALIAS)


def _fold_keyword(token: Token, dialect: Dialect, *, is_name: bool) -> str:
    """Keywords in any case; names and functions as they are, where names are case-sensitive."""
    if dialect.case != "exact":
        return dialect.fold(" ".join(token.text.split()))
    lower = token.text.lower()
    if not is_name and (token.token_type is not TokenType.VAR or lower in SOFT_KEYWORDS):
        return " ".join(lower.split())
    return token.text


def digest(*texts: str | bytes) -> bytes:
    """A short hash of some texts, each kept apart from the next."""
    hasher = hashlib.blake2b(digest_size=DIGEST_SIZE)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        hasher.update(len(data).to_bytes(8, "big"))
        hasher.update(data)
    return hasher.digest()
