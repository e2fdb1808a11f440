"""All findings of a check, from every part of the way, and the waivers applied to them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence

from checker.commands.comparison import Comparison
from checker.commands.options import Options
from checker.cycles.declared import disagreements
from checker.cycles.find import FoundCycle
from checker.cycles.missing import missing_clusters, missing_references
from checker.diff.changes import Change
from checker.findings.cycles import cycle_findings
from checker.findings.finding import Finding, in_order
from checker.findings.graph import declared_findings, missing_findings
from checker.findings.plan import plan_findings
from checker.findings.policy import policy_findings
from checker.findings.reading import duplicate_findings, file_findings, no_files_findings, skipped_findings
from checker.findings.rules import rule_findings
from checker.findings.waivers import waivers_in_files, waivers_in_settings, waivers_in_text, with_waivers
from checker.plan.planner import Planned
from checker.report.result import Dirty
from checker.settings import Settings
from checker.snapshot.collect import Sides


def all_findings(
    options: Options,
    settings: Settings,
    sides: Sides,
    comparison: Comparison,
    changes: tuple[Change, ...],
    dirty: Dirty,
    cycles: Sequence[FoundCycle],
    planned: Planned,
) -> tuple[Finding, ...]:
    """Worst first."""
    places = [(one.id, one.path, one.line) for one in dirty.objects]
    found = [
        *_findings(settings, sides, comparison),
        *_graph_findings(settings, comparison, changes),
        *cycle_findings(cycles),
        *plan_findings(planned.problems),
        *policy_findings(settings.policy, places),
    ]
    return in_order(_waived(found, settings, options, comparison))


def _findings(settings: Settings, sides: Sides, comparison: Comparison) -> Iterator[Finding]:
    yield from no_files_findings(sides.paths(), settings.root, settings.include)
    yield from file_findings(comparison.files)
    yield from skipped_findings(set(sides.head.skipped) - set(sides.base.skipped))
    yield from duplicate_findings(comparison.compared.duplicates)
    yield from rule_findings(comparison.answers)


def _graph_findings(settings: Settings, comparison: Comparison, changes: tuple[Change, ...]) -> Iterator[Finding]:
    graph = comparison.graph
    if graph is None:
        return
    numbers = (graph.number(change.key) for change in changes if change.change != "metadata")
    changed = [number for number in numbers if number is not None]
    missing = missing_references(graph, changed, settings.sql_dialect, settings.externals)
    yield from missing_findings(missing, graph)
    yield from missing_findings(missing_clusters(graph), graph)
    yield from declared_findings(disagreements(graph, (one.reader for one in graph.declared)), graph)


def _waived(
    findings: Iterable[Finding], settings: Settings, options: Options, comparison: Comparison
) -> Iterator[Finding]:
    edited = {file.path for file in comparison.files if file.in_head and not file.in_base}
    if not edited and comparison.graph is None:  # nothing changed, so nothing is waived
        return iter(findings)
    waivers = [
        *waivers_in_files(comparison.files),
        *waivers_in_settings(settings.waivers),
        *waivers_in_text(options.waivers_text),
    ]
    return with_waivers(findings, waivers, dt.datetime.now(dt.UTC).date(), edited)
