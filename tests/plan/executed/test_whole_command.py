"""The plan by way of git, Spark and the script that people run."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.report.sql_report import render_sql
from checker.spark.session import SparkRunner
from tests.databases.clickhouse import ClickHouseDatabase
from tests.databases.postgres import PostgresDatabase
from tests.plan.executed.carry_out import reach_head
from tests.plan.executed.case import Case
from tests.plan.executed.planning import steps
from tests.project import GitProject

_FIXED = Path(__file__).parent / "fixed"


class Checked:
    """One case as two commits, and what a check of them plans."""

    def __init__(self, name: str, rules: str, folder: Path, spark: SparkRunner) -> None:
        self.case = Case.read(_FIXED / f"{name}.toml")
        project = GitProject(folder)
        project.write_all({"checker.toml": f'dialect = "{self.case.dialect}"\nlayout = "flat"\nrules = "{rules}"\n'})
        base, head = (project.commit_only(files) for files in (self.case.base_files, self.case.head_files))
        result = project.check(spark, base, head)
        self.steps = [step.sql for step in (*result.plan.teardown, *result.plan.setup)]
        self.script = folder / "plan.sql"
        self.script.write_text(render_sql(result))
        self.again = project.check(spark, head, head).plan


@pytest.mark.parametrize("rules", ["dependents", "changeset-v2"])
@pytest.mark.parametrize(
    "name", ["column-retyped-under-a-diamond", "dropped-and-added-under-one-name", "enum-with-new-values"]
)
def test_psql_runs_the_script(
    name: str, rules: str, tmp_path: Path, spark: SparkRunner, postgres: PostgresDatabase
) -> None:
    checked = Checked(name, rules, tmp_path, spark)
    assert checked.steps == steps(checked.case, rules)
    reach_head(postgres, checked.case, lambda: postgres.run_file(checked.script))
    assert not (*checked.again.teardown, *checked.again.setup)


def test_psql_runs_the_script_of_a_cycle(tmp_path: Path, spark: SparkRunner, postgres: PostgresDatabase) -> None:
    checked = Checked("stream-cycle-set-up", "dependents", tmp_path, spark)
    assert checked.steps == steps(checked.case, "dependents")
    reach_head(postgres, checked.case, lambda: postgres.run_file(checked.script))


def test_clickhouse_runs_the_script(tmp_path: Path, spark: SparkRunner, clickhouse: ClickHouseDatabase) -> None:
    checked = Checked("clickhouse-column-dropped-under-a-chain", "dependents", tmp_path, spark)
    assert checked.steps == steps(checked.case, "dependents")
    reach_head(clickhouse, checked.case, lambda: clickhouse.run(checked.script.read_text()))
    assert not (*checked.again.teardown, *checked.again.setup)


def test_psql_stops_at_the_first_error_and_leaves_all_as_it_was(
    tmp_path: Path, spark: SparkRunner, postgres: PostgresDatabase
) -> None:
    checked = Checked("materialized-view-chain", "dependents", tmp_path, spark)
    for sql in (*checked.case.prelude, *checked.case.base, "CREATE VIEW two.unknown AS SELECT a FROM one.z"):
        postgres.run(sql)
    before = postgres.catalogue()
    with pytest.raises(AssertionError, match=r"two\.unknown"):
        postgres.run_file(checked.script)
    assert postgres.catalogue() == before


def test_what_is_added_to_an_enum_is_there_before_the_transaction(
    tmp_path: Path, spark: SparkRunner, postgres: PostgresDatabase
) -> None:
    checked = Checked("enum-altered-by-migrations", "dependents", tmp_path, spark)
    lines = checked.script.read_text().splitlines()
    begin = lines.index("BEGIN;")
    adding = [at for at, line in enumerate(lines) if "ADD VALUE" in line]
    assert [line for line in lines if line.startswith("ALTER TYPE one.mood")] == [
        "ALTER TYPE one.mood RENAME VALUE 'a' TO 'first';",
        "ALTER TYPE one.mood ADD VALUE IF NOT EXISTS 'b' AFTER 'first';",
        "ALTER TYPE one.mood ADD VALUE IF NOT EXISTS 'z';",
        "ALTER TYPE one.mood RENAME VALUE 'c' TO 'third';",
    ]
    assert begin > max(adding[:2])
    # One that the transaction makes can be widened and used in it.
    assert lines.index("ALTER TYPE one.size ADD VALUE 'xl';") > begin
    assert lines[-1] == "COMMIT;"
    reach_head(postgres, checked.case, lambda: postgres.run_file(checked.script))


def test_a_script_that_fails_after_it_widened_an_enum_can_be_run_again(
    tmp_path: Path, spark: SparkRunner, postgres: PostgresDatabase
) -> None:
    checked = Checked("enum-with-new-values", "dependents", tmp_path, spark)
    case = checked.case

    def deploy() -> None:
        postgres.run("CREATE VIEW two.unknown AS SELECT * FROM one.good")
        with pytest.raises(AssertionError, match=r"two\.unknown"):
            postgres.run_file(checked.script)
        postgres.run("DROP VIEW two.unknown")
        postgres.run_file(checked.script)

    reach_head(postgres, case, deploy)
