"""The program as a user runs it: exit codes, what goes where, and what is left behind."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from checker import __version__
from checker.__main__ import main
from tests.project import GitProject

Done = subprocess.CompletedProcess[str]


def run(*arguments: str, cwd: Path, **environment: str) -> Done:
    return subprocess.run(
        [sys.executable, "-m", "checker", *arguments], cwd=cwd, env=os.environ | environment, capture_output=True,
        text=True, check=False, timeout=300,
    )  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> GitProject:
    made = GitProject(tmp_path / "repository")
    made.write_all({"checker.toml": 'dialect = "postgres"\n'})
    made.commit_only({"a.sql": "CREATE TABLE t (a int);\nCREATE VIEW v AS SELECT a FROM t;"})
    return made


def test_version_and_help_come_without_a_repository(tmp_path: Path) -> None:
    assert run("--version", cwd=tmp_path).stdout == f"checker {__version__}\n"
    assert "snapshot" in run("--help", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--base", "nowhere"], "no such revision: 'nowhere'"),
        (["--head", "nowhere"], "no such revision: 'nowhere'"),
        (["--base", "-x"], "expected one argument"),
        (["--base=--upload-pack=touch x"], "is not a revision"),
        (["--repo", "missing"], "no such folder"),
        (["--config", "missing.toml"], "no configuration file missing.toml"),
        (["--dialect", "materialise"], "checker: unknown dialect 'materialise'; did you mean materialize"),
        (["--output", "report.txt"], "its ending must be one of .html, .json, .md, .parquet, .sarif, .sql"),
        (["--format", "xml"], "invalid choice"),
        (["snapshot", "--output", "x.csv"], "its ending must be one of .json, .parquet"),
        (["snapshot", "nowhere"], "no such revision"),
        (["chek"], "unknown command 'chek'; did you mean check?"),
        (["--output", "nowhere/r.json"], "there is no folder 'nowhere'"),
        (["--rules", "nowhere.dl"], "there are no rules 'nowhere.dl'"),
        (["--rules", "changeset-v3"], "did you mean changeset-v2"),
        (["--force-schema", "nowhere", "--base", "HEAD"], "no such schema: 'nowhere'"),
        (["whatif", "nothing"], "no such object: 'nothing'"),
        (["snapshot", "--master", "bogus"], "Spark does not start with master 'bogus'"),
    ],
)
def test_what_the_user_can_mend_is_exit_2_and_one_clear_line(
    project: GitProject, arguments: list[str], told: str
) -> None:
    done = run(*arguments, cwd=project.folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert sum(told in line for line in done.stderr.splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_outside_any_repository_is_exit_2(tmp_path: Path) -> None:
    done = run("-q", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("checker: ")
    assert "is not inside a git repository" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_unborn_branch_is_exit_2(tmp_path: Path) -> None:
    project = GitProject(tmp_path / "new")
    done = run("-q", cwd=project.folder)
    assert (done.returncode, done.stderr) == (2, "checker: the repository has no commit yet; commit something first\n")


def test_a_broken_configuration_is_exit_2_with_its_place(project: GitProject) -> None:
    project.write_all({"checker.toml": 'dialect = "postgres"\nlayuot = "flat"\n'})
    done = run(cwd=project.folder)
    assert done.returncode == 2
    assert "checker.toml:2: unknown key 'layuot'; did you mean layout" in done.stderr


def test_a_defect_is_exit_3_and_shows_its_trace_only_when_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> int:
        raise ValueError("first line\nsecond line")

    monkeypatch.setattr("checker.commands.run.run_command", broken)
    assert main(["check"]) == 3
    quiet = capsys.readouterr().err
    assert quiet.startswith("checker: a defect of checker: ValueError: first line; please report it")
    assert quiet.count("\n") == 1
    assert main(["check", "-v"]) == 3
    assert "Traceback" in capsys.readouterr().err


def test_nothing_changed_says_so_without_java_and_leaves_no_file_behind(project: GitProject, tmp_path: Path) -> None:
    scratch, only_git = tmp_path / "scratch", tmp_path / "bin"
    scratch.mkdir()
    only_git.mkdir()
    (only_git / "git").symlink_to(shutil.which("git") or "")
    environment = {"TMPDIR": str(scratch), "PATH": str(only_git), "JAVA_HOME": str(tmp_path)}
    done = run("--base", "HEAD", "--no-cache", cwd=project.folder, **environment)
    assert done.returncode == 0
    assert done.stdout.startswith("PASS  no SQL statement changed\n")
    assert list(scratch.iterdir()) == []


def _jvms_of(marker: str) -> list[str]:
    """Processes whose command line names a folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if marker in command:
                found.append(command)
    return found


def test_a_failing_check_reports_on_stdout_in_files_and_by_exit_code(project: GitProject, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    project.write_all({"b.sql": "CREATE VIEW broken AS SELECT (1;\nCREATE VIEW fine AS SELECT 1;"})
    done = run("--format", "json", "--output", "out.json", "--no-cache", cwd=project.folder, TMPDIR=str(scratch))
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert json.loads((project.folder / "out.json").read_text()) == report
    assert [(one["id"], one["change"]) for one in report["changes"]] == [
        ("postgres.public.broken", "added"), ("postgres.public.fine", "added"),
    ]  # fmt: skip
    assert [finding["code"] for finding in report["findings"]] == ["parse-error"]
    assert report["verdict"] == "fail"
    assert report["head"] == {"rev": "WORKTREE", "sha": None}
    assert all(line.startswith("checker: ") for line in done.stderr.splitlines())
    assert list(scratch.iterdir()) == []
    assert _jvms_of(str(scratch)) == []


def test_fail_on_never_passes_and_quiet_says_nothing(project: GitProject) -> None:
    project.write_all({"b.sql": "CREATE VIEW broken AS SELECT (1;"})
    done = run("--fail-on", "never", "-q", "--no-cache", cwd=project.folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "[parse-error] b.sql:1:30" in done.stdout


def test_two_runs_give_the_same_bytes_and_the_second_uses_the_cache(project: GitProject, tmp_path: Path) -> None:
    project.write_all({"b.sql": "CREATE VIEW w AS SELECT 1;"})
    arguments = ("--format", "json", "--cache", str(tmp_path / "cache"))
    reports = [json.loads(run(*arguments, cwd=project.folder).stdout) for _ in range(2)]
    for report in reports:
        report.pop("timing")
    assert reports[0] == reports[1]
    assert [one["id"] for one in reports[0]["changes"]] == ["postgres.public.w"]
    assert any((tmp_path / "cache").iterdir())


def test_a_snapshot_tells_every_statement_the_same_way_in_json_and_parquet(project: GitProject) -> None:
    done = run("snapshot", "HEAD", "--output", "s.parquet", "--output", "s.json", "-q", cwd=project.folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    told = json.loads((project.folder / "s.json").read_text())
    rows = pq.read_table(project.folder / "s.parquet").to_pylist()
    assert [(row["path"], row["line"], row["kind"], row["hash"]) for row in rows] == [
        (one["path"], one["line"], one["kind"], one["hash"]) for one in told["statements"]
    ]
    assert [(one["id"], one["kind"]) for one in told["objects"]] == [
        ("postgres.public.t", "table"), ("postgres.public.v", "view"),
    ]  # fmt: skip
    assert told["objects"][1]["links"] == [{"role": "read", "id": "postgres.public.t", "line": 2}]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_ends_its_jvm_and_removes_its_files(
    project: GitProject, tmp_path: Path, number: signal.Signals
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    project.write_all({"b.sql": "CREATE VIEW w AS SELECT 1;"})
    process = subprocess.Popen(
        [sys.executable, "-m", "checker", "--no-cache"], cwd=project.folder, env=os.environ | {"TMPDIR": str(scratch)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    while not _jvms_of(str(scratch)):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(number)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in told
    assert list(scratch.iterdir()) == []
    assert _jvms_of(str(scratch)) == []


def test_a_reader_that_goes_away_changes_neither_files_nor_verdict(project: GitProject, tmp_path: Path) -> None:
    project.write_all({"b.sql": "CREATE VIEW w AS SELECT 1;"})
    program = f"{sys.executable} -m checker --no-cache -q --output {tmp_path}/plan.sql"
    done = subprocess.run(
        ["bash", "-c", f"{program} | true; exit ${{PIPESTATUS[0]}}"],
        cwd=project.folder,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "VIEW w AS SELECT 1;" in (tmp_path / "plan.sql").read_text()


def test_a_full_disk_is_no_defect(project: GitProject) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "checker", "--base", "HEAD"], cwd=project.folder, stdout=full,
            stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, "checker: there is no space left to write to")


def test_a_plan_overwrites_a_plan_and_nothing_else(project: GitProject) -> None:
    done = run("--base", "HEAD", "--output", "a.sql", cwd=project.folder)
    assert (done.returncode, "no plan of checker's" in done.stderr) == (2, True)
    assert (project.folder / "a.sql").read_text().startswith("CREATE TABLE t")
    for _ in range(2):
        assert run("--base", "HEAD", "--output", "../plan.sql", cwd=project.folder).returncode == 0


def test_classes_are_kept_nowhere_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "checker").write_text("no folder")
    done = run("warm", cwd=tmp_path, XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
