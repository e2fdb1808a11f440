"""How each dialect spells the steps of a plan."""

from __future__ import annotations

from checker.plan.definition import Texts
from checker.plan.writers.clickhouse import ClickHouseWriter
from checker.plan.writers.generic import Writer
from checker.plan.writers.materialize import MaterializeWriter
from checker.plan.writers.postgres import PostgresWriter

_WRITERS = {"postgres": PostgresWriter, "clickhouse": ClickHouseWriter, "materialize": MaterializeWriter}


def writer_for(texts: Texts) -> Writer:
    """The writer of the project's dialect; dialects without one of their own get what most databases take."""
    return _WRITERS.get(texts.speller.home.dialect.name, Writer)(texts)
