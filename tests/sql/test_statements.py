"""Every fixture statement gives the facts written above it, and its exact place."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from checker.sql.dialect import get_dialect
from checker.sql.lexing import tokenise
from checker.sql.reader import read_file
from tests.sql.editing import Sample, load_samples
from tests.sql.fixtures import Case, actual_facts, load_cases

CASES = load_cases()
FILES = {path: list(cases) for path, cases in groupby(CASES, key=lambda case: case.path)}
SAMPLES = load_samples()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_fixture_gives_the_facts_written_above_it(case: Case) -> None:
    assert actual_facts(case) == list(case.expected)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_fixture_is_found_at_its_place(case: Case) -> None:
    """Behind another statement, a comment and a string of two lines, and before one more."""
    before = "SELECT 1;\n/* a\nb; */ SELECT 'c\nd;'; -- e\n"
    parsed = read_file(f"{before}{case.sql.rstrip().removesuffix(';')};\nSELECT 2;", get_dialect(case.dialect), {})
    first = _first_token(case)
    found = parsed.statements[2:-1] if len(parsed.statements) > 3 else parsed.statements[2:]
    lead = case.sql[:first]
    start = 5 + lead.count("\n")
    column = first - (lead.rfind("\n") + 1) + 1
    for one in found[:1]:
        assert (one.line, one.column) == (start, column)
        assert case.sql.startswith(one.text, first)
        assert one.end_line == start + one.text.count("\n")


def _first_token(case: Case) -> int:
    tokens, broken = tokenise(case.sql, get_dialect(case.dialect))
    return tokens[0].start if tokens else broken.offset if broken else 0


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_whole_file_gives_the_same_statements_as_its_parts(path: Path) -> None:
    cases = FILES[path]
    dialect = get_dialect(cases[0].dialect)
    texts = [case.sql.rstrip().removesuffix(";") for case in cases]
    together = read_file(";\n".join(f"{text}\n" for text in texts), dialect, {}).statements
    apart = [one for text in texts for one in read_file(text, dialect, {}).statements]
    assert [(one.kind, one.targets, one.text, one.digest) for one in together] == [
        (one.kind, one.targets, one.text, one.digest) for one in apart
    ]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.id)
def test_the_text_of_a_statement_is_what_stands_between_its_lines(sample: Sample) -> None:
    text = sample.text
    lines = text.split("\n")
    for one in read_file(text, sample.dialect, {}).statements:
        there = "\n".join(lines[one.line - 1 : one.end_line])
        assert there.startswith(one.text, one.column - 1)
        assert one.text == one.text.strip().rstrip(";")
