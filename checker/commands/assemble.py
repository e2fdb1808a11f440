"""Put together the one result object that all reports render."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields

from checker.commands.options import Options
from checker.cycles.declared import disagreements
from checker.cycles.find import find_cycles
from checker.cycles.graph import Graph
from checker.cycles.missing import missing_references
from checker.diff.changes import Change, settle_changes
from checker.diff.frames import Compared
from checker.errors import CheckerError, DefectError
from checker.facts.given import key_value, schema_of
from checker.findings.cycles import cycle_findings
from checker.findings.finding import Finding, in_order
from checker.findings.graph import declared_findings, missing_findings
from checker.findings.plan import plan_findings
from checker.findings.reading import duplicate_findings, file_findings, no_files_findings, skipped_findings
from checker.findings.rules import rule_findings
from checker.findings.verdict import judge
from checker.plan.planner import PlanInput, Planned, make_plan
from checker.progress import Progress
from checker.project import Revision
from checker.report.result import (
    ChangeEntry,
    Counts,
    Dirty,
    DirtyGroup,
    DirtyObject,
    ReasonEntry,
    Result,
    Side,
    Stages,
    Timing,
    Tool,
)
from checker.rules.answers import Answers, Place
from checker.rules.engine.explain import Explained
from checker.rules.wording import nearest_reason, plain_id, reason_text
from checker.settings import Settings
from checker.snapshot.collect import ReadFile, Sides
from checker.snapshot.resolve import Home, Key
from checker.snapshot.rows import StatementRow


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the two sides have to tell."""

    files: list[ReadFile]
    compared: Compared
    answers: Answers
    rows: list[StatementRow] = field(default_factory=list)
    supposed: tuple[Key, ...] = ()
    """Objects that are taken for changed although nobody changed them."""
    graph: Graph | None = None
    """Nothing where no statement differs."""

    @classmethod
    def of_nothing(cls, files: list[ReadFile]) -> Comparison:
        """Where no statement differs."""
        return cls(files, Compared((), (), 0), Answers())

    @property
    def known_graph(self) -> Graph:
        """The graph, where both sides were compared whole."""
        if self.graph is None:
            raise DefectError("no graph was made")
        return self.graph


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
    dirty = _dirty(comparison.answers)
    with progress.stage("plan", "looking for cycles and ordering the steps"):
        cycles = find_cycles(comparison.graph, settings.cycles) if comparison.graph else ()
        planned = make_plan(plan_input(settings, comparison, changes)) if comparison.graph else Planned()
    found = (*_findings(settings, sides, comparison), *_graph_findings(settings, comparison, changes))
    found = (*found, *cycle_findings(cycles), *plan_findings(planned.problems))
    findings = in_order(found)
    base, head = (Side(revision.rev, revision.sha) for revision in revisions)
    return Result(
        tool=Tool(rules=options.rules or settings.rules, dialect=settings.dialect),
        base=base,
        head=head,
        verdict=judge(findings, options.fail_on or settings.policy.fail_on),
        counts=_counts(comparison.compared.objects, changes, dirty, len(cycles), findings),
        changes=tuple(_change_entry(change) for change in changes),
        dirty=dirty,
        cycles=tuple(one.cycle for one in cycles),
        plan=planned.plan,
        findings=findings,
        relations=comparison.answers.sizes,
        timing=_timing(progress),
    )


def _supposed(comparison: Comparison) -> Iterator[Change]:
    for key in comparison.supposed:
        place = _place(key_value(key), comparison.answers)
        yield Change(key, place.kind, "modified", place.path, place.line, None, None)


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
    yield from declared_findings(disagreements(graph, (one.reader for one in graph.declared)), graph)


def plan_input(settings: Settings, comparison: Comparison, changes: tuple[Change, ...]) -> PlanInput:
    """What a plan is made from; `comparison` has a graph."""
    graph = comparison.known_graph
    return PlanInput(
        graph=graph,
        rows=comparison.rows,
        changes=changes,
        dirty={str(one.values[0]): nearest_reason(one) for one in comparison.answers.of("DirtyStmt")},
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


def _dirty(answers: Answers) -> Dirty:
    objects = (_dirty_object(one, answers) for one in answers.of("DirtyStmt"))
    return Dirty(
        objects=tuple(sorted(objects, key=lambda one: (one.id, one.kind))),
        clusters=_groups(answers.of("DirtyCluster")),
        schemas=_groups(answers.of("DirtySchema")),
    )


def _dirty_object(one: Explained, answers: Answers) -> DirtyObject:
    value = str(one.values[0])
    place = _place(value, answers)
    return DirtyObject(
        id=plain_id(value),
        kind=place.kind,
        path=place.path,
        line=place.line,
        depth=one.depth,
        reasons=_reasons(one),
        root=tuple(map(plain_id, one.root)),
        trace=tuple(map(plain_id, one.trace)),
    )


def _place(value: str, answers: Answers) -> Place:
    place = answers.places.get(value)
    if place is None:
        raise CheckerError(f"the rules make {value!r} dirty, which is no object of head or base")
    return place


def _groups(explained: Iterable[Explained]) -> tuple[DirtyGroup, ...]:
    return tuple(DirtyGroup(one.name, _reasons(one)) for one in explained)


def _reasons(one: Explained) -> tuple[ReasonEntry, ...]:
    return tuple(
        ReasonEntry(reason.rule, tuple(map(plain_id, reason.because)), reason_text(one.relation, reason))
        for reason in one.reasons
    )


def _timing(progress: Progress) -> Timing:
    stages = Stages(**{one.name: round(progress.seconds[one.name], 3) for one in fields(Stages)})
    return Timing(round(progress.total, 3), stages)
