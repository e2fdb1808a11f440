"""What a comment hides in its first line, written by us and read back from a hostile page."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.github.stamp import COMMENT_LIMIT, STAMP_LIMIT, Stamp, read_stamp, stamped

HEAD = "c0ffee00" * 5
PLAIN = Stamp("default", HEAD, 812345, 1)


@given(
    digest=st.text(st.characters(exclude_categories=["Cs"])) | st.text("->! ", max_size=9),
    body=st.text(max_size=200),
    run=st.integers(0, 10**17),
    attempt=st.integers(1, 99),
)
def test_what_is_hidden_is_read_back_whatever_follows(digest: str, body: str, run: int, attempt: int) -> None:
    stamp = Stamp("check-2.a", HEAD, run, attempt, digest)
    text = stamped(body, stamp)
    line, _, rest = text.partition("\n")
    assert rest == body
    assert line.count("-->") == 1
    assert line.endswith("-->")
    assert read_stamp(text) == stamp


@given(st.text() | st.text("<!-- checkerv1id=defaulthead0af\n>"))
def test_other_text_is_no_stamp(text: str) -> None:
    assert read_stamp(text) is None


@pytest.mark.parametrize(
    "text",
    [
        " " + stamped("x", PLAIN),
        "> " + stamped("x", PLAIN),
        "x\n" + stamped("x", PLAIN),
        stamped("x", PLAIN).replace("-->", "--> "),
        stamped("x", PLAIN).replace("run=8", "run=-8"),
        stamped("x", PLAIN).replace("run=8", "run=٣"),
        stamped("x", PLAIN).replace("run=8", "run=" + "8" * 5000),
        stamped("x", PLAIN).replace("id=default", "id=../x"),
        stamped("x", PLAIN).replace(HEAD, "HEAD"),
        stamped("x", PLAIN).replace("v1", "v2"),
    ],
)
def test_a_stamp_stands_at_the_very_start_and_looks_exactly_so(text: str) -> None:
    assert read_stamp(stamped("x", PLAIN)) == PLAIN
    assert read_stamp(text) is None


@pytest.mark.parametrize(
    "packed",
    [
        base64.urlsafe_b64encode(b"\xff\xfe").decode().rstrip("="),
        base64.urlsafe_b64encode(b"\xed\xa0\x80").decode(),
        "A",
        "AAAAA",
    ],
)
def test_a_digest_that_makes_no_sense_is_empty(packed: str) -> None:
    text = stamped("x", PLAIN).replace(" -->", f" digest={packed} -->")
    assert read_stamp(text) == PLAIN


def test_a_digest_that_is_too_large_is_left_out() -> None:
    def with_digest(length: int) -> Stamp | None:
        return read_stamp(stamped("x", Stamp("default", HEAD, 1, 1, "d" * length)))

    assert with_digest(3_375) == Stamp("default", HEAD, 1, 1, "d" * 3_375)
    assert with_digest(3_376) == Stamp("default", HEAD, 1, 1)


def test_stamp_and_body_fit_a_comment_together() -> None:
    longest = Stamp("i" * 64, "a" * 64, 10**18 - 1, 999_999)
    assert len(stamped("", longest)) + len(" digest=") + 4_500 < STAMP_LIMIT
    assert 60_000 + STAMP_LIMIT < COMMENT_LIMIT


@pytest.mark.parametrize("bad", [Stamp("a b", HEAD, 1, 1), Stamp("x", "main", 1, 1), Stamp("x", HEAD, -1, 1)])
def test_no_stamp_is_written_that_could_not_be_read(bad: Stamp) -> None:
    with pytest.raises(ValueError, match="no stamp"):
        stamped("x", bad)
