"""The reports of the example pull request, byte for byte. `make golden` writes them anew."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from checker.commands.check import check
from checker.commands.demo import demo_options, demo_repository
from checker.commands.options import Options
from checker.findings.finding import Finding
from checker.progress import Progress
from checker.report.json_report import render_json
from checker.report.markdown_report import render_markdown
from checker.report.result import ChangeEntry, Counts, Result, Side, Timing, Tool
from checker.report.text_report import print_text
from checker.spark.session import SparkRunner

GOLDEN = Path(__file__).parent / "golden"


def assert_golden(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("CHECKER_WRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert text == path.read_text()


def as_text(result: Result, *, terminal: bool = False) -> str:
    out = StringIO()
    print_text(
        result, Console(file=out, force_terminal=terminal, color_system="standard" if terminal else None, width=80)
    )
    return out.getvalue()


@pytest.fixture(scope="module")
def demo(spark: SparkRunner) -> Result:
    progress = Progress(Console(file=StringIO()))
    with demo_repository(None, progress) as folder:
        result = check(demo_options(Options(no_cache=True), folder), progress, spark)
    return replace(result, timing=Timing())


def test_the_text_of_the_example(demo: Result) -> None:
    assert_golden("demo.txt", as_text(demo))


def test_the_comment_of_the_example(demo: Result) -> None:
    text = render_markdown(demo)
    assert_golden("demo.md", text)
    # What makes room under another name is one row, and no drop of what was just set up.
    rows = [line for line in text.splitlines() if "`shop.prep.paid_orders` view" in line and "recreate" in line]
    assert rows == ["| 1 | recreate | `shop.prep.paid_orders` view | | its statement changed |"]
    assert "4 objects are moved out of the way, and dropped when all is set up" in text
    assert "| drop | `shop.prep.paid_orders`" not in text
    assert "· 1 file only reformatted" in text


def test_the_json_of_the_example(demo: Result) -> None:
    assert_golden("demo.json", render_json(demo))


HOSTILE = Result(
    tool=Tool(rules="changeset-v2", dialect="postgres"),
    base=Side("main", "a" * 40),
    head=Side("WORKTREE", None),
    verdict="fail",
    counts=Counts(objects=1, changed=1, errors=1),
    changes=(
        ChangeEntry(
            'db.s."\x1b[31m\u202e[bold]"', "view", "renamed", "db.s.\x07old", "a\nb\x1b]0;t\x07.sql", 1, "1", "1"
        ),
    ),
    findings=(
        Finding("parse-error", "error", "odd \x9b [red]text[/red]", "hint\r::error::x", path="a\nb.sql", line=3),
    ),
)


def test_nothing_from_the_repository_can_steer_a_terminal() -> None:
    text = as_text(HOSTILE)
    assert_golden("hostile.txt", text)
    assert all(character.isprintable() or character == "\n" for character in text)
    assert text.count("\n") == as_text(replace(HOSTILE, changes=(), findings=())).count("\n") + 7


def test_colours_show_only_on_a_terminal() -> None:
    assert "\x1b[" in as_text(HOSTILE, terminal=True)
    assert "\x1b[" not in as_text(HOSTILE)


def test_all_keys_of_the_contract_are_there_even_where_nothing_changed() -> None:
    empty = Result(
        tool=Tool(rules="changeset-v2", dialect="postgres"),
        base=Side("a", "a" * 40),
        head=Side("b", "b" * 40),
        verdict="pass",
        counts=Counts(),
    )
    report = json.loads(render_json(empty))
    assert list(report) == [
        "schema_version", "tool", "base", "head", "verdict", "counts", "changes", "dirty", "cycles", "plan",
        "findings", "relations", "timing",
    ]  # fmt: skip
    assert set(report["tool"]) == {"name", "version", "rules", "dialect"}
    assert set(report["counts"]) == {
        "objects", "changed", "dirty_objects", "dirty_clusters", "dirty_schemas", "cycles",
        "errors", "warnings", "notes",
    }  # fmt: skip
    assert set(report["dirty"]) == {"objects", "clusters", "schemas"}
    assert set(report["plan"]) == {"teardown", "setup", "kept"}
    assert set(report["timing"]["stages"]) == {"git", "parse", "spark", "rules", "plan"}


def test_the_readme_shows_how_the_comment_looks() -> None:
    root = Path(__file__).parents[2]
    assert "](docs/comment.png)" in (root / "README.md").read_text()
    picture = root / "docs" / "comment.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size < 300_000


def test_the_readme_shows_what_the_example_prints() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    assert f"$ python -m checker demo\n{(GOLDEN / 'demo.txt').read_text()}```" in readme
