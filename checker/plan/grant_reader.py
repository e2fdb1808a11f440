"""The text of a GRANT or REVOKE → the rights that it speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import TokenType

from checker.plan.grants import ALL, MOST_RIGHTS, Grant, Level, Right
from checker.sql.cursor import LITERALS, Cursor, items
from checker.sql.dialect import Dialect
from checker.sql.lexing import tokenise

_NO_PRIVILEGES = frozenset({"GRANT", "ADMIN", "CURRENT"})
"""REVOKE GRANT OPTION FOR …, GRANT CURRENT GRANTS …"""
_AFTER = frozenset({"WITH", "GRANTED", "CASCADE", "RESTRICT", "AS"})
_SPECIAL = frozenset({"PUBLIC", "CURRENT_USER", "SESSION_USER", "CURRENT_ROLE"})


class UnreadGrant(Exception):
    """A statement that is more than privileges, one kind of object and grantees."""


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
        if (len(objects) > 1) != bool(own_name) or "ON" in cursor.words[on + 1 : to] or cursor.words[on + 1] == ALL:
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
            privilege = ALL if words == [ALL, "PRIVILEGES"] else " ".join(words)
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
