"""The operators that polarity tells of, and what each does to a cycle, in a sentence."""

from __future__ import annotations

_REMOVES = "a new row in {read} can remove rows from {reader}"
_CHANGES = "a new row in {read} changes a result that {reader} already gave"
_FILLED = "a new row in {read} takes the place of a row that {reader} had filled with nulls"
_CHOSEN = "a new row in {read} can push another row out of {reader}"
_UNKNOWN = "what a new row in {read} does to {reader} is not known"

OPERATORS = {
    "aggregate": _CHANGES,
    "all": _REMOVES,
    "anti join": _REMOVES,
    "any join": _CHOSEN,
    "array subquery": _CHANGES,
    "asof join": _CHOSEN,
    "change": "{reader} changes or deletes rows by what it reads from {read}",
    "connect by": _CHANGES,
    "dictionary": "a new row in {read} replaces the one with the same key in {reader}",
    "distinct on": _CHOSEN,
    "except": _REMOVES,
    "final": "a new row in {read} can replace or cancel an older one that {reader} has read",
    "full join": _FILLED,
    "function call": "{reader} uses what {read} gives as a value, which a new row may change",
    "having": "a new row in {read} can make a group of {reader} fail its HAVING",
    "left join": _FILLED,
    "limit": _CHOSEN,
    "lookup": "{reader} looks up a value in {read}, which a new row may change",
    "match recognize": _CHANGES,
    "merging engine": "when {reader} merges its rows, those from {read} can replace, cancel or add up older ones",
    "not exists": _REMOVES,
    "not in": _REMOVES,
    "paste join": "a new row in {read} shifts the rows that {reader} puts side by side",
    "qualify": _CHOSEN,
    "refresh": "every refresh replaces the rows of {reader}, so what it took from {read} may go again",
    "right join": _FILLED,
    "sample": "a new row in {read} can push another row out of the sample of {reader}",
    "scalar subquery": _CHANGES,
    "semi join": _CHOSEN,
    "settings": "{reader} runs with a setting that may change what a new row in {read} does",
    "temporal filter": "rows that {reader} took from {read} leave as time passes",
    "unknown function": "{reader} calls a function that may be an aggregate: a new row in {read} may change its result",
    "unknown join": _UNKNOWN,
    "unparsed": f"{_UNKNOWN}: its query cannot be parsed",
    "window": _CHANGES,
    "with fill": _FILLED.replace("nulls", "made-up values"),
}
"""Every operator that a Reference may bear, and what goes wrong."""


def describe(operator: str, reader: str, read: str) -> str:
    """One sentence of what goes wrong where `reader` reads `read` under this operator.

    >>> describe("not exists", "a", "b")
    'a new row in b can remove rows from a'
    """
    return OPERATORS[operator].format(reader=reader, read=read)
