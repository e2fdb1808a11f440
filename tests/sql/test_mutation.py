"""Every edit of one token is a change, but for those that are cosmetic by definition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from zlib import crc32

import pytest
from sqlglot import Token, TokenType

from checker.sql.cursor import LITERALS, is_word
from checker.sql.dialect import get_dialect
from checker.sql.heads.stream_calls import CALLS
from checker.sql.reader import read_file
from tests.sql.editing import Sample, fingerprint, make_sample
from tests.sql.fixtures import load_cases

SAMPLES = [sample for case in load_cases() if (sample := make_sample(case.id, get_dialect(case.dialect), case.sql))]
FILES = {name: list(group) for name, group in groupby(SAMPLES, key=lambda sample: sample.id.partition(":")[0])}

Edit = tuple[str, str]
"""What was done, and the text it gives."""


@pytest.mark.parametrize("name", FILES)
def test_an_edit_of_one_token_is_a_change(name: str) -> None:
    unseen = [
        f"{sample.id}: {edit}\n{text}"
        for sample in FILES[name]
        for edit, text in _edits(sample)
        if fingerprint(text, sample.dialect) == _prints(sample) and not _has_problem(sample, text)
    ]
    assert not unseen


_known: dict[str, tuple[object, ...]] = {}


def _prints(sample: Sample) -> tuple[object, ...]:
    if sample.id not in _known:
        _known[sample.id] = fingerprint(sample.text, sample.dialect)
    return _known[sample.id]


def _has_problem(sample: Sample, text: str) -> bool:
    """What breaks the call of a stream table need not show in its parameters, but is told."""
    old, new = (read_file(one, sample.dialect, {}).statements for one in (sample.text, text))
    return any(one.kind == "stream table" for one in old) and any(one.problem for one in new)


def _uncounted(sample: Sample) -> set[int]:
    """Tokens around the call of a stream table, and types that its arguments are cast to."""
    tokens = sample.tokens
    calls = [at for at in range(len(tokens) - 1) if tokens[at].text.lower() in CALLS and tokens[at + 1].text == "("]
    if not calls or sample.dialect.name != "postgres":
        return set()
    counted: set[int] = set()
    for call in calls:
        depth, at = 1, call + 2
        while depth:
            depth += (tokens[at].text == "(") - (tokens[at].text == ")")
            if tokens[at - 1].text != "::":
                counted.add(at)
            at += 1
    return set(range(len(tokens))) - counted - set(calls)


def _edits(sample: Sample) -> Iterator[Edit]:
    """Two of three edits of every token, other quotes, and every third pair of neighbours swapped.

    Which ones does not depend on the run.
    """
    uncounted = _uncounted(sample)
    for at, token in enumerate(sample.tokens):
        if at in uncounted or (token is sample.tokens[-1] and token.token_type is TokenType.SEMICOLON):
            continue
        choice = crc32(f"{sample.id} {at}".encode())
        for number, edit in enumerate((_replace, _delete, _duplicate)):
            if number != choice % 3 and not (edit is _duplicate and _may_be_alias(sample, at)):
                yield f"{edit.__name__[1:]} {sample.raw(token)!r}", edit(sample, token)
        if not uncounted and _means_other_in_quotes(sample, at):
            yield f"quotes of {sample.raw(token)!r}", _requote(sample, token)
        if choice // 3 % 3 == 0 and at + 1 < len(sample.tokens) and not _same_either_way(sample, at, uncounted):
            yield f"swap {sample.raw(token)!r}", _swap(sample, token, sample.tokens[at + 1])


def _same_either_way(sample: Sample, at: int, uncounted: set[int]) -> bool:
    if at + 1 in uncounted:
        return True
    left, right = sample.tokens[at : at + 2]
    if right is sample.tokens[-1] and right.token_type is TokenType.SEMICOLON:
        return at == 0  # `BEGIN;` and `; BEGIN`
    if sample.dialect.fold(left.text) == sample.dialect.fold(right.text):
        return True
    return any(sample.text.startswith(regrouped, left.start) for regrouped in _REGROUPED)


_REGROUPED = ("(list_agg(body))[1]",)
"""`(f(x))[1]` with its first two tokens swapped is `f((x))[1]`: the same expression."""


def _replace(sample: Sample, token: Token) -> str:
    raw, kind = sample.raw(token), token.token_type
    if kind is TokenType.NUMBER:
        new = raw + "7"
    elif kind in LITERALS or kind is TokenType.IDENTIFIER:
        new = raw[:-1] + "x" + raw[-1] if raw[-1] != "$" else "'x'"
    elif is_word(token):
        new = raw + "zz"
    else:
        new = " + " if raw != "+" else " - "
    return sample.text[: token.start] + new + sample.text[token.end + 1 :]


def _may_be_alias(sample: Sample, at: int) -> bool:
    """`FROM f('x')` with f doubled is `FROM f f('x')`: sqlglot takes it for an alias with columns."""
    before = [token.text.upper() for token in sample.tokens[max(at - 3, 0) : at]]
    return sample.tokens[at].text.lower() in CALLS and before[:1] == ["FROM"]


_NO_NAMES = frozenset(
    """user current_user session_user current_role current_catalog current_schema current_date current_time
    current_timestamp localtime localtimestamp default null true false coalesce""".split()
)
"""Without quotes a function or a value, with quotes a column."""


def _means_other_in_quotes(sample: Sample, at: int) -> bool:
    """Such a word, where both a column and a value may stand."""
    token, before = sample.tokens[at], sample.tokens[at - 1].text.upper() if at else ""
    if token.text.lower() not in _NO_NAMES or not (is_word(token) or token.token_type is TokenType.IDENTIFIER):
        return False
    if token.text.lower() == "user" and sample.dialect.name == "clickhouse":  # a column either way
        return False
    after = sample.tokens[at + 1].text if at + 1 < len(sample.tokens) else ""
    if before in (".", "AS", "COLUMN") or after == "." or not before:
        return False
    return before not in ("(", ",") or "CREATE TABLE" not in sample.text.upper()


def _requote(sample: Sample, token: Token) -> str:
    new = f'"{token.text.lower()}"' if is_word(token) else token.text
    return sample.text[: token.start] + new + sample.text[token.end + 1 :]


def _delete(sample: Sample, token: Token) -> str:
    return sample.text[: token.start] + " " + sample.text[token.end + 1 :]


def _duplicate(sample: Sample, token: Token) -> str:
    return f"{sample.text[: token.end + 1]} {sample.raw(token)} {sample.text[token.end + 1 :]}"


def _swap(sample: Sample, left: Token, right: Token) -> str:
    between = sample.text[left.end + 1 : right.start]
    swapped = f" {sample.raw(right)} {between} {sample.raw(left)} "
    return sample.text[: left.start] + swapped + sample.text[right.end + 1 :]
