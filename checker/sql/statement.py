"""What the reader knows of one statement. Names are as written: the snapshot resolves them.

The structs double as the format of the parse cache, so decoding validates every field. They hold no cycles, and
a hundred thousand of them would keep the garbage collector busy, so it leaves them alone.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NamedTuple

import msgspec

PARSER_VERSION = 9
"""Raise it whenever the same file would give other statements; old cache entries then no longer match."""

Parts = tuple[str, ...]
"""A name as written: one to three parts, unquoted identifiers already folded as the dialect folds them."""

OWN_NAME = -1
"""The slot of the object's own name."""


PARTITION = "partition"
"""The option that says whether a table is attached to its parent, or was detached: `attach`, `detach`."""


PATH_SEPARATOR = "\x1f"
"""Between the further schemas of a search path, in the options of the statement that sets it."""


class Action(StrEnum):
    """What a statement does to the objects it names."""

    CREATE = "create"
    ALTER = "alter"
    DROP = "drop"
    RENAME = "rename"
    EXCHANGE = "exchange"
    INDEX = "index"
    GRANT = "grant"
    COMMENT = "comment"
    TEST = "test"
    OPTION = "option"
    NONE = "none"


METADATA_ACTIONS = frozenset({Action.GRANT, Action.COMMENT, Action.TEST})
"""Statements that say something about an object without changing what it is."""

Role = Literal["read", "write", "order", "connection", "match", "use", "set"]
"""Why a name stands in a statement.

read: its rows are read · write: a view's TO target · order: must exist first · connection: connection
or secret · match: (schema, regular expression) of a Merge table · use: a function or type call, which is
a dependency only where the project defines one of that name · set: a table, or a column, in ClickHouse's
`x IN (t)`, which is a dependency only where the project defines a table of that name.
"""

UNSURE_ROLES: frozenset[Role] = frozenset({"use", "set"})
"""Roles of names that may be no object's; they stay in the canonical form as they are written."""


class Reference(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A name that a statement mentions, once per (parts, role)."""

    parts: Parts
    role: Role
    line: int
    operator: str = ""
    """What keeps more rows there from only adding rows here, in some place where it is read; see polarity_words."""
    operator_line: int = 0
    operator_text: str = ""
    computes: bool = False
    """Some value of the result is computed from its columns, so that a monotone cycle may still grow for ever."""


class Operator(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An operator that is not monotone in all it takes, and where it stands."""

    operator: str
    line: int
    text: str


class Problem(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Why something could not be read, and where."""

    message: str
    line: int
    column: int


class Place(NamedTuple):
    """Where unqualified names are looked up: see the fields of Statement."""

    scope: Parts = ()
    search_path: tuple[str, ...] = ()


class Statement(msgspec.Struct, frozen=True, array_like=True, kw_only=True, gc=False):
    """One statement, or one of the objects that a statement defines together."""

    kind: str
    action: Action
    target_kind: str = ""
    """The kind of what it names, where `kind` is that of the statement itself (a grant on a schema)."""
    targets: tuple[Parts, ...] = ()
    """The objects concerned; for an index, grant, comment or test what it stands on."""
    line: int = 1
    column: int = 1
    end_line: int = 1
    text: str = ""
    references: tuple[Reference, ...] = ()
    digest: bytes = b""
    """Canonical form with every name of an object left out."""
    slots: tuple[int, ...] = ()
    """The names left out of the digest, in order: positions in `references`, or OWN_NAME."""
    cluster: str = ""
    label: str = ""
    """An index's own name, or a function's signature."""
    replaces: bool = False
    if_not_exists: bool = False
    new_names: tuple[Parts, ...] = ()
    options: dict[str, str] = {}
    scope: Parts = ()
    """Where unqualified names are looked up, after SET search_path or USE."""
    problem: Problem | None = None
    search_path: tuple[str, ...] = ()
    """Further schemas in which unqualified names are looked up, after the one of `scope`, in order."""
    spots: tuple[tuple[int, int, int], ...] = ()
    """Where names of objects stand in `text`: start, end, and the place among `references`, or OWN_NAME."""
    strict: Operator | None = None
    """The first operator in its queries that is not monotone in all it takes, whatever it takes here."""
    volatile: tuple[str, ...] = ()
    """Functions it calls that may give another answer on every call."""

    def names(self, role: Role) -> tuple[Parts, ...]:
        """The names mentioned in one role."""
        return tuple(reference.parts for reference in self.references if reference.role == role)


class WaiverComment(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """`-- checker: allow CODE …` as written, and the lines of the statement it stands at."""

    code: str
    until: str
    reason: str
    line: int
    first_line: int
    last_line: int


class ParsedFile(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """All that was read from one blob. Problems of the file as a whole stand apart."""

    statements: tuple[Statement, ...] = ()
    problems: tuple[Problem, ...] = ()
    undefined_variables: tuple[Problem, ...] = ()
    waivers: tuple[WaiverComment, ...] = ()


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(ParsedFile)


def encode(parsed: ParsedFile) -> bytes:
    return _encoder.encode(parsed)


def decode(payload: bytes) -> ParsedFile:
    """Raises msgspec.DecodeError for anything but an encoded ParsedFile."""
    return _decoder.decode(payload)
