"""Reports as files in a workspace that others filled."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.action.files import REPORTS, write_files
from checker.action.inputs import InputError
from checker.action.outputs import OUTPUTS
from checker.action.workspace import Workspace
from checker.github.stored import BODY_FILE, Report, read_report
from checker.report.markdown_context import CommentContext
from tests.action.step import action
from tests.report.results import RICH


def test_links_in_place_of_reports_are_replaced_and_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("precious")
    folder = tmp_path / "report"
    folder.mkdir()
    for name in (*(name for name, _ in REPORTS.values()), BODY_FILE):
        (folder / name).symlink_to(outside)
    comment = Report(body="x", head_sha="a" * 40, pull_request=7, has_changes=True)
    paths = write_files(folder, RICH, CommentContext(), comment)
    assert outside.read_text() == "precious"
    assert not any(path.is_symlink() for path in paths.values())
    assert read_report(folder) == comment


def test_an_earlier_comment_does_not_stay_behind(tmp_path: Path) -> None:
    comment = Report(body="x", head_sha="a" * 40, pull_request=7, has_changes=True)
    write_files(tmp_path, RICH, CommentContext(), comment)
    write_files(tmp_path, RICH, CommentContext(), None)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(name for name, _ in REPORTS.values())


@pytest.mark.parametrize("path", ["link", "link/deeper", "real/link"])
def test_folders_behind_links_are_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "root" / "real").mkdir(parents=True)
    (tmp_path / "root" / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "root" / "real" / "link").symlink_to("../../elsewhere")
    with pytest.raises(InputError, match="symbolic link"):
        Workspace(tmp_path / "root").inside(path)
    assert Workspace(tmp_path / "root").inside("real/new/./folder").name == "folder"


def test_action_yml_tells_all_outputs() -> None:
    assert tuple(action()["outputs"]) == OUTPUTS
