"""`checker graph`: the dependency graph of a commit, with polarity, cycles and dirtiness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from checker.commands.assemble import stable_schemas
from checker.commands.comparison import Comparison
from checker.cycles.find import FoundCycle, find_cycles
from checker.cycles.graph import Graph
from checker.cycles.side import NOWHERE, Edge
from checker.report.graph_report import GraphComponent, GraphEdge, GraphObject, GraphResult
from checker.report.graph_view import Role
from checker.settings import Settings
from checker.snapshot import frames as s
from checker.snapshot import rows as r

_ROLES: dict[str, Role] = {
    "read": "read",
    "use": "read",
    "write": "write",
    "order": "order",
    "connection": "connection",
}


def graph_result(settings: Settings, comparison: Comparison, graph: Graph) -> GraphResult:
    """Objects and edges of head, by id."""
    cycles = find_cycles(graph, settings.cycles)
    edges = sorted(set(_edges(graph)), key=lambda edge: (edge.reader, edge.reads, edge.role, edge.line))
    objects = [*_objects(graph, settings, comparison, cycles), *_externals(graph)]
    return GraphResult(
        tuple(sorted(objects, key=lambda one: (one.id, one.kind))),
        tuple(edges),
        tuple(_component(number, found) for number, found in enumerate(cycles, start=1)),
    )


def _component(number: int, found: FoundCycle) -> GraphComponent:
    cycle = found.cycle
    return GraphComponent(number, cycle.members, cycle.path, cycle.monotone, cycle.stratum)


def _objects(
    graph: Graph, settings: Settings, comparison: Comparison, cycles: Sequence[FoundCycle]
) -> Iterator[GraphObject]:
    component_of = {member: number for number, found in enumerate(cycles, start=1) for member in found.cycle.members}
    stable = stable_schemas(settings, graph)
    changed = {change.key for change in comparison.compared.changes}
    dirty = {str(one.values[0]) for one in comparison.answers.of("DirtyStmt")}
    for number in np.flatnonzero(graph.head.present).tolist():
        key = graph.key(number)
        yield GraphObject(
            id=key.name.id,
            kind=graph.field(number, "head", r.KIND),
            path=graph.field(number, "head", r.PATH),
            line=graph.field(number, "head", r.LINE),
            external=False,
            cluster=graph.field(number, "head", r.CLUSTER) or None,
            index_clusters=tuple(sorted({cluster for _, cluster in graph.field(number, "head", s.INDEX_CLUSTERS)})),
            replacement=(key.name.database, key.name.schema) in stable and bool(key.name.name),
            component=component_of.get(key.name.id),
            changed=key in changed,
            dirty=graph.values[number] in dirty,
        )


def _edges(graph: Graph) -> Iterator[GraphEdge]:
    side = graph.head
    for at in np.flatnonzero(np.isin(side.roles, list(_ROLES)) & side.present[side.readers]).tolist():
        edge = side.edge(at)
        if edge.reads != NOWHERE or edge.role != "use":
            reads = graph.id(edge.reads) if edge.reads != NOWHERE else side.link_name(at).id
            yield _edge(graph, edge, reads)


def _edge(graph: Graph, edge: Edge, reads: str) -> GraphEdge:
    return GraphEdge(
        reader=graph.id(edge.reader),
        reads=reads,
        role=_ROLES[edge.role],
        polarity="non-monotone" if edge.operator else "monotone",
        operator=edge.operator or None,
        line=edge.operator_line or edge.line,
    )


def _externals(graph: Graph) -> Iterator[GraphObject]:
    """What is named and not defined here."""
    side = graph.head
    roles = [role for role in _ROLES if role != "use"]
    nowhere = np.flatnonzero((side.reads == NOWHERE) & np.isin(side.roles, roles) & side.present[side.readers])
    for name in sorted({side.link_name(at) for at in nowhere.tolist()}):
        yield GraphObject(name.id, "external", None, None, True, None, (), False, None)
