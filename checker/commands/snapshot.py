"""`checker snapshot`: hash every statement of one commit."""

from __future__ import annotations

from checker.commands.options import Options
from checker.findings.finding import in_order
from checker.findings.reading import file_findings
from checker.progress import Progress, counted
from checker.repo.files import Listing
from checker.report.snapshot_report import Snapshot
from checker.snapshot import frames as s
from checker.snapshot import rows as r
from checker.snapshot.collect import Sides, collect_rows
from checker.snapshot.read import SideReader
from checker.snapshot.rows import statement_table
from checker.spark.session import SparkRunner


def take_snapshot(options: Options, progress: Progress, spark: SparkRunner) -> Snapshot:
    """The statements and objects of `options.head`."""
    project = options.open_project()
    with progress.stage("git", "looking for the files"):
        revision = project.revision(options.head)
        sides = Sides(Listing(()), project.list_files(revision))
    reader = SideReader(sides, project.layout(sides), options.blob_parser(project, spark))
    spark.start()
    with progress.stage("parse", f"reading {counted(len(reader.entries), 'file')}"):
        files = reader.read(reader.entries)
        table = statement_table(collect_rows(files))
    with progress.stage("spark", f"folding {counted(table.num_rows, 'statement')}"):
        objects = s.objects_frame(s.statements_frame(spark.session, table), table.num_rows).toArrow()
    statements = table.drop_columns([r.IN_BASE, r.IN_HEAD])
    found = in_order(file_findings(files))
    return Snapshot(revision, project.settings.dialect, statements, objects, found)
