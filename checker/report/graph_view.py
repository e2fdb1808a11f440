"""A graph as it is drawn: what the pictures of the report and of `checker graph` have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from checker.cycles.cycle import Polarity
from checker.report.result import DirtyGroup, ReasonEntry, Result

Role = Literal["read", "write", "order", "connection", "cluster", "schema"]


@dataclass(frozen=True, slots=True)
class GraphNode:
    id: str
    kind: str
    dirty: bool = False
    changed: bool = False
    component: int | None = None
    """The number of the cycle that it is part of."""


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """`reader` depends on `reads`; data flows the other way, unless the reader writes to it."""

    reader: str
    reads: str
    polarity: Polarity = "monotone"
    role: Role = "read"


@dataclass(frozen=True, slots=True)
class GraphView:
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]

    def flows(self) -> Iterator[tuple[int, int, GraphEdge]]:
        """Edges with the numbers of their ends, in the direction of the data. Ends that are no node are left out."""
        numbers = {node.id: number for number, node in reversed(list(enumerate(self.nodes)))}
        for edge in self.edges:
            reader, read = numbers.get(edge.reader), numbers.get(edge.reads)
            if reader is not None and read is not None:
                yield (reader, read, edge) if edge.role == "write" else (read, reader, edge)


def graph_view(nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]) -> GraphView:
    """In an order that depends on nothing but the graph; each node and edge once."""
    return GraphView(
        nodes=tuple(sorted(set(nodes), key=lambda node: (node.id, node.kind))),
        edges=tuple(sorted(set(edges), key=lambda edge: (edge.reads, edge.reader, edge.role, edge.polarity))),
    )


def spread_view(result: Result) -> GraphView:
    """How dirtiness spread: the dirty objects, clusters and schemas, and what made each of them dirty.

    All reads are shown. Of the ways through clusters and schemas only the shortest are: everything in a dirty schema is
    dirty because of everything else in it, and nobody can read such a picture.
    """
    changed = {name for one in result.changes if one.change != "metadata" for name in (one.id, one.was)}
    component = {member: number for number, cycle in enumerate(result.cycles, 1) for member in cycle.members}
    objects = (
        GraphNode(one.id, one.kind, dirty=True, changed=one.id in changed, component=component.get(one.id))
        for one in result.dirty.objects
    )
    groups = (GraphNode(_group_id(kind, group.id), kind, dirty=True) for kind, group in _groups(result))
    return graph_view((*objects, *groups), (*_edges_to_objects(result), *_edges_to_groups(result)))


def _edges_to_objects(result: Result) -> Iterator[GraphEdge]:
    polarity = {(edge.reader, edge.reads): edge.polarity for cycle in result.cycles for edge in cycle.edges}
    for one in result.dirty.objects:
        nearest = one.trace[-2] if len(one.trace) > 1 else None
        for because, role in _causes(one.reasons):
            if role == "read":
                yield GraphEdge(one.id, because, polarity.get((one.id, because), "monotone"))
            elif because == nearest:
                yield GraphEdge(one.id, _group_id(role, because), role=role)


def _edges_to_groups(result: Result) -> Iterator[GraphEdge]:
    depths = {one.id: one.depth for one in result.dirty.objects}
    for kind, group in _groups(result):
        causes = [because for because, _ in _causes(group.reasons) if because in depths]
        nearest = min((depths[because] for because in causes), default=0)
        for because in causes:
            if depths[because] == nearest:
                yield GraphEdge(_group_id(kind, group.id), because, role=kind)


def _groups(result: Result) -> Iterator[tuple[Role, DirtyGroup]]:
    yield from (("cluster", group) for group in result.dirty.clusters)
    yield from (("schema", group) for group in result.dirty.schemas)


_ROLES: dict[str, Role] = {"stmt_cluster": "cluster", "index_cluster": "cluster", "schema": "schema"}


def _causes(reasons: tuple[ReasonEntry, ...]) -> Iterator[tuple[str, Role]]:
    for reason in reasons:
        for because in reason.because:
            yield because, _ROLES.get(reason.rule, "read")


def _group_id(kind: str, name: str) -> str:
    """No object's id: those have no bare space."""
    return f"{kind} {name}"
