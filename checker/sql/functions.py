"""Functions whose arguments name objects, in strings or as bare names."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from checker.sql.dialect import Dialect
from checker.sql.nodes import identifiers_of, is_string
from checker.sql.scope import fold_identifier
from checker.sql.statement import Parts

_DICTIONARY_TYPES = (
    "", "ornull", "ordefault", "string", "date", "datetime", "uuid", "float32", "float64", "ipv4", "ipv6",
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64, 128, 256)),
)  # fmt: skip

NAME_IN_FIRST_ARGUMENT = frozenset(
    {f"dictget{kind}" for kind in _DICTIONARY_TYPES}
    | {f"dictget{kind}ordefault" for kind in _DICTIONARY_TYPES}
    | {"dictgetall", "dicthas", "dictisin", "dictgethierarchy", "dictgetchildren", "dictgetdescendants"}
    | {"joinget", "jointgetornull", "joingetornull"}
    | {"nextval", "currval", "setval", "pg_get_serial_sequence", "to_regclass"}
)
"""dictGet('db.dict', …), joinGet(db.t, …), nextval('s.q') …"""

SPLIT_TABLE_ARGUMENT = {
    "remote": 1,
    "remotesecure": 1,
    "cluster": 1,
    "clusterallreplicas": 1,
    "loop": 0,
    "mergetreeindex": 0,
    "mergetreeprojection": 0,
    "mergetreeanalyzeindexes": 0,
    "mergetreecodecblockcounts": 0,
    "mergetreetextindex": 0,
    "timeseriesdata": 0,
    "timeseriesmetricfamilies": 0,
    "timeseriesmetrics": 0,
    "timeseriessamples": 0,
    "timeseriestags": 0,
}
"""Table functions that take a table as `db.t` or as two arguments, and where these stand."""

TABLE_ARGUMENT = SPLIT_TABLE_ARGUMENT | {"dictionary": 0, "tumble": 0, "hop": 0}
"""Table functions, and which of their arguments is a table."""

SET_FUNCTIONS = frozenset(
    f"{where}{kind}{ignoring}"
    for where in ("", "global")
    for kind in ("in", "notin", "nullin", "notnullin")
    for ignoring in ("", "ignoreset")
)
"""ClickHouse's IN and NOT IN written as functions: their second argument may be a table."""

MATCH_FUNCTIONS = frozenset({"merge"})
"""merge('db', 'regular expression') reads every table that matches."""

TABLE_FUNCTIONS = frozenset(
    """azureblobstorage azureblobstoragecluster deltalake deltalakecluster executable file filecluster
    format fuzzjson fuzzquery gcs generate_series generate_subscripts generaterandom hdfs hdfscluster hudi
    iceberg icebergcluster input json_array_elements json_array_elements_text json_each json_each_text
    json_object_keys json_populate_recordset json_to_record json_to_recordset jsonb_array_elements
    jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_object_keys jsonb_path_query
    jsonb_populate_recordset jsonb_to_record jsonb_to_recordset mongodb mysql null numbers numbers_mt odbc
    jdbc postgresql primes range redis regexp_matches regexp_split_to_table repeat_row s3 s3cluster
    sqlite string_to_table unnest url urlcluster values view viewexplain viewifpermitted zeros zeros_mt
    paimon ytsaurus generate_unit_series""".split()
)
"""Table functions that the systems bring along: they read no object of the project."""

SYNTAX_FUNCTIONS = frozenset(
    """array coalesce current_catalog current_date current_role current_schema current_time current_timestamp
    current_user exists extract greatest grouping least localtime localtimestamp nullif""".split()
)
"""What is written as a call and is grammar: no project can define it."""


def table_in_arguments(function: str, arguments: Sequence[exp.Expr], dialect: Dialect) -> Parts:
    """The table that a table function is given in a string, or as database and table apart, each a name or a string.

    >>> import sqlglot
    >>> from checker.sql.dialect import get_dialect
    >>> call = sqlglot.parse_one("SELECT * FROM cluster('c', z, b)", read="clickhouse").args["from_"].this.this
    >>> table_in_arguments("cluster", call.expressions, get_dialect("clickhouse"))
    ('z', 'b')
    """
    pair = arguments[TABLE_ARGUMENT[function] :][:2]
    names = [_argument_parts(argument, dialect) for argument in pair]
    is_pair = function in SPLIT_TABLE_ARGUMENT and len(names) == 2 and len(names[1]) == 1
    if is_pair and (len(names[0]) == 1 or isinstance(pair[0], exp.CurrentDatabase)):
        return (*names[0], *names[1])
    return names[0] if pair and is_string(pair[0]) else ()


def _argument_parts(argument: exp.Expr, dialect: Dialect) -> Parts:
    if isinstance(argument, exp.Column):
        return tuple(fold_identifier(identifier, dialect) for identifier in identifiers_of(argument))
    return split_name(argument.name, dialect) if is_string(argument) else ()


def split_name(text: str, dialect: Dialect) -> Parts:
    """A dotted name given in a string.

    >>> from checker.sql.dialect import get_dialect
    >>> split_name('mart."Big Orders"', get_dialect("postgres"))
    ('mart', 'Big Orders')
    """
    parts: list[str] = []
    rest = text.strip()
    while rest:
        if rest[0] in '"`':
            end = rest.find(rest[0], 1)
            part, rest = (rest[1:end], rest[end + 1 :]) if end > 0 else (rest[1:], "")
        else:
            part, _, rest = rest.partition(".")
            rest = "." + rest if rest else ""
            part = dialect.fold(part.strip())
        parts.append(part)
        rest = rest.strip().removeprefix(".").strip()
    return tuple(part for part in parts if part)
