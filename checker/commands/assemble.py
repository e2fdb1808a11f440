"""Put together the one result object that all reports render."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from checker.commands.comparison import Comparison
from checker.commands.dirty import place_of_object, show_dirty
from checker.commands.options import Options
from checker.commands.problems import all_findings
from checker.cycles.find import find_cycles
from checker.cycles.graph import Graph
from checker.diff.changes import Change, settle_changes
from checker.diff.unchanged import reformatted_paths
from checker.facts.given import key_value, schema_of
from checker.findings.finding import Finding
from checker.findings.verdict import judge
from checker.plan.planner import PlanInput, Planned, make_plan
from checker.progress import Progress
from checker.project import Revision
from checker.report.result import (
    ChangeEntry,
    Counts,
    Dirty,
    Result,
    Side,
    Spared,
    Stages,
    Timing,
    Tool,
)
from checker.rules.wording import nearest_reason, plain_id, stop_text
from checker.settings import Settings
from checker.snapshot.collect import Sides
from checker.snapshot.resolve import Home


def assemble(
    options: Options,
    settings: Settings,
    revisions: tuple[Revision, Revision],
    sides: Sides,
    comparison: Comparison,
    progress: Progress,
) -> Result:
    """The result of a check."""
    changes = tuple(
        sorted(
            (*settle_changes(comparison.compared.changes), *_supposed(comparison)),
            key=lambda change: (change.id, change.key),
        )
    )
    dirty = show_dirty(comparison)
    with progress.stage("plan", "looking for cycles and ordering the steps"):
        cycles = find_cycles(comparison.graph, settings.cycles) if comparison.graph else ()
        planned = make_plan(plan_input(settings, comparison, changes)) if comparison.graph else Planned()
    findings = all_findings(options, settings, sides, comparison, changes, dirty, cycles, planned)
    fail_on = options.fail_on or settings.policy.fail_on
    base, head = (Side(revision.rev, revision.sha) for revision in revisions)
    return Result(
        tool=Tool(rules=options.rules or settings.rules, dialect=settings.dialect),
        base=base,
        head=head,
        verdict=judge(findings, fail_on),
        counts=_counts(comparison.compared.objects, changes, dirty, len(cycles), findings),
        changes=tuple(_change_entry(change) for change in changes),
        dirty=dirty,
        cycles=tuple(one.cycle for one in cycles),
        plan=planned.plan,
        findings=findings,
        relations=comparison.answers.sizes,
        timing=_timing(progress),
        fail_on=fail_on,
        spared=_spared(comparison),
        reformatted=len(reformatted_paths(comparison.files)),
    )


def _spared(comparison: Comparison) -> tuple[Spared, ...]:
    """Objects that a rule would have made dirty, but for what stopped it."""
    answers, writes = comparison.answers, comparison.writes
    dirty = {one.values[0] for one in answers.of("DirtyStmt")}
    stopped = [stop for stop in answers.stops if stop.relation == "DirtyStmt" and stop.values[0] not in dirty]
    return tuple(dict.fromkeys(Spared(plain_id(str(stop.values[0])), stop_text(stop, writes)) for stop in stopped))


def _supposed(comparison: Comparison) -> Iterator[Change]:
    for key in comparison.supposed:
        place = place_of_object(key_value(key), comparison.answers)
        yield Change(key, place.kind, "modified", place.path, place.line, None, None)


def plan_input(settings: Settings, comparison: Comparison, changes: tuple[Change, ...]) -> PlanInput:
    """What a plan is made from; `comparison` has a graph."""
    graph = comparison.known_graph
    return PlanInput(
        graph=graph,
        rows=comparison.rows,
        changes=changes,
        dirty={
            str(one.values[0]): nearest_reason(one, comparison.writes) for one in comparison.answers.of("DirtyStmt")
        },
        home=Home(settings.sql_dialect, settings.database, settings.schema_name),
        variables=settings.variables,
        stable_schemas=stable_schemas(settings, graph),
    )


def stable_schemas(settings: Settings, graph: Graph) -> frozenset[tuple[str, str]]:
    """Schemas whose objects are replaced in place: by their own word, or by the configuration's."""
    declared = {schema_of(name, settings.sql_dialect, settings.database) for name in settings.stable.schemas}
    return frozenset(declared | graph.stable_schemas())


def _counts(
    objects: int, changes: tuple[Change, ...], dirty: Dirty, cycles: int, findings: tuple[Finding, ...]
) -> Counts:
    severities = [finding.severity for finding in findings]
    return Counts(
        objects=objects,
        changed=len(changes),
        dirty_objects=len(dirty.objects),
        dirty_clusters=len(dirty.clusters),
        dirty_schemas=len(dirty.schemas),
        cycles=cycles,
        errors=severities.count("error"),
        warnings=severities.count("warning"),
        notes=severities.count("note"),
    )


def _change_entry(change: Change) -> ChangeEntry:
    return ChangeEntry(
        id=change.id,
        kind=change.kind,
        change=change.change,
        was=change.was.name.id if change.was else None,
        path=change.path,
        line=change.line,
        base_hash=change.base_hash,
        head_hash=change.head_hash,
    )


def _timing(progress: Progress) -> Timing:
    stages = Stages(**{one.name: round(progress.seconds[one.name], 3) for one in fields(Stages)})
    return Timing(round(progress.total, 3), stages)
