"""The dependency graph of head, field by field as its JSON has it."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from checker.cycles.cycle import Polarity
from checker.report.graph_view import GraphEdge as DrawnEdge
from checker.report.graph_view import GraphNode, GraphView, Role, graph_view
from checker.report.json_report import format_json
from checker.report.result import SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class GraphObject:
    id: str
    kind: str
    path: str | None
    line: int | None
    external: bool
    cluster: str | None
    index_clusters: tuple[str, ...]
    replacement: bool
    component: int | None
    changed: bool = False
    dirty: bool = False


@dataclass(frozen=True, slots=True)
class GraphEdge:
    reader: str
    reads: str
    role: Role
    polarity: Polarity
    operator: str | None
    line: int


@dataclass(frozen=True, slots=True)
class GraphComponent:
    """A cycle."""

    id: int
    members: tuple[str, ...]
    path: tuple[str, ...]
    monotone: bool
    stratum: int


@dataclass(frozen=True, slots=True)
class GraphResult:
    """All that the graph of a commit tells."""

    objects: tuple[GraphObject, ...]
    edges: tuple[GraphEdge, ...]
    components: tuple[GraphComponent, ...]


def drawn(graph: GraphResult) -> GraphView:
    """The graph as pictures show it."""
    return graph_view(
        (GraphNode(one.id, one.kind, one.dirty, one.changed, one.component) for one in graph.objects),
        (DrawnEdge(one.reader, one.reads, one.polarity, one.role) for one in graph.edges),
    )


def render_graph_json(graph: GraphResult) -> str:
    return format_json({"schema_version": SCHEMA_VERSION, **msgspec.to_builtins(graph)})
