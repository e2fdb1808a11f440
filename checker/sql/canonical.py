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

DIGEST_SIZE = 16
_SEPARATOR = "\x1f"
_SLOT = "\x00"

# Words that ClickHouse reads in any case and sqlglot does not know as keywords.
_SOFT_KEYWORDS = frozenset(
    """admin after alias all and any append apply array as asc asof attach backup between both by case cast
    clear cluster codec collate column columns comment constraint create cross data database databases day days
    deduplicate default definer delay depends desc descending detach dictionary disk distinct drop else empty
    end engine ephemeral every except exchange exists explain expression extended extract fetch fill filter
    final first flat for format freeze from full function global grant grantees granularity group having
    hierarchical host hour hours id identified if ilike in index inherit injective inner input insert interval
    into invoker is is_object_id join key keyed kill last layout leading left lifetime lightweight like limit
    live local materialized max memory merges min minute minutes mode modify month months move mutation no none
    not null nulls of offset on only optimize option or order outer over override partition permissive policy
    populate prewhere primary profile projection quarter quota randomize range readonly refresh remove rename
    replace replica replicated reset restrict restrictive right role row rows sample second seconds security
    select semi set settings show source sql start statistics step storage substring sync system table tables
    temporary then ties timestamp to top totals trailing trim truncate ttl type undrop unfreeze union unique
    update use user using uuid value values view volume watch week weeks when where window with year years""".split()
)


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
    exact = dialect.case == "exact"
    for token in tokens:
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
            out.append(token.text.lower() if dialect.case == "none" else token.text)
        elif not is_word(token):
            out.append(token.text)
        elif exact:
            out.append(token.text if start in known.identifiers else _fold_keyword(token))
        else:
            out.append(dialect.fold(" ".join(token.text.split())))
    out += known.shapes
    return _SEPARATOR.join(out), slots


def _fold_keyword(token: Token) -> str:
    """Keywords in any case, names and functions as they are, where names are case-sensitive."""
    lower = token.text.lower()
    if token.token_type is not TokenType.VAR or lower in _SOFT_KEYWORDS:
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
