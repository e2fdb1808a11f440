"""What a comment remembers, and what is made of it when it is read back."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from checker.findings.finding import Finding
from checker.report.digest import Digest, differences, digest, read_digest
from checker.report.result import Counts, Result, Side
from tests.report.results import EMPTY, RICH

counts = st.builds(Counts, *[st.integers(0, 99_999)] * 9)
findings = st.lists(
    st.builds(Finding, st.text(max_size=9), st.sampled_from(["error", "warning", "note"]), st.text(max_size=9))
)


def read(result: Result) -> Digest:
    found = read_digest(digest(result))
    assert found is not None
    return found


@given(counts, findings)
def test_what_is_written_is_read(numbers: Counts, problems: list[Finding]) -> None:
    result = replace(RICH, counts=numbers, findings=tuple(problems))
    assert read(result).counts == numbers
    assert read(result).head == RICH.head.sha
    assert differences(read(result), result) == ()


def test_it_is_short_and_harmless_with_any_number_of_problems() -> None:
    for number in (0, 200, 201, 5_000):
        many = tuple(Finding("-->", "error", f"<b>{one}") for one in range(number))
        text = digest(replace(RICH, findings=many, head=Side("x", "--><script>")))
        assert len(text) < 1_800
        assert re.fullmatch("[0-9a-z.-]+", text)
        assert "--" not in text


@given(st.text() | st.from_regex(r"1\.[0-9a-f]{7}\.([0-9]{1,12}-){8}[0-9]\.[0-9a-f]*", fullmatch=True))
def test_what_is_no_digest_is_nothing(text: str) -> None:
    found = read_digest(text)
    assert found is None or digest(replace(EMPTY, counts=found.counts)).count("-") == text.count("-")


def test_problems_are_compared_one_by_one() -> None:
    old, kept, new = (Finding("parse-error", "error", message, path="a.sql") for message in ("old", "kept", "new"))
    before = replace(EMPTY, findings=(old, kept), counts=Counts(errors=2))
    now = replace(EMPTY, findings=(replace(kept, line=9), new), counts=Counts(errors=2))
    assert differences(read(before), now) == ("1 problem fixed", "1 new problem")


def test_too_many_problems_are_compared_by_their_number() -> None:
    many = tuple(Finding("parse-error", "error", str(number)) for number in range(300))
    before = replace(EMPTY, findings=many, counts=Counts(errors=300))
    now = replace(EMPTY, findings=many[:250], counts=Counts(errors=250))
    assert differences(read(before), now) == ("50 problems fixed",)
