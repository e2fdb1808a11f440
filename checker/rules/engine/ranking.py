"""Reasons in order: numbers that are equal where reasons read the same, and ordered as they are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import pyarrow.compute as pc

from checker.rules.engine.nodes import Nodes
from checker.rules.engine.reasons import Reasons
from checker.rules.engine.sorting import Ints, sort_with_places, starts_of_groups

T = TypeVar("T")
_NONE = 0
"""Where a reason has fewer causes than others: before all that has more."""


def text_ranks(nodes: Nodes) -> Ints:
    """The place of each node's name among all; the same where names read the same, whatever is called so."""
    names = nodes.names
    if len(names) < 2:
        return nodes.name
    other = pc.not_equal(names[1:], names[:-1]).to_numpy(zero_copy_only=False)
    ranks: Ints = np.append(0, np.cumsum(other))[nodes.name]
    return ranks


def relation_ranks(nodes: Nodes) -> Ints:
    """The place of each node's relation among all, by name."""
    ordered = {relation: rank for rank, relation in enumerate(sorted(nodes.offsets))}
    sizes = np.diff([*nodes.offsets.values(), len(nodes.name)])
    return np.repeat(np.array([ordered[relation] for relation in nodes.offsets], np.int64), sizes)


def reason_ranks(reasons: Reasons, labels: Sequence[str], nodes: Nodes) -> Ints:
    """The place of each reason among all: by rule, then by the names of its causes, then by their relations."""
    ordered = {label: rank for rank, label in enumerate(sorted(set(labels)))}
    by_rule = np.array([ordered[label] for label in labels], np.int64)[reasons.rule]
    ranks = _ranked(np.zeros_like(by_rule), by_rule)
    counts = np.diff(reasons.starts)
    for column in (text_ranks(nodes), relation_ranks(nodes)):
        for at in range(int(counts.max(initial=0))):
            further = np.full(len(ranks), _NONE, np.int64)
            has = np.flatnonzero(counts > at)
            further[has] = column[reasons.causes[reasons.starts[has] + at]] + _NONE + 1
            ranks = _ranked(ranks, further)
    return ranks


def _ranked(first: Ints, second: Ints) -> Ints:
    """One rank for two: by the first, and where it is equal by the second."""
    ordered, places = sort_with_places(first * (int(second.max(initial=0)) + 1) + second)
    ranks = np.zeros(len(ordered), np.int64)
    ranks[starts_of_groups(ordered)[1:]] = 1
    found = np.empty_like(ranks)
    found[places] = np.cumsum(ranks)
    return found


def each_of_a_kind(ranks: Ints) -> Ints:
    """Where one of each rank stands, by rank."""
    first = np.empty(int(ranks.max(initial=-1)) + 1, np.int64)
    first[ranks] = np.arange(len(ranks))
    return first


def take_many(values: Sequence[T], numbers: Ints) -> list[T]:
    """Values by their number.

    >>> take_many(["a", "b"], np.array([1, 0, 1]))
    ['b', 'a', 'b']
    """
    held = np.empty(len(values), np.object_)
    held[:] = values
    found: list[T] = held[numbers].tolist()
    return found
