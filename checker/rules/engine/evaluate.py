"""Facts as values → all relations and reasons as values: what runs inside a task."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from checker.facts.frames import NUMBER_MARK
from checker.rules.engine.fixpoint import Derivations, Firing, run_program, solutions
from checker.rules.engine.sorting import Ints
from checker.rules.engine.table import Table
from checker.rules.program import Program
from checker.rules.syntax import Atom, Comparison, Constant, Rule, Value, sort_key

_ORDERED = frozenset({"<", "<=", ">", ">="})


def to_text(value: Value) -> str:
    """A value as relations carry it."""
    return f"{NUMBER_MARK}{value}" if isinstance(value, int) else value


def to_value(text: str) -> Value:
    return int(text[1:]) if text.startswith(NUMBER_MARK) else text


Solutions = tuple[Sequence[pa.Array], Sequence[Ints]]
"""The heads that a rule derives, as columns of texts, and for each positive atom the rows that it matched."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The relations that a program ends with, as row numbers over one dictionary of values."""

    program: Program
    values: pa.Array
    tables: dict[str, Table]
    derivations: Sequence[Derivations]
    solve: Callable[[Rule, Sequence[Atom]], Solutions]
    """What any rule would derive from these relations where those atoms hold."""
    firings: Sequence[Firing] = ()

    def column(self, relation: str, position: int) -> pa.Array:
        """One column of a relation, as texts."""
        return self.values.take(pa.array(self.tables[relation].column(position)))

    def rows(self, relation: str) -> list[tuple[Value, ...]]:
        """The tuples of a relation, in the order in which they were found."""
        columns = [self.column(relation, position).to_pylist() for position in range(self.tables[relation].arity)]
        return [tuple(map(to_value, row)) for row in zip(*columns, strict=True)]


def evaluate(program: Program, facts: Mapping[str, Sequence[pa.Array]], explained: Iterable[str]) -> Evaluation:
    """Intern, run to the fixed point, and find every reason for the tuples of the explained relations.

    `facts` are columns of texts by relation.
    """
    values, columns = _intern(program, facts)
    constants = _constants(program)
    found = pc.index_in(pa.array([to_text(value) for value in constants], pa.string()), values).to_pylist()
    ids = dict(zip(constants, found, strict=True))
    fixed_point = run_program(program, columns, len(values), ids, set(explained))

    def solve(rule: Rule, present: Sequence[Atom]) -> Solutions:
        heads, body = solutions(rule, fixed_point, ids, present)
        return [values.take(pa.array(column)) for column in heads], body

    return Evaluation(program, values, fixed_point.tables, fixed_point.derivations, solve, fixed_point.firings)


def _intern(program: Program, facts: Mapping[str, Sequence[pa.Array]]) -> tuple[pa.Array, dict[str, list[Ints]]]:
    """All values once, and the facts as numbers of them; in the order of the values where a rule compares it."""
    pieces = [pa.array([to_text(value) for value in _constants(program)], pa.string())]
    pieces += [column for name in sorted(program.base) for column in facts.get(name, ())]
    encoded = pa.chunked_array(pieces, pa.string()).combine_chunks().dictionary_encode()
    numbers, values = encoded.indices.to_numpy().astype(np.int64), encoded.dictionary
    if _compares_order(program):
        order = _in_order(values)
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        numbers, values = rank[numbers], values.take(pa.array(order))
    columns: dict[str, list[Ints]] = {}
    at = len(pieces[0])
    for name in sorted(program.base):
        for column in facts.get(name, ()):
            columns.setdefault(name, []).append(numbers[at : at + len(column)])
            at += len(column)
    return values, columns


def _in_order(values: pa.Array) -> Ints:
    """Where values stand, as `sort_key` orders them: numbers by size, then texts by their characters.

    >>> _in_order(pa.array(["b", "\\x0010", "a", "\\x009"])).tolist()
    [3, 1, 2, 0]
    """
    is_number = pc.starts_with(values, NUMBER_MARK).to_numpy(zero_copy_only=False)
    numbers, texts = np.flatnonzero(is_number), np.flatnonzero(~is_number)
    sizes = pc.cast(pc.utf8_slice_codeunits(values.take(pa.array(numbers)), 1), pa.int64())
    ordered = (pc.sort_indices(sizes), pc.sort_indices(values.take(pa.array(texts))))
    return np.concatenate([places[order.to_numpy()] for places, order in zip((numbers, texts), ordered, strict=True)])


def _constants(program: Program) -> list[Value]:
    found: set[Value] = set()
    for rule in program.rules:
        terms = [term for atom in (rule.head, *rule.positive, *rule.negative) for term in atom.terms]
        terms += [term for comparison in rule.comparisons for term in (comparison.left, comparison.right)]
        found.update(term.value for term in terms if isinstance(term, Constant))
    return sorted(found, key=sort_key)


def _compares_order(program: Program) -> bool:
    comparisons: list[Comparison] = [one for rule in program.rules for one in rule.comparisons]
    return any(one.operator in _ORDERED for one in comparisons)
