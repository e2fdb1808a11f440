"""`checker check` on real repositories and real Spark: what changed is told, and nothing else."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from checker.commands.check import what_if
from checker.commands.options import Options
from checker.errors import ConfigurationError
from checker.progress import Progress
from checker.report.json_report import render_json
from checker.spark.session import SparkRunner
from tests.project import GitProject, project_files, summary

POSTGRES = 'dialect = "postgres"\nlayout = "flat"\n'


@pytest.fixture
def project(tmp_path: Path) -> GitProject:
    made = GitProject(tmp_path / "repository")
    made.write_all({"checker.toml": POSTGRES})
    return made


class Unstartable(SparkRunner):
    """A runner that must not be asked for."""

    def start(self, *, long: bool = False) -> None:
        raise AssertionError("Spark was started although no statement changed")


CASES = {
    "an added view": ("CREATE TABLE t (a int);", "CREATE TABLE t (a int); CREATE VIEW v AS SELECT a FROM t;",
                      ["added view postgres.public.v"]),
    "a removed view": ("CREATE TABLE t (a int); CREATE VIEW v AS SELECT a FROM t;", "CREATE TABLE t (a int);",
                       ["removed view postgres.public.v"]),
    "a changed literal": ("CREATE VIEW v AS SELECT 1;", "CREATE VIEW v AS SELECT 2;",
                          ["modified view postgres.public.v"]),
    "a changed kind": ("CREATE VIEW v AS SELECT 1;", "CREATE MATERIALIZED VIEW v AS SELECT 1;",
                       ["modified materialized view postgres.public.v"]),
    "a new index": ("CREATE TABLE t (a int);", "CREATE TABLE t (a int); CREATE INDEX ON t (a);",
                    ["modified table postgres.public.t"]),
    "a new grant": ("CREATE TABLE t (a int);", "CREATE TABLE t (a int); GRANT SELECT ON t TO r;",
                    ["metadata table postgres.public.t"]),
    "a grant and a new column": ("CREATE TABLE t (a int);", "CREATE TABLE t (a int, b int); GRANT SELECT ON t TO r;",
                                 ["modified table postgres.public.t"]),
    "a renamed view": ("CREATE VIEW v AS SELECT 1;", "CREATE VIEW w AS SELECT 1;",
                       ["renamed view postgres.public.w was postgres.public.v"]),
    "a view that is renamed and changed": ("CREATE VIEW v AS SELECT 1;", "CREATE VIEW w AS SELECT 2;",
                                           ["removed view postgres.public.v", "added view postgres.public.w"]),
    "a view moved to another schema": ("CREATE VIEW a.v AS SELECT x FROM s.t;", "CREATE VIEW b.v AS SELECT x FROM s.t;",
                                       ["renamed view postgres.b.v was postgres.a.v"]),
    "a reader of a renamed table": ("CREATE TABLE t (a int); CREATE VIEW v AS SELECT a FROM t;",
                                    "CREATE TABLE u (a int); CREATE VIEW v AS SELECT a FROM u;",
                                    ["renamed table postgres.public.u was postgres.public.t",
                                     "modified view postgres.public.v"]),
    "a later ALTER": ("CREATE TABLE t (a int);", "CREATE TABLE t (a int); ALTER TABLE t ADD b int;",
                      ["modified table postgres.public.t"]),
    "a later DROP": ("CREATE TABLE t (a int);", "CREATE TABLE t (a int); DROP TABLE t;",
                     ["removed table postgres.public.t"]),
    "an object of the same name in another schema": ("CREATE VIEW a.v AS SELECT 1;",
                                                     "CREATE VIEW a.v AS SELECT 1; CREATE VIEW b.v AS SELECT 1;",
                                                     ["added view postgres.b.v"]),
    "names that joined would be equal": ('CREATE VIEW "a.b".c AS SELECT 1;', 'CREATE VIEW a."b.c" AS SELECT 1;',
                                         ['renamed view postgres.a."b.c" was postgres."a.b".c']),
    "a new stream table option": ("SELECT create_stream_table('s', 'SELECT 1', '1m');",
                                  "SELECT create_stream_table('s', 'SELECT 1', '2m');",
                                  ["modified stream table postgres.public.s"]),
    "a changed role": ("CREATE ROLE r;", "CREATE ROLE r LOGIN;", ["modified role r"]),
    "two equal views of which one is renamed": ("CREATE VIEW a AS SELECT 1; CREATE VIEW b AS SELECT 1;",
                                                "CREATE VIEW a AS SELECT 1; CREATE VIEW c AS SELECT 1;",
                                                ["renamed view postgres.public.c was postgres.public.b"]),
    "formatting": ("CREATE VIEW v AS SELECT a, b FROM public.t WHERE (a > 1);",
                   "create  view V\nas -- why\nselect a , b from T where a > 1", []),
    "the order of indexes": ("CREATE TABLE t (a int); CREATE INDEX i ON t (a); CREATE INDEX j ON t (b);",
                             "CREATE TABLE t (a int); CREATE INDEX j ON t (b); CREATE INDEX i ON t (a);", []),
    "statements moved within a file": ("CREATE VIEW v AS SELECT 1; CREATE VIEW w AS SELECT 2;",
                                       "CREATE VIEW w AS SELECT 2; CREATE VIEW v AS SELECT 1;", []),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_change_is_told_for_what_it_is(case: str, project: GitProject, spark: SparkRunner) -> None:
    base_sql, head_sql, expected = CASES[case]
    base, head = project.commit_only({"a.sql": base_sql}), project.commit_only({"a.sql": head_sql})
    result = project.check(spark, base, head)
    assert summary(result) == expected
    assert result.counts.changed == len(expected)
    assert result.verdict == "pass"


def test_a_change_carries_place_and_both_hashes(project: GitProject, spark: SparkRunner) -> None:
    base = project.commit_only({"a.sql": "CREATE VIEW v AS SELECT 1;"})
    head = project.commit_only({"b.sql": "CREATE VIEW u AS SELECT 0;\nCREATE VIEW v AS SELECT 2;"})
    changes = {change.id: change for change in project.check(spark, base, head).changes}
    modified, added = changes["postgres.public.v"], changes["postgres.public.u"]
    assert (modified.path, modified.line) == ("b.sql", 2)
    assert modified.base_hash
    assert modified.head_hash
    assert modified.base_hash != modified.head_hash
    assert (added.base_hash, bool(added.head_hash)) == (None, True)


def test_moved_and_split_files_are_no_change(project: GitProject, spark: SparkRunner) -> None:
    views = [f"CREATE VIEW v{number} AS SELECT {number};" for number in range(9)]
    base = project.commit_only({"all.sql": "\n".join(views)})
    head = project.commit_only({f"deep/{number}/v.sql": view for number, view in enumerate(views)})
    assert summary(project.check(spark, base, head)) == []


@pytest.mark.parametrize("name", ["materialize", "clickhouse", "pg_trickle"])
def test_the_same_commit_on_both_sides_gives_an_empty_report_without_spark(name: str, tmp_path: Path) -> None:
    project = GitProject(tmp_path)
    commit = project.commit_only(project_files(name))
    result = project.check(Unstartable(), commit, commit)
    assert (result.changes, result.findings, result.verdict) == ((), (), "pass")


def test_files_that_differ_only_in_form_are_seen_without_spark(project: GitProject) -> None:
    base = project.commit_only({"a.sql": "CREATE VIEW v AS SELECT 1;", "b.sql": "CREATE VIEW w AS SELECT 2;"})
    head = project.commit_only(
        {"a.sql": "-- a view\ncreate view v as\n  select 1;\n", "b.sql": "CREATE VIEW w AS SELECT 2;"}
    )
    result = project.check(Unstartable(), base, head)
    assert (result.changes, result.findings, result.verdict) == ((), (), "pass")


def test_an_empty_and_a_missing_file_are_the_same(project: GitProject) -> None:
    base, head = project.commit_only({"a.sql": "", "b.sql": "-- nothing"}), project.commit_only({})
    assert project.check(Unstartable(), base, head).changes == ()


@pytest.mark.parametrize("name", ["materialize", "clickhouse", "pg_trickle"])
def test_every_object_of_a_project_is_added_from_nothing_and_removed_to_nothing(
    name: str, tmp_path: Path, spark: SparkRunner
) -> None:
    project = GitProject(tmp_path)
    full = project.commit_only(project_files(name))
    empty = project.commit_only({"empty.sql": ""})
    added = project.check(spark, empty, full)
    removed = project.check(spark, full, empty)
    assert {one.id for one in added.changes if one.change == "added"} >= {
        one.id for one in removed.changes if one.change == "removed"
    }
    assert added.counts.objects >= 60
    assert added.counts.errors == 0
    assert removed.counts.objects == 0


def test_a_broken_statement_is_one_error_and_the_rest_is_checked(project: GitProject, spark: SparkRunner) -> None:
    base = project.commit_only({"a.sql": "CREATE VIEW u AS SELECT 1;\nCREATE VIEW v AS SELECT 1;"})
    head = project.commit_only(
        {"a.sql": "CREATE VIEW u AS SELECT 2;\nCREATE VIEW v AS SELECT (1;\nCREATE VIEW w AS SELECT 3;"}
    )
    result = project.check(spark, base, head)
    assert summary(result) == [
        "modified view postgres.public.u", "modified view postgres.public.v", "added view postgres.public.w",
    ]  # fmt: skip
    (finding,) = result.findings
    assert (finding.code, finding.severity, finding.path, finding.line) == ("parse-error", "error", "a.sql", 2)
    assert finding.column == 25
    assert result.verdict == "fail"


def test_a_broken_statement_that_was_there_before_is_told_but_blocks_nothing(
    project: GitProject, spark: SparkRunner
) -> None:
    broken = "CREATE VIEW broken AS SELECT FROM WHERE;"
    base = project.commit_only({"a.sql": broken, "b.sql": "CREATE VIEW v AS SELECT 1;"})
    head = project.commit_only({"a.sql": broken, "b.sql": "CREATE VIEW v AS SELECT 2;"})
    result = project.check(spark, base, head)
    assert [(finding.code, finding.severity, finding.path) for finding in result.findings] == [
        ("unread-before", "note", "a.sql")
    ]
    assert result.verdict == "pass"


def test_an_unreadable_file_hides_its_objects_and_does_not_remove_them(project: GitProject, spark: SparkRunner) -> None:
    base = project.commit_only({"a.sql": "CREATE VIEW v AS SELECT 1;", "b.sql": "CREATE VIEW w AS SELECT 1;"})
    head = project.commit_only({"a.sql": b"CREATE VIEW v AS SELECT 1;\0", "b.sql": "CREATE VIEW w AS SELECT 1;"})
    result = project.check(spark, base, head)
    assert summary(result) == ["modified view postgres.public.v"]
    assert [finding.code for finding in result.findings] == ["binary-file"]


def test_a_file_over_the_limit_is_one_finding(project: GitProject, spark: SparkRunner) -> None:
    project.write_all({"checker.toml": POSTGRES + "[limits]\nfile_bytes = 100\n"})
    base = project.commit_only({"a.sql": "CREATE VIEW v AS SELECT 1;"})
    head = project.commit_only(
        {"a.sql": "CREATE VIEW v AS SELECT 2;", "big.sql": "CREATE VIEW w AS SELECT 1;" + " " * 100}
    )
    result = project.check(spark, base, head)
    assert summary(result) == ["modified view postgres.public.v"]
    assert [(finding.code, finding.path) for finding in result.findings] == [("file-too-large", "big.sql")]


def test_a_second_definition_is_an_error_only_where_this_change_brings_it(
    project: GitProject, spark: SparkRunner
) -> None:
    view = "CREATE VIEW v AS SELECT 1;"
    once = project.commit_only({"a.sql": view})
    twice = project.commit_only({"a.sql": view, "b.sql": view})
    later = project.commit_only({"a.sql": view, "b.sql": view, "c.sql": "CREATE VIEW w AS SELECT 1;"})
    (finding,) = project.check(spark, once, twice).findings
    assert (finding.code, finding.path, finding.id) == ("duplicate-object", "b.sql", "postgres.public.v")
    assert "a.sql:1" in finding.message
    assert project.check(spark, twice, later).findings == ()


def test_the_work_tree_is_compared_as_it_lies_on_disk(project: GitProject, spark: SparkRunner) -> None:
    project.commit_only(
        {"a.sql": "CREATE VIEW v AS SELECT 1;", "gone.sql": "CREATE VIEW g AS SELECT 1;", ".gitignore": "x.sql"}
    )
    project.write_all({"new.sql": "CREATE VIEW n AS SELECT 1 AS x;", "x.sql": "CREATE VIEW ignored AS SELECT 1;"})
    project.write_all({"a.sql": "CREATE VIEW v AS SELECT 2;"})
    (project.folder / "gone.sql").unlink()
    result = project.check(spark, "HEAD", "WORKTREE")
    assert summary(result) == [
        "removed view postgres.public.g", "added view postgres.public.n", "modified view postgres.public.v",
    ]  # fmt: skip
    assert result.head.sha is None


def test_the_default_base_is_the_merge_base_with_the_main_branch(project: GitProject, spark: SparkRunner) -> None:
    fork = project.commit_only({"a.sql": "CREATE VIEW v AS SELECT 1;"})
    project.git("switch", "--quiet", "--create", "topic")
    head = project.commit_only({"a.sql": "CREATE VIEW v AS SELECT 1;", "b.sql": "CREATE VIEW w AS SELECT 1 AS x;"})
    project.git("switch", "--quiet", "main")
    project.commit_only({"a.sql": "CREATE VIEW v AS SELECT 5;"})
    result = project.check(spark, None, head)  # type: ignore[arg-type]
    assert result.base.sha == fork
    assert summary(result) == ["added view postgres.public.w"]


def test_many_files_are_parsed_on_spark_s_workers_with_the_same_result(
    tmp_path: Path, spark: SparkRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = GitProject(tmp_path)
    full = project.commit_only(project_files("clickhouse") | {"nasty.sql": "CREATE VIEW nasty AS SELECT (1;"})
    empty = project.commit_only({"empty.sql": ""})
    here = project.check(spark, empty, full)
    monkeypatch.setattr("checker.parse.blobs.MANY_FILES", 1)
    there = project.check(spark, empty, full)
    assert there.changes == here.changes
    assert there.findings == here.findings


def test_a_stable_schema_file_needs_no_create_schema(tmp_path: Path, spark: SparkRunner) -> None:
    project = GitProject(tmp_path)
    rest = {"models/d/s.sql": "SET api = stable;", "models/d/r/w.sql": "CREATE VIEW w AS SELECT a FROM s.v;"}
    base, head = (
        project.commit_only(
            rest | {"models/d/s/v.sql": f"CREATE MATERIALIZED VIEW v IN CLUSTER c AS SELECT {value} AS a;"}
        )
        for value in (1, 2)
    )
    assert [one.id for one in project.check(spark, base, head).dirty.objects] == ["d.s.v"]


def test_what_an_unreadable_file_hides_keeps_its_cluster(tmp_path: Path, spark: SparkRunner) -> None:
    project = GitProject(tmp_path)
    view = "CREATE MATERIALIZED VIEW {} IN CLUSTER c AS SELECT 1 AS a;"
    base = project.commit_only({"a.sql": view.format("s.m"), "b.sql": view.format("t.n")})
    head = project.commit_only({"a.sql": view.format("s.m") + "\0", "b.sql": view.format("t.n")})
    result = project.check(spark, base, head)
    assert [one.id for one in result.dirty.clusters] == ["c"]
    assert [one.id for one in result.dirty.objects] == ["materialize.s.m", "materialize.t.n"]
    assert [(one.change, one.head_hash) for one in result.changes] == [("modified", None)]


def test_a_view_that_writes_to_a_table_made_elsewhere_is_checked(tmp_path: Path, spark: SparkRunner) -> None:
    project = GitProject(tmp_path)
    project.write_all({"checker.toml": 'dialect = "clickhouse"\nrules = "dependents"\n'})
    view = "CREATE MATERIALIZED VIEW m TO elsewhere AS SELECT {} AS a FROM source;"
    base, head = (project.commit_only({"a.sql": view.format(value)}) for value in (1, 2))
    assert [one.id for one in project.check(spark, base, head).dirty.objects] == ["clickhouse.default.m"]


def test_odd_names_of_files_and_objects_reach_every_report(tmp_path: Path, spark: SparkRunner) -> None:
    project = GitProject(tmp_path)
    base = project.commit_only({"models/d/s/v.sql": "CREATE VIEW v AS SELECT 1;"})
    (project.folder / "models/d/s/bad\udcff.sql").write_text("CREATE VIEW x AS SELECT 1;")
    project.git("add", "--all")
    project.git("commit", "--quiet", "--message=x")
    result = project.check(spark, base, "HEAD")
    assert "name-mismatch" in [finding.code for finding in result.findings]
    assert "bad\\\\377.sql" in render_json(result)


def test_a_check_that_finds_no_file_says_so(project: GitProject) -> None:
    project.write_all({"checker.toml": POSTGRES + 'root = "nowhere"\n'})
    base = project.commit_only({"a.sql": "CREATE VIEW v AS SELECT 1;"})
    head = project.commit_only({"a.sql": "CREATE VIEW v AS SELECT 2;"})
    assert [(one.code, one.severity) for one in project.check(Unstartable(), base, head).findings] == [
        ("no-sql-files", "warning")
    ]


def test_supposed_changes_are_reported_as_if_they_were_made(project: GitProject, spark: SparkRunner) -> None:
    project.commit_only(
        {"a.sql": "CREATE VIEW b AS SELECT 1 AS a; CREATE VIEW a AS SELECT a FROM b; CREATE VIEW c AS SELECT 2;"}
    )
    options = Options(repo=project.folder, head="HEAD", no_cache=True, rules="dependents")
    result = what_if(options, ["public.b", "c", "b"], Progress(Console(file=StringIO())), spark)
    assert summary(result) == ["modified view postgres.public.b", "modified view postgres.public.c"]
    assert [one.id for one in result.dirty.objects] == ["postgres.public.a", "postgres.public.b", "postgres.public.c"]
    assert result.dirty.objects[0].trace == ("postgres.public.b", "postgres.public.a")
    assert result.dirty.objects[0].depth == 1


def test_an_explosive_rule_is_the_user_s_to_mend(project: GitProject, spark: SparkRunner) -> None:
    project.write_all({"checker.toml": POSTGRES + 'extra_rules = ["p.dl"]\n'})
    rule = 'boom: Finding("boom", "note", O, P) :- Pair(O, P)\npair: Pair(O, P) :- Object(O), Object(P)\n'
    many = "".join(f"CREATE VIEW v{number} AS SELECT {number};\n" for number in range(4_500))
    base = project.commit_only({"p.dl": rule, "a.sql": many})
    head = project.commit_only({"p.dl": rule, "a.sql": many + "CREATE VIEW w AS SELECT 1;"})
    with pytest.raises(ConfigurationError, match=r"p.dl:2: rule 'pair': joins to 20,259,001 rows"):
        project.check(spark, base, head)


HOSTILE = {
    "nested.sql": f"CREATE VIEW h1 AS SELECT {'(' * 10_000}1{')' * 10_000};",
    "arrays.sql": f"CREATE VIEW h2 AS SELECT {'ARRAY[' * 40}1{']' * 40};",
    "list.sql": f"CREATE VIEW h3 AS SELECT 1 WHERE 1 IN ({','.join(str(number) for number in range(150_000))});",
    "union.sql": f"CREATE VIEW h4 AS SELECT 1{' UNION ALL SELECT 1' * 100_000};",
    "comment.sql": f"CREATE VIEW h5 AS SELECT 1; /* {'never closed ' * 1000}",
    "from.sql": f"CREATE VIEW h6 AS SELECT {'FROM ' * 20_000};",
}


def test_each_hostile_file_is_one_finding_and_the_others_are_checked(project: GitProject, spark: SparkRunner) -> None:
    base = project.commit_only({"good.sql": "CREATE VIEW good AS SELECT 1;"})
    head = project.commit_only({"good.sql": "CREATE VIEW good AS SELECT 2;", **HOSTILE})
    result = project.check(spark, base, head)
    assert "modified view postgres.public.good" in summary(result)
    assert sorted(one.path or "" for one in result.findings) == sorted(HOSTILE)
    assert {one.code for one in result.findings} == {"parse-error"}
