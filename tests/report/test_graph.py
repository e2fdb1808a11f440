"""Pictures of graphs: Mermaid itself reads ours, and finds in them what we put there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from checker.report.dot_graph import render_graph_dot
from checker.report.escape import clipped, mermaid_label, visible
from checker.report.graph_view import GraphEdge, GraphNode, GraphView, Role, graph_view, spread_view
from checker.report.mermaid_graph import MOST_CHARACTERS, is_drawn_here, render_graph_mermaid
from checker.report.result import Dirty, DirtyGroup, ReasonEntry
from tests.report.hostile import hostile_strings, hostile_text, result_of
from tests.report.results import CHANGED, EMPTY, RICH, dirty_object, large_result, reads
from tests.report.test_golden import assert_golden

SOURCE = Path(__file__).parent / "mermaid"
ROLES: tuple[Role, ...] = ("read", "write", "order", "connection", "cluster", "schema")
EVIL = (
    'a"];click n0 "javascript:alert(1)"', "`1. x`", "%%{init: {}}%%", "end", "<script>", "#quot;", "1. list", "- x",
    "a\nb", "🦆", "graph LR", '"a b"."<img src=x onerror=alert(1)>"', "&lt;", "x" * 300, "subgraph", "--> n1", "\u202e",
)  # fmt: skip


def view_of(names: tuple[str, ...]) -> GraphView:
    """A ring of these names, with every role and both polarities; the first three are a cycle."""
    nodes = (
        GraphNode(name, "view", changed=not at % 2, component=1 if at < 3 else None) for at, name in enumerate(names)
    )
    return graph_view(
        nodes,
        (
            GraphEdge(name, names[at - 1], "monotone" if at % 2 else "non-monotone", ROLES[at % len(ROLES)])
            for at, name in enumerate(names)
        ),
    )


@pytest.fixture(scope="module")
def mermaid(request: pytest.FixtureRequest) -> Path:
    """Mermaid, installed once into the cache of the tests."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        told = "Mermaid itself needs node and npm, which are not installed here"
        # On somebody's bare machine the rest of the suite is still worth running; the gate must not pass without it.
        pytest.fail(told) if os.environ.get("CI") else pytest.skip(told)
    versions = json.loads((SOURCE / "package.json").read_text())["dependencies"]
    cache = request.config.cache
    assert cache is not None
    folder = cache.mkdir("mermaid-" + "-".join(versions.values()))
    shutil.copy(SOURCE / "package.json", folder)
    shutil.copy(SOURCE / "parse.mjs", folder)
    if not (folder / "installed").exists():
        subprocess.run(
            ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True
        )
        (folder / "installed").touch()
    return folder


def read_by_mermaid(folder: Path, *diagrams: str) -> list[dict[str, Any]]:
    run = subprocess.run(
        ["node", "parse.mjs"], input=json.dumps(diagrams), cwd=folder, check=True, capture_output=True, text=True
    )
    return [dict(answer) for answer in json.loads(run.stdout)]


@pytest.mark.xdist_group("mermaid")
def test_mermaid_reads_just_our_nodes_and_edges(mermaid: Path) -> None:
    views = [view_of(EVIL), spread_view(RICH), spread_view(large_result(200)), GraphView((), ())]
    answers = read_by_mermaid(mermaid, *map(render_graph_mermaid, views))
    for view, answer in zip(views, answers, strict=True):
        assert sorted(answer["labels"]) == sorted(clipped(visible(node.id), 60) for node in view.nodes)
        assert answer["edges"] == len(list(view.flows()))
        assert answer["boxes"] == len({node.component for node in view.nodes if node.component})
        assert answer["links"] == 0


@pytest.mark.xdist_group("mermaid")
def test_mermaid_is_really_asked(mermaid: Path) -> None:
    broken, many = read_by_mermaid(mermaid, "graph LR\n a[", "graph LR\n" + "\n".join("a --> b" for _ in range(501)))
    assert "Parse error" in broken["error"]
    assert "edges" in many["error"].lower()


@given(hostile_text)
def test_a_label_has_no_character_that_means_anything(text: str) -> None:
    assert set(mermaid_label(text)) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_. #;")


@settings(max_examples=40)
@given(hostile_strings)
def test_what_we_draw_is_known_as_ours_whatever_things_are_called(strings: list[str]) -> None:
    assert is_drawn_here(render_graph_mermaid(spread_view(result_of(strings)[0])))
    assert is_drawn_here(render_graph_mermaid(view_of(tuple(strings))))


@settings(max_examples=40)
@given(hostile_strings)
def test_dot_has_a_line_for_each_node_and_edge(strings: list[str]) -> None:
    view = spread_view(result_of(strings)[0])
    lines = render_graph_dot(view).splitlines()
    assert sum(bool(re.match(r"  n\d+ -> n\d+ \[style=", line)) for line in lines) == len(list(view.flows()))
    assert sum(bool(re.match(r"  n\d+ \[label=", line)) for line in lines) == len(view.nodes)
    for line in lines:
        assert line.replace("\\\\", "").replace('\\"', "").count('"') % 2 == 0


def test_dot_and_mermaid_of_the_rich_example() -> None:
    assert_golden("rich.mmd", render_graph_mermaid(spread_view(RICH)))
    assert_golden("rich.dot", render_graph_dot(spread_view(RICH)))


def test_a_graph_does_not_depend_on_the_order_it_is_told_in() -> None:
    view = view_of(EVIL)
    assert graph_view(reversed(view.nodes), reversed(view.edges)) == view


def test_arrows_follow_the_data() -> None:
    nodes = (GraphNode("s.mv", "materialized view"), GraphNode("s.t", "table"), GraphNode("s.target", "table"))
    view = graph_view(
        nodes, (GraphEdge("s.mv", "s.t"), GraphEdge("s.mv", "s.target", role="write"), GraphEdge("s.mv", "gone"))
    )
    assert [line for line in render_graph_mermaid(view).splitlines() if "n1" in line[:5] or "==>" in line] == [
        '  n1["s.t"]:::clean',
        "  n1 --> n0",
        "  n0 ==> n2",
    ]


def test_a_schema_is_reached_by_its_nearest_member_and_reaches_those_that_have_no_nearer_cause() -> None:
    in_s = ReasonEntry("schema", ("s",), "…")
    edited = replace(dirty_object("s.edited", "view", CHANGED), reasons=(CHANGED, in_s))
    reader = replace(dirty_object("s.reader", "view", CHANGED, "s.edited"), reasons=(reads("s.edited"), in_s))
    bystander = dirty_object("s.bystander", "view", in_s, "s.edited", "s")
    holds = tuple(ReasonEntry("schema", (one.id,), "…") for one in (edited, reader, bystander))
    result = replace(EMPTY, dirty=Dirty((edited, reader, bystander), schemas=(DirtyGroup("s", holds),)))
    assert {(edge.reads, edge.reader) for edge in spread_view(result).edges} == {
        ("s.edited", "s.reader"),
        ("s.edited", "schema s"),
        ("schema s", "s.bystander"),
    }


def test_the_largest_graph_of_a_comment_is_within_mermaids_limits() -> None:
    assert len(render_graph_mermaid(spread_view(large_result(200)))) < MOST_CHARACTERS < 50_000
