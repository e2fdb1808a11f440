"""The result for a terminal or a log."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from checker.findings.finding import Finding
from checker.plan.step import Plan
from checker.progress import counted
from checker.report.escape import visible
from checker.report.result import ChangeEntry, DirtyObject, Result, Side

_SIGNS = {
    "added": ("+", "green"),
    "modified": ("~", "yellow"),
    "removed": ("-", "red"),
    "renamed": (">", "cyan"),
    "metadata": ("·", "dim"),
}
_MOST_DIRTY = 100
_MOST_STEPS = 100
_ACTION_STYLES = {"drop": "red", "create": "green"}
_SEVERITY_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


def print_text(result: Result, console: Console) -> None:
    """Verdict and counts first, then what changed, then what is wrong."""
    for line in _lines(result):
        console.print(line, soft_wrap=True, highlight=False)


def print_findings(findings: tuple[Finding, ...], console: Console) -> None:
    """Problems alone, for commands that have no verdict."""
    for finding in findings:
        for line in _finding(finding):
            console.print(line, soft_wrap=True, highlight=False)


def _lines(result: Result) -> Iterator[Text]:
    yield _verdict(result)
    yield Text(f"base {_side(result.base)} · head {_side(result.head)} · {result.tool.dialect}", style="dim")
    if result.changes:
        yield Text("\nChanges", style="bold")
        yield from _changes(result.changes)
    if _spread(result) or result.dirty.clusters or result.dirty.schemas:
        yield Text("\nDirty", style="bold")
        yield from _dirty(result)
    if result.plan.teardown or result.plan.setup or result.plan.kept:
        yield Text("\nPlan", style="bold")
        yield from _plan(result.plan)
    if result.findings:
        yield Text("\nProblems", style="bold")
        for finding in result.findings:
            yield from _finding(finding)


def _verdict(result: Result) -> Text:
    counts = result.counts
    problems = [
        counted(number, word)
        for number, word in ((counts.errors, "error"), (counts.warnings, "warning"), (counts.notes, "note"))
        if number
    ]
    changed = f"{counted(counts.changed, 'change')} in {counted(counts.objects, 'object')}"
    text = Text(
        "PASS" if result.verdict == "pass" else "FAIL", style="bold green" if result.verdict == "pass" else "bold red"
    )
    text.append(f"  {changed if counts.changed else _nothing(result)}", style="default")
    if counts.dirty_objects:
        groups = f"{counted(counts.dirty_clusters, 'cluster')}, {counted(counts.dirty_schemas, 'schema')}"
        besides = f" ({len(_spread(result)):,} besides the changes)"
        text.append(f"; dirty: {counted(counts.dirty_objects, 'object')}{besides}, {groups}", style="default")
    return text.append(f"; {', '.join(problems)}" if problems else "", style="default")


def _nothing(result: Result) -> str:
    """Nothing at all, or nothing that makes up an object: INSERTs and bare queries may differ."""
    return "no object changed" if result.relations else "no SQL statement changed"


def _side(side: Side) -> str:
    if side.sha is None:
        return side.rev
    return side.sha[:10] if side.sha.startswith(side.rev) else f"{visible(side.rev)} ({side.sha[:10]})"


def _changes(changes: tuple[ChangeEntry, ...]) -> Iterator[Text]:
    kinds = max(len(change.kind) for change in changes)
    names = max(len(_name(change)) for change in changes)
    for change in changes:
        sign, style = _SIGNS[change.change]
        line = Text(f"  {sign} {change.change:<8}  ", style=style)
        line.append(f"{change.kind:<{kinds}}  {_name(change):<{names}}  ", style="default")
        yield line.append(f"{visible(change.path)}:{change.line}", style="dim")


def _dirty(result: Result) -> Iterator[Text]:
    """Why each object is dirty: the last step of its shortest way; edits stand above."""
    spread = _spread(result)
    for one in spread[:_MOST_DIRTY]:
        line = Text(f"  {visible(one.id)}", style="default")
        yield line.append(f"  {_nearest_reason(one)}", style="dim")
    if len(spread) > _MOST_DIRTY:
        yield Text(f"  and {len(spread) - _MOST_DIRTY:,} more", style="dim")
    for name, groups in (("clusters", result.dirty.clusters), ("schemas", result.dirty.schemas)):
        if groups:
            yield Text(f"  {name}: {visible(', '.join(group.id for group in groups))}", style="default")


def _plan(plan: Plan) -> Iterator[Text]:
    """Step by step, teardown first; the SQL stands in the other reports."""
    steps = (*plan.teardown, *plan.setup)
    shown = steps[:_MOST_STEPS]
    actions = max((len(step.action) for step in shown), default=0)
    kinds = max((len(step.kind) for step in shown), default=0)
    for step in shown:
        line = Text(f"  {step.step:>4}  {step.action:<{actions}}  ", style=_ACTION_STYLES.get(step.action, "yellow"))
        line.append(f"{step.kind:<{kinds}}  {visible(step.id)}", style="default")
        line.append("  loses data", style="bold red") if step.destructive else None
        yield line.append(f"  {visible(step.why)}", style="dim")
    if len(steps) > len(shown):
        yield Text(f"        and {len(steps) - len(shown):,} more; --output plan.sql has them all", style="dim")
    for kept in plan.kept[:_MOST_STEPS]:
        line = Text("     ·  keep  ", style="dim")
        yield line.append(f"{kept.kind}  {visible(kept.id)}  {visible(kept.why)}", style="dim")
    if len(plan.kept) > _MOST_STEPS:
        yield Text(f"     ·  and {len(plan.kept) - _MOST_STEPS:,} more are kept", style="dim")


def _spread(result: Result) -> list[DirtyObject]:
    """What is dirty without having been edited."""
    changed = {change.id for change in result.changes if change.change != "metadata"}
    changed |= {change.was for change in result.changes if change.was}
    return [one for one in result.dirty.objects if one.id not in changed]


def _nearest_reason(one: DirtyObject) -> str:
    before = one.trace[-2] if len(one.trace) > 1 else ""
    nearest = next((reason for reason in one.reasons if before in reason.because), one.reasons[0])
    return visible(nearest.text)


def _name(change: ChangeEntry) -> str:
    return visible(change.id if change.was is None else f"{change.id} (was {change.was})")


def _finding(finding: Finding) -> Iterator[Text]:
    line = Text(f"  {finding.severity} ", style=_SEVERITY_STYLES[finding.severity])
    place = ":".join(str(part) for part in (finding.path, finding.line, finding.column) if part is not None)
    line.append(f"[{finding.code}] ", style="bold")
    line.append(f"{visible(place)}  " if place else "", style="default")
    yield line.append(visible(finding.message), style="default")
    if finding.hint:
        yield Text(f"      {visible(finding.hint)}", style="dim")
