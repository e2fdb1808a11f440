"""The result as Markdown: the comment, the step summary, the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from checker.cycles.cycle import CycleEdge
from checker.findings.finding import Finding
from checker.progress import counted
from checker.report.levels import COMMENT_BYTES, LEVELS, Level
from checker.report.markdown_context import CommentContext
from checker.report.markdown_escape import cell, code, fence, linked, prose
from checker.report.markdown_page import Page
from checker.report.markdown_rows import culprits, hops
from checker.report.result import Result, Side

_SIGNS = {
    "added": "\N{HEAVY PLUS SIGN}",
    "modified": "✏️",
    "removed": "\N{HEAVY MINUS SIGN}",
    "renamed": "🏷️",
    "metadata": "💬",
}
_CHANGES = {
    "added": "new",
    "modified": "changed",
    "removed": "removed",
    "renamed": "renamed",
    "metadata": "comment or grant",
}
_ACTIONS = {
    "drop": "drop",
    "create": "create",
    "recreate": "recreate",
    "replace": "replace in place",
    "alter": "alter",
    "rename": "rename",
    "refresh": "refresh",
    "keep": "keep",
}
_SECTIONS: dict[str, Callable[[Page], object]] = {
    "problems": lambda page: page.blocking or page.warnings,
    "edits": lambda page: page.edits,
    "plan": lambda page: page.plan or page.affected,
    "stops": lambda page: page.stops,
    "cycles": lambda page: page.result.cycles,
    "graph": lambda page: page.affected,
    "sql": lambda page: page.sql,
    "doubts": lambda page: page.notes,
}
"""In the order of the page, with what each is about: one that has nothing to say is left out."""


def render_markdown(
    result: Result, context: CommentContext | None = None, limit: int | None = COMMENT_BYTES, *, diagrams: bool = True
) -> str:
    """As much as fits into so many bytes; without a limit, everything."""
    text = ""
    for text in render_levels(result, context, diagrams=diagrams):
        if limit is None or len(text.encode()) <= limit:
            break
    return text


def render_levels(result: Result, context: CommentContext | None = None, *, diagrams: bool = True) -> Iterator[str]:
    """The same report with less and less in it. The last holds little more than numbers, so it fits anywhere."""
    page = Page(result, context or CommentContext(), diagrams=diagrams)
    if page.is_empty:
        yield _render(page, "nothing") + "\n"
        return
    section = cache(lambda name, rows=None: _render(page, name, rows=rows))
    for level in LEVELS:
        shown = [section(name, rows) for name, rows in _shown(page, level)]
        yield "\n\n".join([section("headline"), *_left_out(page, level), *shown, section("footer")]) + "\n"


def _shown(page: Page, level: Level) -> Iterator[tuple[str, int | None]]:
    for name, has_content in _SECTIONS.items():
        if level.rows != 0 and has_content(page) and getattr(level, name, True):
            yield name, level.rows


def _left_out(page: Page, level: Level) -> Iterator[str]:
    """What the reader has to look for elsewhere, and where."""
    words = ["everything but the counts"]
    if level.rows != 0:
        words = ["the SQL"] * bool(page.sql and not level.sql) + ["the graph"] * bool(page.affected and not level.graph)
        words += [f"all but the first {level.rows:,} rows of each list"] if level.rows else []
    if words:
        yield _render(page, "left_out", left_out=words)


def _render(page: Page, name: str, **values: object) -> str:
    template = environment().get_template(f"{name}.md.j2")
    text = template.render(page=page, result=page.result, context=page.context, places=page.places, **values)
    return text.strip("\n")


@cache
def environment() -> Environment:
    """Templates print no value without a filter that makes it safe for where it lands."""
    made = Environment(
        loader=PackageLoader("checker.report"),
        autoescape=False,  # noqa: S701  Markdown, not HTML: see the filters
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= FILTERS
    return made


def _names(names: Iterable[str], most: int | None) -> str:
    listed = list(names)
    shown = ", ".join(map(code, listed[:most]))
    return f"{shown} and {len(listed) - most:,} more" if most is not None and len(listed) > most else shown


def _side(side: Side) -> str:
    if side.sha is None or not side.sha.startswith(side.rev):
        return code(side.rev) + (f" ({code(side.sha[:10])})" if side.sha else "")
    return code(side.sha[:10])


def _place(one: Finding | CycleEdge) -> str:
    return ":".join(str(part) for part in (one.path, one.line) if part is not None)


SAFE: dict[str, Callable[..., str]] = {
    "code": code,
    "prose": prose,
    "fence": fence,
    "names": _names,
    "side": _side,
    "counted": counted,
    "number": lambda number: f"{number:,}",
    "seconds": lambda seconds: f"{seconds:.1f} s",
    "change_sign": _SIGNS.__getitem__,
    "change_word": _CHANGES.__getitem__,
    "action_word": _ACTIONS.__getitem__,
}
"""Filters that make a value safe."""
AROUND: dict[str, Callable[..., str]] = {"linked": linked, "cell": cell}
"""Filters for what is safe already."""
FILTERS: dict[str, Callable[..., object]] = {**SAFE, **AROUND, "place": _place, "hops": hops, "culprits": culprits}
