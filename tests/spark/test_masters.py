"""The same report, byte for byte, wherever the executors are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from checker.spark.shipping import write_package
from tests.spark.connect_server import connect_server

GOLDEN = Path(__file__).parents[1] / "report" / "golden" / "demo.json"


def demo_report(master: str, folder: Path, **environment: str) -> object:
    done = subprocess.run(
        [sys.executable, "-m", "checker", "demo", "--format", "json", "-q", "--no-cache", "--master", master],
        cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return without_times(done.stdout)


def without_times(report: str) -> str:
    return json.dumps(json.loads(report) | {"timing": None})


def test_executors_that_share_only_what_spark_ships_give_the_same_report(tmp_path: Path) -> None:
    assert demo_report("local-cluster[2,1,1024]", tmp_path) == without_times(GOLDEN.read_text())


@pytest.mark.parametrize("master", ["local[1]", "local-cluster[1,1,1024]"])
def test_a_jvm_that_somebody_else_has_is_left_alone(master: str, tmp_path: Path) -> None:
    theirs = {"PYSPARK_GATEWAY_PORT": "1", "PYSPARK_GATEWAY_SECRET": "theirs"}
    assert demo_report(master, tmp_path, **theirs) == without_times(GOLDEN.read_text())


def test_spark_connect_gives_the_same_report(tmp_path: Path) -> None:
    with connect_server(tmp_path) as address:
        assert demo_report(address, tmp_path) == without_times(GOLDEN.read_text())


def test_no_server_is_told_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "checker", "demo", "-q", "--no-cache", "--master", "sc://127.0.0.1:1"],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("checker: Spark does not start with master 'sc://127.0.0.1:1'")
    assert len(done.stderr.splitlines()) == 1


def test_what_spark_throws_is_told_and_not_what_its_log_says_besides(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "checker", "demo", "-q", "--no-cache", "--master", "local[x]"],
        cwd=tmp_path, env=os.environ | {"JAVA_TOOL_OPTIONS": "-Dlesser.Error=:"}, capture_output=True, text=True,
        check=False, timeout=300,
    )  # fmt: skip
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "Could not parse Master URL: 'local[x]'" in done.stderr


def test_what_is_shipped_is_what_runs_in_executors(tmp_path: Path) -> None:
    package = write_package(tmp_path / "package.zip")
    script = (
        f"import sys; sys.path.insert(0, {str(package)!r});"
        "import checker.parse.distributed, checker.rules.in_task, checker.snapshot.frames as module;"
        "print(module.__file__)"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(str(package))
