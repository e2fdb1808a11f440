"""Commands, summary and outputs, read back as the runner reads them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from checker.errors import CheckerError
from checker.findings.finding import Finding, Severity
from checker.github.workflow import (
    SUMMARY_LIMIT,
    annotation_commands,
    append_summary,
    command,
    unread,
    write_outputs,
)
from checker.report.escape import visible
from tests.github.runner import Command, read_commands, read_outputs

ATTACKS = st.sampled_from(
    ["\n::error::x", "\r::set-output name=a::b", "::", "##[error]x", ",line=9", "::add-mask::a", "%0A::error::x", "%",
     "%25", "%3A%2C", "\r\n", "=", " ", "\u2028::error::x", "\x85::error::x", "\x0b", "name<<EOF", "\nEOF\n", "😀"]
)  # fmt: skip
HOSTILE = st.lists(ATTACKS | st.text(st.characters(exclude_categories=["Cs"]), max_size=5), max_size=6).map("".join)
IN_FILES = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@given(message=HOSTILE, path=HOSTILE, title=HOSTILE)
@example(message="\n::error::x", path="a,line=9::error::", title="%0A%25")
def test_a_command_is_read_back_as_it_was_meant(message: str, path: str, title: str) -> None:
    text = command("error", message, {"title": title, "file": path, "line": 3})
    # The runner itself drops equal signs before a value, spaces before the first one, and values that are empty.
    meant = {"title": title.lstrip("="), "file": path.lstrip("="), "line": "3"}
    assert read_commands(text + "\n") == [
        Command("error", {key: value for key, value in meant.items() if value}, message)
    ]


@given(st.lists(st.builds(Finding, HOSTILE, st.sampled_from(["error", "warning", "note"]), HOSTILE, HOSTILE,
                          st.none(), HOSTILE, st.integers(1, 99)), max_size=40))  # fmt: skip
def test_findings_are_annotations_and_nothing_else(findings: list[Finding]) -> None:
    lines = list(annotation_commands(findings))
    read = read_commands("".join(f"{line}\n" for line in lines))
    assert len(read) == len(lines)
    assert {one.name for one in read} <= {"error", "warning", "notice"}
    assert all(set(one.properties) <= {"title", "file", "line"} for one in read)
    assert [one.name for one in read] == sorted((one.name for one in read), key=["error", "warning", "notice"].index)
    places = {(finding.path or "").lstrip("=") for finding in findings}
    assert {one.properties.get("file", "") for one in read} <= places | {""}


def findings(number: int, severity: Severity = "error") -> list[Finding]:
    return [Finding("cycle", severity, f"problem {n}", "do this", path="a.sql", line=n + 1) for n in range(number)]


def test_up_to_ten_of_a_kind_are_all_shown() -> None:
    read = read_commands("\n".join(annotation_commands(findings(10))))
    assert [one.data for one in read] == [f"problem {n}\ndo this" for n in range(10)]


def test_of_more_than_ten_the_last_says_how_many_more() -> None:
    lines = [*annotation_commands([*findings(25, "note"), *findings(11, "warning"), *findings(1)])]
    read = read_commands("\n".join(lines))
    assert [one.name for one in read] == ["error"] + ["warning"] * 10 + ["notice"] * 10
    assert read[10].data == "2 more warnings: all are in the summary of this run"
    assert read[20].data == "16 more notes: all are in the summary of this run"


def test_a_finding_is_shown_at_its_place() -> None:
    finding = Finding("cycle", "warning", "a → b", path="a.sql", line=3, column=7, end_line=5)
    (read,) = read_commands("\n".join(annotation_commands([finding])))
    place = {"title": "cycle", "file": "a.sql", "line": "3", "endLine": "5", "col": "7"}
    assert read == Command("warning", place, "a → b")


def test_a_message_without_end_is_cut_and_bytes_that_are_no_text_are_spelled_out() -> None:
    (line,) = annotation_commands([Finding("x", "error", "%\n" * 9_000, path="a\udcff.sql")])
    (read,) = read_commands(line)
    assert len(read.data) == 4_000
    assert read.properties["file"] == r"a\udcff.sql"
    assert line.encode()


@given(HOSTILE)
def test_text_that_is_printed_is_no_command(text: str) -> None:
    assert read_commands(unread(text) + "::notice::after\n") == [Command("notice", {}, "after")]


@IN_FILES
@given(values=st.dictionaries(st.from_regex(r"[a-z][a-z-]{0,9}", fullmatch=True), HOSTILE, max_size=4))
def test_outputs_are_read_back_as_they_were_meant(tmp_path: Path, values: dict[str, str]) -> None:
    file = tmp_path / "output"
    file.write_text("earlier=1\n")
    write_outputs({"GITHUB_OUTPUT": str(file)}, values)
    assert read_outputs(file.read_bytes().decode()) == {"earlier": "1"} | values


def test_the_word_that_ends_an_output_cannot_be_foreseen(tmp_path: Path) -> None:
    file = tmp_path / "output"
    for _ in range(2):
        write_outputs({"GITHUB_OUTPUT": str(file)}, {"a": "b"})
    first, _, _, second, *_ = file.read_text().split("\n")
    assert first != second


@pytest.mark.parametrize(
    ("name", "value"), [("a=b", "x"), ("a<<b", "x"), ("a\nb", "x"), ("", "x"), ("a", "x" * 100_001)]
)
def test_outputs_that_the_runner_would_misread_are_a_defect(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(ValueError, match="output"):
        write_outputs({"GITHUB_OUTPUT": str(tmp_path / "output")}, {name: value})


def test_on_a_developers_machine_there_is_nowhere_to_write() -> None:
    write_outputs({}, {"a": "b"})
    assert append_summary({}, "# Plan") is False


def test_a_summary_is_added_to_what_is_there(tmp_path: Path) -> None:
    environment = {"GITHUB_STEP_SUMMARY": str(tmp_path / "summary")}
    assert append_summary(environment, "# One")
    assert append_summary(environment, "# Twö\udcff\n")
    assert (tmp_path / "summary").read_text(encoding="utf-8") == "# One\n# Twö\\udcff\n"


def test_a_summary_is_never_longer_than_the_runner_takes(tmp_path: Path) -> None:
    file = tmp_path / "summary"
    environment = {"GITHUB_STEP_SUMMARY": str(file)}
    assert append_summary(environment, "é" * (SUMMARY_LIMIT // 2)) is False
    assert append_summary(environment, "x" * (SUMMARY_LIMIT - 3)) is True
    assert append_summary(environment, "yy") is False
    assert append_summary(environment, "y") is True
    assert file.stat().st_size == SUMMARY_LIMIT


def test_a_file_that_cannot_be_written_is_told_by_its_variable(tmp_path: Path) -> None:
    with pytest.raises(CheckerError, match="GITHUB_OUTPUT"):
        write_outputs({"GITHUB_OUTPUT": str(tmp_path)}, {"a": "b"})
    with pytest.raises(CheckerError, match="GITHUB_STEP_SUMMARY"):
        append_summary({"GITHUB_STEP_SUMMARY": str(tmp_path / "no" / "where")}, "x")


def test_controls_in_messages_are_spelled_out() -> None:
    (read,) = read_commands("\n".join(annotation_commands([Finding("x", "error", "a\x1b[31m\u202eb")])))
    assert read.data == visible("a\x1b[31m\u202eb")
