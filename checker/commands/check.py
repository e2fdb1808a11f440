"""`checker check`: compare two commits, tell what changed and what is dirty, exit with the verdict."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa

from checker.commands.assemble import assemble
from checker.commands.comparison import Comparison
from checker.commands.graph import graph_result
from checker.commands.options import Options
from checker.cycles.declared import declared_edges, declared_facts
from checker.cycles.frames import collect_objects
from checker.cycles.graph import Graph
from checker.cycles.side import Declared
from checker.diff.frames import changes_frame, compare
from checker.diff.unchanged import same_statements
from checker.facts.frames import COUNTED, Fact, facts_frame, given_frame, owned_facts_frame
from checker.facts.given import key_value, match_facts, named_objects, named_schemas, named_thing, schema_of
from checker.facts.relations import SEEDS
from checker.progress import Progress, counted
from checker.project import Project, Revision
from checker.report.graph_report import GraphResult
from checker.report.result import Result
from checker.rules.answers import PLACE, Answers
from checker.rules.explain_object import ObjectExplanation, explain_object
from checker.rules.load import OUTPUTS, load_program
from checker.rules.run import run_rules
from checker.settled.narrow import Part, narrow, whole
from checker.settled.record import make_record
from checker.settled.store import RecordStore
from checker.snapshot.collect import ReadFile, Sides
from checker.snapshot.frames import objects_frame, statements_frame
from checker.snapshot.read import SideReader
from checker.snapshot.resolve import Home
from checker.snapshot.rows import StatementRow, statement_table
from checker.spark.session import SparkRunner

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

FEW_FILES = 200
"""Up to so many differing files are read before Spark is asked for: perhaps nothing in them counts."""

_FACTS_PER_OBJECT = 8


def check(options: Options, progress: Progress, spark: SparkRunner) -> Result:
    """The whole way from two commits to a result."""
    project, revisions, sides = _open(options, progress)
    run = _Check(options, project, progress, spark)
    return run.assemble(revisions, sides, run.compare(sides))


def explain(options: Options, name: str, progress: Progress, spark: SparkRunner) -> ObjectExplanation:
    """All that is known of why one object, cluster or schema is dirty, or is not."""
    project, _, sides = _open(options, progress)
    comparison = _Check(options, project, progress, spark, whole=True).compare(sides)
    key = named_thing(name, comparison.rows.known, project.settings.sql_dialect)
    return explain_object(key, comparison.rows.known, comparison.answers, comparison.writes)


def draw(options: Options, progress: Progress, spark: SparkRunner) -> GraphResult:
    """The dependency graph of head, and what of it the change from base makes dirty."""
    project, _, sides = _open(options, progress)
    comparison = _Check(options, project, progress, spark, whole=True).compare(sides)
    return graph_result(project.settings, comparison, comparison.known_graph)


def _open(options: Options, progress: Progress) -> tuple[Project, tuple[Revision, Revision], Sides]:
    project = options.open_project()
    with progress.stage("git", "looking for the files of both commits"):
        head = project.revision(options.head)
        base = project.revision(options.base) if options.base is not None else project.base_of(head)
        return project, (base, head), Sides(project.list_files(base), project.list_files(head))


def what_if(options: Options, objects: Sequence[str], progress: Progress, spark: SparkRunner) -> Result:
    """The result as if these objects of head had changed."""
    project = options.open_project()
    with progress.stage("git", "looking for the files"):
        head = project.revision(options.head)
        listing = project.list_files(head)
    run, sides = _Check(options, project, progress, spark, supposed=tuple(objects)), Sides(listing, listing)
    return run.assemble((head, head), sides, run.compare(sides))


class _Check:
    """One run over two sides."""

    def __init__(
        self,
        options: Options,
        project: Project,
        progress: Progress,
        spark: SparkRunner,
        *,
        supposed: tuple[str, ...] = (),
        whole: bool = False,
    ) -> None:
        settings = project.settings
        self._options = options
        self._project = project
        self._progress = progress
        self._spark = spark
        self._supposed = supposed
        self._whole = whole or bool(supposed) or bool(options.force_schemas)
        self._program = load_program(settings.rules, settings.extra_rules, project.folder, options.rules_file)

    def assemble(self, revisions: tuple[Revision, Revision], sides: Sides, comparison: Comparison) -> Result:
        return assemble(self._options, self._project.settings, revisions, sides, comparison, self._progress)

    def compare(self, sides: Sides) -> Comparison:
        parser = self._options.blob_parser(self._project, self._spark)
        reader = SideReader(sides, self._project.layout(sides), parser)
        return self._unchanged(reader) or self._compare(reader)

    def _unchanged(self, reader: SideReader) -> Comparison | None:
        """The comparison where few files differ, and those only in what does not count; else nothing."""
        differing = reader.differing
        if len(differing) > FEW_FILES or self._whole:
            return None
        with self._progress.stage("parse", f"reading what differs: {counted(len(differing), 'file')}"):
            files = reader.read(differing)
        return Comparison.of_nothing(files) if same_statements(files) else None

    def _compare(self, reader: SideReader) -> Comparison:
        self._spark.start()
        records = self._records(reader)
        with self._progress.stage("parse", f"reading {counted(len(reader.entries), 'file')}"):
            part = self._part(reader, records)
            rows = part.rows.known
            supposed = list(dict.fromkeys(named_objects(self._supposed, rows, self._project.settings.sql_dialect)))
            given = [*self._given_facts(rows), *(("ChangedStmt", key_value(key)) for key in supposed)]
            table = statement_table(rows)
            gc.freeze()  # what was read stays to the end: the collector need not look at it again and again
        with self._progress.stage("spark", f"comparing {counted(table.num_rows, 'statement')}"):
            objects = objects_frame(statements_frame(self._spark.session, table), table.num_rows)
            changed = changes_frame(objects, **_broken_paths(part.files)).persist()
            compared = compare(changed)
        with self._progress.stage("rules", "following the changes"):
            facts, more = self._facts(changed, given, part, remember=records is not None)
            answers = self._follow(facts, more, part)
            collected = collect_objects(changed)
            changed.unpersist()
            if records and part.settled is None and more is not None:
                records.save(make_record(reader.entries, part.files, rows, collected, more))
        compared = replace(compared, objects=compared.objects + part.settled_count)
        graph = Graph.of(part.with_settled(collected), self._declared())
        return Comparison(part.files, compared, answers, part.rows, tuple(supposed), graph)

    def _records(self, reader: SideReader) -> RecordStore | None:
        """Where it is remembered what settled files come to, if there are so many files that this pays."""
        options = self._options
        if options.no_cache or len(reader.entries) < options.remember_from or self._whole or COUNTED in self._relations:
            return None
        return options.record_store(self._project, reader.layout, self._relations)

    def _part(self, reader: SideReader, records: RecordStore | None) -> Part:
        """What of the two sides is looked at: all, unless a former run knows the rest."""
        record = records.load() if records else None
        part = narrow(reader, record) if record else None
        if part is None or not self._fits(part):
            return whole(reader)
        self._progress.detail(f"{counted(part.settled_count, 'object')} in settled files, known from a former run")
        return part

    def _facts(
        self, changed: DataFrame, given: Iterable[Fact], part: Part, *, remember: bool
    ) -> tuple[DataFrame, pa.Table | None]:
        """The facts, and those that are at hand as a table: settled ones, or all that shall be remembered."""
        facts = given_frame(self._spark.session, given)
        if remember and part.settled is None and self._fits(part):
            return facts, owned_facts_frame(changed, self._relations).toArrow()
        facts = facts.unionByName(facts_frame(changed, self._relations))
        return facts, part.settled.facts if part.settled else None

    def _follow(self, facts: DataFrame, more: pa.Table | None, part: Part) -> Answers:
        answers = run_rules(facts, self._program, tuple(OUTPUTS), SEEDS, in_task=self._fits(part), more=more)
        for firing in answers.firings:
            told = counted(firing.tuples, "tuple")
            self._progress.detail(f"round {firing.round + 1}: {firing.relation} by {firing.label}: {told}")
        return answers

    def _fits(self, part: Part) -> bool:
        """Whether one task can hold all facts."""
        settled = part.settled.facts.num_rows if part.settled else 0
        return settled + _facts_at_most(part.rows.known) <= self._project.settings.limits.task_facts

    @property
    def _relations(self) -> tuple[str, ...]:
        return (*self._program.base, PLACE)

    def _declared(self) -> tuple[Declared, ...]:
        settings = self._project.settings
        home = Home(settings.sql_dialect, settings.database, settings.schema_name)
        return declared_edges(settings.dependencies, home)

    def _given_facts(self, rows: Sequence[StatementRow]) -> list[Fact]:
        settings = self._project.settings
        dialect, database = settings.sql_dialect, settings.database
        forced = named_schemas(self._options.force_schemas, rows, dialect, database)
        stable = [schema_of(name, dialect, database) for name in settings.stable.schemas]
        return [
            *(("ForcedSchema", *schema) for schema in forced),
            *(("StableSchema", *schema) for schema in stable),
            *match_facts(rows),
            *declared_facts(self._declared()),
        ]


def _broken_paths(files: list[ReadFile]) -> dict[str, list[str]]:
    """Where an object may be although it was not read."""
    broken = [file for file in files if not file.is_whole]
    sides = {
        "broken_in_base": [file for file in broken if file.in_base],
        "broken_in_head": [file for file in broken if file.in_head],
    }
    return {side: sorted({file.path for file in found}) for side, found in sides.items()}


def _facts_at_most(rows: Sequence[StatementRow]) -> int:
    """How many facts the statements can give: a handful for each object, and one or two for each name in it."""
    return sum(_FACTS_PER_OBJECT + 2 * len(row.links) for row in rows)
