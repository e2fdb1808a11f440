"""Run a program in one Spark task: all facts go to it, one job whatever the depth, only the answers come back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from checker.errors import ConfigurationError
from checker.facts.frames import COLUMNS, FACT_SCHEMA, RELATION
from checker.facts.relations import BASE_RELATIONS
from checker.rules.answers import OBJECT_AT, PLACE, Answers, Place, place_of
from checker.rules.columns import from_tables, to_tables
from checker.rules.engine.evaluate import Evaluation, evaluate
from checker.rules.engine.explain import Teller
from checker.rules.engine.fixpoint import Firing
from checker.rules.engine.reasons import explain
from checker.rules.errors import RuleError
from checker.rules.pages import PAGE_SCHEMA, Titled, read_pages, write_pages
from checker.rules.program import Program

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_PLACES, _ROUNDS, _FIRINGS, _ERROR = "places", "rounds", "firings", "error"
_PAGE = "page"


def run_in_task(
    facts: DataFrame, program: Program, outputs: Sequence[str], seeds: Sequence[str], more: pa.Table | None = None
) -> Answers:
    """Evaluate and explain in one task. `more` facts are a table, which Spark carries and does not look into."""
    from pyspark.sql.pandas.types import from_arrow_schema

    task = evaluator_of_batches(program, tuple(outputs), tuple(seeds))
    given = facts if more is None else _with_pages(facts, more)
    pages = given.coalesce(1).mapInArrow(task, from_arrow_schema(PAGE_SCHEMA)).toArrow()
    return answers_of_pages(pages, program)


def _with_pages(facts: DataFrame, more: pa.Table) -> DataFrame:
    """The facts, and rows that hold many more each."""
    pages = pa.Table.from_batches(write_pages([("", "", more.select(FACT_SCHEMA.names))]), PAGE_SCHEMA)
    carried = facts.sparkSession.createDataFrame(pages.select(["data"]).rename_columns([_PAGE]))
    return facts.unionByName(carried, allowMissingColumns=True)


def _without_pages(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """All facts, those out of pages, too."""
    for batch in batches:
        table = pa.Table.from_batches([batch])
        if _PAGE not in table.column_names:
            yield table
            continue
        yield table.filter(pc.is_null(table[_PAGE])).drop_columns([_PAGE])
        for page in table[_PAGE].drop_null():
            with pa.ipc.open_stream(page.as_buffer()) as stream:
                yield stream.read_all()


def answers_of_pages(pages: pa.Table, program: Program) -> Answers:
    """What the task found, as values."""
    tables = list(read_pages(pages))
    of = {what: (title, table) for what, title, table in tables}
    if _ERROR in of:
        raise ConfigurationError(of[_ERROR][0])
    teller = Teller(program, from_tables(tables))
    rounds, firings, places = (of[what][1].to_pylist() for what in (_ROUNDS, _FIRINGS, _PLACES))
    return Answers(
        explained=teller.explained(),
        stops=tuple(teller.stops()),
        rounds={row["relation"]: tuple(row["rounds"]) for row in rounds},
        firings=tuple(Firing(**row) for row in firings),
        places={row["object"]: _place(row) for row in places},
    )


def _place(row: Mapping[str, str]) -> Place:
    return place_of([row[name] for name in BASE_RELATIONS[PLACE][1:]])


def evaluator_of_batches(
    program: Program, outputs: tuple[str, ...], seeds: tuple[str, ...]
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """The function that runs in the worker."""

    def evaluate_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        try:
            tables = answer_tables(list(batches))
        except RuleError as error:  # a mistake in the rules is the user's to mend, and no failure of Spark
            tables = iter([(_ERROR, str(error), pa.table({}))])
        yield from write_pages(tables)

    def answer_tables(batches: list[pa.RecordBatch]) -> Iterator[Titled]:
        facts = _columns(batches, {**program.base, PLACE: len(BASE_RELATIONS[PLACE])})
        evaluation = evaluate(program, facts, program.explained(seeds, outputs))
        explanation = explain(evaluation, seeds, outputs)
        return chain(_account(evaluation, facts.get(PLACE, [])), to_tables(explanation))

    return evaluate_batches


def _columns(batches: list[pa.RecordBatch], relations: Mapping[str, int]) -> dict[str, list[pa.Array]]:
    """The facts of each relation, column by column."""
    if not batches:
        return {}
    table = pa.concat_tables([one.cast(FACT_SCHEMA) for one in _without_pages(batches)])
    columns: dict[str, list[pa.Array]] = {}
    for name, arity in relations.items():
        rows = table.filter(pc.equal(table[RELATION], name))
        columns[name] = [rows[column].combine_chunks() for column in COLUMNS[:arity]]
    return columns


def _account(evaluation: Evaluation, place_columns: list[pa.Array]) -> Iterator[Titled]:
    """How the relations grew, how often each rule fired, and where what is told of is defined."""
    grown = sorted(evaluation.tables.items())
    rounds = [{"relation": name, "rounds": table.ends or [table.count]} for name, table in grown]
    firings = [{name: getattr(one, name) for name in Firing.__slots__} for one in evaluation.firings]
    yield _ROUNDS, "", pa.Table.from_pylist(rounds)
    yield _FIRINGS, "", pa.Table.from_pylist(firings)
    yield _PLACES, "", _places(place_columns, evaluation)


def _places(columns: list[pa.Array], evaluation: Evaluation) -> pa.Table:
    """Kind, path and line of the objects that are told of."""
    names = BASE_RELATIONS[PLACE]
    table = pa.table(columns or [pa.array([], pa.string())] * len(names), names=names)
    told = [evaluation.column(name, at) for name, at in OBJECT_AT.items() if name in evaluation.tables]
    return table.filter(pc.is_in(table["object"], value_set=pa.chunked_array(told, pa.string()).combine_chunks()))
