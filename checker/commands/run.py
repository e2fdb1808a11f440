"""From parsed arguments to a command, its report on stdout and in files, and its exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from io import StringIO
from pathlib import Path

from rich.console import Console

from checker.commands.check import check, draw, explain, what_if
from checker.commands.demo import demo_options, demo_repository
from checker.commands.options import Options
from checker.commands.snapshot import take_snapshot
from checker.commands.warm import warm, warm_in_background
from checker.errors import CheckerError
from checker.github.workflow import annotation_commands, unread
from checker.progress import Progress
from checker.report.dot_graph import render_graph_dot
from checker.report.graph_report import GraphResult, drawn, render_graph_json
from checker.report.html_report import render_html
from checker.report.json_report import render_json
from checker.report.markdown_report import render_markdown
from checker.report.mermaid_graph import render_graph_mermaid
from checker.report.parquet_report import write_result_parquet
from checker.report.result import Result
from checker.report.sarif_report import render_sarif
from checker.report.snapshot_report import Snapshot, render_snapshot_json, render_snapshot_text, write_parquet
from checker.report.sql_report import is_plan, render_sql
from checker.report.text_report import print_findings, print_text
from checker.report.tree_report import print_tree
from checker.spark.session import LOCAL_MASTER, SparkRunner


def run_command(arguments: argparse.Namespace) -> int:
    """Run the command that the arguments name."""
    options = _options(arguments)
    progress = Progress(Console(stderr=True), quiet=options.quiet, verbose=options.verbose)
    _check_endings(options, _WRITERS.get(arguments.command, _CHECK_WRITERS))
    if arguments.command == "warm":
        return _report_warm(warm(options, progress, for_all=arguments.for_all), options)
    with SparkRunner(options.master) as spark:
        code = _run(arguments, options, progress, spark)
    if spark.has_booted and options.master == LOCAL_MASTER and warm_in_background():
        progress.detail("the classes that Spark loaded are kept in the background: later runs start faster")
    return code


def _run(arguments: argparse.Namespace, options: Options, progress: Progress, spark: SparkRunner) -> int:
    if arguments.command == "snapshot":
        return _report_snapshot(take_snapshot(options, progress, spark), options)
    if arguments.command == "demo":
        with demo_repository(arguments.keep, progress) as folder:
            return _report(check(demo_options(options, folder), progress, spark), options)
    if arguments.command == "explain":
        print_tree(explain(options, arguments.object, progress, spark).tree, Console())
        return 0
    if arguments.command == "graph":
        return _report_graph(draw(options, progress, spark), options)
    if arguments.command == "whatif":
        return _report(what_if(options, arguments.objects, progress, spark), options)
    return _report(check(options, progress, spark), options)


def _report_warm(archive: Path | None, options: Options) -> int:
    if not options.quiet:
        _print(f"{archive}\n" if archive else "another run is making it already\n")
    return 0


def _options(arguments: argparse.Namespace) -> Options:
    given = vars(arguments)
    known = {one.name: given[one.name] for one in fields(Options) if one.name in given}
    lists = {name: tuple(given.get(name, ())) for name in ("outputs", "force_schemas")}
    return Options(**known | lists)


def _report(result: Result, options: Options) -> int:
    # Files first: they are written even where nobody reads stdout to its end.
    for path in options.outputs:
        _write(path, lambda path: _CHECK_WRITERS[path.suffix](result, path))
    with _until_unread():
        if options.format in ("text", "github"):
            _print_for_people(result, with_annotations=options.format == "github")
        else:
            _print(_FORMATS[options.format](result))
    return 0 if result.verdict == "pass" else 1


class _Stdout(Console):
    """Leaves it to us what a closed pipe means; rich would end the program with 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


@contextmanager
def _until_unread() -> Iterator[None]:
    """Who reads our stdout may go away (`| head`); the verdict is the same."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_for_people(result: Result, *, with_annotations: bool) -> None:
    """Nothing in the text may be taken for a command by the runner; what are commands comes last."""
    if not with_annotations:
        print_text(result, _Stdout())
        return
    told = StringIO()
    print_text(result, Console(file=told, width=200, force_terminal=False))
    _print(unread(told.getvalue()))
    _print("".join(f"{one}\n" for one in annotation_commands(result.findings)))


def _report_snapshot(snapshot: Snapshot, options: Options) -> int:
    if not options.quiet:
        print_findings(snapshot.findings, Console(stderr=True))
    for path in options.outputs:
        _write(path, lambda path: _SNAPSHOT_WRITERS[path.suffix](snapshot, path))
    if options.format == "json":
        _print(render_snapshot_json(snapshot))
    elif not options.outputs:
        _print(render_snapshot_text(snapshot))
    return 0


def _report_graph(graph: GraphResult, options: Options) -> int:
    for path in options.outputs:
        _write(path, lambda path: _write_text(path, _GRAPH_RENDERERS[path.suffix](graph)))
    if not options.outputs:
        _print(_GRAPH_RENDERERS[_GRAPH_FORMATS[options.format]](graph))
    return 0


def _print(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _write(path: Path, write: Callable[[Path], None]) -> None:
    try:
        write(path)
    except OSError as error:
        raise CheckerError(f"{path} cannot be written: {error.strerror or error}") from error


_FORMATS: Mapping[str, Callable[[Result], str]] = {
    "json": render_json,
    "markdown": lambda result: render_markdown(result, limit=None),
}
_CHECK_WRITERS: Mapping[str, Callable[[Result, Path], None]] = {
    ".json": lambda result, path: _write_text(path, render_json(result)),
    ".md": lambda result, path: _write_text(path, render_markdown(result, limit=None)),
    ".html": lambda result, path: _write_text(path, render_html(result)),
    ".sarif": lambda result, path: _write_text(path, render_sarif(result)),
    ".sql": lambda result, path: _write_text(path, render_sql(result)),
    ".parquet": write_result_parquet,
}
_SNAPSHOT_WRITERS: Mapping[str, Callable[[Snapshot, Path], None]] = {
    ".json": lambda snapshot, path: _write_text(path, render_snapshot_json(snapshot)),
    ".parquet": write_parquet,
}


_GRAPH_RENDERERS: Mapping[str, Callable[[GraphResult], str]] = {
    ".mmd": lambda graph: render_graph_mermaid(drawn(graph)),
    ".dot": lambda graph: render_graph_dot(drawn(graph)),
    ".json": render_graph_json,
}
_GRAPH_FORMATS = {"mermaid": ".mmd", "dot": ".dot", "json": ".json"}
_WRITERS: Mapping[str, Mapping[str, object]] = {"snapshot": _SNAPSHOT_WRITERS, "graph": _GRAPH_RENDERERS}


def _check_endings(options: Options, writers: Mapping[str, object]) -> None:
    """Before any work is done: an output that cannot be written is told at once."""
    for path in options.outputs:
        if path.suffix not in writers:
            raise CheckerError(f"--output {path}: its ending must be one of {', '.join(sorted(writers))}")
        if not path.parent.is_dir():
            raise CheckerError(f"--output {path}: there is no folder {str(path.parent)!r}")
        if path.suffix == ".sql" and path.is_file() and not is_plan(path):
            raise CheckerError(f"--output {path}: it is there and no plan of checker's", hint="name another file")
