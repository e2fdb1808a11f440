"""Stream tables: the same declaration in every way of calling, and what counts as a change of it."""

from __future__ import annotations

import pytest

from checker.snapshot.resolve import Home, Resolved, resolve
from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file
from checker.sql.statement import Action, Statement

POSTGRES = get_dialect("postgres")
HOME = Home(POSTGRES, "postgres", "public")


def read(text: str) -> list[Statement]:
    return list(read_file(text, POSTGRES, {}).statements)


def resolved(text: str) -> list[Resolved]:
    return [one for statement in read(text) for one in resolve(statement, HOME)]


def parameters(text: str) -> list[tuple[object, ...]]:
    """What a stream table is: the parameters of its calls."""
    return [(one.key.name.id, tuple(sorted(one.options.items()))) for one in resolved(text)]


ONE = "SELECT pgtrickle.create_stream_table('app.s', 'SELECT id FROM app.t WHERE a = ''x''', '5m', 'DIFFERENTIAL')"


@pytest.mark.parametrize(
    "text",
    [
        ONE,
        "SELECT create_stream_table('app.s', $$SELECT id FROM app.t WHERE a = 'x'$$, '5m', 'DIFFERENTIAL')",
        """SELECT * FROM PGTRICKLE.CREATE_STREAM_TABLE(
           'app.s', $q$select ID from app.t where a='x'$q$, '5m', 'incremental')""",
        """CALL pgtrickle.create_stream_table(
           'app.s'::text, $$ SELECT id FROM app.t WHERE (a = 'x') $$, '5m', 'differential')""",
        """SELECT pgtrickle."create_stream_table"(name => 'app.s', refresh_mode => 'DIFFERENTIAL', schedule => '5m',
           query => $$SELECT id /* all */ FROM app.t -- of them
           WHERE a = 'x'$$)""",
        """SELECT create_stream_table('"app"."s"', schedule := '5m', refresh_mode := 'DIFFERENTIAL',
           query := 'SELECT id FROM postgres.app.t WHERE a = ''x'''::pg_catalog.text)""",
        """DO $do$ BEGIN
           PERFORM pgtrickle.create_stream_table('app.s', $$SELECT id FROM app.t WHERE a = 'x'$$, '5m', 'DIFFERENTIAL');
           END $do$""",
    ],
)  # fmt: skip
def test_one_declaration_is_the_same_in_every_way_of_calling(text: str) -> None:
    (one,) = read(text)
    assert one.problem is None
    assert (one.kind, one.action, one.targets) == ("stream table", Action.CREATE, (("app", "s"),))
    assert [link.name.id for link in resolved(text)[0].links] == ["postgres.app.t"]
    assert parameters(text) == parameters(ONE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("'5m'", "'6m'"),
        ("'DIFFERENTIAL'", "'FULL'"),
        ("SELECT id", "SELECT id, b"),
        ("app.t", "app.u"),
        ("''x''", "''y''"),
        ("'5m', 'DIFFERENTIAL'", "'5m', 'DIFFERENTIAL', false"),
        ("'5m'", "'5m' || now()"),
        ("'SELECT id", "'SELECT id' || '"),
    ],
)
def test_a_parameter_that_differs_is_a_change(old: str, new: str) -> None:
    assert old in ONE
    assert parameters(ONE.replace(old, new)) != parameters(ONE)


def test_options_and_the_query_are_told_apart() -> None:
    before, options, query = (
        dict(resolved(text)[0].options)
        for text in (ONE, ONE.replace("'5m'", "'6m'"), ONE.replace("SELECT id", "SELECT id, b"))
    )
    assert before["query"] == options["query"] != query["query"]
    assert before["schedule"] == query["schedule"] != options["schedule"]


def test_the_query_reads_the_same_however_its_names_are_qualified() -> None:
    call = "SELECT pgtrickle.create_stream_table('s', $${}$$)"
    spellings = [
        "SELECT t.id FROM t",
        "SELECT public.t.id FROM public.t",
        'select postgres.public.t."id" from "postgres".public.T',
    ]  # fmt: skip
    assert len({str(parameters(call.format(one))) for one in spellings}) == 1


@pytest.mark.parametrize(
    ("function", "action", "replaces", "if_not_exists"),
    [
        ("create_stream_table", Action.CREATE, False, False),
        ("create_stream_table_if_not_exists", Action.CREATE, False, True),
        ("create_or_replace_stream_table", Action.CREATE, True, False),
        ("create_stream_table_realtime", Action.CREATE, False, False),
        ("create_stream_table_batch", Action.CREATE, False, False),
        ("create_stream_table_cost_optimized", Action.CREATE, False, False),
        ("create_stream_table_fast_append_only", Action.CREATE, False, False),
        ("alter_stream_table", Action.ALTER, False, False),
    ],
)
def test_every_function_tells_what_it_does(function: str, action: Action, replaces: bool, if_not_exists: bool) -> None:
    (one,) = read(f"SELECT pgtrickle.{function}('s', 'SELECT a FROM t')")
    assert (one.action, one.replaces, one.if_not_exists, one.problem) == (action, replaces, if_not_exists, None)
    assert one.names("read") == (("t",),)


def test_presets_are_the_options_they_stand_for() -> None:
    preset = parameters("SELECT create_stream_table_realtime('s', 'SELECT a FROM t')")
    assert preset == parameters("SELECT create_stream_table('s', 'SELECT a FROM t', '1s', 'DIFFERENTIAL')")


def test_positions_of_alter_are_its_own() -> None:
    (one,) = read("SELECT pgtrickle.alter_stream_table('s', NULL, '1h', NULL, 'SUSPENDED')")
    assert one.options == {"schedule": "1h", "status": "SUSPENDED"}
    assert one.references == ()


def test_an_altered_query_is_compared_like_a_created_one() -> None:
    created = resolved("SELECT create_stream_table('s', 'SELECT a FROM t')")[0].options["query"]
    altered = resolved("SELECT alter_stream_table('s', query => $$select a from public.t$$)")[0].options["query"]
    assert created == altered


BULK = """SELECT pgtrickle.bulk_create('[{"name": "a", "query": "SELECT x FROM t", "schedule": "1m"},
                                          {"name": "m.b", "query": "SELECT y FROM a"}]'::jsonb)"""


def test_one_call_may_create_many() -> None:
    one, other = read(BULK)
    assert (one.targets, one.names("read"), one.options["schedule"]) == ((("a",),), (("t",),), "1m")
    assert (other.targets, other.names("read"), "schedule" in other.options) == ((("m", "b"),), (("a",),), False)


def test_each_of_many_changes_by_itself() -> None:
    one, other = parameters(BULK)
    assert parameters(BULK.replace("SELECT y", "SELECT z"))[0] == one
    assert parameters(BULK.replace("SELECT y", "SELECT z"))[1] != other
    assert parameters(BULK.replace("SELECT x FROM t", "select  x  from public.t")) == [one, other]
    created = parameters("SELECT create_stream_table('a', 'SELECT x FROM t', '1m')")
    assert dict(created[0][1])["schedule"] == dict(one[1])["schedule"]  # type: ignore[call-overload]


@pytest.mark.parametrize("names", ["ARRAY['a', 'm.b']", "ARRAY['a', 'm.b']::text[]", "'{a,m.b}'", "'{a,m.b}'::text[]"])
def test_many_are_altered_and_dropped_by_an_array(names: str) -> None:
    (altered,) = read(f'SELECT pgtrickle.bulk_alter_stream_tables({names}, \'{{"schedule": "5m"}}\'::json)')
    (dropped,) = read(f"SELECT pgtrickle.bulk_drop_stream_tables({names})")
    assert altered.targets == dropped.targets == (("a",), ("m", "b"))
    assert (altered.action, altered.options) == (Action.ALTER, {"schedule": "5m"})
    assert dropped.action is Action.DROP


def test_a_query_altered_for_many_is_read() -> None:
    (one,) = read("""SELECT bulk_alter_stream_tables(ARRAY['a'], '{"query": "SELECT x FROM u", "schedule": "5m"}')""")
    assert one.names("read") == (("u",),)
    assert parameters("SELECT alter_stream_table('a', 'SELECT x FROM u', '5m')") == [
        ("postgres.public.a", tuple(sorted(resolved_options(one).items())))
    ]


def resolved_options(statement: Statement) -> dict[str, str]:
    return next(resolve(statement, HOME)).options


@pytest.mark.parametrize(
    ("text", "action", "target", "replaces"),
    [
        ("SELECT exec_stream_ddl('CREATE STREAM TABLE m.s AS SELECT a FROM t')", Action.CREATE, ("m", "s"), False),
        (
            "SELECT exec_stream_ddl($$CREATE OR REPLACE STREAM TABLE s AS SELECT a FROM t$$)",
            Action.CREATE,
            ("s",),
            True,
        ),
        ("SELECT pgtrickle.exec_stream_ddl('DROP STREAM TABLE m.s')", Action.DROP, ("m", "s"), False),
        ("DROP STREAM TABLE IF EXISTS m.s", Action.DROP, ("m", "s"), False),
        ("SELECT pgtrickle.drop_stream_table('m.s', cascade => true)", Action.DROP, ("m", "s"), False),
    ],
)
def test_ddl_in_a_string_is_read(text: str, action: Action, target: tuple[str, ...], replaces: bool) -> None:
    (one,) = read(text)
    assert (one.kind, one.action, one.targets, one.replaces) == ("stream table", action, (target,), replaces)
    assert one.names("read") == ((("t",),) if action is Action.CREATE else ())
    assert one.problem is None


@pytest.mark.parametrize(
    "text",
    [
        "SELECT create_stream_table('s')",
        "SELECT create_stream_table('', 'SELECT 1')",
        "SELECT create_stream_table(some_name, 'SELECT 1')",
        "SELECT create_stream_table('a' || 'b', 'SELECT 1')",
        "SELECT create_stream_table('s', format('SELECT %s', x))",
        "SELECT create_stream_table('s', 'SELECT (a')",
        "SELECT create_stream_table('s', 'SELECT a; SELECT b')",
        "SELECT create_stream_table('s', , 'SELECT a')",
        "SELECT SELECT create_stream_table('s', 'SELECT a')",
        "SELECT create_stream_table('s', 'SELECT a'))",
        "SELECT bulk_create('[{}]')",
        'SELECT bulk_create(\'[{"name": "", "query": "SELECT 1"}]\')',
        "SELECT bulk_create('nothing')",
        "SELECT bulk_alter_stream_tables(ARRAY['a'], 'nothing')",
        "SELECT bulk_drop_stream_tables(some_array)",
        "SELECT exec_stream_ddl('CREATE STREAM TABLE')",
        "SELECT exec_stream_ddl('CREATE STREAM TABLE s')",
        "SELECT exec_stream_ddl('CREATE TABLE s')",
    ],
)
def test_a_call_that_cannot_be_understood_is_told(text: str) -> None:
    (one,) = read(text)
    assert one.problem is not None
    assert one.problem.line == 1


def test_functions_of_another_schema_declare_nothing() -> None:
    assert [one.kind for one in read("SELECT app.create_stream_table('s', 'SELECT a FROM t')")] == ["unknown"]


def test_names_in_json_that_are_no_text_do_no_harm() -> None:
    (one,) = read("""SELECT bulk_create('[{"name": "a\\ud800", "query": "SELECT \\ud800"}]')""")
    assert one.targets[0][0].startswith("a")
    assert one.targets[0][0].encode()


def test_calls_in_a_body_are_found_at_their_place() -> None:
    text = "SELECT 1;\nDO $$\nBEGIN\n  PERFORM create_stream_table('s', 'SELECT a\nFROM t (');\nEND $$;"
    _, one = read(text)
    assert (one.line, one.end_line, one.text) == (2, 6, text[10:-1])
    assert one.problem is not None
    assert (one.problem.line, one.problem.column) == (5, 8)
