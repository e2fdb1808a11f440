"""Hostile files come back with a plain answer, and cost no more than others of their size."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.parse.child import Task, parse_text
from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file
from checker.sql.statement import ParsedFile, decode, encode
from tests.sql.editing import load_samples

DIALECTS = ["postgres", "materialize", "clickhouse"]
MOST_TIMES = 4
"""How much more a hostile file may cost, per character, than a harmless one."""
SPARE_CHARACTERS = 20_000
"""Short files cost more per character: as many count on top of each."""

VIEW = "CREATE VIEW v AS SELECT "

HOSTILE: dict[str, Callable[[], str]] = {
    "nested parentheses": lambda: VIEW + "(" * 9_000 + "1" + ")" * 9_000,
    "nested parentheses that never close": lambda: VIEW + "(" * 9_000,
    "5 MB of parentheses": lambda: "(" * 5_000_000,
    "5 MB of brackets with blanks": lambda: "[ " * 2_500_000,
    "heaps of parentheses just below the limit": lambda: ("(" * 9_999 + "x") * 3,
    "nested arrays": lambda: VIEW + "ARRAY[" * 40 + "1" + "]" * 40,
    "nested array types": lambda: "CREATE TABLE t (a " + "ARRAY<" * 40 + "INT" + ">" * 40 + ")",
    "a long IN list": lambda: VIEW + "a FROM t WHERE a IN (" + ",".join(map(str, range(15_000))) + ")",
    "1 MB in one string": lambda: VIEW + "'" + "x;" * 250_000 + "' AS a",
    "too many UNIONs": lambda: VIEW + "1" + " UNION ALL SELECT 1" * 50_100,
    "many UNIONs": lambda: VIEW + "1" + " UNION ALL SELECT 1" * 4_000,
    "many ANDs": lambda: VIEW + "1 WHERE a" + " AND a" * 8_000,
    "many casts": lambda: VIEW + "a" + "::b" * 4_000,
    "many joins": lambda: VIEW + "a FROM t" + " JOIN t ON a" * 3_000,
    "many names of WITH": lambda: (
        "CREATE VIEW v AS WITH " + ", ".join(f"c{n} AS (SELECT 1 FROM c{n - 1})" for n in range(2_500)) + " SELECT 1"
    ),
    "many qualified columns": lambda: (
        VIEW + ", ".join(f"s.t{n}.x" for n in range(2_500)) + " FROM " + ", ".join(f"s.t{n}" for n in range(2_500))
    ),
    "a comment of 1 MB that never ends": lambda: "SELECT 1;\n/*" + "x y " * 120_000,
    "comments that open and open": lambda: "/* " * 60_000,
    "FROM FROM": lambda: "CREATE VIEW v AS " + "FROM " * 10_000,
    "JOIN , JOIN": lambda: "CREATE VIEW v AS " + "JOIN , " * 10_000,
    "deep CASE": lambda: VIEW + "CASE WHEN a THEN " * 2_000 + "1" + " END" * 2_000,
    "nested SELECT (": lambda: "CREATE VIEW v AS " + "SELECT (" * 9_000,
    "chains of :=": lambda: VIEW + "a := " * 6_000 + "1",
    "chains of <": lambda: VIEW + "a < " * 6_000 + "1",
    "chains of ->": lambda: VIEW + "x -> " * 2_000 + "1",
    "signs": lambda: VIEW + "- " * 8_000 + "1",
    "NOT NOT": lambda: VIEW + "NOT " * 8_000 + "1",
    "INTERVAL INTERVAL": lambda: VIEW + "INTERVAL " * 8_000 + "1",
    "a name of many parts": lambda: VIEW + "1 FROM a" + ".b" * 8_000,
    "a column of many parts": lambda: VIEW + "a" + ".b" * 8_000,
    "a name of 1 MB": lambda: VIEW + "a" * 1_000_000,
    "COPY COPY": lambda: "COPY " * 30_000,
    "COPY FROM FROM": lambda: "COPY a FROM " * 12_000 + "stdin",
    "E' E'": lambda: "E'" * 50_000,
    "quotes": lambda: "SELECT 'a;\n\n" * 3_001,
    "{{ without end": lambda: "{{ " * 30_000,
    "{{ }} and one {#": lambda: "{{ a }} " * 50_000 + "{#",
    "{% and {{ without end": lambda: "{% if {{ " * 10_000,
    "many masked statements": lambda: "SELECT {{ x }};\n" * 2_500,
    "many undefined variables": lambda: ":a " * 60_000,
    "$a$ that never closes": lambda: "$a$ " * 30_001,
    "many tags that never close": lambda: "".join(f"SELECT $a{n}$;\n" for n in range(2_500)),
    "tags that close far away": lambda: (
        "".join(f"SELECT $a{n}$;\n" for n in range(1_000)) + "".join(f"$a{n}$ ' " for n in range(1_000))
    ),
    "semicolons": lambda: ";\n" * 60_000,
    "semicolons and a quote": lambda: ";\n" * 60_000 + "'",
    "blank lines and a quote": lambda: "\n" * 200_000 + "'",
    "blank lines with blanks and a quote": lambda: "\n \n" * 60_000 + "'",
    "BEGIN BEGIN": lambda: "CREATE " + "BEGIN " * 20_000,
    "an atomic body of many queries": lambda: (
        "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC " + "SELECT (1); " * 2_000 + "END;"
    ),
    "a keyword and blanks": lambda: ("GROUP" + " " * 2_000) * 200,
    "psql commands": lambda: "\\g " * 40_000,
    "calls of stream tables": lambda: (
        "SELECT " + ", ".join(f"create_stream_table('t{n}', 'SELECT 1')" for n in range(1_500))
    ),
    "calls inside calls": lambda: "DO $$ " + "create_stream_table( " * 8_000 + "$$;",
    "one call of many stream tables": lambda: (
        "SELECT bulk_create('[" + ",".join(f'{{"name":"t{n}","query":"SELECT 1"}}' for n in range(1_500)) + "]')"
    ),
    "deep JSON": lambda: "SELECT bulk_create('" + "[" * 9_000 + "')",
    "many grants": lambda: "GRANT SELECT ON " + ", ".join(f"t{n}" for n in range(8_000)) + " TO x;",
    "AS AS": lambda: "CREATE TABLE a AS " * 10_000,
}


@cache
def harmless_cost(dialect: str) -> float:
    """Seconds of CPU per character of plain statements: the least of three runs."""
    text = "".join(f"CREATE VIEW v{n} AS SELECT a, b FROM t WHERE x = {n};\n" for n in range(400))
    return min(_cost(text, dialect) for _ in range(3)) / len(text)


def _cost(text: str, dialect: str) -> float:
    start = time.process_time()
    read_file(text, get_dialect(dialect), {})
    return time.process_time() - start


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_costs_no_more_than_its_size(name: str, dialect: str) -> None:
    text = HOSTILE[name]()
    assert _cost(text, dialect) < MOST_TIMES * harmless_cost(dialect) * (len(text) + SPARE_CHARACTERS)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "name", ["nested parentheses", "nested arrays", "FROM FROM", "deep JSON", "5 MB of parentheses"]
)
def test_the_child_answers_a_hostile_file_with_a_problem(name: str, dialect: str) -> None:
    parsed = decode(parse_text(HOSTILE[name](), Task(dialect)))
    assert len(_problems(parsed)) == 1 or (name == "deep JSON" and dialect != "postgres")


def _problems(parsed: ParsedFile) -> list[object]:
    return [*parsed.problems, *(one.problem for one in parsed.statements if one.problem)]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "kind", ["nested parentheses", "nested arrays", "deep CASE", "FROM FROM", "chains of <", "chains of :="]
)
def test_a_refused_statement_costs_its_neighbours_nothing(kind: str, dialect: str) -> None:
    parsed = read_file(f"CREATE VIEW a AS SELECT 1;\n{HOSTILE[kind]()};\nDROP VIEW b;", get_dialect(dialect), {})
    assert [one.targets for one in parsed.statements if not one.problem] == [(("a",),), (("b",),)]
    assert len(_problems(parsed)) == 1


# Any text ------------------------------------------------------------------------------------------

SOUP = sorted(
    {sample.raw(token) for sample in load_samples() for token in sample.tokens if len(sample.raw(token)) < 30}
)
PIECES = [*"'\"`$;(){}[]:\\/*-#@,.", "\n", " ", "$$", "/*", "*/", "--", "{{", "}}", "{%", "%}", "COPY t FROM stdin;\n"]
SETTINGS = settings(max_examples=300, deadline=None, derandomize=True, database=None)


def _check(text: str, dialect: str) -> None:
    """Nothing is raised, the answer is the same again, and can be stored; places lie inside the file."""
    parsed = read_file(text, get_dialect(dialect), {"a": "1"})
    assert parsed == read_file(text, get_dialect(dialect), {"a": "1"})
    assert decode(encode(parsed)) == parsed
    lines = text.count("\n") + 1
    for one in parsed.statements:
        assert 1 <= one.line <= one.end_line <= lines
        assert one.text in text
        assert one.problem is None or 1 <= one.problem.line <= lines
        assert all(one.targets)
        assert all(one.new_names)


@SETTINGS
@given(text=st.text(max_size=200), dialect=st.sampled_from(DIALECTS))
def test_any_text_is_read(text: str, dialect: str) -> None:
    _check(text, dialect)


@SETTINGS
@given(words=st.lists(st.sampled_from(SOUP), max_size=30), dialect=st.sampled_from(DIALECTS))
def test_any_soup_of_tokens_is_read(words: list[str], dialect: str) -> None:
    _check(" ".join(words), dialect)


@SETTINGS
@given(words=st.lists(st.sampled_from([*SOUP[::7], *PIECES]), max_size=40), dialect=st.sampled_from(DIALECTS))
def test_any_soup_of_quotes_and_signs_is_read(words: list[str], dialect: str) -> None:
    _check("".join(words), dialect)


@SETTINGS
@given(
    verb=st.sampled_from(
        ["CREATE VIEW", "CREATE TABLE", "CREATE INDEX", "ALTER TABLE t", "DROP", "GRANT", "COMMENT ON", "RENAME TABLE",
         "EXCHANGE TABLES", "CREATE DICTIONARY d", "CREATE SINK s", "CREATE POLICY", "CREATE FUNCTION f", "SET", "USE",
         "EXECUTE UNIT TEST", "SELECT pgtrickle.create_stream_table(", "SELECT bulk_create('[{\"name\":", "ALTER",
         "SELECT pgtrickle.bulk_alter_stream_tables(", "SELECT exec_stream_ddl('CREATE STREAM TABLE"]
    ),
    words=st.lists(st.sampled_from(SOUP), max_size=12),
    dialect=st.sampled_from(DIALECTS),
)  # fmt: skip
def test_any_soup_behind_a_verb_is_read(verb: str, words: list[str], dialect: str) -> None:
    _check(f"{verb} {' '.join(words)}", dialect)
