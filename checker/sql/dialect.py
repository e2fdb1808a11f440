"""The dialects: which sqlglot dialect reads them, and what the checker must know beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from checker.errors import ConfigurationError
from checker.names import nearest

if TYPE_CHECKING:
    from sqlglot.dialects.dialect import Dialect as SqlglotDialect
    from sqlglot.tokens import Tokenizer

_PSQL = frozenset({"postgres", "materialize", "redshift", "risingwave"})
_INFORMATION_SCHEMA = frozenset({"information_schema"})
_POSTGRES_SYSTEM = _INFORMATION_SCHEMA | {"pg_catalog"}
_SYSTEM_SCHEMAS = {
    "postgres": _POSTGRES_SYSTEM,
    "risingwave": _POSTGRES_SYSTEM | {"rw_catalog"},
    "materialize": _POSTGRES_SYSTEM
    | {"mz_catalog", "mz_internal", "mz_introspection", "mz_unsafe", "mz_catalog_unstable"},
    "clickhouse": frozenset({"system", "information_schema", "INFORMATION_SCHEMA"}),
}


@dataclass(frozen=True, slots=True)
class Dialect:
    """One dialect, with what follows from its name."""

    name: str
    sqlglot: SqlglotDialect = field(repr=False)
    tokenizer: Tokenizer = field(repr=False)
    case: str
    """How unquoted identifiers fold: lower, upper, exact or none (case never counts)."""
    has_schemas: bool = True
    """ClickHouse has databases but no schemas: its databases are our schemas."""

    @property
    def psql(self) -> bool:
        """Files may hold psql commands, COPY data and :variables."""
        return self.name in _PSQL

    @property
    def stream_tables(self) -> bool:
        return self.name == "postgres"

    @property
    def own_functions(self) -> bool:
        """A project can define functions."""
        return self.name != "materialize"

    @property
    def system_schemas(self) -> frozenset[str]:
        """Schemas that belong to no database."""
        return _SYSTEM_SCHEMAS.get(self.name, _INFORMATION_SCHEMA)

    @property
    def default_database(self) -> str:
        return self.name

    @property
    def default_schema(self) -> str:
        return "public" if self.has_schemas else "default"

    def fold(self, identifier: str) -> str:
        """An unquoted identifier as the dialect stores it.

        >>> get_dialect("postgres").fold("Orders"), get_dialect("clickhouse").fold("Orders")
        ('orders', 'Orders')
        """
        if self.case == "exact":
            return identifier
        return identifier.upper() if self.case == "upper" else identifier.lower()


def dialect_names() -> list[str]:
    """Every name that `get_dialect` takes."""
    from sqlglot.dialects.dialect import Dialects

    return sorted(member.value for member in Dialects if member.value)


@lru_cache(maxsize=8)
def get_dialect(name: str) -> Dialect:
    """The dialect of that name, or an error that names the nearest ones."""
    from sqlglot.dialects.dialect import Dialect as SqlglotDialect

    if name not in dialect_names():
        near = nearest(name, dialect_names()) or ["materialize", "clickhouse", "postgres"]
        raise ConfigurationError(f"unknown dialect {name!r}", hint=f"did you mean {' or '.join(near)}?")
    dialect = SqlglotDialect.get_or_raise(name)
    # Stock tokenizers swallow the rest of CALL, EXECUTE, SHOW … as one string; we want its tokens.
    tokenizer = type("CommandlessTokenizer", (dialect.tokenizer_class,), {"COMMANDS": set()})
    return Dialect(
        name=name,
        sqlglot=dialect,
        tokenizer=tokenizer(dialect=dialect),
        case=_CASES.get(dialect.normalization_strategy.name, "lower"),
        has_schemas=name not in ("clickhouse", "mysql", "doris", "starrocks", "singlestore"),
    )


_CASES = {"LOWERCASE": "lower", "UPPERCASE": "upper", "CASE_SENSITIVE": "exact", "CASE_INSENSITIVE": "none"}
