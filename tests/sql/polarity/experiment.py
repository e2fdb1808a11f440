"""The experiment: what is claimed to be monotone never loses a row when rows are added."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file
from tests.sql.polarity.cases import cases
from tests.sql.polarity.random_queries import TABLES, queries

Rows = Counter[tuple[object, ...]]
Ask = Callable[[str, str], Rows | None]
"""(schema, query) → its rows there; nothing where it is no query of this database: types or names that do not fit."""

Run = Callable[[str], Rows | None]
"""A statement → its rows; nothing where it is refused."""

_VALUES = ("0", "1", "2", "NULL")


def schemas(datasets: int, seed: int = 7) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Each dataset as it is, and with more rows in one table: (schema, rows by table). Tables may be empty at first."""
    choose = random.Random(seed)

    def rows(most: int, least: int = 0) -> list[str]:
        return [f"({choose.choice(_VALUES)}, {choose.choice(_VALUES)})" for _ in range(choose.randint(least, most))]

    for number in range(datasets):
        base = {table: rows(4) for table in TABLES}
        yield f"d{number}", base
        for table in TABLES:
            yield f"d{number}_{table}", base | {table: base[table] + rows(3, least=1)}


def operators(query: str, dialect: str) -> dict[str, str]:
    """Each table that a query reads, with the operator that makes the edge non-monotone, if one does."""
    (view,) = read_file(f"CREATE VIEW v AS {query}", get_dialect(dialect), {}).statements
    assert view.problem is None, (view.problem, query)
    found: dict[str, str] = {}
    for one in view.references:
        if one.role in ("read", "set"):
            name = ".".join(one.parts)
            found[name] = found.get(name) or one.operator
    return found


@dataclass
class Tally:
    """How many edges were claimed monotone, and how many of the others lost rows in truth."""

    queries: int = 0
    refused: int = 0
    monotone: int = 0
    cautious: int = 0
    lost: int = 0
    seen: Counter[str] = field(default_factory=Counter)


def bag(rows: Iterable[Iterable[object]]) -> Rows:
    return Counter(tuple(row) for row in rows)


def experiment(dialect: str, ask: Ask, *, examples: int, datasets: int, tries: int) -> Tally:
    """Ask random queries before and after, on as many datasets as there are tries.

    Fails with the smallest query that breaks its claim.
    """
    tally = Tally()

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(query=queries(dialect), first=st.integers(0, datasets - 1))
    def run(query: str, first: int) -> None:
        chosen = [f"d{(first + step) % datasets}" for step in range(tries)]
        before = [ask(schema, query) for schema in chosen]
        tally.queries += 1
        if None in before:
            tally.refused += 1
            return
        for table, operator in operators(query, dialect).items():
            after = [ask(f"{schema}_{table}", query) for schema in chosen]
            missing = [old - new for old, new in zip(before, after, strict=True) if old and new is not None]
            tally.seen[operator] += 1
            tally.monotone += not operator
            tally.cautious += bool(operator)
            tally.lost += any(missing)
            assert operator or not any(missing), f"rows added to {table} took {missing} from {query}"

    run()
    return tally


def one_by_one(dialect: str, run: Run) -> int:
    """Ask every case of the table again and again, while what it reads gets rows; how many could be asked.

    There are tables named a to e, with the columns x and y.
    """
    asked = 0
    for case in (one for one in cases() if one.dialect == dialect):
        for table in (name for name, operator in case.expected.items() if not operator):
            for name in "abcde":
                run(f"TRUNCATE TABLE {name}")
                if name != table:
                    run(f"INSERT INTO {name} VALUES (1, 7), (2, 8), (5, 9)")
            before = run(case.query)
            asked += before is not None
            for number in (2, 5, 1, -3):
                run(f"INSERT INTO {table} VALUES ({number}, 7)")
                after = run(case.query)
                missing = before - after if before and after is not None else None
                assert not missing, f"{number} added to {table} took {missing} from {case.query}"
                before = after
    return asked
