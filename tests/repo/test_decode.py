from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.repo.decode import decode

_SQL = "SELECT 'é€😀';\n"
_MARKS = [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE]


@pytest.mark.parametrize(
    ("mark", "encoding"), list(zip(_MARKS, ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"], strict=True))
)
def test_every_byte_order_mark_is_understood_and_dropped(mark: bytes, encoding: str) -> None:
    decoded = decode(mark + _SQL.encode(encoding))
    assert (decoded.text, decoded.problem) == (_SQL, "")


def test_plain_utf_8_is_read_without_a_problem() -> None:
    assert decode(_SQL.encode()) == decode(codecs.BOM_UTF8 + _SQL.encode())


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_every_kind_of_line_end_gives_the_same_text(end: str) -> None:
    assert decode(f"SELECT 1;{end}SELECT 2;{end}".encode()).text == "SELECT 1;\nSELECT 2;\n"


def test_latin_1_is_read_and_told() -> None:
    decoded = decode("SELECT 'café';".encode("latin-1"))
    assert (decoded.text, decoded.problem) == ("SELECT 'café';", "encoding")


def test_a_mark_before_latin_1_does_not_get_into_the_text() -> None:
    decoded = decode(codecs.BOM_UTF8 + "SELECT 'café';".encode("latin-1"))
    assert (decoded.text, decoded.problem) == ("SELECT 'café';", "encoding")


def test_an_empty_file_is_empty_text() -> None:
    assert (decode(b"").text, decode(b"").problem) == ("", "")


@pytest.mark.parametrize("mark", _MARKS)
def test_a_mark_alone_is_empty_text(mark: bytes) -> None:
    assert (decode(mark).text, decode(mark).problem) == ("", "")


@pytest.mark.parametrize(
    "data", [b"SELECT 1;\0", "SELECT 1;".encode("utf-16-le"), codecs.BOM_UTF16_LE + "SELECT 1".encode("utf-16-le")[:-1]]
)
def test_nul_bytes_and_cut_utf_16_are_no_text(data: bytes) -> None:
    assert (decode(data).text, decode(data).problem) == ("", "binary-file")


@pytest.mark.parametrize("host", ["git-lfs", "hawser"])
def test_an_lfs_pointer_is_told_and_not_read(host: str) -> None:
    pointer = f"version https://{host}.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 12\n"
    assert (decode(pointer.encode()).text, decode(pointer.encode()).problem) == ("", "lfs-pointer")


@given(st.sampled_from([b"", *_MARKS]), st.binary(max_size=64))
def test_any_bytes_give_text_that_can_be_encoded_again(mark: bytes, data: bytes) -> None:
    decoded = decode(mark + data)
    assert decoded.problem in ("", "encoding", "binary-file", "lfs-pointer")
    assert not {"\0", "\r"} & set(decoded.text)
    decoded.text.encode()


@given(st.text(alphabet=st.characters(exclude_characters="\0\r", exclude_categories=["Cs"])))
def test_text_written_in_utf_8_comes_back_the_same(text: str) -> None:
    assert decode(codecs.BOM_UTF8 + text.encode()).text == text
