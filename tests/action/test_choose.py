"""Which commits are compared, and whose configuration counts."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from checker.action.choose import choose_commits, choose_event, configured, trusted_commit
from checker.action.credentials import git_credentials
from checker.action.inputs import InputError, Inputs
from checker.action.workspace import Workspace
from checker.commands.options import Options
from checker.errors import CheckerError, ConfigurationError
from checker.github.event import Event, EventError, read_event
from checker.repo.repository import Repository
from checker.rules.load import load_program
from tests.action.checkout import CONFIG, EDIT, Origin, make_origin
from tests.github.events import environment, pull_request, workflow_run


@pytest.fixture
def origin(tmp_path: Path) -> Origin:
    return make_origin(tmp_path / "origin", EDIT | {"checker.toml": CONFIG + '[policy]\nfail_on = "never"\n'})


def event_of(folder: Path, name: str, origin: Origin) -> Event:
    payloads = {"workflow_run": workflow_run(head_sha=origin.head)}
    payload = payloads.get(name, pull_request(base=origin.base, head=origin.head))
    found = read_event(environment(folder, name, payload, origin.base))
    assert found is not None
    return found


def trusted(folder: Path, origin: Origin, name: str, config_from: str = "auto") -> str | None:
    inputs = Inputs.model_validate({"config_from": config_from})
    sha = {"GITHUB_SHA": origin.base}
    return trusted_commit(origin.repository.open(), inputs, event_of(folder, name, origin), origin.head, sha)


@pytest.mark.parametrize("name", ["pull_request_target", "workflow_run"])
def test_a_privileged_job_trusts_the_tip_of_the_base_and_nothing_else(
    tmp_path: Path, origin: Origin, name: str
) -> None:
    assert trusted(tmp_path, origin, name) == origin.base
    assert trusted(tmp_path, origin, name, "base") == origin.base
    with pytest.raises(InputError, match="cannot be trusted"):
        trusted(tmp_path, origin, name, "checkout")


def test_other_jobs_read_the_checkout_unless_told_otherwise(tmp_path: Path, origin: Origin) -> None:
    assert trusted(tmp_path, origin, "pull_request") is None
    assert trusted(tmp_path, origin, "pull_request", "base") == origin.head  # what is compared with


def opened(folder: Path, commit: str, **inputs: str) -> str:
    """The rule set and policy that count with the configuration of a commit, in a checkout that says otherwise."""
    given = Inputs.model_validate(inputs)
    workspace, repository = Workspace(folder), Repository(folder)
    asked = Options(repo=folder / given.path)
    with configured(asked, given, workspace, repository, commit) as options:
        project = options.open_project()
        settings = project.settings
        load_program(settings.rules, settings.extra_rules, project.folder, options.rules_file)
        return f"{settings.rules} {settings.policy.fail_on}"


def test_configuration_and_rules_of_a_commit_stand_in_for_those_on_disk(tmp_path: Path) -> None:
    own = "mine: DirtyStmt(O) :- ChangedStmt(O).\n"
    base = {"sql/checker.toml": 'rules = "own.dl"\n', "sql/own.dl": own, "other/strict.toml": CONFIG, "r/x.dl": own}
    origin = make_origin(tmp_path / "origin", {"sql/checker.toml": '[policy]\nfail_on = "never"\n'}, base)
    folder = origin.checkout(tmp_path / "workspace", origin.head)
    origin.repository.open().resolve(origin.base)
    Repository(folder).resolve(origin.base)
    (folder / "sql/own.dl").write_text("this is no rule")
    (folder / "r/x.dl").unlink()
    assert opened(folder, origin.base, path="sql") == "own.dl error"
    assert opened(folder, origin.base, config="other/strict.toml") == "dependents error"
    assert opened(folder, origin.base, path="sql", rules="r/x.dl") == "own.dl error"
    assert opened(folder, origin.head, path="sql") == "changeset-v2 never"


def test_an_error_in_a_commits_configuration_names_the_commit(tmp_path: Path) -> None:
    origin = make_origin(tmp_path / "origin", EDIT, {"checker.toml": 'dialekt = "postgres"\n'})
    with pytest.raises(ConfigurationError) as caught:
        opened(origin.repository.folder, origin.base)
    assert str(caught.value).startswith(
        f"{origin.base[:12]}:checker.toml:1: unknown key 'dialekt'; did you mean dialect"
    )


def test_a_configuration_that_is_a_link_or_too_large_is_not_taken_for_none(tmp_path: Path) -> None:
    origin = make_origin(tmp_path / "origin", EDIT)
    repository = origin.repository
    link = repository.commit_tree(("120000", "checker.toml", repository.blob(b"/etc/passwd")))
    with pytest.raises(ConfigurationError, match="symlink"):
        opened(repository.folder, link)
    large = repository.commit_tree(("100644", "checker.toml", repository.blob(b"#" * 1_000_001)))
    with pytest.raises(CheckerError, match="over 1,000,000 bytes"):
        opened(repository.folder, large)


def test_inputs_go_before_the_event(tmp_path: Path, origin: Origin) -> None:
    event = event_of(tmp_path, "pull_request", origin)
    repository = origin.repository.open()
    first = repository.resolve("main~1")
    found = choose_commits(repository, Inputs(base="main~1"), event)
    assert (found.base, found.head) == (first, origin.head)
    found = choose_commits(repository, Inputs(base="main~1", head="main"), event)
    assert (found.base, found.head) == (first, origin.base)


def test_an_event_without_commits_needs_both_inputs(tmp_path: Path) -> None:
    told = environment(tmp_path, "issue_comment", {})
    with pytest.raises(EventError, match="names no two commits"):
        choose_event(Inputs(base="main"), told)
    assert choose_event(Inputs(base="main", head="x"), told) is None
    with pytest.raises(InputError, match="inputs base and head"):
        choose_event(Inputs(), {})


def test_a_privileged_event_that_makes_no_sense_is_never_passed_over(tmp_path: Path) -> None:
    told = environment(tmp_path, "pull_request_target", {"pull_request": 1})
    with pytest.raises(EventError):
        choose_event(Inputs(base="main", head="x"), told)


def test_git_gets_the_token_for_its_server_alone_and_only_for_a_while(tmp_path: Path) -> None:
    def header(url: str) -> str:
        asked = ["git", "config", "--get-urlmatch", "http.extraheader", url]
        return subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False).stdout.strip()

    with git_credentials("https://github.example", "ghs_x"):
        assert header("https://github.example/acme/shop") == "AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46Z2hzX3g="
        assert header("https://elsewhere.example/acme/shop") == ""
    assert header("https://github.example/acme/shop") == ""
    with git_credentials("http://github.example", "ghs_x"):
        assert header("http://github.example/acme/shop") == ""
