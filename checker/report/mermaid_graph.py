"""A graph as Mermaid draws it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from checker.report.escape import mermaid_label
from checker.report.graph_view import GraphEdge, GraphNode, GraphView

MOST_EDGES = 200
MOST_CHARACTERS = 45_000
"""Mermaid refuses 500 edges and 50,000 characters; a person gives up long before."""

_STYLES = (
    "classDef changed stroke:#bf8700,stroke-width:3px",
    "classDef dirty stroke:#0969da,stroke-width:2px",
    "classDef clean stroke:#8c959f,stroke-dasharray:4 3",
)
_ARROWS = {"read": "-->", "write": "==>"}
_LABEL = '"(?:[A-Za-z0-9_. ]|#[0-9]+;)*"'
_LINES = (
    "", "graph LR", "end", r'subgraph c[0-9]+\["cycle [0-9]+"\]',
    rf"n[0-9]+(?:\[{_LABEL}\]|\{{\{{{_LABEL}\}}\}}):::(?:changed|dirty|clean)",
    r'n[0-9]+ (?:-->|==>|-\.->)(?:\|"not monotone"\|)? n[0-9]+',
    *map(re.escape, _STYLES),
)  # fmt: skip
_OURS = re.compile(f" *(?:{'|'.join(_LINES)})")


def render_graph_mermaid(view: GraphView) -> str:
    """Arrows follow the data; the members of a cycle stand in a box of their own.

    >>> view = GraphView((GraphNode("s.a", "view"), GraphNode("s.b", "view")), (GraphEdge("s.b", "s.a"),))
    >>> print(render_graph_mermaid(view).splitlines()[1:4])
    ['  n0["s.a"]:::clean', '  n1["s.b"]:::clean', '  n0 --> n1']
    """
    lines = ["graph LR", *_nodes(view), *(_arrow(*flow) for flow in view.flows()), *(f"  {one}" for one in _STYLES)]
    return "\n".join(lines) + "\n"


def fits_a_comment(view: GraphView) -> bool:
    """Whether there is hope that a person reads it; the length of the text is another matter."""
    return len(view.edges) <= MOST_EDGES and len(view.nodes) <= MOST_EDGES


def _nodes(view: GraphView) -> Iterator[str]:
    numbered = sorted(enumerate(view.nodes), key=lambda one: one[1].component or 0)
    for component, members in groupby(numbered, key=lambda one: one[1].component):
        if component is None:
            yield from (f"  {_node(number, node)}" for number, node in members)
        else:
            yield f'  subgraph c{component}["cycle {component}"]'
            yield from (f"    {_node(number, node)}" for number, node in members)
            yield "  end"


def _node(number: int, node: GraphNode) -> str:
    label = mermaid_label(node.id)
    shape = f'{{{{"{label}"}}}}' if node.kind in ("cluster", "schema") else f'["{label}"]'
    return f"n{number}{shape}:::{'changed' if node.changed else 'dirty' if node.dirty else 'clean'}"


def _arrow(start: int, end: int, edge: GraphEdge) -> str:
    label = '|"not monotone"|' if edge.polarity == "non-monotone" else ""
    return f"  n{start} {_ARROWS.get(edge.role, '-.->')}{label} n{end}"


def is_drawn_here(text: str) -> bool:
    """Whether a drawing is one that we could have made: with no link, no style and no text but in labels.

    >>> is_drawn_here('graph LR\\n  n0["s.a"]:::clean\\n'), is_drawn_here('graph LR\\n  click n0 "https://evil.example"\\n')
    (True, False)
    """
    return all(map(_OURS.fullmatch, text.splitlines()))
