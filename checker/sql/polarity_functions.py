"""Functions, as far as polarity goes: which cannot be aggregates, which give another answer on every call."""

from __future__ import annotations

from functools import cache

from sqlglot import exp

from checker.sql.functions import NAME_IN_FIRST_ARGUMENT
from checker.sql.polarity_scalars import CLICKHOUSE, MATERIALIZE, POSTGRES

_VOLATILE = frozenset(
    """clock_timestamp currval fuzzbits fuzzjson fuzzquery gen_random_bytes gen_random_uuid generaterandomstructure
    generateserialid generatesnowflakeid generateulid generateuuidv4 generateuuidv7 lastval mz_now nextval nowinblock
    now64inblock obfuscatequerywithseed pg_sleep rand rand32 rand64 randbernoulli randbinomial randcanonical
    randchisquared randexponential randlognormal randnegativebinomial randnormal random random_normal
    randomfixedstring randomprintableascii randomstring randomstringutf8 randpoisson randstudentt randuniform
    row_number_in_all_blocks rownumberinallblocks rownumberinblock runningaccumulate runningdifference
    runningconcurrency neighbor setval sleep sleepeachrow timeofday txid_current pg_current_xact_id uuid_generate_v1
    uuid_generate_v1mc uuid_generate_v4 uuidv4 uuidv7 version7uuid""".split()
)
"""Two calls with the same arguments may differ within one query. now() and such stand still for a whole transaction and
are left out, as pg_trickle only warns of them."""

VOLATILE_NODES = (exp.Rand, exp.Randn, exp.Randstr, exp.Uuid, exp.NextValueFor)

_OF_OTHER_ROWS = frozenset(
    """blocknumber blockserializedsize blocksize neighbor row_number_in_all_blocks row_number_in_block
    rownumberinallblocks rownumberinblock runningaccumulate runningconcurrency runningdifference
    runningdifferencestartingwithfirstvalue""".split()
)
"""Functions of ClickHouse that look at the rows around theirs, as a window does, though they need no OVER."""

_ROW_AGGREGATES = frozenset("any_value array_agg count json_agg json_agg_strict jsonb_agg jsonb_agg_strict".split())
"""Aggregates that take a whole row. PostgreSQL reads `b.count` as count(b) where b has no such column, which is known
only to the database. max and min take rows as well since PostgreSQL 18, sum never does; all three are left out, for
real columns of these names are common, and doubt about each of them would cost more than it finds."""

_CONSTANT = frozenset({"to_regclass", "pg_get_serial_sequence"})


def is_volatile(name: str) -> bool:
    return name in _VOLATILE


def is_lookup(name: str) -> bool:
    """A function that reads the object it is given the name of, as a value."""
    return name in NAME_IN_FIRST_ARGUMENT and name not in _CONSTANT


def is_constant(name: str) -> bool:
    """A function that is given the name of an object, but reads no row of it."""
    return name in _CONSTANT


def looks_at_other_rows(name: str, dialect: str) -> bool:
    return dialect == "clickhouse" and name in _OF_OTHER_ROWS


def is_row_aggregate(attribute: exp.Expr) -> bool:
    """Whether `b.attribute` may be an aggregate's call."""
    return isinstance(attribute, exp.Identifier) and attribute.name.lower() in _ROW_AGGREGATES


def is_known_scalar(node: exp.Expr, dialect: str) -> bool:
    """A function of the system that is no aggregate; one in a schema of the project may be anything."""
    schema = node.parent.this.name.lower() if isinstance(node.parent, exp.Dot) else ""
    return schema in ("", "pg_catalog", "mz_catalog") and node.name.lower() in _scalars(dialect)


@cache
def _scalars(dialect: str) -> frozenset[str]:
    if dialect == "clickhouse":
        return frozenset(CLICKHOUSE.split())
    return frozenset(POSTGRES.split()) | frozenset(MATERIALIZE.split())
