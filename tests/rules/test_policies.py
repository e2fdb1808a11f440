"""A team's own rules: the examples of the documents work, and mistakes in them are told."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from checker.errors import ConfigurationError
from checker.rules.load import load_program
from checker.spark.session import SparkRunner
from tests.project import GitProject

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules.md"
POLICIES = "\n".join(
    text for text in re.findall(r"```text\n(.*?)```", DOCUMENT.read_text(), re.DOTALL) if "Finding(" in text
)


def test_the_policies_of_the_documents_find_what_they_say(tmp_path: Path, spark: SparkRunner) -> None:
    project = GitProject(tmp_path)
    project.write_all({"checker.toml": 'layout = "flat"\ndefault_database = "d"\nextra_rules = ["policy.dl"]\n'})
    project.write_all({"policy.dl": POLICIES})
    readers = "".join(f"CREATE VIEW readers.r{number} AS SELECT a FROM hub.h;\n" for number in range(21))
    clusters = "CREATE MATERIALIZED VIEW growth.g IN CLUSTER c AS SELECT 1 AS a;\n"
    clusters += "CREATE MATERIALIZED VIEW risk.r IN CLUSTER c AS SELECT 1 AS a;\n"
    finance = "CREATE VIEW finance.f AS SELECT a FROM hub.h;\n"
    hub = "CREATE VIEW hub.h AS SELECT {} AS a;\n"
    base = project.commit({"a.sql": readers + clusters + finance, "h.sql": hub.format(1)})
    head = project.commit({"h.sql": hub.format(2)})
    result = project.check(spark, base, head)
    assert [(one.code, one.severity, one.id, one.path) for one in result.findings] == [
        ("protected-schema", "error", "d.finance.f", "a.sql"),
        ("shared-cluster", "warning", "d.growth.g", "a.sql"),
        ("busy-object", "warning", "d.hub.h", "h.sql"),
    ]
    assert result.verdict == "fail"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: DirtyStmt(O) :- Object(O)", "extra rules may not derive DirtyStmt"),
        ('a: Finding("x", "fatal", O, "m") :- Object(O)', "a Finding's severity is one of error, warning, note"),
        ('a: Finding(C, "error", O, "m") :- Change(O, C)', "a Finding's code is a constant"),
        ('a: Finding("x", "error", O) :- Object(O)', "Finding has 4 columns, not 3"),
    ],
)
def test_a_mistake_in_extra_rules_is_told(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "own.dl").write_text(text)
    with pytest.raises(ConfigurationError, match=re.escape(told)):
        load_program("changeset-v2", ["own.dl"], tmp_path)


def test_rules_that_cannot_be_found_are_told_with_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="did you mean changeset-v2"):
        load_program("changeset-v3", [], tmp_path)
    with pytest.raises(ConfigurationError, match=r"there are no rules 'own\.dl' in"):
        load_program("changeset-v2", ["own.dl"], tmp_path)


def test_rules_are_read_only_from_their_folder_and_never_through_a_link(tmp_path: Path) -> None:
    inside = tmp_path / "project"
    inside.mkdir()
    (tmp_path / "outside.dl").write_text("a: New(O) :- Object(O)")
    (inside / "link.dl").symlink_to(tmp_path / "outside.dl")
    os.mkfifo(inside / "pipe.dl")
    (inside / "huge.dl").write_text("#" * 2_000_000)
    for name, told in (
        ("../outside.dl", "must lie in"),
        (str(tmp_path / "outside.dl"), "must lie in"),
        ("link.dl", "cannot be read: symlink"),
        ("pipe.dl", "cannot be read: special file"),
        ("huge.dl", "larger than 1,000,000 bytes"),
    ):
        with pytest.raises(ConfigurationError, match=told):
            load_program("changeset-v2", [name], inside)


@pytest.mark.parametrize("rules", ["changeset-v1", "changeset-v2", "dependents"])
def test_extra_rules_may_use_all_outputs_whatever_the_rule_set_derives(tmp_path: Path, rules: str) -> None:
    text = 'a: Finding("x", "note", C, "m") :- DirtyCluster(C), NOT DirtySchema("a", "b")'
    (tmp_path / "own.dl").write_text(text)
    assert any(rule.head.relation == "Finding" for rule in load_program(rules, ["own.dl"], tmp_path).rules)


def test_a_finding_that_no_change_leads_to_is_told(tmp_path: Path, spark: SparkRunner) -> None:
    project = GitProject(tmp_path)
    project.write_all({"checker.toml": 'dialect = "postgres"\nextra_rules = ["own.dl"]\n'})
    project.write_all({"own.dl": 'a: Finding("naming", "error", O, "no tables here") :- ObjectKind(O, "table")'})
    base = project.commit({"a.sql": "CREATE VIEW v AS SELECT 1 AS a;"})
    head = project.commit({"a.sql": "CREATE VIEW v AS SELECT 1 AS a; CREATE TABLE t (a int);"})
    result = project.check(spark, base, head)
    assert [(one.code, one.id, one.path) for one in result.findings] == [("naming", "postgres.public.t", "a.sql")]


def test_a_change_of_which_nothing_can_be_read_is_a_finding_and_no_defect(tmp_path: Path, spark: SparkRunner) -> None:
    project = GitProject(tmp_path)
    project.write_all({"checker.toml": 'dialect = "postgres"\n'})
    base = project.commit({"a.sql": ""})
    head = project.commit({"a.sql": "\x00"})
    assert [one.code for one in project.check(spark, base, head).findings] == ["binary-file"]
