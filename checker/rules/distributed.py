"""Run a program as joins over DataFrames, semi-naive, for relations that no single task can hold.

A relation is a DataFrame of texts with the round in which each tuple was found. Growing ones are checkpointed, so
that plans do not grow with the rounds. `driver` brings back what is explained.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import count
from typing import TYPE_CHECKING

from checker.facts.frames import RELATION
from checker.rules.bodies import body_frame, head_columns, matched, tuple_columns
from checker.rules.program import Program
from checker.rules.syntax import Atom, Rule

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

ROUND = "round"
_EVERY = 5
"""Rounds between two checkpoints of a whole relation; what is new is checkpointed in each."""
_FEW = 100_000
"""So many tuples are kept in one partition, where joins need no shuffle, or are sent to the others."""


class DistributedProgram:
    """A program over the facts of one DataFrame."""

    def __init__(self, facts: DataFrame, program: Program) -> None:
        self.program = program
        self.tables = {name: _base_table(facts, name, arity) for name, arity in program.base.items()}
        self.ends = {name: [size] for name, size in _sizes(self.tables).items()}
        """How many tuples each relation had, a derived one after each round of its own."""
        self.tables = {name: _gathered(table, self.ends[name][-1]) for name, table in self.tables.items()}
        self._session = facts.sparkSession
        for name in program.arities.keys() - program.base.keys():
            self.tables[name] = _empty_table(self._session, program.arities[name])
            self.ends[name] = []
        self._width = max(program.arities.values(), default=1)
        strata = [{rule.head.relation for rule in rules} for rules in program.strata()]
        self._together = {name: names for names in strata for name in names}

    def run(self) -> None:
        """All relations, complete. Tables of a level are empty until it runs."""
        for rules in _levels(self.program):
            self._run_level(rules)

    def ways(self, rule: Rule, told: Sequence[int], present: Sequence[Atom]) -> DataFrame:
        """The heads that a rule derives (`h0`, …) and the tuples of the told positive atoms (`t0_0`, `t0_1`, …).

        Only where the `present` atoms hold.
        """
        from pyspark.sql import functions as f

        heads = [column.alias(f"h{at}") for at, column in enumerate(head_columns(rule))]
        tuples = [
            f.col(matched(at))[position].alias(f"{matched(at)}_{position}")
            for at in told
            for position in range(len(rule.positive[at].terms))
        ]
        body = body_frame(self._session, rule, self.tables, {}, present=present)
        return body.select(*heads, *tuples).distinct()

    def _run_level(self, rules: list[Rule]) -> None:
        """Delta(R) := what the rules derive from Delta of the round before; until there is none."""
        growing = sorted({rule.head.relation for rule in rules})
        known = _empty_table(self._session, self._width, RELATION)
        added: dict[str, int] = {}
        for number in count():
            new = self._found(rules, added, known, number)
            added = {} if new is None else dict(map(tuple, new.groupBy(RELATION).count().collect()))
            for name in growing:
                self.ends[name].append((self.ends[name] or [0])[-1] + added.get(name, 0))
            if new is None or not added:
                return
            total = sum(self.ends[name][-1] for name in growing)
            known = _gathered(known.unionByName(new), total)
            known = known.localCheckpoint() if number % _EVERY == _EVERY - 1 else known
            for name in growing:
                self.tables[name] = _part(known, name, self.program.arities[name])

    def _found(self, rules: list[Rule], news: Mapping[str, int], known: DataFrame, number: int) -> DataFrame | None:
        """What a round adds to all relations together: one job, which also counts it, however many rules there are."""
        from pyspark.sql import functions as f

        frames = [frame for rule in rules for frame in self._derived(rule, news, number)]
        if not frames:
            return None
        found = reduce(lambda left, right: left.unionByName(right), frames).distinct()
        columns = [RELATION, *tuple_columns(self._width)]
        new = found.join(known.select(columns), columns, "left_anti") if number else found
        return new.withColumn(ROUND, f.lit(number)).localCheckpoint(eager=False)

    def _derived(self, rule: Rule, news: Mapping[str, int], number: int) -> Iterable[DataFrame]:
        """The heads of a rule in one round: each combination that holds something new, once."""
        from pyspark.sql import functions as f

        together = self._together[rule.head.relation]
        recursive = [at for at, atom in enumerate(rule.positive) if atom.relation in together]
        if not number:
            if not recursive:
                yield self._heads(rule, {})
            return
        latest, before = f.col(ROUND) == number - 1, f.col(ROUND) < number - 1
        for start in recursive:
            if count := news.get(rule.positive[start].relation, 0):
                windows = {at: before for at in recursive if at < start} | {start: latest}
                yield self._heads(rule, windows, few=start if count <= _FEW and self._is_large(rule) else -1)

    def _is_large(self, rule: Rule) -> bool:
        """Whether a relation that a rule joins has more than one partition."""
        return any(max(self.ends[atom.relation], default=0) > _FEW for atom in rule.positive)

    def _heads(self, rule: Rule, windows: Mapping[int, Column], few: int = -1) -> DataFrame:
        from pyspark.sql import functions as f

        columns = [*head_columns(rule), *[f.lit("")] * (self._width - len(rule.head.terms))]
        named = (column.alias(name) for name, column in zip(tuple_columns(self._width), columns, strict=True))
        body = body_frame(self._session, rule, self.tables, windows, few)
        return body.select(f.lit(rule.head.relation).alias(RELATION), *named)


def _levels(program: Program) -> list[list[Rule]]:
    """Strata that do not need each other run together: a round is a job, however many relations grow in it."""
    level: dict[str, int] = {}
    levels: list[list[Rule]] = []
    for rules in program.strata():
        needed = {atom.relation for rule in rules for atom in (*rule.positive, *rule.negative)}
        own = 1 + max((level[name] for name in needed & level.keys()), default=-1)
        level |= dict.fromkeys((rule.head.relation for rule in rules), own)
        levels += [[]] * (own == len(levels))
        levels[own] = [*levels[own], *rules]
    return levels


def _base_table(facts: DataFrame, name: str, arity: int) -> DataFrame:
    from pyspark.sql import functions as f

    rows = facts.where(f.col(RELATION) == name).select(*tuple_columns(arity)).distinct()
    return rows.withColumn(ROUND, f.lit(0)).localCheckpoint(eager=False)


def _empty_table(session: SparkSession, arity: int, *more: str) -> DataFrame:
    schema = ", ".join([*(f"{name} string" for name in (*more, *tuple_columns(arity))), f"{ROUND} int"])
    return session.createDataFrame([], schema)


def _gathered(table: DataFrame, size: int) -> DataFrame:
    """What is small in one partition."""
    return table.coalesce(1) if size <= _FEW else table


def _sizes(tables: Mapping[str, DataFrame]) -> dict[str, int]:
    """How many tuples relations have, in one job for all."""
    from pyspark.sql import functions as f

    if not tables:
        return {}
    named = [table.select(f.lit(name).alias(RELATION)) for name, table in sorted(tables.items())]
    counted = reduce(lambda left, right: left.unionByName(right), named).groupBy(RELATION).count()
    return dict.fromkeys(tables, 0) | {row[RELATION]: row["count"] for row in counted.collect()}


def _part(known: DataFrame, relation: str, arity: int) -> DataFrame:
    """One relation of all that are derived together."""
    from pyspark.sql import functions as f

    return known.where(f.col(RELATION) == relation).select(*tuple_columns(arity), ROUND)
