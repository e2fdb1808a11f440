"""A check that takes settled files from a former run tells what one that reads all tells."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from checker.commands.check import check
from checker.commands.options import Options
from checker.progress import Progress
from checker.report.json_report import render_json
from checker.spark.session import SparkRunner
from tests.project import GitProject

POSTGRES = 'dialect = "postgres"\nlayout = "flat"\n'
_OTHERS = {f"other/{number}.sql": f"CREATE VIEW other_{number} AS SELECT {number} AS a;" for number in range(24)}
_PROJECT = {
    **_OTHERS,
    "tables.sql": "CREATE TABLE t (a int); CREATE TABLE u (a int, b int);",
    "views/v.sql": "CREATE VIEW v AS SELECT a FROM t;",
    "views/w.sql": "CREATE VIEW w AS SELECT a FROM v;",
    "views/m.sql": "CREATE MATERIALIZED VIEW m AS SELECT count(*) AS n FROM w;",
    "grants.sql": "GRANT SELECT ON v TO r; GRANT SELECT ON u TO r;",
    "indexes.sql": "CREATE INDEX i ON t (a); CREATE INDEX j ON u (b);",
    "accepted.sql": '-- checker: allow missing-reference reason="known"\nCREATE VIEW y AS SELECT a FROM other_7;',
    "broken.sql": "CREATE VIEW broken AS SELECT (1;",
}


def told(project: GitProject, spark: SparkRunner, sides: tuple[str, str], cache: Path | None) -> tuple[str, bool]:
    """The JSON report but for its times, and whether a former run was asked."""
    options = Options(
        repo=project.folder, base=sides[0], head=sides[1], no_cache=cache is None, cache=cache, remember_from=1
    )  # fmt: skip
    shown = StringIO()
    result = check(options, Progress(Console(file=shown, width=200), verbose=True), spark)
    report, _, _ = render_json(result).partition('"timing"')
    return report, "known from a former run" in shown.getvalue()


def made(folder: Path, *versions: Mapping[str, str]) -> tuple[GitProject, list[str]]:
    project = GitProject(folder)
    project.write_all({"checker.toml": POSTGRES})
    return project, [project.commit_only(dict(version)) for version in versions]


EDITS: dict[str, Mapping[str, str | None]] = {
    "a view": {"views/v.sql": "CREATE VIEW v AS SELECT a + 1 AS a FROM t;"},
    "a table that an index in another file stands on": {
        "tables.sql": "CREATE TABLE t (a int, c int); CREATE TABLE u (a int, b int);"
    },
    "a grant on a view of another file": {"grants.sql": "GRANT SELECT ON u TO r;"},
    "an index on a table of another file": {"indexes.sql": "CREATE INDEX i ON t (a);"},
    "a new view": {"views/x.sql": "CREATE VIEW x AS SELECT n FROM m;"},
    "a view that is gone and read": {"views/v.sql": None},
    "a name gone that a waiver in another file accepts": {"other/7.sql": None},
    "a waiver taken out": {"accepted.sql": "CREATE VIEW y AS SELECT a FROM gone;"},
    "a broken file mended": {"broken.sql": "CREATE VIEW broken AS SELECT a FROM w;"},
    "a file broken": {"views/w.sql": "CREATE VIEW w AS SELECT (a FROM v;"},
    "a moved file": {"views/w.sql": None, "moved/w.sql": "CREATE VIEW w AS SELECT a FROM v;"},
    "a second definition": {"again.sql": "CREATE VIEW other_3 AS SELECT 4 AS a;"},
    "a cycle": {"views/v.sql": "CREATE VIEW v AS SELECT a FROM w;"},
    "files only reformatted": {
        "views/v.sql": "create view V as select A from T;",
        "tables.sql": "CREATE TABLE t (a int);",
    },
}


def edited(project: Mapping[str, str], edit: Mapping[str, str | None]) -> dict[str, str]:
    return {path: text for path, text in {**project, **edit}.items() if text is not None}


@pytest.mark.parametrize("name", EDITS)
def test_a_check_that_asks_a_former_run_tells_the_same(spark: SparkRunner, tmp_path: Path, name: str) -> None:
    before = edited(_PROJECT, {"views/m.sql": "CREATE MATERIALIZED VIEW m AS SELECT sum(a) AS n FROM w;"})
    project, (old, base, head) = made(tmp_path / "p", before, _PROJECT, edited(_PROJECT, EDITS[name]))
    cache = tmp_path / "cache"
    _, first_asked = told(project, spark, (old, base), cache)
    again, asked = told(project, spark, (base, head), cache)
    assert (first_asked, asked) == (False, True)
    assert again == told(project, spark, (base, head), None)[0]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("renamed.sql", "ALTER VIEW other_5 RENAME TO other_99;"),
        ("dropped.sql", "DROP SCHEMA public CASCADE;"),
        ("many.sql", "\n".join(f"CREATE VIEW other_{number} AS SELECT 0 AS a;" for number in range(24, 48))),
    ],
    ids=["a statement that moves a name", "a statement that drops others", "most files"],
)
def test_all_is_read_where_a_change_reaches_beyond_its_objects(
    spark: SparkRunner, tmp_path: Path, path: str, text: str
) -> None:
    head = edited(_PROJECT, {path: text})
    if path == "many.sql":
        head = {"moved/" + name: content for name, content in head.items()}
    project, (old, base, new) = made(tmp_path / "p", edited(_PROJECT, {"views/m.sql": None}), _PROJECT, head)
    told(project, spark, (old, base), tmp_path / "cache")
    again, asked = told(project, spark, (base, new), tmp_path / "cache")
    assert not asked
    assert again == told(project, spark, (base, new), None)[0]


def test_nothing_is_remembered_of_other_rules_settings_or_without_a_cache(spark: SparkRunner, tmp_path: Path) -> None:
    project, (base, head) = made(tmp_path / "p", _PROJECT, edited(_PROJECT, EDITS["a view"]))
    cache = tmp_path / "cache"
    first = told(project, spark, (base, head), cache)
    assert told(project, spark, (base, head), cache) == (first[0], True)
    for line in ('rules = "dependents"\n', 'default_schema = "shop"\n', '[variables]\nx = "1"\n'):
        project.write_all({"checker.toml": POSTGRES + line})
        report, asked = told(project, spark, (base, head), cache)
        assert not asked
        assert report == told(project, spark, (base, head), None)[0]


_STATEMENTS = (
    "CREATE TABLE t (a int);", "CREATE TABLE t (a int, b int);", "CREATE VIEW v AS SELECT a FROM t;",
    "CREATE VIEW v AS SELECT 1 AS a FROM t;", "CREATE VIEW w AS SELECT a FROM v;", "CREATE VIEW v AS SELECT a FROM w;",
    "CREATE MATERIALIZED VIEW m AS SELECT count(*) AS n FROM w;", "CREATE INDEX i ON t (a);", "GRANT SELECT ON v TO r;",
    "COMMENT ON VIEW w IS 'x';", "ALTER TABLE t ADD COLUMN c int;", "DROP VIEW w;", "CREATE VIEW broken AS SELECT (1;",
    '-- checker: allow missing-reference reason="r"\nCREATE VIEW y AS SELECT a FROM gone;', "INSERT INTO t VALUES (1);",
)  # fmt: skip
_FILES = st.fixed_dictionaries(
    {f"{name}.sql": st.lists(st.sampled_from(_STATEMENTS), max_size=2).map("\n".join) for name in "abcde"}
)
_EDITS = st.dictionaries(
    st.sampled_from([f"{name}.sql" for name in "abcdef"]),
    st.none() | st.lists(st.sampled_from(_STATEMENTS), max_size=2).map("\n".join),
    max_size=2,
)


@settings(max_examples=12)
@given(files=_FILES, edits=st.tuples(_EDITS, _EDITS, _EDITS))
def test_whatever_was_checked_before_the_same_is_told(
    spark: SparkRunner,
    tmp_path_factory: pytest.TempPathFactory,
    files: dict[str, str],
    edits: tuple[dict[str, str | None], ...],
) -> None:
    folder = tmp_path_factory.mktemp("settled")
    start = {**_OTHERS, **files}
    first, *later = (edited(start, edit) for edit in edits)
    project, commits = made(folder / "p", start, first, *later)
    told(project, spark, (commits[0], commits[1]), folder / "cache")
    sides = (commits[2], commits[3])
    assert told(project, spark, sides, folder / "cache")[0] == told(project, spark, sides, None)[0]
