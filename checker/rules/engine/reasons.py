"""Why each tuple is there: its reasons, the changes at its root, and one shortest way from one of them.

All of it as columns of numbers; `checker.rules.engine.explain` makes values of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from checker.rules.engine.evaluate import Evaluation
from checker.rules.engine.fixpoint import Derivations
from checker.rules.engine.layers import Graph
from checker.rules.engine.nodes import Nodes, number_nodes, shown_names, whole_texts
from checker.rules.engine.roots import Roots, find_roots
from checker.rules.engine.sorting import Ints, places_in_order, ranges, sort_with_places
from checker.rules.engine.ways import Ways, shortest_ways
from checker.rules.syntax import Rule

MOST_STOPS = 10_000
"""Of more stops of one rule only the first are told."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """Which rule derives a node from which others; those of one node stand together."""

    head: Ints
    rule: Ints
    """Its number in the program."""
    starts: Ints
    """Where the causes of each start, and the end of the last."""
    causes: Ints


@dataclass(frozen=True, slots=True)
class Stops:
    """What a rule would derive, but for a relation under its NOT."""

    blocked_by: str
    values: tuple[pa.Array, ...]
    reasons: Reasons
    """One of each, in their order; the head is the place in it."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The seeds and whatever follows from them, explained."""

    nodes: Nodes
    tuples: dict[str, tuple[pa.Array, ...]]
    """The columns of the relations that were asked for, as texts."""
    ways: Ways
    roots: Roots
    seeds: Ints
    """By name."""
    reasons: Reasons
    stops: tuple[Stops, ...]


def explain(evaluation: Evaluation, seeds: Sequence[str], outputs: Sequence[str]) -> Explanation:
    """All reasons of all tuples that follow from the seeds."""
    known_seeds = [name for name in seeds if name in evaluation.tables]
    nodes = number_nodes(evaluation, [*known_seeds, *evaluation.program.explained(known_seeds, outputs)])
    counts = [(nodes.offsets[name], evaluation.tables[name].count) for name in known_seeds]
    seed_nodes = np.concatenate([np.empty(0, np.int64), *(np.arange(at, at + count) for at, count in counts)])
    by_name = seed_nodes[places_in_order(nodes.name[seed_nodes])]
    graph = _graph(evaluation, nodes)
    return Explanation(
        nodes=nodes,
        tuples={name: _columns(evaluation, name) for name in outputs if name in nodes.offsets},
        ways=shortest_ways(nodes, graph, seed_nodes),
        roots=find_roots(graph, by_name),
        seeds=by_name,
        reasons=_all_reasons(evaluation, nodes),
        stops=tuple(_stops(evaluation, nodes)),
    )


def _columns(evaluation: Evaluation, relation: str) -> tuple[pa.Array, ...]:
    return tuple(evaluation.column(relation, at) for at in range(evaluation.tables[relation].arity))


def _told(nodes: Nodes, rule: Rule, body: Sequence[Ints]) -> list[Ints]:
    """The nodes of those of a rule's atoms that lead back to seeds."""
    atoms = zip(rule.positive, body, strict=True)
    return [rows + nodes.offsets[atom.relation] for atom, rows in atoms if atom.relation in nodes.offsets]


def _heads(nodes: Nodes, one: Derivations) -> Ints:
    return one.head + nodes.offsets[one.rule.head.relation]


def _graph(evaluation: Evaluation, nodes: Nodes) -> Graph:
    """From a tuple to those that were derived with it."""
    sources, targets = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for one in evaluation.derivations:
        for causes in _told(nodes, one.rule, one.body):
            sources.append(causes)
            targets.append(_heads(nodes, one))
    return Graph.of(len(nodes.name), np.concatenate(sources), np.concatenate(targets))


def _all_reasons(evaluation: Evaluation, nodes: Nodes) -> Reasons:
    """All derivations; from itself nothing follows."""
    number = {rule.key: at for at, rule in enumerate(evaluation.program.rules)}
    found = []
    for one in evaluation.derivations:
        heads, causes = _heads(nodes, one), _told(nodes, one.rule, one.body)
        real = np.ones(len(heads), np.bool_)
        for column in causes:
            real &= column != heads
        heads, others = heads[real], _side_by_side(causes, len(heads))[real]
        told = nodes.name[others] != nodes.name[heads][:, None]
        found.append(_reasons(number[one.rule.key], heads, others, told))
    return _joined(found)


def _side_by_side(columns: list[Ints], count: int) -> Ints:
    return np.stack(columns, axis=1) if columns else np.empty((count, 0), np.int64)


def _reasons(rule: int, heads: Ints, causes: Ints, told: NDArray[np.bool_]) -> Reasons:
    """Without the causes that are about the head itself."""
    starts = np.append(0, np.cumsum(told.sum(axis=1)))
    return Reasons(heads, np.full(len(heads), rule), starts, causes[told])


def _joined(found: list[Reasons]) -> Reasons:
    """All reasons, by their head."""
    nothing = np.empty(0, np.int64)
    heads, places = sort_with_places(np.concatenate([nothing, *(one.head for one in found)]))
    counts = np.concatenate([nothing, *(np.diff(one.starts) for one in found)])
    causes = np.concatenate([nothing, *(one.causes for one in found)])
    rules = np.concatenate([nothing, *(one.rule for one in found)])
    starts = np.cumsum(counts) - counts
    ordered = causes[ranges(starts[places], counts[places])]
    return Reasons(heads, rules[places], np.append(0, np.cumsum(counts[places])), ordered)


# What stopped on the way -----------------------------------------------------------------------------


def _stops(evaluation: Evaluation, nodes: Nodes) -> Iterator[Stops]:
    """Where the way ended: what rules would derive without their NOTs, and is not derived otherwise."""
    for number, rule in enumerate(evaluation.program.rules):
        if rule.head.relation in nodes.offsets:
            for atom in rule.negative:
                values, body = evaluation.solve(replace(rule, negative=()), (atom,))
                known = _columns(evaluation, rule.head.relation)
                found = _first_stops(values, known, _told(nodes, rule, body), nodes)
                if found.num_rows:
                    yield _stops_of(number, atom.relation, found, len(values), nodes)


def _first_stops(values: Sequence[pa.Array], known: Sequence[pa.Array], causes: list[Ints], nodes: Nodes) -> pa.Table:
    """What is not known, each once with each cause, in order: columns v0, v1, … and c0, c1, …"""
    named = [nodes.name[column] for column in causes]
    columns = {f"v{at}": column for at, column in enumerate(values)}
    columns |= {f"n{at}": pa.array(column) for at, column in enumerate(named)}
    columns |= {f"c{at}": pa.array(column) for at, column in enumerate(causes)}
    missing = pc.invert(pc.is_in(whole_texts(values), value_set=whole_texts(known)))
    table = pa.table(columns).filter(missing).group_by(list(columns)).aggregate([])
    return table.sort_by([(name, "ascending") for name in columns]).slice(0, MOST_STOPS).combine_chunks()


def _stops_of(rule: int, blocked_by: str, table: pa.Table, arity: int, nodes: Nodes) -> Stops:
    values = tuple(table[f"v{at}"].combine_chunks() for at in range(arity))
    causes = [table[name].to_numpy() for name in table.column_names if name.startswith("c")]
    others = _side_by_side(causes, table.num_rows)
    own = shown_names(values)
    told = [pc.not_equal(nodes.names.take(pa.array(nodes.name[column])), own).to_numpy(False) for column in causes]
    flags = np.stack(told, axis=1) if told else np.empty((table.num_rows, 0), np.bool_)
    return Stops(blocked_by, values, _reasons(rule, np.arange(table.num_rows), others, flags))
