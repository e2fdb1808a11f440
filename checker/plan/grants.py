"""The GRANTs and REVOKEs on one object → who may do what at the end, and what leads from base's to head's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from checker.sql.dialect import Dialect

MOST_RIGHTS = 1_000
"""Of one object; more are not compared one by one."""
ALL = "ALL"
_BY_DEFAULT = {
    "FUNCTION": "EXECUTE", "PROCEDURE": "EXECUTE", "ROUTINE": "EXECUTE",
    "TYPE": "USAGE", "DOMAIN": "USAGE", "LANGUAGE": "USAGE",
}  # fmt: skip
"""What PostgreSQL lets PUBLIC do with a new object."""


class Level(IntEnum):
    """What the last statement on a right left of it."""

    UNSAID = 0
    REVOKED = 1
    GRANTED = 2
    GRANTABLE = 3


@dataclass(frozen=True, slots=True)
class Right:
    """One privilege of one grantee, on the object or on one column or overload of it."""

    privilege: str
    column: str
    arguments: str
    grantee: str

    def covers(self, other: Right) -> bool:
        return (
            (self.grantee, self.arguments) == (other.grantee, other.arguments)
            and self.privilege in (ALL, other.privilege)
            and self.column in ("", other.column)
        )

    def may_take(self, other: Right) -> bool:
        """Whether a REVOKE or GRANT of this one could change the other; `f(int)` may well be `f(integer)`."""
        return (
            self != other
            and self.grantee == other.grantee
            and (self.privilege == other.privilege or ALL in (self.privilege, other.privilege))
            and (self.column == other.column or "" in (self.column, other.column))
        )


@dataclass(frozen=True, slots=True)
class Grant:
    """A GRANT or REVOKE as read; its pieces are spelled as in the source."""

    text: str
    """The whole statement; empty where it is about other objects, too."""
    level: Level
    cluster: str
    on: str
    kind: str
    tail: str
    rights: Mapping[Right, tuple[str, str]]
    """Each with its privilege and its grantee as written."""

    def written(self, rights: Sequence[Right], level: Level, *, option: bool = False) -> Iterator[str]:
        """A statement that brings these rights to this level; `option` takes back no more than the grant option."""
        if self.text and level is self.level and len(rights) == len(self.rights):
            yield self.text
            return
        grantees: dict[str, list[str]] = defaultdict(list)
        for right in rights:
            privilege, grantee = self.rights[right]
            grantees[grantee].append(privilege)
        together: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for grantee, found in grantees.items():
            together[tuple(found)].append(grantee)
        revoked = level is Level.REVOKED
        verb, to = ("REVOKE", "FROM") if revoked or option else ("GRANT", "TO")
        less = " GRANT OPTION FOR" if option else ""
        tail = " WITH GRANT OPTION" if level is Level.GRANTABLE else self.tail if revoked else ""
        for privileges, names in together.items():
            yield f"{verb}{self.cluster}{less} {', '.join(privileges)} ON {self.on} {to} {', '.join(names)}{tail}"

    def is_default(self, right: Right, dialect: Dialect) -> bool:
        """Whether the database grants it by itself when the object is made."""
        usual = _BY_DEFAULT.get(self.kind) if dialect.name == "postgres" else None
        return usual is not None and right.grantee == "public" and right.privilege in (usual, ALL) and not right.column


# Folding and comparing -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Held:
    """What was last said about a right."""

    level: Level
    grant: Grant
    lifted: bool = False
    """A REVOKE that took back what a GRANT before it had given."""


def held_rights(grants: Iterable[Grant]) -> dict[Right, Held]:
    """Every right that the statements speak of, in the order in which they last do."""
    held: dict[Right, Held] = {}
    for grant in grants:
        for right in grant.rights:
            if grant.level is Level.REVOKED:
                taken = [held.pop(other) for other in list(held) if right.covers(other)]
                lifted = any(one.level > Level.REVOKED or one.lifted for one in taken)
                held[right] = Held(Level.REVOKED, grant, lifted)
            else:
                for other in [other for other in held if right.covers(other) and held[other].level is Level.REVOKED]:
                    del held[other]
                before = held.pop(right, None)
                held[right] = before if before and before.level > grant.level else Held(grant.level, grant)
    return held


@dataclass(frozen=True, slots=True)
class GrantChanges:
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """Statements of base whose effect nobody can take back without knowing what was there before."""


def grant_changes(base: Mapping[Right, Held], head: Mapping[Right, Held], dialect: Dialect) -> GrantChanges:
    """What leads from the rights of base to those of head."""
    differing = {right: None for right in {**base, **head} if _level(base, right) is not _level(head, right)}
    gone: dict[Right, Level] = {}
    less: list[Right] = []
    unknown: list[str] = []
    for right in differing:
        before, after = _level(base, right), _level(head, right)
        if (before, after) == (Level.GRANTABLE, Level.GRANTED):
            less.append(right)
        elif after is not Level.UNSAID or before is Level.UNSAID:
            continue
        elif base[right].grant.is_default(right, dialect):
            if before is Level.REVOKED:
                gone[right] = Level.GRANTED
        elif before is not Level.REVOKED:
            gone[right] = Level.REVOKED
        elif not base[right].lifted and not any(_grants(head, other) and other.covers(right) for other in head):
            unknown += base[right].grant.written([right], Level.REVOKED)
    again = {
        right: one.level
        for right, one in head.items()
        if (right in differing and right not in less) or any(other.may_take(right) for other in differing)
    }
    return GrantChanges(
        (*_written(base, gone), *_written(base, dict.fromkeys(less, Level.GRANTED), option=True)),
        tuple(_written(head, again)),
        tuple(dict.fromkeys(unknown)),
    )


def _level(held: Mapping[Right, Held], right: Right) -> Level:
    return held[right].level if right in held else Level.UNSAID


def _grants(held: Mapping[Right, Held], right: Right) -> bool:
    return held[right].level > Level.REVOKED


def _written(held: Mapping[Right, Held], levels: Mapping[Right, Level], *, option: bool = False) -> Iterator[str]:
    """One statement for all that one statement of the source says, where it can be."""
    together: dict[tuple[int, Level], list[Right]] = defaultdict(list)
    for right, level in levels.items():
        together[id(held[right].grant), level].append(right)
    for (_, level), rights in together.items():
        yield from held[rights[0]].grant.written(rights, level, option=option)
