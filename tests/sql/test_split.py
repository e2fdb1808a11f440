"""Files are cut into statements at exact places, whatever is broken in them."""

from __future__ import annotations

import pytest

from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file
from checker.sql.statement import ParsedFile, Problem, Statement

DIALECTS = ["postgres", "materialize", "clickhouse"]


def read(text: str, dialect: str = "postgres", **variables: str) -> ParsedFile:
    return read_file(text, get_dialect(dialect), variables)


def texts(parsed: ParsedFile) -> list[str]:
    return [one.text for one in parsed.statements]


def problems(parsed: ParsedFile) -> list[Problem]:
    return [one.problem for one in parsed.statements if one.problem]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW v AS SELECT ';' AS a, 'it''s;' AS b",
        'CREATE VIEW "a;b" AS SELECT 1',
        "CREATE VIEW v AS SELECT 1 /* ; */ AS a -- ;\n, 2 AS b",
        "CREATE VIEW v AS SELECT $$;$$ AS a",
        "CREATE VIEW v AS SELECT $tag$ ; $$ ; $tag$ AS a",
        "CREATE VIEW v AS SELECT CASE WHEN a THEN 1 ELSE 2 END FROM t",
        "CREATE VIEW v AS SELECT '\n;\n' AS a,\n 2",
    ],
)
def test_semicolons_inside_do_not_end_a_statement(dialect: str, statement: str) -> None:
    parsed = read(f"SELECT 1;\n{statement};\nSELECT 2", dialect)
    assert texts(parsed) == ["SELECT 1", statement, "SELECT 2"]
    assert not problems(parsed)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE FUNCTION f() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1; SELECT CASE WHEN a THEN 1 END FROM t; END",
        "CREATE FUNCTION f() RETURNS int AS $$ BEGIN RETURN 1; END $$ LANGUAGE plpgsql",
        "CREATE FUNCTION f() RETURNS int AS $body$ SELECT '$$;'; $body$ LANGUAGE sql",
        "DO $$ BEGIN PERFORM 1; IF a THEN b; END IF; END $$",
        "CREATE VIEW v AS SELECT 1 /* a /* b; */ ; */ AS a",
        "CREATE VIEW v AS SELECT E'it\\'s;' AS a",
    ],
)
def test_bodies_of_postgres_are_one_statement(statement: str) -> None:
    parsed = read(f"SELECT 1;\n{statement};\nSELECT 2;")
    assert texts(parsed) == ["SELECT 1", statement, "SELECT 2"]
    assert not problems(parsed)


def test_a_procedure_of_snowflake_is_one_statement() -> None:
    body = "CREATE PROCEDURE p() AS BEGIN LET x := 1; CASE WHEN x THEN y; END CASE; IF (x) THEN z; END IF; END"
    assert texts(read(f"{body};\nSELECT 2;", "snowflake")) == [body, "SELECT 2"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_transaction_is_many_statements(dialect: str) -> None:
    parsed = read("BEGIN;\nCREATE VIEW v AS SELECT 1;\nCOMMIT;\nBEGIN TRANSACTION;\nEND;", dialect)
    assert texts(parsed) == ["BEGIN", "CREATE VIEW v AS SELECT 1", "COMMIT", "BEGIN TRANSACTION", "END"]


def test_places_count_lines_and_columns_from_one() -> None:
    parsed = read("-- leading\n/* more */ CREATE VIEW v AS\n  SELECT 'a\nb';\n\n   SELECT 1; SELECT 2;")
    places = [(one.line, one.column, one.end_line) for one in parsed.statements]
    assert places == [(2, 12, 4), (6, 4, 6), (6, 14, 6)]


# psql ----------------------------------------------------------------------------------------------


def test_psql_commands_are_no_sql() -> None:
    parsed = read("\\connect shop\n\\set x 'a;b'\nSELECT 1;\nSELECT 'CREATE DATABASE d' \\gexec\nSELECT 2;")
    assert texts(parsed) == ["SELECT 1", "SELECT 'CREATE DATABASE d'", "SELECT 2"]
    assert not problems(parsed)
    assert [one.line for one in parsed.statements] == [3, 4, 5]


def test_copied_data_is_no_sql() -> None:
    copied = "COPY t (a, b) FROM stdin WITH (FORMAT text)"
    parsed = read(f"SELECT 1;\n{copied};\n1\tit's; (\n\\N\tSELECT\n\\.\nSELECT 2;\nSELECT copy FROM stdin;")
    assert texts(parsed) == ["SELECT 1", copied, "SELECT 2", "SELECT copy FROM stdin"]
    assert [one.line for one in parsed.statements] == [1, 2, 6, 7]


def test_copied_data_without_an_end_takes_the_rest() -> None:
    assert texts(read("copy t from stdin;\n1;2;3\nSELECT 1;")) == ["copy t from stdin"]


def test_variables_read_as_their_values() -> None:
    text = """CREATE VIEW v AS SELECT :'who' AS a FROM :"place".t WHERE n > :n"""
    parsed = read(text, who="it's", place="S", n="5")
    spelled = read("""CREATE VIEW v AS SELECT 'it''s' AS a FROM "S".t WHERE n > 5;""")
    assert parsed.statements[0].digest == spelled.statements[0].digest
    assert parsed.statements[0].names("read") == (("S", "t"),)
    assert parsed.statements[0].text == text
    assert not parsed.undefined_variables


@pytest.mark.parametrize(
    ("command", "value"),
    [
        ("\\set n 5", "5"),
        ("  \\set n 'it''s' ", "it's"),
        ("\\set n a  'b c' d", "ab cd"),
        ("\\set n 'a\\tb\\x41\\101\\'c'", "a\tbAA'c"),
        ("\\set m 1\n\\set n :m :'m' x", "1'1'x"),
        ('\\set n "a b"', '"a b"'),
        ("\\set n", ""),
        ("\\set n 5 \\echo x", "5"),
        ("\\if :{?n}\n\\else\n\\set n 5\n\\endif", "5"),
    ],
)
def test_a_file_sets_its_own_variables(command: str, value: str) -> None:
    parsed = read(f"{command}\nCREATE VIEW v AS SELECT :'n' AS a;")
    spelled = read("CREATE VIEW v AS SELECT '" + value.replace("'", "''") + "' AS a;")
    if "\\if" not in command:
        assert parsed.statements[0].digest == spelled.statements[0].digest
    assert not parsed.undefined_variables


def test_what_a_file_sets_goes_before_what_is_configured_from_there_on() -> None:
    parsed = read("CREATE VIEW v AS SELECT :n;\n\\set n 5\nCREATE VIEW v AS SELECT :n;\n\\unset n\nSELECT :n", n="9")
    spelled = read("CREATE VIEW v AS SELECT 9; CREATE VIEW v AS SELECT 5;")
    assert [one.digest for one in parsed.statements[:2]] == [one.digest for one in spelled.statements]
    assert parsed.undefined_variables == (Problem("n", 5, 8),)


@pytest.mark.parametrize("value", ["5", "'5'", "`date +5`", "'5"])
def test_another_value_of_a_variable_is_another_statement(value: str) -> None:
    old, new = (read(f"\\set n {one}\nCREATE VIEW v AS SELECT :n") for one in (value, value.replace("5", "6")))
    assert old.statements[0].digest != new.statements[0].digest


def test_a_value_built_of_itself_does_not_grow_without_end() -> None:
    parsed = read("\\set n aaaaaaaaaa\n" + "\\set n :n:n\n" * 200 + "CREATE VIEW v AS SELECT :n;")
    assert [one.kind for one in parsed.statements] == ["view"]


def test_undefined_variables_are_told_with_their_place() -> None:
    parsed = read("""SELECT 1;\nCREATE VIEW v AS SELECT :'a', :"b"\n, :c;""")
    assert parsed.undefined_variables == (Problem("a", 2, 25), Problem("b", 2, 31), Problem("c", 3, 3))
    assert not problems(parsed)


def test_what_only_looks_like_a_variable_stays() -> None:
    text = """SELECT ':a', "x:b", $$:c$$, a::int, b[1:n], E'\\':d' /* :e */ -- :f\n;"""
    assert not read(text, a="1", b="2", c="3", d="4", e="5", f="6", n="7").undefined_variables
    assert read(text, a="1", int="x").statements[0].digest == read(text).statements[0].digest


def test_a_value_of_a_variable_is_part_of_the_hash() -> None:
    text = "CREATE VIEW v AS SELECT :a AS x;"
    assert read(text, a="1").statements[0].digest != read(text, a="2").statements[0].digest
    assert read(text).statements[0].digest != read(text.replace(":a", ":b")).statements[0].digest


def test_places_stay_right_behind_a_longer_value() -> None:
    parsed = read("CREATE VIEW v AS SELECT :a AS x; SELECT (;\nSELECT 3", a="a_long_value_of_many_words")
    assert texts(parsed) == ["CREATE VIEW v AS SELECT :a AS x", "SELECT (", "SELECT 3"]
    assert [(one.line, one.column) for one in problems(parsed)] == [(1, 41)]


# Jinja ---------------------------------------------------------------------------------------------


def test_references_of_jinja_are_reads() -> None:
    parsed = read(
        "{{ config(x=1) }}\nCREATE VIEW v AS SELECT * FROM {{ ref('a') }} JOIN {{ source('s', 'b') }} USING (i);"
    )
    assert parsed.statements[0].names("read") == (("a",), ("s", "b"))
    assert parsed.statements[0].line == 2
    assert not problems(parsed)


def test_conditions_of_jinja_are_masked_and_count() -> None:
    text = "CREATE VIEW v AS SELECT a FROM t\n{% if x %} WHERE a > {{ var('n') }} {% endif %};\nSELECT 2;"
    parsed = read(text)
    assert not problems(parsed)
    assert parsed.statements[0].digest == read(text.replace("{% if x %}", "{%  if\nx %}")).statements[0].digest
    assert parsed.statements[0].digest != read(text.replace("if x", "if y")).statements[0].digest
    assert parsed.statements[0].digest != read(text.replace("'n'", "'m'")).statements[0].digest
    assert parsed.statements[1].digest == read("SELECT 2").statements[0].digest


def test_comments_of_jinja_do_not_count() -> None:
    parsed = read("CREATE VIEW v AS SELECT a {# it's; #} FROM t;")
    assert parsed.statements[0].digest == read("CREATE VIEW v AS SELECT a FROM t").statements[0].digest


def test_patterns_with_braces_are_no_jinja() -> None:
    parsed = read("CREATE VIEW v AS SELECT a FROM t WHERE a LIKE '{%' AND b LIKE '%}';")
    assert not problems(parsed)
    assert parsed.statements[0].digest != read(parsed.statements[0].text.replace("'{%'", "'{%x'")).statements[0].digest


# Broken files --------------------------------------------------------------------------------------

BREAKS = ["'never closed", '"never closed', "/* never closed", "$x$ never closed"]
BEFORE = ["CREATE VIEW a AS SELECT 'x;' AS x FROM t", "CREATE TABLE b (i int)"]
AFTER = ["CREATE VIEW c AS\n\nSELECT ';' AS y FROM u", "DROP VIEW d", "CREATE VIEW e AS SELECT 1 /* ; */ AS one"]


def _around(broken: str) -> str:
    return ";\n".join(BEFORE) + f";\n{broken};\n\n" + ";\n".join(AFTER) + ";\n"


def _facts(statement: Statement) -> tuple[object, ...]:
    return statement.kind, statement.targets, statement.names("read"), statement.digest, statement.text


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("opened", BREAKS)
def test_what_is_never_closed_costs_its_own_statement_only(dialect: str, opened: str) -> None:
    parsed = read(_around(f"CREATE VIEW x AS\n  SELECT {opened}"), dialect)
    whole = [one for one in parsed.statements if one.problem is None]
    alone = [read(text, dialect).statements[0] for text in BEFORE + AFTER]
    assert [_facts(one) for one in whole] == [_facts(one) for one in alone]
    opener = opened.split()[0][: 1 if opened[0] in "'\"" else None]
    assert problems(parsed) == [Problem(f"{opener} is opened here and never closed", 4, 10)]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "broken", ["CREATE VIEW x AS SELECT (1", "CREATE VIEW x AS SELECT FROM WHERE", "CRAETE VIEW x", "CREATE VIEW", ")"]
)
def test_a_statement_that_cannot_be_read_costs_itself_only(dialect: str, broken: str) -> None:
    parsed = read(_around(broken), dialect)
    alone = [read(text, dialect).statements[0] for text in BEFORE + AFTER]
    assert [_facts(one) for one in parsed.statements if not one.problem] == [_facts(one) for one in alone]
    assert len(problems(parsed)) == 1
    assert problems(parsed)[0].line == 3


@pytest.mark.parametrize("opened", BREAKS)
def test_a_break_elsewhere_leaves_long_comments_and_bodies_whole(opened: str) -> None:
    comment = "/* about\n\nSELECT this;\nCREATE that;\n*/ CREATE VIEW a AS SELECT 1"
    body = "CREATE FUNCTION f() RETURNS int AS $b$\nSELECT 1;\n\nSELECT 2;\n$b$ LANGUAGE sql"
    parsed = read(f"{comment};\n{body};\nSELECT {opened};\n\n{body};\n{comment};")
    view = "CREATE VIEW a AS SELECT 1"
    assert [one.text for one in parsed.statements if not one.problem][:2] == [view, body]
    assert len(problems(parsed)) == 1


def test_variables_behind_a_stray_quote_are_still_read() -> None:
    parsed = read("SELECT 'stray;\n\nCREATE VIEW v AS SELECT :'a' AS x;\nCREATE VIEW w AS SELECT ':a' AS y;", a="1")
    spelled = read("CREATE VIEW v AS SELECT '1' AS x; CREATE VIEW w AS SELECT ':a' AS y")
    assert [one.digest for one in parsed.statements[1:]] == [one.digest for one in spelled.statements]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("text", "formatted"),
    [
        ("CREATE VIEW v AS SELECT (1", "create  view v\nAS /* c */ SELECT\n(1 -- c"),
        ("CREATE VIEW v AS SELECT FROM WHERE a", "CREATE VIEW v AS\tselect from /* c */ where a"),
        ("CREATE VIEW v AS SELECT 'a b", "create view /* c */ v as\n\nSELECT 'a\n  b"),
        ("CRAETE VIEW v", "CRAETE /* c */ VIEW\nv"),
    ],
)
def test_the_hash_of_what_cannot_be_read_ignores_formatting(dialect: str, text: str, formatted: str) -> None:
    one, other = read(text, dialect).statements[0], read(formatted, dialect).statements[0]
    assert one.problem
    assert other.problem
    assert one.digest == other.digest
    assert one.digest != read(text + "x", dialect).statements[0].digest
