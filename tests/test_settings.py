"""checker.toml: what it may hold, where it is found, and clear words for what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.errors import ConfigurationError
from checker.settings import Settings, load_settings

CONTRACT = """
dialect = "materialize"
layout = "auto"
root = "."
include = ["**/*.sql"]
exclude = []
default_database = "materialize"
default_schema = "public"
externals = ["mz_catalog.*"]
rules = "changeset-v2"
extra_rules = []
[variables]
name = "value"
[cycles]
allow = false
analysis = "stratified"
max_passes = 100
[stable]
schemas = []
[dependencies]
"db.schema.mv" = { reads = ["db.schema.t"], writes = ["db.schema.target"] }
[policy]
fail_on = "error"
max_dirty_objects = 0
protected = []
[[waivers]]
code = "destructive"
object = "db.schema.t"
until = 2027-01-31
reason = "agreed with the owners"
"""


def load(folder: Path, text: str) -> Settings:
    (folder / "checker.toml").write_text(text)
    return load_settings(folder, folder, None, {}).settings


def test_every_key_of_the_contract_is_taken(tmp_path: Path) -> None:
    settings = load(tmp_path, CONTRACT)
    assert settings.dependencies["db.schema.mv"].writes == ["db.schema.target"]
    assert str(settings.waivers[0].until) == "2027-01-31"


def test_an_empty_file_and_no_file_give_the_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path, tmp_path, None, {}).settings == load(tmp_path, "") == Settings()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('dialekt = "postgres"', "checker.toml:1: unknown key 'dialekt'; did you mean dialect"),
        ("[cycles]\n\nalow = true", "checker.toml:3: unknown key 'cycles.alow'; did you mean allow?"),
        (
            "[policy]\nfail_on = 'errors'",
            "checker.toml:2: 'policy.fail_on': input should be 'error', 'warning' or 'never'",
        ),
        ("include = '*.sql'", "checker.toml:1: 'include': input should be a valid list"),
        (
            "# x\ndialect = 'postgress'",
            "checker.toml:2: 'dialect': unknown dialect 'postgress'; did you mean postgres",
        ),
        ("[cycles]\nmax_passes = 0", "'cycles.max_passes': input should be greater than or equal to 1"),
        ("root = '../other'", "'root': must lie inside the repository"),
        ("[variables]\nn = 5", "'variables.n': input should be a valid string"),
        ("[[waivers]]\ncode = 'x'", "'waivers.0.reason': field required"),
        ("[[waivers]]\ncode = 'x'\nreason = ''", "'waivers.0.reason': string should have at least 1 character"),
        ("exclude = ['!']", "'exclude': '!' is no pattern as .gitignore has them"),
        ("include = ['[z-a]']", "'include': '[z-a]' is no pattern as .gitignore has them"),
        ("include = ['*a*a*a*b']", "'include': '*a*a*a*b' has more than 2 stars between two slashes"),
        ("rules = '/etc/passwd.dl'", "'rules': must lie inside the repository"),
        ("dialect = ", "checker.toml cannot be read: Invalid value"),
    ],
)
def test_a_mistake_is_told_with_key_place_and_remedy(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        load(tmp_path, text)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_the_nearest_configuration_above_a_folder_counts_and_none_above_the_repository(tmp_path: Path) -> None:
    top, inner = tmp_path / "repo", tmp_path / "repo" / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "checker.toml").write_text('dialect = "snowflake"')
    assert load_settings(inner, top, None, {}).settings.dialect == "materialize"
    (top / "checker.toml").write_text('dialect = "postgres"')
    found = load_settings(inner, top, None, {})
    assert (found.settings.dialect, found.folder) == ("postgres", top)
    (top / "a" / "checker.toml").write_text('dialect = "clickhouse"')
    found = load_settings(inner, top, None, {})
    assert (found.settings.dialect, found.folder) == ("clickhouse", top / "a")


@pytest.mark.parametrize("name", ["checker.toml", "pyproject.toml"])
def test_a_link_out_of_the_repository_is_not_followed(tmp_path: Path, name: str) -> None:
    top = tmp_path / "repository"
    top.mkdir()
    (tmp_path / "secret.toml").write_text('password = "x"\n')
    (top / name).symlink_to(tmp_path / "secret.toml")
    with pytest.raises(ConfigurationError, match="link out of the repository"):
        load_settings(top, top, None, {})
    (top / "shared.toml").write_text("[tool.checker]\n" * (name == "pyproject.toml") + 'dialect = "postgres"\n')
    (top / name).unlink()
    (top / name).symlink_to("shared.toml")
    assert load_settings(top, top, None, {}).settings.dialect == "postgres"


def test_pyproject_counts_where_it_has_a_section_for_us(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n')
    assert load_settings(tmp_path, tmp_path, None, {}).settings.dialect == "materialize"
    (tmp_path / "pyproject.toml").write_text('[tool.checker]\ndialect = "postgres"\n')
    assert load_settings(tmp_path, tmp_path, None, {}).settings.dialect == "postgres"
    (tmp_path / "checker.toml").write_text('dialect = "clickhouse"')
    assert load_settings(tmp_path, tmp_path, None, {}).settings.dialect == "clickhouse"


def test_an_option_overrides_the_file_and_a_named_file_must_exist(tmp_path: Path) -> None:
    (tmp_path / "checker.toml").write_text('dialect = "postgres"')
    assert load_settings(tmp_path, tmp_path, None, {"dialect": "clickhouse"}).settings.dialect == "clickhouse"
    with pytest.raises(ConfigurationError, match="no configuration file"):
        load_settings(tmp_path, tmp_path, tmp_path / "other.toml", {})


def test_a_named_file_outside_the_repository_speaks_of_its_top(tmp_path: Path) -> None:
    top = tmp_path / "repo"
    top.mkdir()
    (tmp_path / "shared.toml").write_text('dialect = "postgres"')
    assert load_settings(top, top, tmp_path / "shared.toml", {}).folder == top
