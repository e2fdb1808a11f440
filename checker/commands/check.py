"""`checker check`: compare two commits, tell what changed, exit with the verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from checker.commands.options import Options
from checker.diff.changes import Change, settle_changes
from checker.diff.frames import Compared, compare
from checker.diff.unchanged import same_statements
from checker.findings.finding import Finding, in_order
from checker.findings.reading import duplicate_findings, file_findings, skipped_findings
from checker.findings.verdict import judge
from checker.progress import Progress
from checker.project import Project, Revision
from checker.report.result import ChangeEntry, Counts, Result, Side, Stages, Timing, Tool
from checker.snapshot.collect import ReadFile, Sides, collect_rows
from checker.snapshot.frames import objects_frame, statements_frame
from checker.snapshot.read import SideReader
from checker.snapshot.rows import statement_table
from checker.spark.session import SparkRunner

FEW_FILES = 200
"""Up to so many differing files are read before Spark is asked for: perhaps nothing in them counts."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the two sides have to tell: changes and problems."""

    compared: Compared
    files: list[ReadFile]


def check(options: Options, progress: Progress, spark: SparkRunner) -> Result:
    """The whole way from two commits to a result."""
    project = options.open_project()
    with progress.stage("git", "looking for the files of both commits"):
        head = project.revision(options.head)
        base = project.revision(options.base) if options.base is not None else project.base_of(head)
        sides = Sides(project.list_files(base), project.list_files(head))
    reader = SideReader(sides, project.layout(sides), options.blob_parser(project, spark))
    comparison = _compare(reader, spark, progress)
    return _result(options, project, (base, head), sides, comparison, progress)


def _compare(reader: SideReader, spark: SparkRunner, progress: Progress) -> Comparison:
    differing = reader.differing
    if len(differing) <= FEW_FILES:
        with progress.stage("parse", f"reading {len(differing):,} files that differ"):
            files = reader.read(differing)
        if same_statements(files):
            return Comparison(Compared((), (), 0), files)
    spark.start()
    with progress.stage("parse", f"reading {len(reader.entries):,} files"):
        files = reader.read(reader.entries)
        table = statement_table(collect_rows(files))
    with progress.stage("spark", f"comparing {table.num_rows:,} statements"):
        return Comparison(compare(objects_frame(statements_frame(spark.session, table))), files)


def _result(
    options: Options,
    project: Project,
    revisions: tuple[Revision, Revision],
    sides: Sides,
    comparison: Comparison,
    progress: Progress,
) -> Result:
    settings = project.settings
    changes = _settled(comparison)
    findings = in_order(_findings(sides, comparison))
    base, head = (Side(revision.rev, revision.sha) for revision in revisions)
    return Result(
        tool=Tool(rules=settings.rules, dialect=settings.dialect),
        base=base,
        head=head,
        verdict=judge(findings, options.fail_on or settings.policy.fail_on),
        counts=_counts(comparison, changes, findings),
        changes=tuple(_entry(change) for change in changes),
        findings=findings,
        timing=_timing(progress),
    )


def _settled(comparison: Comparison) -> tuple[Change, ...]:
    broken = [file for file in comparison.files if not file.is_whole]
    return settle_changes(
        comparison.compared.changes,
        broken_in_base=frozenset(file.path for file in broken if file.in_base),
        broken_in_head=frozenset(file.path for file in broken if file.in_head),
    )


def _findings(sides: Sides, comparison: Comparison) -> Iterable[Finding]:
    yield from file_findings(comparison.files)
    yield from skipped_findings(set(sides.head.skipped) - set(sides.base.skipped))
    yield from duplicate_findings(comparison.compared.duplicates)


def _counts(comparison: Comparison, changes: tuple[Change, ...], findings: tuple[Finding, ...]) -> Counts:
    severities = [finding.severity for finding in findings]
    return Counts(
        objects=comparison.compared.objects,
        changed=len(changes),
        errors=severities.count("error"),
        warnings=severities.count("warning"),
        notes=severities.count("note"),
    )


def _entry(change: Change) -> ChangeEntry:
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
