"""Names as they are written into the SQL of a plan."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from sqlglot import exp

from checker.names import ObjectName
from checker.plan.tables.quote import RESERVED, quote
from checker.snapshot.resolve import Home, Key, resolve_name
from checker.sql.dialect import get_dialect
from checker.sql.statement import Parts

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*")


@lru_cache(maxsize=8)
def _words(dialect: str) -> frozenset[str]:
    """Every word that sqlglot's keywords are made of, and those that PostgreSQL reserves."""
    keywords = get_dialect(dialect).tokenizer.KEYWORDS
    return frozenset(word for keyword in keywords for word in keyword.split()) | frozenset(map(str.upper, RESERVED))


@dataclass(frozen=True, slots=True)
class Speller:
    """Writes names so that they are found from the project's default database and schema.

    What lies there is written without them, as the statements of the project have it: a plan made for one
    schema must not mix it with another.
    """

    home: Home

    def name(self, key: Key) -> str:
        """
        >>> from checker.sql.dialect import get_dialect
        >>> speller = Speller(Home(get_dialect("postgres"), "shop", "public"))
        >>> speller.name(Key("relation", ObjectName("shop", "mart", "Big Orders")))
        'mart."Big Orders"'
        """
        return ".".join(map(self.quoted, self._parts(key.name)))

    def _parts(self, name: ObjectName) -> Parts:
        if name.database != self.home.database and name.database:
            return tuple(filter(None, name))
        if name.schema == self.home.schema and name.name:
            return (name.name,)
        return tuple(part for part in (name.schema, name.name) if part)

    def quoted(self, part: str) -> str:
        """Quoted where it is not plain, or means something to the dialect."""
        if _PLAIN.fullmatch(part) and part.upper() not in _words(self.home.dialect.name):
            return part
        return quote(part, self.home.dialect)

    def resolves(self, parts: Parts, key: Key) -> bool:
        """Whether a name as written means this object from the default place."""
        return resolve_name(parts, key.space, self.home) == key.name

    def text(self, value: str) -> str:
        """A string literal."""
        return exp.Literal.string(value).sql(dialect=self.home.dialect.sqlglot)
