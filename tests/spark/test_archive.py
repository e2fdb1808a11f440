"""The archive of classes: found for what it was made for, trusted only where nobody else may have written it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from checker.spark import archive
from checker.spark.archive import archive_name, find_archive, forget_others, new_archive


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Java and jars that only have to be there, and folders of their own for archives."""
    made = tmp_path / "java" / "bin" / "java"
    made.parent.mkdir(parents=True)
    made.touch()
    (tmp_path / "spark.jar").touch()
    monkeypatch.setattr(archive, "spark_jars", lambda: [tmp_path / "spark.jar"])
    monkeypatch.setattr("sys.prefix", str(tmp_path / "prefix"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return made


def write(folder: Path, name: str) -> Path:
    with new_archive(folder, name) as part:
        part.write_bytes(b"classes")
    return folder / name


def test_what_is_made_is_found_for_the_user_and_for_all(java: Path) -> None:
    assert find_archive(java) is None
    of_user = write(archive.user_folder(), archive_name(java))
    assert find_archive(java) == of_user
    of_all = write(archive.installed_folder(), archive_name(java))
    assert find_archive(java) == of_all


def test_another_java_or_other_jars_have_another_archive(java: Path, tmp_path: Path) -> None:
    write(archive.user_folder(), archive_name(java))
    (tmp_path / "spark.jar").write_bytes(b"newer")
    assert find_archive(java) is None
    write(archive.user_folder(), archive_name(java))
    os.utime(java, (0, 0))
    assert find_archive(java) is None


@pytest.mark.parametrize("mode", [0o664, 0o646])
def test_an_archive_that_others_may_write_is_not_used(java: Path, mode: int) -> None:
    write(archive.user_folder(), archive_name(java)).chmod(mode)
    assert find_archive(java) is None


def test_a_link_is_not_followed(java: Path, tmp_path: Path) -> None:
    made = write(archive.user_folder(), archive_name(java))
    made.rename(tmp_path / "elsewhere")
    made.symlink_to(tmp_path / "elsewhere")
    assert find_archive(java) is None


def test_one_that_was_not_finished_leaves_nothing(java: Path) -> None:
    folder = archive.user_folder()
    with pytest.raises(KeyboardInterrupt):
        interrupted(folder)
    assert list(folder.iterdir()) == []


def interrupted(folder: Path) -> None:
    with new_archive(folder, "x.jsa") as part:
        part.write_bytes(b"half")
        raise KeyboardInterrupt


def test_what_killed_runs_left_goes_with_the_archives_of_others(tmp_path: Path) -> None:
    for name in ("this.jsa", ".this.jsa.17", "other.jsa", ".lock"):
        (tmp_path / name).touch()
    forget_others(tmp_path, "this.jsa")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "this.jsa"]
