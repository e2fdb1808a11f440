"""Cosmetic edits never change a hash."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.sql.dialect import get_dialect
from tests.sql.editing import Sample, fingerprint, load_samples, make_sample, replaced, with_gaps
from tests.sql.names import keyword_tokens, operands, plain_names, query_mentions, quoted

SAMPLES = load_samples()
Cosmetic = Callable[[Sample, Random], str]


def _keyword_case(sample: Sample, random: Random) -> str:
    change = random.choice((str.upper, str.lower, str.swapcase, str.title))
    return replaced(sample, {token.start: change(sample.raw(token)) for token in keyword_tokens(sample)})


def _quotes(sample: Sample, random: Random) -> str:
    return replaced(
        sample,
        {token.start: quoted(token, sample.dialect) for token in plain_names(sample) if random.random() < 0.7},
    )


def _parentheses(sample: Sample, random: Random) -> str:
    edits = [(place, "(" * depth, ")" * depth) for place in operands(sample) if (depth := random.choice((0, 1, 2)))]
    text = sample.text
    for (start, end), before, after in sorted(edits, reverse=True):
        text = text[:start] + before + text[start:end] + after + text[end:]
    return text


def _qualification(sample: Sample, random: Random) -> str:
    """`t` is `public.t` is `postgres.public.t`."""
    dialect = sample.dialect
    text = sample.text
    for mention in sorted(set(query_mentions(sample)), key=lambda one: one.start, reverse=True):
        prefix = ""
        if len(mention.parts) == 1:
            prefix = random.choice(["", f"{dialect.default_schema}."])
        if dialect.has_schemas and len(mention.parts) + bool(prefix) == 2 and random.random() < 0.5:
            inner = prefix or f"{mention.parts[0]}."
            prefix = f"{dialect.default_database}.{prefix}" if inner[:-1] not in dialect.system_schemas else prefix
        text = text[: mention.start] + prefix + text[mention.start :]
    return text


def _semicolons(sample: Sample, random: Random) -> str:
    bare = sample.text[: sample.tokens[-1].end + 1].removesuffix(";")
    return bare + random.choice(("", ";", " ;;", "\n;\n;"))


COSMETICS: dict[str, Cosmetic] = {
    "white space and comments": with_gaps,
    "case": _keyword_case,
    "quotes": _quotes,
    "parentheses": _parentheses,
    "qualification": _qualification,
    "semicolons": _semicolons,
}


@pytest.mark.parametrize("name", COSMETICS)
@pytest.mark.parametrize("dialect", ["postgres", "materialize", "clickhouse"])
def test_a_cosmetic_edit_of_any_statement_changes_no_hash(dialect: str, name: str) -> None:
    changed = []
    edited = 0
    for number, sample in enumerate(one for one in SAMPLES if one.dialect.name == dialect):
        text = COSMETICS[name](sample, Random(number))
        edited += text != sample.text
        if fingerprint(text, sample.dialect) != fingerprint(sample.text, sample.dialect):
            changed.append(f"{sample.id}:\n{text}")
    assert not changed
    assert edited >= 10


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(sample=st.sampled_from(SAMPLES), names=st.permutations(sorted(COSMETICS)), seed=st.integers(0, 2**32))
def test_cosmetic_edits_of_all_kinds_together_change_no_hash(sample: Sample, names: list[str], seed: int) -> None:
    edited = sample
    for name in names:
        again = make_sample(sample.id, sample.dialect, COSMETICS[name](edited, Random(seed)))
        assert again is not None
        edited = again
    assert fingerprint(edited.text, sample.dialect) == fingerprint(sample.text, sample.dialect)


def _prints(dialect: str, *texts: str) -> set[tuple[object, ...]]:
    return {fingerprint(text, get_dialect(dialect)) for text in texts}


@pytest.mark.parametrize(
    ("dialect", "texts"),
    [
        ("postgres", ["CREATE VIEW v AS SELECT o.id FROM o", "create view public.v as select public.o.id from public.o",
                      'CREATE VIEW "postgres".public."v" AS SELECT postgres.public.o.id FROM postgres."public".O']),
        ("materialize", ["CREATE SINK s IN CLUSTER c FROM v INTO KAFKA CONNECTION k (TOPIC 't')",
                         "CREATE SINK public.s IN CLUSTER C FROM public.v INTO KAFKA CONNECTION public.k (TOPIC 't')",
                         """CREATE SINK s in cluster "c" FROM V INTO KAFKA
                         CONNECTION materialize.public.k (TOPIC 't')"""]),
        ("materialize", ["CREATE CONNECTION k TO KAFKA (BROKER 'b', SASL PASSWORD SECRET p)",
                         "CREATE CONNECTION public.k TO KAFKA (BROKER 'b', SASL PASSWORD SECRET public.p)"]),
        ("materialize", ["CREATE INDEX i IN CLUSTER c ON v (a)", "CREATE INDEX I IN CLUSTER C ON public.v (A)"]),
        ("clickhouse", ["CREATE MATERIALIZED VIEW mv TO t AS SELECT a FROM s WHERE s.a IN u",
                        """CREATE MATERIALIZED VIEW default.mv TO default.t AS SELECT a FROM default.s
                        WHERE default.s.a IN `default`.u"""]),
        ("clickhouse", ["CREATE VIEW v AS SELECT joinGet(j, 'x', 1) FROM remote('h', t)",
                        "CREATE VIEW v AS SELECT joinGet(default.j, 'x', 1) FROM remote('h', default.t)"]),
        ("postgres", ["CREATE VIEW v AS SELECT a FROM t", "CREATE VIEW v AS (SELECT a FROM t)",
                      "CREATE VIEW v AS ((SELECT a FROM t))"]),
        ("postgres", ["CREATE VIEW v AS SELECT a + b * c FROM t WHERE a = 1 AND (b = 2 AND c = 3)",
                      "CREATE VIEW v AS SELECT a + (b * c) FROM t WHERE (a = 1 AND b = 2) AND c = 3"]),
        ("postgres", ["CREATE VIEW v AS SELECT a FROM t GROUP BY a ORDER BY a",
                      "CREATE VIEW v AS SELECT a FROM t GROUP/**/BY a ORDER -- it's\n BY a"]),
        ("postgres", ["CREATE TABLE t (a double precision PRIMARY KEY)",
                      "CREATE TABLE t (a double /* x */ precision PRIMARY /* y */ KEY)"]),
        ("postgres", ['CREATE VIEW v AS SELECT t."user", "date", a AS "user" FROM t',
                      "CREATE VIEW v AS SELECT t.user, Date, a AS user FROM t"]),
        ("postgres", ['ALTER TABLE t ADD COLUMN "name" text', "ALTER TABLE t ADD COLUMN Name text"]),
        ("clickhouse", ["ALTER TABLE t ADD COLUMN `user` String AFTER `key`",
                        "alter table t add column user String after key"]),
        ("clickhouse", ["CREATE DICTIONARY d (`key` UInt64) PRIMARY KEY `key` SOURCE(NULL()) LAYOUT(FLAT())",
                        "create dictionary d (key UInt64) primary key key source(NULL()) layout(FLAT())"]),
        ("clickhouse", ["CREATE VIEW v AS SELECT user FROM t", 'CREATE VIEW v AS SELECT "user" FROM t']),
    ],
)  # fmt: skip
def test_other_spellings_of_the_same_statement_have_one_hash(dialect: str, texts: list[str]) -> None:
    assert len(_prints(dialect, *texts)) == 1


@pytest.mark.parametrize(
    ("dialect", "texts"),
    [
        ("postgres", ["CREATE VIEW v AS SELECT (a + b) * c FROM t", "CREATE VIEW v AS SELECT a + b * c FROM t"]),
        ("postgres", ["CREATE VIEW v AS SELECT a FROM t WHERE a OR b AND c",
                      "CREATE VIEW v AS SELECT a FROM t WHERE (a OR b) AND c"]),
        ("postgres", ["CREATE VIEW v AS SELECT a FROM s.t", "CREATE VIEW v AS SELECT a FROM t"]),
        ("postgres", ['CREATE VIEW v AS SELECT "A" FROM t', "CREATE VIEW v AS SELECT A FROM t"]),
        ("postgres", ["CREATE VIEW v AS SELECT x.t.a FROM x.t, y.t", "CREATE VIEW v AS SELECT y.t.a FROM x.t, y.t"]),
        ("clickhouse", ["CREATE VIEW v AS SELECT A FROM t", "CREATE VIEW v AS SELECT a FROM t"]),
        ("clickhouse", ["CREATE VIEW v AS SELECT rand() FROM t", "CREATE VIEW v AS SELECT randCanonical() FROM t"]),
        ("materialize", ["CREATE TABLE t (a INT PRIMARY KEY)", "CREATE TABLE t (a INT)"]),
        ("materialize", ["CREATE VIEW v AS WITH MUTUALLY RECURSIVE r (a int) AS (SELECT 1) SELECT a FROM r",
                         "CREATE VIEW v AS WITH MUTUALLY RECURSIVE r (a bigint) AS (SELECT 1) SELECT a FROM r"]),
        ("postgres", ["CREATE VIEW v AS SELECT a FROM t UNION (SELECT a FROM u EXCEPT SELECT a FROM w)",
                      "CREATE VIEW v AS (SELECT a FROM t UNION SELECT a FROM u) EXCEPT SELECT a FROM w"]),
        ("postgres", ['CREATE VIEW v AS SELECT "user" FROM t', "CREATE VIEW v AS SELECT user FROM t"]),
        ("materialize", ['CREATE VIEW v AS SELECT "user" FROM t', "CREATE VIEW v AS SELECT user FROM t"]),
        ("postgres", ['CREATE TABLE t (a text DEFAULT "user")', "CREATE TABLE t (a text DEFAULT user)"]),
        ("postgres", ['ALTER TABLE t ALTER a SET DEFAULT "default"', "ALTER TABLE t ALTER a SET DEFAULT default"]),
        ("postgres", ["CREATE VIEW v AS SELECT INTERVAL '1' \"day\"", "CREATE VIEW v AS SELECT INTERVAL '1' day"]),
        ("postgres", ['CREATE DOMAIN d AS "char"', "CREATE DOMAIN d AS char"]),
        ("clickhouse", ['CREATE VIEW v AS SELECT "current_timestamp"', "CREATE VIEW v AS SELECT current_timestamp"]),
        ("clickhouse", ['CREATE VIEW v AS SELECT "session_user"', "CREATE VIEW v AS SELECT session_user"]),
        ("clickhouse", [f"ALTER TABLE t {change} COLUMN {name} x"
                        for change in ("ADD", "DROP", "MODIFY", "RENAME", "CLEAR", "COMMENT")
                        for name in ("User", "user", "IF EXISTS Key", "IF EXISTS key")]),
        ("clickhouse", ["ALTER TABLE t RENAME COLUMN a TO Key", "ALTER TABLE t RENAME COLUMN a TO key"]),
        ("clickhouse", ["ALTER TABLE t ADD COLUMN a Int8 AFTER Key", "ALTER TABLE t ADD COLUMN a Int8 AFTER key"]),
        ("clickhouse", [f"CREATE DICTIONARY d ({key} UInt64, {value} String) PRIMARY KEY x SOURCE(NULL())"
                        for key in ("Key", "key") for value in ("Value", "value")]),
        ("clickhouse", [f"CREATE TABLE t ({key} UInt64, INDEX {index} a TYPE minmax) ENGINE = Odd odd"
                        for key in ("Key", "key") for index in ("Range", "range")]),
        ("clickhouse", [f"ALTER TABLE t ADD PROJECTION p (SELECT {column} AS {alias} GROUP BY 1)"
                        for column in ("n.Role", "n.role") for alias in ("Day", "day")]),
    ],
)  # fmt: skip
def test_statements_that_look_alike_and_differ_have_two_hashes(dialect: str, texts: list[str]) -> None:
    assert len(_prints(dialect, *texts)) == len(texts)
