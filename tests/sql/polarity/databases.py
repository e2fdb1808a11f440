"""An embedded ClickHouse with settings of its own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chdb.session import Session


@contextmanager
def embedded_clickhouse() -> Iterator[Callable[[str], Counter[tuple[object, ...]] | None]]:
    """Runs a statement and gives its rows, or nothing where ClickHouse refuses it."""
    session = Session()
    session.query("SET max_threads = 1, join_use_nulls = 1")

    def run(statement: str) -> Counter[tuple[object, ...]] | None:
        try:
            answer = session.query(statement, "JSONCompactEachRow").bytes()
        except RuntimeError:
            return None
        return Counter(tuple(json.loads(line)) for line in answer.splitlines())

    try:
        yield run
    finally:
        session.close()
