"""A rule as steps: scan one atom, join the others, filter as soon as what is compared is bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from checker.rules.syntax import Atom, Comparison, Constant, Rule, Value, Variable

Ids = Mapping[Value, int]
ABSENT = -1
"""The id of a constant that no relation holds."""


@dataclass(frozen=True, slots=True)
class Match:
    """How an atom's columns meet what is bound: by key, by new variables, by equality among themselves."""

    relation: str
    atom: int
    """Which positive atom of the rule it is; -1 in a test."""
    key: tuple[tuple[int, str | int], ...]
    """(position, variable or constant's id) of what is known before."""
    binds: tuple[tuple[int, str], ...]
    """(position, variable) of what is new."""
    equal: tuple[tuple[int, int], ...]
    """Positions that hold the same new variable."""


@dataclass(frozen=True, slots=True)
class Filter:
    comparison: Comparison
    left: str | int
    right: str | int


@dataclass(frozen=True, slots=True)
class Presence:
    """Keep what has a match, or what has none; how many match is not asked."""

    match: Match
    wanted: bool


Step = Match | Filter | Presence


@dataclass(frozen=True, slots=True)
class Steps:
    """A rule, started at one of its atoms."""

    rule: Rule
    start: int
    """The positive atom that is scanned first; -1 where the rule has none."""
    steps: tuple[Step, ...]
    needed: tuple[frozenset[str], ...]
    """The variables that are of use after each step."""
    head: tuple[str | int, ...]


def plan_steps(rule: Rule, start: int, ids: Ids, present: Sequence[Atom] = ()) -> Steps:
    """Order the atoms so that each is joined on as much as is known; ties as they are written.

    For the atoms of `present` there must be a match, as there must be none for those under NOT.
    """
    bound: set[str] = set()
    steps: list[Step] = []
    waiting = [number for number in range(len(rule.positive)) if number != start]
    filters = list(rule.comparisons)
    tests = [*((atom, False) for atom in rule.negative), *((atom, True) for atom in present)]
    current: int | None = start if start >= 0 else None
    while True:
        if current is not None:
            steps.append(_match(rule.positive[current], current, bound, ids))
            bound.update(rule.positive[current].variables())
        for comparison in [one for one in filters if bound.issuperset(one.variables())]:
            filters.remove(comparison)
            steps.append(Filter(comparison, _operand(comparison.left, ids), _operand(comparison.right, ids)))
        for atom, wanted in [one for one in tests if bound.issuperset(one[0].variables())]:
            tests.remove((atom, wanted))
            steps.append(Presence(_match(atom, -1, bound, ids), wanted))
        if not waiting:
            break
        current = max(waiting, key=lambda number: (*_known(rule.positive[number], bound), -number))
        waiting.remove(current)
    head = tuple(_operand(term, ids) for term in rule.head.terms if isinstance(term, Variable | Constant))
    return Steps(rule, start, tuple(steps), _needed(steps, head), head)


def _needed(steps: list[Step], head: tuple[str | int, ...]) -> tuple[frozenset[str], ...]:
    wanted = frozenset(operand for operand in head if isinstance(operand, str))
    found: list[frozenset[str]] = []
    for step in reversed(steps):
        found.append(wanted)
        if isinstance(step, Filter):
            used: list[str | int] = [step.left, step.right]
        else:
            used = [operand for _, operand in (step.match if isinstance(step, Presence) else step).key]
        wanted |= {operand for operand in used if isinstance(operand, str)}
    return tuple(reversed(found))


def _known(atom: Atom, bound: set[str]) -> tuple[bool, int]:
    """Whether an atom shares a variable with what is bound, else all is paired with all; how many columns are known."""
    shared = bound.intersection(atom.variables())
    constants = sum(isinstance(term, Constant) for term in atom.terms)
    return bool(shared), constants + sum(name in shared for name in atom.variables())


def _match(atom: Atom, number: int, bound: set[str], ids: Ids) -> Match:
    key: list[tuple[int, str | int]] = []
    binds: dict[str, int] = {}
    equal: list[tuple[int, int]] = []
    for position, term in enumerate(atom.terms):
        if isinstance(term, Constant) or (isinstance(term, Variable) and term.name in bound):
            key.append((position, _operand(term, ids)))
        elif isinstance(term, Variable):
            first = binds.setdefault(term.name, position)
            if first != position:
                equal.append((first, position))
    return Match(
        atom.relation, number, tuple(key), tuple((position, name) for name, position in binds.items()), tuple(equal)
    )


def _operand(term: Variable | Constant, ids: Ids) -> str | int:
    return term.name if isinstance(term, Variable) else ids.get(term.value, ABSENT)
