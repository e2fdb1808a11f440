"""A reason in words, and names as people write them."""

from __future__ import annotations

from checker.names import dotted
from checker.rules.engine.explain import Explained, Reason, Stop

Writes = frozenset[tuple[str, str]]
"""(view, table) where the view writes to the table and does not read it."""

_OF_OBJECT = {
    "changed": "its statement changed",
    "depends_on": "reads {because}, which is dirty",
    "stmt_cluster": "runs on cluster {because}, which is dirty",
    "index_cluster": "has an index on cluster {because}, which is dirty",
    "schema": "is in schema {because}, which is dirty",
}
_WRITES = "writes to {because}, which is dirty"
_WRITTEN = "is written to by {because}, which is dirty"
_OF_CLUSTER = {
    "stmt_cluster": "{because} runs on it and changed",
    "index_cluster": "an index of {because} is on it, and {because} changed",
}
_OF_SCHEMA = {"forced": "it was asked for", "schema": "holds {because}, which is dirty"}
_WORDS = {"DirtyStmt": _OF_OBJECT, "DirtyCluster": _OF_CLUSTER, "DirtySchema": _OF_SCHEMA}


def reason_text(relation: str, reason: Reason, of: str = "", writes: Writes = frozenset()) -> str:
    """What a reason of a tuple, or of the object `of`, says.

    >>> reason_text("DirtyStmt", Reason("depends_on", ("shop.raw.orders",)))
    'reads shop.raw.orders, which is dirty'
    """
    because = " and ".join(map(plain_id, reason.because))
    words = _WORDS.get(relation, {}).get(reason.rule)
    if words is None:
        return f"rule {reason.rule}" + (f", because of {because}" if because else "")
    if reason.rule == "depends_on" and any((of, other) in writes for other in reason.because):
        words = _WRITES
    elif reason.rule == "depends_on" and any((other, of) in writes for other in reason.because):
        words = _WRITTEN
    return words.format(because=because)


def nearest_reason(one: Explained, writes: Writes = frozenset()) -> str:
    """The last step of its shortest way, in words."""
    before = one.trace[-2] if len(one.trace) > 1 else ""
    nearest = next((reason for reason in one.reasons if before in reason.because), one.reasons[0])
    return reason_text(one.relation, nearest, one.name, writes)


def plain_id(value: str) -> str:
    """An object's id without the kind that relations put before some.

    >>> plain_id("function shop.f"), plain_id('shop."a b"'), plain_id('named collection "x y"')
    ('shop.f', 'shop."a b"', '"x y"')
    """
    before_quotes = value.partition('"')[0]
    return value[before_quotes.rfind(" ") + 1 :]


_BLOCKS = {
    "IsReplacement": "it is in a stable schema and replaced in place, so the way to its readers ends there",
    "IsSink": "it is a sink, and sinks dirty neither schema nor cluster",
}


def stop_text(stop: Stop, writes: Writes = frozenset()) -> str:
    """Why a rule did not fire."""
    because = " and ".join(map(plain_id, stop.reason.because))
    blocked = _BLOCKS.get(stop.blocked_by, f"{stop.blocked_by} holds for it")
    if stop.relation == "DirtyStmt":
        return f"{reason_text(stop.relation, stop.reason, str(stop.values[0]), writes)}; but {blocked}"
    return f"{dotted(map(str, stop.values))} stays clean: {because} is dirty, but {blocked}"
