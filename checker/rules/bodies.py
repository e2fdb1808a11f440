"""A rule's body as joins over DataFrames.

Variables become columns by their place in the rule (`v0`, `v1`, …), never by their text: Spark takes `Ab` and `AB`
for the same column, and a variable may be called like any column of ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from checker.facts.frames import NUMBER_MARK
from checker.rules.engine.evaluate import to_text
from checker.rules.syntax import Atom, Comparison, Constant, Rule, Term, Variable, Wildcard

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

Names = Mapping[str, str]
"""The column of each variable of a rule."""


def tuple_columns(arity: int) -> list[str]:
    """As the facts have them, and more where a program's own relations are wider."""
    return [f"c{at}" for at in range(arity)]


def matched(at: int) -> str:
    """The column that holds the tuple which a positive atom matched."""
    return f"t{at}"


def head_columns(rule: Rule) -> list[Column]:
    """The head's terms, over what `body_frame` gives."""
    names = _names(rule)
    return [_operand(term, names) for term in rule.head.terms]


def body_frame(
    session: SparkSession,
    rule: Rule,
    tables: Mapping[str, DataFrame],
    windows: Mapping[int, Column],
    few: int = -1,
    present: Sequence[Atom] = (),
) -> DataFrame:
    """All ways to satisfy a rule, with a column per variable and one per positive atom.

    `windows` are conditions on the tuples of some atoms; `few` is the atom whose tuples are known to be few. For the
    atoms of `present` there must be a match, as there must be none for those under NOT.
    """
    from pyspark.sql import functions as f

    names = _names(rule)
    body: DataFrame | None = None
    for at in _order(rule, few, windows):
        atom = rule.positive[at]
        table = tables[atom.relation]
        frame = _fitting(table.where(windows[at]) if at in windows else table, atom, names, matched(at))
        if body is None:
            body = f.broadcast(frame) if at == few else frame
        else:
            shared = sorted(set(body.columns) & set(frame.columns))
            body = body.join(frame, shared) if shared else body.crossJoin(frame)
    if body is None:
        body = session.range(0, 1, 1, 1).select()
    for comparison in rule.comparisons:
        body = body.where(_compared(comparison, names))
    for atom in rule.negative:
        body = _tested(body, _fitting(tables[atom.relation], atom, names), wanted=False)
    for atom in present:
        body = _tested(body, _fitting(tables[atom.relation], atom, names), wanted=True)
    return body


def _names(rule: Rule) -> Names:
    """A safe rule has all its variables in positive atoms."""
    variables = dict.fromkeys(name for atom in rule.positive for name in atom.variables())
    return {name: f"v{at}" for at, name in enumerate(variables)}


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


def _fitting(table: DataFrame, atom: Atom, names: Names, whole: str = "") -> DataFrame:
    """The tuples that fit an atom: a column per variable, and where `whole` names it the tuple itself."""
    from pyspark.sql import functions as f

    columns = tuple_columns(len(atom.terms))
    first: dict[str, str] = {}
    for name, term in zip(columns, atom.terms, strict=True):
        if isinstance(term, Constant):
            table = table.where(f.col(name) == to_text(term.value))
        elif isinstance(term, Variable):
            known = first.setdefault(term.name, name)
            if known != name:
                table = table.where(f.col(known) == f.col(name))
    variables = [f.col(name).alias(names[variable]) for variable, name in first.items()]
    return table.select(*variables, *([f.array(*columns).alias(whole)] if whole else []))


def _operand(term: Term, names: Names) -> Column:
    from pyspark.sql import functions as f

    if isinstance(term, Wildcard):
        raise TypeError("a checked rule has no _ in its head")
    return f.col(names[term.name]) if isinstance(term, Variable) else f.lit(to_text(term.value))


def _compared(comparison: Comparison, names: Names) -> Column:
    """Numbers by size before texts by their characters, as `sort_key` orders them."""
    left, right = (_ordered(_operand(term, names)) for term in (comparison.left, comparison.right))
    return {
        "=": left == right, "!=": left != right, "<": left < right,
        "<=": left <= right, ">": left > right, ">=": left >= right,
    }[comparison.operator]  # fmt: skip


def _ordered(text: Column) -> Column:
    from pyspark.sql import functions as f

    number = text.startswith(NUMBER_MARK)
    size = f.when(number, f.substring(text, 2, 40).cast("decimal(38,0)")).otherwise(f.lit(0).cast("decimal(38,0)"))
    return f.struct((~number).alias("is_text"), size.alias("size"), f.when(number, "").otherwise(text).alias("text"))


def _tested(body: DataFrame, matches: DataFrame, *, wanted: bool) -> DataFrame:
    """What of the body has a match, or has none."""
    if matches.columns:
        return body.join(matches.distinct(), matches.columns, "left_semi" if wanted else "left_anti")
    return body if bool(matches.limit(1).count()) == wanted else body.limit(0)
