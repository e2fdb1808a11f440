"""Bytes → text, or why there is none."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

_LFS = (b"version https://git-lfs.github.com/spec/", b"version https://hawser.github.com/spec/")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text; `problem` is a finding's code, and with it there may still be text."""

    text: str = ""
    problem: str = ""


def decode(data: bytes) -> Decoded:
    """Line ends become one kind, so that they never show as a change.

    >>> decode(b"SELECT 1;\\r\\n").text
    'SELECT 1;\\n'
    >>> decode("SELECT 'caf\\xe9'".encode("latin-1")).problem
    'encoding'
    """
    if data.startswith(_LFS):
        return Decoded(problem="lfs-pointer")
    text, problem = _decode(data)
    if "\0" in text:
        return Decoded(problem="binary-file")
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n"), problem)


def _decode(data: bytes) -> tuple[str, str]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(encoding), ""
            except UnicodeDecodeError:
                continue  # the mark of UTF-32 starts with that of UTF-16
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        return data.decode("latin-1"), "encoding"
