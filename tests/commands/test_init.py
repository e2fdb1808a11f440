"""`checker init` in repositories of several kinds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from checker.__main__ import main
from checker.commands.guess import guess
from checker.commands.init import WORKFLOW
from checker.settings import parse_settings
from tests.git_repository import GitRepository
from tests.project import project_files

MATERIALIZE = {"models/db/s/v.sql": "CREATE MATERIALIZED VIEW v IN CLUSTER c AS SELECT a::jsonb FROM t;\n"}
CLICKHOUSE = {
    "ddl/t.sql": "CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a;\n",
    "ddl/mv.sql": "CREATE MATERIALIZED VIEW mv TO t AS SELECT a FROM s;\n",
}
TRICKLE = {"s.sql": "SELECT pgtrickle.create_stream_table('s', 'SELECT 1');\n", "x/y.sql": "SELECT 1;\n"}


def init(folder: Path, *arguments: str) -> int:
    return main(["init", "--repo", str(folder), *arguments])


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (MATERIALIZE, ("materialize", "changeset-v2", ".", "tree")),
        ({f"dw/{path}": text for path, text in MATERIALIZE.items()}, ("materialize", "changeset-v2", "dw", "tree")),
        (CLICKHOUSE, ("clickhouse", "dependents", "ddl", "auto")),
        (TRICKLE, ("postgres", "dependents", ".", "auto")),
        (
            {"a.sql": "-- ENGINE = MergeTree, long ago\nCREATE VIEW v AS SELECT 1;\n"},
            ("postgres", "dependents", ".", "auto"),
        ),
        ({}, ("postgres", "dependents", ".", "auto")),
    ],
)
def test_the_files_tell_what_is_written(
    tmp_path: Path, files: dict[str, str | bytes], expected: tuple[str, str, str, str]
) -> None:
    repository = GitRepository(tmp_path, branch="trunk")
    repository.commit(files)
    assert init(tmp_path) == 0
    settings = parse_settings(tomllib.loads((tmp_path / "checker.toml").read_text()))
    assert (settings.dialect, settings.rules, settings.root, settings.layout) == expected
    workflow = YAML(typ="safe").load((tmp_path / WORKFLOW).read_text())
    assert workflow["on"]["push"]["branches"] == ["trunk"]


@pytest.mark.parametrize(
    ("name", "dialect"), [("materialize", "materialize"), ("clickhouse", "clickhouse"), ("pg_trickle", "postgres")]
)
def test_example_projects_are_recognised(tmp_path: Path, name: str, dialect: str) -> None:
    repository = GitRepository(tmp_path)
    repository.commit({path: text for path, text in project_files(name).items() if path.endswith(".sql")})
    assert guess(repository.open()).dialect == dialect


@pytest.mark.parametrize("there", ["checker.toml", WORKFLOW])
def test_nothing_is_overwritten_and_the_file_is_named(
    tmp_path: Path, there: str, capsys: pytest.CaptureFixture[str]
) -> None:
    repository = GitRepository(tmp_path)
    repository.write(there, "mine")
    assert init(tmp_path) == 2
    assert there in capsys.readouterr().err
    assert (tmp_path / there).read_text() == "mine"
    assert not (tmp_path / {"checker.toml": WORKFLOW, WORKFLOW: "checker.toml"}[there]).exists()


def test_a_configuration_in_pyproject_is_not_put_out_of_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repository = GitRepository(tmp_path)
    repository.write("pyproject.toml", "[tool.checker]\nfail_on = 1\n")
    assert init(tmp_path) == 2
    assert "pyproject.toml holds a configuration already" in capsys.readouterr().err
    assert not (tmp_path / "checker.toml").exists()
    repository.write("pyproject.toml", '[project]\nname = "x"\n')
    assert init(tmp_path) == 0


def test_links_are_not_written_through(tmp_path: Path) -> None:
    repository = GitRepository(tmp_path / "repository")
    (tmp_path / "elsewhere").mkdir()
    (repository.folder / ".github").symlink_to(tmp_path / "elsewhere")
    assert init(repository.folder) == 2
    (repository.folder / ".github").unlink()
    (repository.folder / "checker.toml").symlink_to(tmp_path / "elsewhere" / "made")
    assert init(repository.folder) == 2
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_folders_name_cannot_write_configuration(tmp_path: Path) -> None:
    repository = GitRepository(tmp_path)
    repository.commit({'a"\nrules = "x/a.sql': "SELECT 1;\n"})
    assert init(tmp_path) == 0
    assert tomllib.loads((tmp_path / "checker.toml").read_text())["root"] == "."
    (tmp_path / "checker.toml").unlink()
    (tmp_path / WORKFLOW).unlink()
    repository.git("rm", "-r", "--quiet", ".")
    repository.commit({'q"]x\\/a.sql': "SELECT 1;\n"})
    assert init(tmp_path) == 0
    assert tomllib.loads((tmp_path / "checker.toml").read_text())["root"] == 'q"]x\\'


def test_what_was_done_and_what_comes_next_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    GitRepository(tmp_path).commit(dict(CLICKHOUSE))
    assert init(tmp_path, "--action", "acme/checker@v1") == 0
    told = capsys.readouterr().err
    for words in ("dialect clickhouse (2 files of 2 say so)", "wrote checker.toml", f"wrote {WORKFLOW}", "next: run"):
        assert words in told
    assert "OWNER" not in told
    assert "uses: acme/checker@v1\n" in (tmp_path / WORKFLOW).read_text()


@pytest.mark.parametrize("action", ["x", "a/b@v1\n      - run: evil", "a/b@${{ x }}"])
def test_only_an_action_is_taken_for_one(tmp_path: Path, action: str) -> None:
    GitRepository(tmp_path)
    assert init(tmp_path, "--action", action) == 2
    assert not (tmp_path / WORKFLOW).exists()
