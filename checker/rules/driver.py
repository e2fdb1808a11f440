"""What comes back from a distributed run: columns of texts, which become columns of numbers at once.

The driver holds the tuples of the explained relations and of the seeds, and every way in which a rule derives them; of
all other relations it learns only how many tuples they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from checker.rules.bodies import matched, tuple_columns
from checker.rules.distributed import ROUND, DistributedProgram
from checker.rules.engine.evaluate import Evaluation, Solutions
from checker.rules.engine.fixpoint import Derivations
from checker.rules.engine.sorting import Ints
from checker.rules.engine.table import Domain, Table
from checker.rules.syntax import Atom, Rule

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def bring_back(spread: DistributedProgram, explained: Sequence[str], seeds: Sequence[str]) -> Evaluation:
    """The explained relations and the seeds of a program that has run, as if one task had run it."""
    program = spread.program
    told = [*(seed for seed in seeds if seed in program.arities), *explained]
    tuples = {name: _tuples(spread.tables[name], program.arities[name]) for name in told}
    values = _values([column for table in tuples.values() for column in table.columns])
    domain = Domain(len(values))
    tables = {name: Table(arity, domain) for name, arity in program.arities.items()}
    for name, found in tuples.items():
        if len(found):
            tables[name].add([_numbers(column, values) for column in found.columns])
    for name, table in tables.items():
        table.ends.extend(spread.ends[name] or [0])  # no rule derives it

    def solve(rule: Rule, present: Sequence[Atom]) -> Solutions:
        at_told = [at for at, atom in enumerate(rule.positive) if atom.relation in tuples]
        rows = spread.ways(rule, at_told, present).toArrow()
        body = [np.zeros(len(rows), np.int64) for _ in rule.positive]
        for at in at_told if len(rows) else ():
            table = tables[rule.positive[at].relation]
            body[at] = table.rows_of(
                [_numbers(rows[f"{matched(at)}_{position}"], values) for position in range(table.arity)]
            )
        return [rows[f"h{at}"].combine_chunks() for at in range(len(rule.head.terms))], body

    derivations = []
    for rule in program.rules:
        if rule.head.relation in explained:
            heads, body = solve(rule, ())
            if len(heads[0]):
                derived = tables[rule.head.relation].rows_of([_numbers(column, values) for column in heads])
                derivations.append(Derivations(rule, derived, tuple(body)))
    return Evaluation(program, values, tables, derivations, solve)


def _tuples(frame: DataFrame, arity: int) -> pa.Table:
    """The columns of a relation, in the order in which its tuples were found."""
    found = frame.toArrow()
    columns = tuple_columns(arity)
    return found.sort_by([(name, "ascending") for name in (ROUND, *columns)]).select(columns)


def _values(columns: Sequence[pa.ChunkedArray]) -> pa.Array:
    """All texts once, in their order."""
    chunks = [chunk for column in columns for chunk in column.chunks]
    found = pa.chunked_array(chunks, pa.string()).unique()
    return found.take(pc.sort_indices(found))


def _numbers(column: pa.ChunkedArray | pa.Array, values: pa.Array) -> Ints:
    numbers: Ints = pc.index_in(column, values).to_numpy().astype(np.int64)
    return numbers
