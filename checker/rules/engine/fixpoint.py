"""Run a program to its fixed point, semi-naive: no rule looks twice at what it has seen."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from checker.rules.engine.effort import Effort
from checker.rules.engine.joins import Window, run_steps
from checker.rules.engine.sorting import Ints
from checker.rules.engine.steps import Ids, Steps, plan_steps
from checker.rules.engine.table import Domain, Table
from checker.rules.program import Program
from checker.rules.syntax import Atom, Rule

Columns = Sequence[Ints]


@dataclass(frozen=True, slots=True)
class Derivations:
    """Every way in which one rule derives its tuples: row numbers of the head and of each positive atom."""

    rule: Rule
    head: Ints
    body: tuple[Ints, ...]


@dataclass(frozen=True, slots=True)
class Firing:
    """How many tuples a rule gave in one round, new or not."""

    round: int
    relation: str
    label: str
    tuples: int


@dataclass(frozen=True, slots=True)
class FixedPoint:
    """All relations of a program, base and derived, complete; and how it came to that."""

    tables: dict[str, Table]
    firings: list[Firing]
    derivations: list[Derivations]
    """Of the relations that are to be explained."""
    effort: Effort


def run_program(
    program: Program, facts: Mapping[str, Columns], domain_size: int, ids: Ids, explained: Container[str] = ()
) -> FixedPoint:
    """Run stratum after stratum."""
    run = _Run(program, Domain(domain_size), ids, explained)
    for name in program.base:
        if facts.get(name) and len(facts[name][0]):
            run.tables[name].add(facts[name])
    for rules in program.strata():
        run.stratum(rules)
    return FixedPoint(run.tables, run.firings, run.derivations(), run.effort)


class _Run:
    """Relations that grow, and what is written down on the way."""

    def __init__(self, program: Program, domain: Domain, ids: Ids, explained: Container[str]) -> None:
        self.tables = {name: Table(arity, domain) for name, arity in program.arities.items()}
        self.firings: list[Firing] = []
        self.effort = Effort()
        self._rounds = 0
        self._ids = ids
        self._told = [rule for rule in program.rules if rule.head.relation in explained]
        self._found: dict[tuple[str, str], list[tuple[Columns, Columns]]] = {rule.key: [] for rule in self._told}

    def stratum(self, rules: list[Rule]) -> None:
        """Delta(R) := what the rules derive from Delta of the round before; until there is none."""
        growing = sorted({rule.head.relation for rule in rules})
        tables = {name: self.tables[name] for name in growing}
        for table in tables.values():
            table.ends.extend([table.count] * (self._rounds - len(table.ends)))
        first = [
            plan_steps(rule, _smallest(rule, self.tables), self._ids) for rule in rules if not _recursive(rule, growing)
        ]
        later = [plan_steps(rule, number, self._ids) for rule in rules for number in _recursive(rule, growing)]
        old = dict.fromkeys(growing, 0)
        self._derive([(steps, {}) for steps in first])
        while True:
            for table in tables.values():
                table.end_round()
            self._rounds += 1
            now = {name: table.count for name, table in tables.items()}
            if now == old:
                return
            self._derive([(steps, _windows(steps, growing, old, now)) for steps in later if _has_news(steps, old, now)])
            old = now

    def _derive(self, runs: list[tuple[Steps, dict[int, Window]]]) -> None:
        """Run rules on what is there now, and only then add what they give: a round sees nothing of itself."""
        found = [(steps.rule, self._heads(steps, windows)) for steps, windows in runs]
        for rule, columns in found:
            if columns is not None:
                self.effort.derived(rule, len(columns[0]))
                self.tables[rule.head.relation].add(columns)
                self.firings.append(Firing(self._rounds, *rule.key, len(columns[0])))

    def _heads(self, steps: Steps, windows: dict[int, Window]) -> Columns | None:
        """What a rule gives; as each combination comes just once, all reasons are known when the last round ends."""
        written = self._found.get(steps.rule.key)
        bindings = run_steps(steps, self.tables, windows, keep_rows=written is not None)
        self.effort.looked_at(steps.rule, bindings.looked_at)
        if not bindings.count:
            return None
        heads = [bindings.column(operand) for operand in steps.head]
        if written is not None:
            written.append((heads, [bindings.rows[number] for number in range(len(steps.rule.positive))]))
        return heads

    def derivations(self) -> list[Derivations]:
        """All that was written down, with the numbers of the rows that the heads became."""
        return [
            Derivations(rule, self.tables[rule.head.relation].rows_of(heads), tuple(body))
            for rule in self._told
            if (found := self._found[rule.key])
            for heads, body in [map(_end_to_end, zip(*found, strict=True))]
        ]


def _end_to_end(pieces: Sequence[Columns]) -> Columns:
    return [np.concatenate(parts) for parts in zip(*pieces, strict=True)]


def _recursive(rule: Rule, growing: list[str]) -> list[int]:
    return [number for number, atom in enumerate(rule.positive) if atom.relation in growing]


def _smallest(rule: Rule, tables: Mapping[str, Table]) -> int:
    """Where to start: the atom with the fewest rows, for all others are looked up."""
    return min(range(len(rule.positive)), key=lambda number: tables[rule.positive[number].relation].count, default=-1)


def _has_news(steps: Steps, old: Mapping[str, int], now: Mapping[str, int]) -> bool:
    relation = steps.rule.positive[steps.start].relation
    return old[relation] < now[relation]


def _windows(steps: Steps, growing: list[str], old: Mapping[str, int], now: Mapping[str, int]) -> dict[int, Window]:
    """The start sees what is new, atoms before it what is old, atoms after it both: each combination once."""
    windows: dict[int, Window] = {}
    for number in _recursive(steps.rule, growing):
        relation = steps.rule.positive[number].relation
        first = old[relation] if number == steps.start else 0
        windows[number] = Window(first, old[relation] if number < steps.start else now[relation])
    return windows


def solutions(
    rule: Rule, fixed_point: FixedPoint, ids: Ids, present: Sequence[Atom]
) -> tuple[list[Ints], tuple[Ints, ...]]:
    """All ways to satisfy a rule where some more atoms hold: the head's columns, and the row of each positive atom."""
    steps = plan_steps(rule, _smallest(rule, fixed_point.tables), ids, present)
    bindings = run_steps(steps, fixed_point.tables, {}, keep_rows=True)
    fixed_point.effort.looked_at(rule, bindings.looked_at)
    if not bindings.count:
        return [np.empty(0, np.int64)] * len(steps.head), (np.empty(0, np.int64),) * len(rule.positive)
    heads = [bindings.column(operand) for operand in steps.head]
    return heads, tuple(bindings.rows[number] for number in range(len(rule.positive)))
