"""Run a program to its fixed point, semi-naive: no rule looks twice at what it has seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from checker.rules.engine.joins import Bindings, Window, run_steps
from checker.rules.engine.steps import Ids, Steps, plan_steps
from checker.rules.engine.table import Domain, Ints, Table
from checker.rules.program import Program
from checker.rules.syntax import Rule

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


def run_program(program: Program, facts: Mapping[str, Columns], domain_size: int, ids: Ids) -> FixedPoint:
    """Run stratum after stratum."""
    domain = Domain(domain_size)
    tables = {name: Table(arity, domain) for name, arity in program.arities.items()}
    for name in program.base:
        if facts.get(name) and len(facts[name][0]):
            tables[name].add(facts[name])
    rounds = 0
    firings: list[Firing] = []
    for rules in program.strata():
        rounds = _run_stratum(rules, tables, ids, rounds, firings)
    return FixedPoint(tables, firings)


def _run_stratum(rules: list[Rule], tables: dict[str, Table], ids: Ids, rounds: int, firings: list[Firing]) -> int:
    """Delta(R) := what the rules derive from Delta of the round before; until there is none."""
    growing = sorted({rule.head.relation for rule in rules})
    for name in growing:
        tables[name].ends.extend([tables[name].count] * (rounds - len(tables[name].ends)))
    first = [plan_steps(rule, _smallest(rule, tables), ids) for rule in rules if not _recursive(rule, growing)]
    later = [plan_steps(rule, number, ids) for rule in rules for number in _recursive(rule, growing)]
    old = dict.fromkeys(growing, 0)
    firings += _derive([(steps, {}) for steps in first], tables, rounds)
    while True:
        for name in growing:
            tables[name].end_round()
        rounds += 1
        now = {name: tables[name].count for name in growing}
        if now == old:
            return rounds
        news = [(steps, _windows(steps, growing, old, now)) for steps in later if _has_news(steps, old, now)]
        firings += _derive(news, tables, rounds)
        old = now


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


def _derive(runs: list[tuple[Steps, dict[int, Window]]], tables: dict[str, Table], number: int) -> Iterator[Firing]:
    """Run rules on what is there now, and only then add what they give: a round sees nothing of itself."""
    found = [(steps.rule, _head(steps, run_steps(steps, tables, windows))) for steps, windows in runs]
    for rule, columns in found:
        if len(columns[0]):
            tables[rule.head.relation].add(columns)
            yield Firing(number, *rule.key, len(columns[0]))


def _head(steps: Steps, bindings: Bindings) -> list[Ints]:
    if not bindings.count:
        return [np.empty(0, np.int64)] * len(steps.head)
    return [bindings.column(operand) for operand in steps.head]


def derivations(rules: Iterable[Rule], tables: dict[str, Table], ids: Ids) -> list[Derivations]:
    """Every way in which rules derive their tuples: each once more over all there is, with the rows it matched."""
    found: list[Derivations] = []
    for rule in rules:
        heads, body = solutions(rule, tables, ids)
        if len(heads[0]):
            found.append(Derivations(rule, tables[rule.head.relation].rows_of(heads), body))
    return found


def solutions(rule: Rule, tables: Mapping[str, Table], ids: Ids) -> tuple[list[Ints], tuple[Ints, ...]]:
    """All ways to satisfy a rule: the head's columns, and the row of each positive atom."""
    steps = plan_steps(rule, _smallest(rule, tables), ids)
    bindings = run_steps(steps, tables, {}, keep_rows=True)
    nothing = np.empty(0, np.int64)
    rows = tuple(
        bindings.rows.get(number, nothing) if bindings.count else nothing for number in range(len(rule.positive))
    )
    return _head(steps, bindings), rows
