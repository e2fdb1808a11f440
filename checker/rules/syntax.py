"""The words of a program: terms, atoms, comparisons and rules. Values, printed as they are written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Value = str | int
Operator = Literal["=", "!=", "<", "<=", ">", ">="]
SortKey = tuple[int, int, str]


def sort_key(value: Value) -> SortKey:
    """One order for all values: numbers by size, then texts by their characters."""
    return (0, value, "") if isinstance(value, int) else (1, 0, value)


@dataclass(frozen=True, slots=True)
class Variable:
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Constant:
    value: Value

    def __str__(self) -> str:
        return str(self.value) if isinstance(self.value, int) else json.dumps(self.value, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Wildcard:
    """`_`: any value, and another one at each place."""

    def __str__(self) -> str:
        return "_"


Term = Variable | Constant | Wildcard


@dataclass(frozen=True, slots=True)
class Atom:
    """`DependsOn(O, P)`"""

    relation: str
    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return f"{self.relation}({', '.join(map(str, self.terms))})"

    def variables(self) -> Iterator[str]:
        return (term.name for term in self.terms if isinstance(term, Variable))


@dataclass(frozen=True, slots=True)
class Comparison:
    """`Count > 10`"""

    left: Variable | Constant
    operator: Operator
    right: Variable | Constant

    def __str__(self) -> str:
        return f"{self.left} {self.operator} {self.right}"

    def variables(self) -> Iterator[str]:
        return (term.name for term in (self.left, self.right) if isinstance(term, Variable))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rule is written."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Rule:
    """`label: Head(X) :- Body(X, Y), NOT Other(Y), X != Y`"""

    label: str
    head: Atom
    positive: tuple[Atom, ...] = ()
    negative: tuple[Atom, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    place: Place = field(default=Place("", 0), compare=False)

    @property
    def key(self) -> tuple[str, str]:
        """A label is unique among the rules of one relation."""
        return self.head.relation, self.label

    def __str__(self) -> str:
        body = [*map(str, self.positive), *(f"NOT {atom}" for atom in self.negative), *map(str, self.comparisons)]
        return f"{self.label}: {self.head}" + (f" :- {', '.join(body)}" if body else "")
