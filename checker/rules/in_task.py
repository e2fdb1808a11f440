"""Run a program in one Spark task: all facts go to it, one job whatever the depth, only the answers come back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from checker.errors import ConfigurationError
from checker.facts.frames import COLUMNS, RELATION
from checker.facts.relations import BASE_RELATIONS
from checker.rules.answers import OBJECT_AT, PLACE, Answers, place_of
from checker.rules.engine.evaluate import Evaluation, evaluate, to_text, to_value
from checker.rules.engine.explain import Explained, Explanation, Reason, Stop
from checker.rules.engine.fixpoint import Firing
from checker.rules.errors import RuleError
from checker.rules.program import Program

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_REASON = pa.struct(
    [
        pa.field("rule", pa.string()),
        pa.field("because", pa.list_(pa.string())),
        pa.field("relations", pa.list_(pa.string())),
    ]
)
ANSWER_SCHEMA = pa.schema(
    [
        pa.field("what", pa.string(), nullable=False),
        pa.field("relation", pa.string(), nullable=False),
        pa.field("values", pa.list_(pa.string())),
        pa.field("depth", pa.int32()),
        pa.field("reasons", pa.list_(_REASON)),
        pa.field("root", pa.list_(pa.string())),
        pa.field("trace", pa.list_(pa.string())),
        pa.field("place", pa.list_(pa.string())),
        pa.field("blocked_by", pa.string()),
        pa.field("label", pa.string()),
        pa.field("rounds", pa.list_(pa.int64())),
    ]
)
"""Rows of five kinds: an explained tuple (with the place of its object), a stop, how a relation grew, how often a rule
fired, an error."""
_TUPLE, _STOP, _ROUNDS, _FIRING, _ERROR = "tuple", "stop", "rounds", "firing", "error"
_PER_BATCH = 5_000


def run_in_task(facts: DataFrame, program: Program, outputs: Sequence[str], seeds: Sequence[str]) -> Answers:
    """Evaluate and explain in one task."""
    from pyspark.sql.pandas.types import from_arrow_schema

    task = evaluator_of_batches(program, tuple(outputs), tuple(seeds))
    rows = facts.coalesce(1).mapInArrow(task, from_arrow_schema(ANSWER_SCHEMA)).toArrow().to_pylist()
    for row in rows:
        if row["what"] == _ERROR:
            raise ConfigurationError(row["relation"])
    of = {what: [row for row in rows if row["what"] == what] for what in (_TUPLE, _STOP, _ROUNDS, _FIRING)}
    return Answers(
        explained=tuple(_explained(row) for row in of[_TUPLE]),
        stops=tuple(_stop(row) for row in of[_STOP]),
        rounds={row["relation"]: tuple(row["rounds"]) for row in of[_ROUNDS]},
        firings=tuple(Firing(row["depth"], row["relation"], row["label"], row["rounds"][0]) for row in of[_FIRING]),
        places={
            row["values"][OBJECT_AT[row["relation"]]]: place_of(row["place"]) for row in of[_TUPLE] if row["place"]
        },
    )


def _explained(row: dict[str, Any]) -> Explained:
    return Explained(
        relation=row["relation"],
        values=tuple(map(to_value, row["values"])),
        depth=row["depth"],
        reasons=tuple(map(_reason, row["reasons"])),
        root=tuple(row["root"]),
        trace=tuple(row["trace"]),
    )


def _reason(row: dict[str, Any]) -> Reason:
    return Reason(row["rule"], tuple(row["because"]), tuple(row["relations"]))


def _stop(row: dict[str, Any]) -> Stop:
    return Stop(row["relation"], tuple(map(to_value, row["values"])), _reason(row["reasons"][0]), row["blocked_by"])


def evaluator_of_batches(
    program: Program, outputs: tuple[str, ...], seeds: tuple[str, ...]
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """The function that runs in the worker."""

    def evaluate_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        try:
            yield from answer_batches(batches)
        except RuleError as error:  # a mistake in the rules is the user's to mend, and no failure of Spark
            yield pa.RecordBatch.from_pylist([{"what": _ERROR, "relation": str(error)}], schema=ANSWER_SCHEMA)

    def answer_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        facts = _columns(list(batches), {**program.base, PLACE: len(BASE_RELATIONS[PLACE])})
        evaluation = evaluate(program, facts, program.following_from(seeds))
        places = _places(facts.get(PLACE, []), evaluation)
        explanation = Explanation(evaluation, seeds)
        rows = chain(
            _round_rows(evaluation),
            _firing_rows(evaluation),
            (_tuple_row(one, places) for one in explanation.tuples(sorted(outputs))),
            (_stop_row(one) for one in explanation.stops()),
        )
        while some := list(islice(rows, _PER_BATCH)):
            yield pa.RecordBatch.from_pylist(some, schema=ANSWER_SCHEMA)

    return evaluate_batches


def _places(columns: list[pa.Array], evaluation: Evaluation) -> dict[str, list[str]]:
    """Kind, path and line of the objects that are told of."""
    told = [evaluation.column(name, at) for name, at in OBJECT_AT.items() if name in evaluation.tables]
    if not columns or not told:
        return {}
    table = pa.table(columns, names=BASE_RELATIONS[PLACE])
    shown = table.filter(pc.is_in(table["object"], pa.chunked_array(told, pa.string()).combine_chunks()))
    return {row["object"]: [row["kind"], row["path"], row["line"]] for row in shown.to_pylist()}


def _columns(batches: list[pa.RecordBatch], relations: Mapping[str, int]) -> dict[str, list[pa.Array]]:
    """The facts of each relation, column by column."""
    if not batches:
        return {}
    table = pa.Table.from_batches(batches)
    columns: dict[str, list[pa.Array]] = {}
    for name, arity in relations.items():
        rows = table.filter(pc.equal(table[RELATION], name))
        columns[name] = [rows[column].combine_chunks() for column in COLUMNS[:arity]]
    return columns


def _round_rows(evaluation: Evaluation) -> Iterator[dict[str, object]]:
    for name, table in sorted(evaluation.tables.items()):
        yield {"what": _ROUNDS, "relation": name, "rounds": table.ends or [table.count]}


def _firing_rows(evaluation: Evaluation) -> Iterator[dict[str, object]]:
    for one in evaluation.firings:
        yield {
            "what": _FIRING, "relation": one.relation, "label": one.label, "depth": one.round, "rounds": [one.tuples],
        }  # fmt: skip


def _tuple_row(one: Explained, places: dict[str, list[str]]) -> dict[str, object]:
    return {
        "what": _TUPLE,
        "relation": one.relation,
        "values": [to_text(value) for value in one.values],
        "depth": one.depth,
        "reasons": [_reason_row(reason) for reason in one.reasons],
        "root": one.root,
        "trace": one.trace,
        "place": places.get(str(one.values[OBJECT_AT[one.relation]])) if one.relation in OBJECT_AT else None,
    }


def _stop_row(one: Stop) -> dict[str, object]:
    return {
        "what": _STOP,
        "relation": one.relation,
        "values": [to_text(value) for value in one.values],
        "reasons": [_reason_row(one.reason)],
        "blocked_by": one.blocked_by,
    }


def _reason_row(reason: Reason) -> dict[str, object]:
    return {"rule": reason.rule, "because": reason.because, "relations": reason.relations}
