"""A graph as Graphviz draws it."""

from __future__ import annotations

from collections.abc import Iterator

from checker.report.escape import dot_label
from checker.report.graph_view import GraphEdge, GraphNode, GraphView

_STYLES = {"read": "solid", "write": "bold"}


def render_graph_dot(view: GraphView) -> str:
    """Arrows follow the data; the members of a cycle stand in a box of their own.

    >>> view = GraphView((GraphNode("s.a", "view"), GraphNode("s.b", "view")), (GraphEdge("s.b", "s.a"),))
    >>> print(render_graph_dot(view).splitlines()[4])
      n0 -> n1 [style=solid];
    """
    lines = ["digraph checker {", "  rankdir=LR; node [shape=box];", *_nodes(view), *_boxes(view)]
    return "\n".join([*lines, *(_arrow(*flow) for flow in view.flows()), "}"]) + "\n"


def _nodes(view: GraphView) -> Iterator[str]:
    for number, node in enumerate(view.nodes):
        yield f'  n{number} [label="{dot_label(node.id)}\\n{dot_label(node.kind)}", {_style(node)}];'


def _style(node: GraphNode) -> str:
    if node.changed:
        return 'color="#bf8700", penwidth=3'
    return 'color="#0969da", penwidth=2' if node.dirty else 'color="#8c959f", style=dashed'


def _boxes(view: GraphView) -> Iterator[str]:
    members: dict[int, list[str]] = {}
    for number, node in enumerate(view.nodes):
        if node.component is not None:
            members.setdefault(node.component, []).append(f"n{number};")
    for component, names in sorted(members.items()):
        yield f'  subgraph cluster_{component} {{ label="cycle {component}"; {" ".join(names)} }}'


def _arrow(start: int, end: int, edge: GraphEdge) -> str:
    label = ', label="not monotone", color="#cf222e"' if edge.polarity == "non-monotone" else ""
    return f"  n{start} -> n{end} [style={_STYLES.get(edge.role, 'dashed')}{label}];"
