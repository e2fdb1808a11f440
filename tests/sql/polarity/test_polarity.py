"""The polarity of every read: the table of the design, row by row."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from checker.snapshot.resolve import Home, resolve
from checker.sql.dialect import get_dialect
from checker.sql.polarity_words import OPERATORS, describe
from checker.sql.reader import read_file
from checker.sql.statement import Reference, Statement
from tests.sql.polarity.cases import Case, cases, sets

CASES = list(cases())


def statement(sql: str, dialect: str = "postgres") -> Statement:
    (found,) = read_file(sql, get_dialect(dialect), {}).statements
    return found


def view(query: str, dialect: str = "postgres") -> Statement:
    return statement(f"CREATE VIEW v AS {query}", dialect)


def reads(found: Statement) -> dict[str, Reference]:
    return {".".join(filter(None, one.parts)): one for one in found.references if one.role in ("read", "match")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.dialect}: {case.query}")
def test_a_query_reads_with_this_polarity(case: Case) -> None:
    found = view(case.query, case.dialect)
    assert found.problem is None
    assert {name: one.operator for name, one in reads(found).items()} == case.expected


@pytest.mark.parametrize("case", list(sets()), ids=lambda case: case.query)
def test_a_name_in_parentheses_after_in_may_be_a_table_and_has_its_polarity(case: Case) -> None:
    found = view(case.query, case.dialect)
    assert found.problem is None
    assert {".".join(one.parts): one.operator for one in found.references if one.role == "set"} == case.expected


def test_a_set_is_looked_for_among_the_relations_and_never_is_the_object_itself() -> None:
    query = "SELECT x FROM a WHERE x NOT IN (b) AND globalIn(x, v)"
    (found,) = resolve(view(query, "clickhouse"), Home(get_dialect("clickhouse"), "db", "main"))
    links = {link.name.name: link for link in found.links if link.space == "relation"}
    assert set(links) == {"a", "b"}
    assert (links["b"].role, links["b"].name.schema, links["b"].operator) == ("use", "main", "not in")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.dialect}: {case.query}")
def test_strict_finds_an_operator_wherever_an_edge_does(case: Case) -> None:
    strict = view(case.query, case.dialect).strict
    if any(case.expected.values()):
        assert strict is not None
    negates = re.search("NOT|EXCEPT|ALL [(]", case.query)
    assert strict is None or any(case.expected.values()) or negates  # two negations are monotone, but not strictly


def test_every_operator_that_is_told_has_a_sentence() -> None:
    told = set(chain.from_iterable(case.expected.values() for case in CASES)) - {""}
    assert told <= OPERATORS.keys()
    for operator in OPERATORS:
        sentence = describe(operator, "reader_1", "read_1")
        assert "reader_1" in sentence
        assert "read_1" in sentence


def test_the_sentences_say_what_goes_wrong() -> None:
    assert describe("aggregate", "a", "b") == "a new row in b changes a result that a already gave"
    assert describe("not exists", "a", "b") == "a new row in b can remove rows from a"


@pytest.mark.parametrize(
    ("query", "line", "text"),
    [
        ("SELECT x,\n  count( * ) AS n\nFROM b GROUP BY x", 2, "count( * )"),
        ("SELECT x FROM a\nWHERE x > 1\n  AND NOT EXISTS (\n SELECT 1 FROM b)", 3, "NOT EXISTS ( SELECT 1 FROM b)"),
        ("SELECT x FROM a\nLEFT OUTER JOIN b -- c\n ON true", 2, "LEFT OUTER JOIN b"),
        ("SELECT x FROM a\nEXCEPT\nSELECT x FROM b", 2, "EXCEPT SELECT x"),
        ("SELECT x FROM b\nORDER BY x\nLIMIT 5", 3, "LIMIT 5"),
        ("SELECT\nDISTINCT ON (x) x FROM b", 2, "DISTINCT ON (x)"),
        ("SELECT x,\n(SELECT y FROM b) FROM a", 2, "(SELECT y FROM b)"),
        ("SELECT x,\n sum(y) OVER (PARTITION BY z)\nFROM b", 2, "sum(y)"),
        ("SELECT x FROM a\nWHERE z IN (SELECT 1) AND\nx NOT IN (SELECT y FROM b)", 3, "x NOT IN (SELECT y FROM b)"),
    ],
)
def test_an_operator_is_told_with_its_line_and_text(query: str, line: int, text: str) -> None:
    found = reads(view(query))["b"]
    assert (found.operator_line, found.operator_text) == (line, text)


def test_the_text_of_an_operator_stays_on_one_short_line() -> None:
    text = reads(view(f"SELECT x FROM a WHERE NOT EXISTS (\n SELECT\n{'y, ' * 90} z FROM b)"))["b"].operator_text
    assert len(text) <= 80
    assert "\n" not in text
    assert text.endswith("…")


@pytest.mark.parametrize(
    ("query", "computing"),
    [
        ("SELECT val + 1 AS val FROM peer", {"peer"}),
        ("SELECT val FROM peer", set()),
        ("SELECT *, 1 AS one, val::text, coalesce(val, 0), val > 3 AS big FROM peer", set()),
        ("SELECT val FROM peer WHERE val + 1 < 10", set()),
        ("SELECT a.x + 1 AS x, b.y FROM a JOIN b ON a.x = b.x", {"a"}),
        ("SELECT x + 1 AS x FROM a JOIN b USING (x)", {"a", "b"}),
        ("SELECT d.v + 1 AS v FROM (SELECT val AS v FROM peer) AS d, b", {"peer"}),
        ("SELECT d.v FROM (SELECT val * 2 AS v FROM peer) AS d, b", {"peer"}),
        ("WITH d AS (SELECT val AS v FROM peer) SELECT d.v || 'x' AS v FROM d", {"peer"}),
        ("SELECT a.x FROM a WHERE a.x IN (SELECT b.x + 1 FROM b)", set()),
        ("SELECT s.x FROM a, LATERAL (SELECT a.x + 1 AS x) AS s", {"a"}),
        ("SELECT g FROM a, generate_series(1, a.n) AS g", {"a"}),
        ("SELECT CASE WHEN a.x > 1 THEN a.y ELSE 0 END FROM a", set()),
        ("WITH RECURSIVE d AS (SELECT x FROM a UNION ALL SELECT d.x + 1 FROM d) SELECT x FROM d", {"a"}),
    ],
)
def test_reads_that_new_values_are_computed_from(query: str, computing: set[str]) -> None:
    assert {name for name, one in reads(view(query)).items() if one.computes} == computing


@pytest.mark.parametrize(
    ("query", "dialect", "volatile"),
    [
        ("SELECT random(), gen_random_uuid(), clock_timestamp() FROM a", "postgres",
         ("clock_timestamp", "gen_random_uuid", "random")),
        ("SELECT x FROM a WHERE random() < 0.1", "postgres", ("random",)),
        ("SELECT now(), current_date, lower(x) FROM a", "postgres", ()),
        ("SELECT rand(), generateUUIDv4(), now() FROM a", "clickhouse", ("generateuuidv4", "rand")),
        ("SELECT x FROM a WHERE mz_now() < x", "materialize", ("mz_now",)),
    ],
)  # fmt: skip
def test_volatile_functions_are_told_and_now_is_none(query: str, dialect: str, volatile: tuple[str, ...]) -> None:
    assert view(query, dialect).volatile == volatile


def test_a_refreshable_view_replaces_what_it_read_unless_it_appends() -> None:
    head = "CREATE MATERIALIZED VIEW v REFRESH EVERY 1 HOUR"
    assert reads(statement(f"{head} TO t AS SELECT x FROM a", "clickhouse"))["a"].operator == "refresh"
    assert reads(statement(f"{head} APPEND TO t AS SELECT x FROM a", "clickhouse"))["a"].operator == ""


def test_a_dictionary_keeps_the_last_row_of_a_key() -> None:
    sql = "CREATE DICTIONARY d (k Int32) PRIMARY KEY k SOURCE(CLICKHOUSE(QUERY 'SELECT k FROM a')) LAYOUT(FLAT())"
    assert reads(statement(sql, "clickhouse"))["a"].operator == "dictionary"


def test_what_cannot_be_parsed_is_not_monotone() -> None:
    found = statement("CREATE VIEW v AS SELECT x FROM a WHERE x ((", "postgres")
    assert reads(found)["a"].operator == "unparsed"
    assert found.strict is not None
    assert found.strict.operator == "unparsed"


def test_one_harmful_place_is_enough() -> None:
    query = "SELECT x FROM a UNION ALL SELECT x FROM b WHERE x NOT IN (SELECT x FROM a)"
    assert reads(view(query))["a"].operator == "not in"


@pytest.mark.parametrize(
    ("call", "line"),
    [
        ("SELECT pgtrickle.create_stream_table('s', $$\nSELECT x,\ncount(*) FROM a GROUP BY x$$, '1m')", 3),
        ("SELECT pgtrickle.create_stream_table('s', 'SELECT x,\ncount(*) FROM a WHERE y = ''z'' GROUP BY x')", 1),
        ('SELECT pgtrickle.bulk_create(\'[{"name": "s", "query": "SELECT count(*) FROM a"}]\')', 1),
        ("SELECT pgtrickle.exec_stream_ddl('CREATE STREAM TABLE s AS SELECT count(*) FROM a')", 1),
        ("SELECT pgtrickle.alter_stream_table('s', query => $$SELECT\ncount(*) FROM a$$)", 2),
    ],
)
def test_queries_in_strings_tell_their_polarity_too(call: str, line: int) -> None:
    found = statement(call)
    one = reads(found)["a"]
    assert (one.operator, one.operator_line, one.operator_text) == ("aggregate", line, "count(*)")
    assert found.strict is not None
    assert (found.strict.operator, found.strict.line) == ("aggregate", line)


def test_a_long_chain_of_set_operations_is_read_in_one_go() -> None:
    chain_ = " UNION ALL ".join(f"SELECT x FROM t{number % 7}" for number in range(5_000))
    found = reads(view(f"{chain_} EXCEPT SELECT x FROM last_one"))
    assert found["last_one"].operator == "except"
    assert all(found[f"t{number}"].operator == "" for number in range(7))
