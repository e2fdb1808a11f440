"""The rule sets on pairs of SQL folders: what the seeds say of each rule, with the sets that must come out."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from checker.spark.session import SparkRunner
from tests.project import GitProject

CASES = Path(__file__).parent / "changesets"


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.glob("*.sql"))}


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir()))
def test_what_is_dirty_is_what_the_rules_say(case: str, tmp_path: Path, spark: SparkRunner) -> None:
    expected = tomllib.loads((CASES / case / "expected.toml").read_text())
    project = GitProject(tmp_path)
    project.write_all({"checker.toml": f'layout = "flat"\ndefault_database = "d"\nrules = "{expected["rules"]}"\n'})
    base, head = (project.commit_only(files(CASES / case / side)) for side in ("base", "head"))
    forced = tuple(f"d.{name}" for name in expected.get("force_schemas", ()))
    result = project.check(spark, base, head, force_schemas=forced)
    assert [one.id for one in result.dirty.objects] == [f"d.{name}" for name in expected["objects"]]
    assert [one.id for one in result.dirty.clusters] == expected["clusters"]
    assert [one.id for one in result.dirty.schemas] == [f"d.{name}" for name in expected["schemas"]]
    assert all(one.reasons for group in (result.dirty.objects, result.dirty.clusters) for one in group)
    for one in result.dirty.objects:
        assert one.trace[-1] == one.id
        assert one.trace[0] in one.root
        assert one.depth == len(one.trace) - 1
