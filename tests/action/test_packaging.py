"""action.yml, Dockerfile, workflows and examples: valid, without known weaknesses, and told in the documentation."""

from __future__ import annotations

import fnmatch
import json
import re
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pyspark
import pytest

from checker.commands.init import workflow_text
from tests.action.step import ROOT, action, read_yaml

WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml"))
EXAMPLES = sorted(path for path in ROOT.glob("examples/workflows/**/*.yml") if path.name != "gitlab-ci.yml")
# The examples name our own action by its moving tag, as most people will.
_ZIZMOR = "rules:\n  unpinned-uses:\n    config:\n      policies:\n        OWNER/*: ref-pin\n        '*': hash-pin\n"


def tool(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    program = Path(sysconfig.get_path("scripts")) / name
    return subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("github-actions", [ROOT / "action.yml"]),
        ("github-workflows", [*WORKFLOWS, *EXAMPLES]),
        ("dependabot", [ROOT / ".github/dependabot.yml"]),
        ("gitlab-ci", [ROOT / "examples/workflows/gitlab-ci.yml"]),
    ],
)
def test_files_have_the_schema_of_their_kind(schema: str, files: list[Path]) -> None:
    assert files
    done = tool("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)
    assert done.returncode == 0, done.stdout


def test_what_init_writes_is_a_workflow(tmp_path: Path) -> None:
    path = tmp_path / "checker.yml"
    path.write_text(workflow_text("OWNER/checker@v1", "main"))
    done = tool("check-jsonschema", "--builtin-schema", "vendor.github-workflows", path)
    assert done.returncode == 0, done.stdout
    assert zizmor(tmp_path, path) == []


def zizmor(folder: Path, *paths: Path) -> list[str]:
    config = folder / "zizmor.yml"
    config.write_text(_ZIZMOR)
    done = tool("zizmor", "--offline", "--no-progress", "--format=json", "--config", config, *paths)
    assert done.stdout, done.stderr
    return [f"{one['ident']}: {one['locations'][0]['symbolic']['key']}" for one in json.loads(done.stdout)]


def test_zizmor_finds_nothing(tmp_path: Path) -> None:
    assert zizmor(tmp_path, ROOT / "action.yml", ROOT / ".github", *EXAMPLES) == []


def test_hadolint_finds_nothing() -> None:
    done = tool("hadolint", "Dockerfile")
    assert done.returncode == 0, done.stdout


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in read_yaml(path)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", [*WORKFLOWS, *EXAMPLES], ids=lambda path: path.name)
def test_workflows_ask_for_little_and_pin_what_they_use(path: Path) -> None:
    workflow = read_yaml(path)
    assert workflow["permissions"] in ({}, {"contents": "read"})
    assert all(job.get("timeout-minutes") for job in workflow["jobs"].values())
    for step in steps(path):
        used = step.get("uses", "./")
        assert used.startswith(("./", "OWNER/checker@")) or re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", used), used
        assert "${{" not in step.get("run", "")
        if used.startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
            assert "ref" not in step["with"], "no workflow of ours checks out a pull request by name"


@pytest.mark.parametrize("path", [*WORKFLOWS, *EXAMPLES], ids=lambda path: path.name)
def test_workflows_use_inputs_and_outputs_that_there_are(path: Path) -> None:
    for step in steps(path):
        if step.get("uses", "").startswith(("./", "OWNER/checker@")):
            assert step.get("with", {}).keys() <= action()["inputs"].keys()
    named = set(re.findall(r"steps\.checker\.outputs\.([\w-]+)", path.read_text()))
    assert named <= action()["outputs"].keys()


@pytest.mark.parametrize("part", ["inputs", "outputs"])
def test_the_documentation_tells_every_input_and_output(part: str) -> None:
    text = (ROOT / "docs/action.md").read_text()
    section = text.partition(f"## {part.capitalize()}\n")[2].partition("\n## ")[0]
    rows = {row[0]: row[1] for row in re.findall(r"^\| `([\w-]+)` \| (?:`([^`]*)`)?", section, re.MULTILINE)}
    assert rows.keys() == action()[part].keys()
    if part == "inputs":
        defaults = {name: one["default"] for name, one in action()["inputs"].items()}
        assert rows == {name: default.strip("${} ") for name, default in defaults.items()}


def test_the_readme_leads_to_the_action() -> None:
    text = (ROOT / "README.md").read_text()
    assert "(docs/action.md)" in text
    assert "uses: OWNER/checker@v1" in text


def test_the_image_runs_nothing_of_the_current_folder() -> None:
    entry = re.search(r"^ENTRYPOINT (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert entry is not None
    python, *arguments = json.loads(entry[1])
    assert (Path(python).name, arguments) == ("python", ["-I", "-m", "checker.action"])


def test_the_image_is_built_from_what_is_not_ignored() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    copied = {
        source.rstrip("/")
        for line in re.findall(r"^COPY (?!--from)(.*)$", dockerfile, re.MULTILINE)
        for source in line.split()[:-1]
    }
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert copied == {line[1:] for line in ignored if line.startswith("!")}
    assert all((ROOT / path).exists() for path in copied)
    assert "*" in ignored


def test_a_release_finds_the_line_that_it_replaces() -> None:
    (pattern,) = re.findall(r"s\|(\^ .*?\$)\|", (ROOT / ".github/workflows/release.yml").read_text())
    found = re.findall(pattern, (ROOT / "action.yml").read_text(), re.MULTILINE)
    assert found == ["  image: Dockerfile"]


def test_the_hook_is_one_that_pre_commit_takes() -> None:
    (hook,) = read_yaml(ROOT / ".pre-commit-hooks.yaml")
    assert (hook["id"], hook["language"], hook["pass_filenames"]) == ("checker", "python", False)
    files = re.compile(hook["files"])
    assert files.search("models/a.sql")
    assert files.search("checker.toml")
    assert not files.search("notchecker.toml")


def test_spark_is_trimmed_of_much_and_of_nothing_that_it_needs(tmp_path: Path) -> None:
    jars = Path(pyspark.__file__).parent / "jars"
    copy = tmp_path / "pyspark" / "jars"
    copy.mkdir(parents=True)
    for jar in jars.iterdir():
        (copy / jar.name).touch()
    script = ROOT / "docker" / "trim.sh"
    subprocess.run(["sh", script, tmp_path], check=True)
    left = {jar.name for jar in copy.iterdir()}
    for needed in (
        "spark-core_",
        "spark-sql_",
        "spark-catalyst_",
        "hive-storage-api-",
        "metrics-json-",
        "arrow-vector-",
    ):
        assert any(name.startswith(needed) for name in left), needed
    assert sum((jars / name).stat().st_size for name in left) < 250_000_000
    taken = {jar.name for jar in jars.iterdir()} - left
    patterns = re.findall(r"'([^' ]+)'", script.read_text())
    assert [one for one in patterns if not fnmatch.filter(taken, one)] == [], "patterns that take nothing are dead"
