"""Run a program as joins over DataFrames, semi-naive, for relations that no single task can hold.

A relation is a DataFrame of texts with the round in which each tuple was found. Growing ones are checkpointed, so
that plans do not grow with the rounds. Only what is explained comes back to the driver.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import count
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from checker.facts.frames import NUMBER_MARK, RELATION
from checker.rules.engine.evaluate import Evaluation, Solutions, to_text
from checker.rules.engine.fixpoint import Derivations
from checker.rules.engine.sorting import Ints
from checker.rules.engine.table import Domain, Table
from checker.rules.program import Program
from checker.rules.syntax import Atom, Comparison, Constant, Rule, Term, Variable, Wildcard

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

ROUND = "round"
_EVERY = 5
"""Rounds between two checkpoints of a whole relation; what is new is checkpointed in each."""
_FEW = 100_000
"""So many new tuples are sent to the others, instead of all of them being sorted anew in each round."""

Texts = tuple[str, ...]


class DistributedProgram:
    """A program over the facts of one DataFrame."""

    def __init__(self, facts: DataFrame, program: Program) -> None:
        self._program = program
        self._session = facts.sparkSession
        self._tables = {name: _base_table(facts, name, arity) for name, arity in program.base.items()}
        for name in program.arities.keys() - program.base.keys():
            self._tables[name] = _empty_table(self._session, program.arities[name])
        self._ends: dict[str, list[int]] = {name: [] for name in program.arities}
        self._width = max(program.arities.values(), default=1)
        strata = [{rule.head.relation for rule in rules} for rules in program.strata()]
        self._together = {name: names for names in strata for name in names}

    def run(self) -> None:
        """All relations, complete. Tables of a stratum are empty until it runs."""
        for rules in self._program.strata():
            self._run_stratum(rules)

    def _run_stratum(self, rules: list[Rule]) -> None:
        """Delta(R) := what the rules derive from Delta of the round before; until there is none."""
        growing = sorted({rule.head.relation for rule in rules})
        known = _empty_table(self._session, self._width, RELATION)
        added = dict.fromkeys(growing, 0)
        for number in count():
            new = self._found(rules, {name: count for name, count in added.items() if count}, known, number)
            added = dict.fromkeys(growing, 0)
            if new is not None:
                added |= {row[RELATION]: row["count"] for row in new.groupBy(RELATION).count().collect()}
            for name in growing:
                self._ends[name].append((self._ends[name] or [0])[-1] + added[name])
            if new is None or not any(added.values()):
                return
            known = known.unionByName(new)
            known = known.localCheckpoint() if number % _EVERY == _EVERY - 1 else known
            for name in growing:
                self._tables[name] = _part(known, name, self._program.arities[name])

    def _found(self, rules: list[Rule], news: Mapping[str, int], known: DataFrame, number: int) -> DataFrame | None:
        """What a round adds to all relations together: one job, however many rules there are."""
        from pyspark.sql import functions as f

        frames = [frame for rule in rules for frame in self._derived(rule, news, number)]
        if not frames:
            return None
        found = reduce(lambda left, right: left.unionByName(right), frames).distinct()
        columns = [RELATION, *_columns(self._width)]
        new = found.join(known.select(columns), columns, "left_anti") if number else found
        return new.withColumn(ROUND, f.lit(number)).localCheckpoint()

    def _derived(self, rule: Rule, news: Mapping[str, int], number: int) -> Iterable[DataFrame]:
        """The heads of a rule in one round: each combination that holds something new, once."""
        from pyspark.sql import functions as f

        recursive = [at for at, atom in enumerate(rule.positive) if atom.relation in self._growing(rule)]
        if not number:
            if not recursive:
                yield self._heads(rule, {})
            return
        latest, before = f.col(ROUND) == number - 1, f.col(ROUND) < number - 1
        for start in recursive:
            if count := news.get(rule.positive[start].relation, 0):
                windows = {at: before for at in recursive if at < start} | {start: latest}
                yield self._heads(rule, windows, few=start if count <= _FEW else -1)

    def _growing(self, rule: Rule) -> set[str]:
        """The relations that are derived together with a rule's own."""
        return self._together[rule.head.relation]

    def _heads(self, rule: Rule, windows: Mapping[int, Column], few: int = -1) -> DataFrame:
        from pyspark.sql import functions as f

        padding = [f.lit("")] * (self._width - len(rule.head.terms))
        columns = [*map(_operand, rule.head.terms), *padding]
        named = (column.alias(name) for name, column in zip(_columns(self._width), columns, strict=True))
        return self._body(rule, windows, few).select(f.lit(rule.head.relation).alias(RELATION), *named)

    def _body(self, rule: Rule, windows: Mapping[int, Column], few: int = -1) -> DataFrame:
        """All ways to satisfy a rule, with a column per variable and one per atom that holds its tuple.

        `few` is the atom whose tuples are known to be few.
        """
        from pyspark.sql import functions as f

        body: DataFrame | None = None
        for at in _order(rule, few, windows):
            atom = rule.positive[at]
            frame = self._tables[atom.relation]
            frame = _bound(frame.where(windows[at]) if at in windows else frame, atom, f"t{at}")
            if body is None:
                body = f.broadcast(frame) if at == few else frame
            else:
                shared = sorted(set(body.columns) & set(frame.columns))
                body = body.join(frame, shared) if shared else body.crossJoin(frame)
        if body is None:
            body = self._session.range(1).select()
        for comparison in rule.comparisons:
            body = body.where(_compared(comparison))
        for atom in rule.negative:
            absent = _bound(self._tables[atom.relation], atom, "unwanted").drop("unwanted").distinct()
            body = body.join(absent, absent.columns, "left_anti") if absent.columns else _unless(body, absent)
        return body

    # What comes back ---------------------------------------------------------------------------------

    def evaluation(self, explained: Sequence[str], seeds: Sequence[str]) -> Evaluation:
        """The explained relations and the seeds on the driver, as if one task had run the program."""
        names = [*(seed for seed in seeds if seed in self._program.arities), *explained]
        tuples = {name: self._collect(name) for name in names}
        known = sorted({text for rows in tuples.values() for row in rows for text in row})
        ids = {text: number for number, text in enumerate(known)}
        domain = Domain(len(known))
        tables = {name: Table(arity, domain) for name, arity in self._program.arities.items()}
        for name, rows in tuples.items():
            if rows:
                tables[name].add([np.array([ids[row[at]] for row in rows]) for at in range(tables[name].arity)])
        for name, table in tables.items():
            table.ends.extend(self._ends[name] or [table.count if name in tuples else self._tables[name].count()])
        numbers = {name: {row: at for at, row in enumerate(rows)} for name, rows in tuples.items()}

        def solve(rule: Rule) -> Solutions:
            return self._solve(rule, numbers)

        derivations = []
        for rule in self._program.rules:
            if rule.head.relation in explained:
                heads, body = solve(rule)
                own = numbers[rule.head.relation]
                derived = np.array([own[head] for head in zip(*(column.to_pylist() for column in heads), strict=True)])
                if len(derived):
                    derivations.append(Derivations(rule, derived, tuple(body)))
        return Evaluation(self._program, pa.array(known, pa.string()), tables, derivations, solve)

    def _collect(self, relation: str) -> list[Texts]:
        columns = _columns(self._program.arities[relation])
        rows = self._tables[relation].select(ROUND, *columns).toArrow().to_pylist()
        return [tuple(row[name] for name in columns) for row in sorted(rows, key=lambda row: tuple(row.values()))]

    def _solve(self, rule: Rule, numbers: Mapping[str, Mapping[Texts, int]]) -> Solutions:
        from pyspark.sql import functions as f

        heads = [_operand(term).alias(f"h{at}") for at, term in enumerate(rule.head.terms)]
        atoms = [f.col(f"t{at}") for at, atom in enumerate(rule.positive) if atom.relation in numbers]
        rows = self._body(rule, {}).select(*heads, *atoms).distinct().toArrow()
        body: list[Ints] = []
        for at, atom in enumerate(rule.positive):
            own = numbers.get(atom.relation)
            found = (
                [own[tuple(values)] for values in rows[f"t{at}"].to_pylist()] if own is not None else [0] * len(rows)
            )
            body.append(np.array(found, np.int64))
        return [rows[f"h{at}"].combine_chunks() for at in range(len(heads))], body


def _columns(arity: int) -> list[str]:
    """As the facts have them, and more where a program's own relations are wider."""
    return [f"c{at}" for at in range(arity)]


def _base_table(facts: DataFrame, name: str, arity: int) -> DataFrame:
    from pyspark.sql import functions as f

    rows = facts.where(f.col(RELATION) == name).select(*_columns(arity)).distinct()
    return rows.withColumn(ROUND, f.lit(0)).localCheckpoint(eager=False)


def _empty_table(session: SparkSession, arity: int, *more: str) -> DataFrame:
    schema = ", ".join([*(f"{name} string" for name in (*more, *_columns(arity))), f"{ROUND} int"])
    return session.createDataFrame([], schema)


def _part(known: DataFrame, relation: str, arity: int) -> DataFrame:
    """One relation of all that are derived together."""
    from pyspark.sql import functions as f

    return known.where(f.col(RELATION) == relation).select(*_columns(arity), ROUND)


def _order(rule: Rule, few: int, windows: Mapping[int, Column]) -> list[int]:
    """What is few and new first, then always an atom that shares a variable with what is there."""
    waiting = sorted(range(len(rule.positive)), key=lambda at: (at != few, at not in windows, at))
    ordered: list[int] = []
    bound: set[str] = set()
    while waiting:
        following = next((at for at in waiting if bound & set(rule.positive[at].variables())), waiting[0])
        waiting.remove(following)
        ordered.append(following)
        bound |= set(rule.positive[following].variables())
    return ordered


def _bound(table: DataFrame, atom: Atom, whole: str) -> DataFrame:
    """The tuples that fit an atom: a column per variable, and the tuple itself."""
    from pyspark.sql import functions as f

    first: dict[str, str] = {}
    for name, term in zip(_columns(len(atom.terms)), atom.terms, strict=True):
        if isinstance(term, Constant):
            table = table.where(f.col(name) == to_text(term.value))
        elif isinstance(term, Variable):
            known = first.setdefault(term.name, name)
            if known != name:
                table = table.where(f.col(known) == f.col(name))
    values = f.array(*_columns(len(atom.terms))).alias(whole)
    return table.select(*(f.col(name).alias(variable) for variable, name in first.items()), values)


def _operand(term: Term) -> Column:
    from pyspark.sql import functions as f

    if isinstance(term, Wildcard):
        raise TypeError("a checked rule has no _ in its head")
    return f.col(term.name) if isinstance(term, Variable) else f.lit(to_text(term.value))


def _compared(comparison: Comparison) -> Column:
    """Numbers by size before texts by their characters, as `sort_key` orders them."""
    left, right = (_ordered(_operand(term)) for term in (comparison.left, comparison.right))
    return {
        "=": left == right, "!=": left != right, "<": left < right,
        "<=": left <= right, ">": left > right, ">=": left >= right,
    }[comparison.operator]  # fmt: skip


def _ordered(text: Column) -> Column:
    from pyspark.sql import functions as f

    number = text.startswith(NUMBER_MARK)
    size = f.when(number, f.substring(text, 2, 40).cast("decimal(38,0)")).otherwise(f.lit(0).cast("decimal(38,0)"))
    return f.struct((~number).alias("is_text"), size.alias("size"), f.when(number, "").otherwise(text).alias("text"))


def _unless(body: DataFrame, absent: DataFrame) -> DataFrame:
    """The body, or nothing where there is anything."""
    return body.limit(0) if absent.limit(1).count() else body
