"""The GRANTs and REVOKEs on one object → who may do what at the end, and what leads from base's to head's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from sqlglot import TokenType

from checker.sql.cursor import LITERALS, Cursor, items
from checker.sql.dialect import Dialect
from checker.sql.lexing import tokenise

MOST_RIGHTS = 1_000
"""Of one object; more are not compared one by one."""
_ALL = "ALL"
_BY_DEFAULT = {
    "FUNCTION": "EXECUTE", "PROCEDURE": "EXECUTE", "ROUTINE": "EXECUTE",
    "TYPE": "USAGE", "DOMAIN": "USAGE", "LANGUAGE": "USAGE",
}  # fmt: skip
"""What PostgreSQL lets PUBLIC do with a new object."""


class UnreadGrant(Exception):
    """A statement that is more than privileges, one kind of object and grantees."""


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
            and self.privilege in (_ALL, other.privilege)
            and self.column in ("", other.column)
        )

    def may_take(self, other: Right) -> bool:
        """Whether a REVOKE or GRANT of this one could change the other; `f(int)` may well be `f(integer)`."""
        return (
            self != other
            and self.grantee == other.grantee
            and (self.privilege == other.privilege or _ALL in (self.privilege, other.privilege))
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
        return usual is not None and right.grantee == "public" and right.privilege in (usual, _ALL) and not right.column


# Reading -------------------------------------------------------------------------------------------


def read_grant(text: str, dialect: Dialect, own_name: str = "") -> Grant:
    """The parts of a GRANT or REVOKE; `own_name` stands for the object where the statement names several.

    >>> from checker.sql.dialect import get_dialect
    >>> grant = read_grant('GRANT SELECT (a), INSERT ON t TO "to"', get_dialect("postgres"))
    >>> [(right.privilege, right.column, right.grantee) for right in grant.rights]
    [('SELECT', 'a', 'to'), ('INSERT', '', 'to')]
    """
    return _Reader(text, dialect).read(own_name)


class _Reader:
    def __init__(self, text: str, dialect: Dialect) -> None:
        tokens, broken = tokenise(text, dialect)
        if broken is not None:
            raise UnreadGrant
        self._text = text
        self._cursor = Cursor(tokens, dialect)

    def read(self, own_name: str) -> Grant:
        cursor = self._cursor
        verb = cursor.accept_any(frozenset({"GRANT", "REVOKE"}))
        cluster = self._cluster()
        start, on = cursor.at, cursor.find("ON")
        cursor.at = max(on, 0)
        to = cursor.find("TO" if verb == "GRANT" else "FROM")
        if not verb or on <= start or to <= on + 1 or cursor.word() != "ON" or cursor.words[start] in _NO_PRIVILEGES:
            raise UnreadGrant
        objects = items(cursor, on + 1, to)
        if (len(objects) > 1) != bool(own_name) or "ON" in cursor.words[on + 1 : to] or cursor.words[on + 1] == _ALL:
            raise UnreadGrant
        kind, arguments = self._object(*objects[0])
        if own_name and arguments:
            raise UnreadGrant
        end, level, tail = self._ending(to, verb)
        privileges, grantees = list(self._privileges(start, on)), items(cursor, to + 1, end)
        if not 0 < len(privileges) * len(grantees) <= MOST_RIGHTS:
            raise UnreadGrant
        rights = {
            Right(privilege, column, arguments, self._key(*grantee)): (spelled, self._between(*grantee))
            for privilege, column, spelled in privileges
            for grantee in grantees
        }
        named = f"{kind} {own_name}".strip() if own_name else self._between(on + 1, to)
        whole = "" if own_name else self._text
        return Grant(whole, level, cluster, named, kind.upper(), tail, rights)

    def _cluster(self) -> str:
        """ClickHouse: GRANT ON CLUSTER c SELECT ON t"""
        start = self._cursor.at
        if self._cursor.accept("ON", "CLUSTER"):
            self._cursor.text()
            return f" {self._between(start, self._cursor.at)}"
        return ""

    def _privileges(self, start: int, end: int) -> Iterator[tuple[str, str, str]]:
        """Each with one column, or none, and as it is written for that."""
        cursor = self._cursor
        for first, last in items(cursor, start, end):
            cursor.at = first
            opened = next((at for at in range(first, last) if cursor.words[at] == "("), last)
            words = cursor.words[first:opened]
            if not words or not all(words):
                raise UnreadGrant
            privilege = _ALL if words == [_ALL, "PRIVILEGES"] else " ".join(words)
            spelled = self._between(first, opened)
            if opened == last:
                yield privilege, "", spelled
                continue
            cursor.at = opened
            for column in items(cursor, *cursor.skip_group()):
                yield privilege, self._key(*column), f"{spelled} ({self._between(*column)})"

    def _object(self, start: int, end: int) -> tuple[str, str]:
        """The kind before the name, and the arguments after it: FUNCTION s.f(int) → FUNCTION, (int)."""
        words = self._cursor.words
        opened = next((at for at in range(start, end) if words[at] == "("), end)
        name = opened - 1
        while name - 2 >= start and words[name - 1] == ".":
            name -= 2
        return self._between(start, name), self._key(opened, end)

    def _ending(self, to: int, verb: str) -> tuple[int, Level, str]:
        """Where the grantees end, and what the rest says."""
        cursor = self._cursor
        end = next((at for at in range(to + 1, len(cursor.words)) if cursor.words[at] in _AFTER), len(cursor.words))
        rest = tuple(cursor.words[end:])
        if verb == "GRANT" and rest in ((), ("WITH", "GRANT", "OPTION")):
            return end, Level.GRANTABLE if rest else Level.GRANTED, ""
        if verb == "REVOKE" and rest in ((), ("CASCADE",), ("RESTRICT",)):
            return end, Level.REVOKED, f" {rest[0]}" if rest else ""
        raise UnreadGrant

    def _between(self, start: int, end: int) -> str:
        tokens = self._cursor.tokens
        return self._text[tokens[start].start : tokens[end - 1].end + 1] if start < end else ""

    def _key(self, start: int, end: int) -> str:
        """Equal for what means the same: case and quotes of names do not count."""
        cursor = self._cursor
        return " ".join(
            repr(token.text) if token.token_type in LITERALS
            else token.text if token.token_type is TokenType.IDENTIFIER
            else cursor.dialect.fold(token.text) if token.text.upper() not in _SPECIAL
            else token.text.lower()
            for token in cursor.tokens[start:end]
        )  # fmt: skip


_NO_PRIVILEGES = frozenset({"GRANT", "ADMIN", "CURRENT"})
"""REVOKE GRANT OPTION FOR …, GRANT CURRENT GRANTS …"""
_AFTER = frozenset({"WITH", "GRANTED", "CASCADE", "RESTRICT", "AS"})
_SPECIAL = frozenset({"PUBLIC", "CURRENT_USER", "SESSION_USER", "CURRENT_ROLE"})


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
