"""The reports as files, for artifacts and later steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from checker.errors import CheckerError
from checker.github.stored import ABOUT_FILE, BODY_FILE, Report, write_report
from checker.github.text import encodable
from checker.report.code_quality_report import render_code_quality
from checker.report.json_report import render_json
from checker.report.markdown_context import CommentContext
from checker.report.markdown_report import render_markdown
from checker.report.result import Result
from checker.report.sarif_report import render_sarif
from checker.report.sql_report import render_sql

REPORTS: Mapping[str, tuple[str, Callable[[Result, CommentContext], str]]] = {
    "json": ("report.json", lambda result, _: render_json(result)),
    "markdown": ("report.md", lambda result, context: render_markdown(result, context, None)),
    "sarif": ("report.sarif", lambda result, _: render_sarif(result)),
    "plan": ("plan.sql", lambda result, _: render_sql(result)),
    "code-quality": ("code-quality.json", lambda result, _: render_code_quality(result)),
}
"""Outputs of the action, the files whose paths they are, and what is in them."""


def write_files(folder: Path, result: Result, context: CommentContext, comment: Report | None) -> dict[str, Path]:
    """Write all reports, and for `checker post` what is to be posted; gives their paths by output."""
    try:
        _empty(folder)
        paths = {}
        for output, (name, render) in REPORTS.items():
            paths[output] = folder / name
            paths[output].write_bytes(encodable(render(result, context)).encode())
    except OSError as error:
        raise CheckerError(f"the reports cannot be written to {str(folder)!r}: {error.strerror}") from error
    if comment is not None:
        write_report(folder, comment)
    return paths


def _empty(folder: Path) -> None:
    """Files of an earlier run go away, and so do links that a checkout put in their place."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*(name for name, _ in REPORTS.values()), BODY_FILE, ABOUT_FILE):
        (folder / name).unlink(missing_ok=True)
