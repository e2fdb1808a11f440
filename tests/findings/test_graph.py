"""Names that lead nowhere, and declarations that the SQL contradicts."""

from __future__ import annotations

import pytest

from checker.cycles.declared import declared_edges, disagreements
from checker.cycles.graph import Graph
from checker.cycles.missing import is_external, missing_clusters, missing_references
from checker.findings.graph import declared_findings, missing_findings
from checker.findings.policy import policy_findings
from checker.names import ObjectName
from checker.settings import Dependency, Policy, Settings
from checker.snapshot.resolve import Home
from checker.sql.dialect import get_dialect
from tests.graphs import graph_between, graph_from, objects_between, rows_between

_POSTGRES = get_dialect("postgres")


def missing(base: str, head: str, externals: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    graph = graph_between(base, head)
    changed = [
        number
        for number in range(len(graph))
        if graph.field(number, "base", "structure") != graph.field(number, "head", "structure")
    ]
    found = missing_references(graph, changed, _POSTGRES, externals)
    return [(one.severity, one.message) for one in missing_findings(found, graph)]


def test_a_reader_of_what_the_change_takes_away_is_an_error() -> None:
    base = "CREATE VIEW a AS SELECT 1 AS x; CREATE VIEW b AS SELECT x FROM a;"
    told = "postgres.public.b reads postgres.public.a, which this change takes away"
    assert missing(base, "CREATE VIEW b AS SELECT x FROM a;") == [("error", told)]


def test_what_runs_on_a_cluster_that_the_change_takes_away_is_an_error() -> None:
    views = """
        CREATE VIEW v AS SELECT 1 AS x; CREATE INDEX i IN CLUSTER c ON v (x);
        CREATE MATERIALIZED VIEW m IN CLUSTER c AS SELECT 1 AS x;
        CREATE MATERIALIZED VIEW k IN CLUSTER d AS SELECT 1 AS x;
    """
    graph = graph_between(views + "CREATE CLUSTER c (SIZE = '50cc');", views, "materialize")
    assert [(one.severity, one.message) for one in missing_findings(missing_clusters(graph), graph)] == [
        ("error", f"materialize.public.{name} runs on cluster c, which this change takes away") for name in ("m", "v")
    ]


def test_a_changed_reader_of_an_unknown_object_is_a_warning() -> None:
    told = "postgres.public.b reads postgres.public.a, which nothing defines"
    assert missing("", "CREATE VIEW b AS SELECT x FROM a;") == [("warning", told)]


def test_an_unchanged_reader_of_an_unknown_object_is_not_this_changes_fault() -> None:
    view = "CREATE VIEW b AS SELECT x FROM a;"
    assert missing(view, view + "CREATE TABLE t (a int);") == []


@pytest.mark.parametrize("query", ["FROM pg_class", "FROM pg_catalog.pg_class", "FROM information_schema.tables"])
def test_the_databases_own_catalogue_is_never_missing(query: str) -> None:
    assert missing("", f"CREATE VIEW b AS SELECT 1 {query};") == []


def test_a_name_further_down_the_search_path_is_found() -> None:
    head = "CREATE TABLE lib.a (x int); SET search_path = mart, lib; CREATE VIEW b AS SELECT x FROM a;"
    assert missing("", head) == []


@pytest.mark.parametrize(
    ("pattern", "covered"),
    [("crm.*", True), ("postgres.crm.*", True), ("accounts", True), ("crm.Big Ones", False), ("erp.*", False)],
)
def test_externals_are_patterns_of_any_number_of_parts(pattern: str, covered: bool) -> None:
    assert is_external(ObjectName("postgres", "crm", "accounts"), _POSTGRES, [pattern]) is covered


def test_names_in_bodies_that_are_not_parsed_are_not_called_missing() -> None:
    body = "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN SELECT x INTO y FROM ghost; RETURN 1; END $$;"
    assert missing("", body) == []


def _declared(head: str, **dependencies: Dependency) -> tuple[Graph, list[str]]:
    settings = Settings(dialect="clickhouse", layout="flat")
    home = Home(settings.sql_dialect, settings.database, settings.schema_name)
    edges = declared_edges(dependencies, home)
    graph = graph_from(objects_between(rows_between({}, {"a.sql": head}, settings)), edges)
    found = disagreements(graph, (one.reader for one in edges))
    return graph, [one.message for one in declared_findings(found, graph)]


_VIEW = (
    "CREATE TABLE t (a Int64) ENGINE = Log; CREATE TABLE u (a Int64) ENGINE = Log;"
    "CREATE MATERIALIZED VIEW mv TO u AS SELECT a FROM t;"
)


def test_a_declaration_that_agrees_with_the_sql_is_silent() -> None:
    assert _declared(_VIEW, mv=Dependency(reads=["t"], writes=["default.u"]))[1] == []


def test_a_declaration_joins_the_graph_and_is_held_against_the_sql() -> None:
    graph, told = _declared(_VIEW, mv=Dependency(reads=["t", "u"], writes=[]))
    assert told == [
        "[dependencies] declares that clickhouse.default.mv reads clickhouse.default.u; its SQL does not",
        "clickhouse.default.mv writes to clickhouse.default.u, which [dependencies] does not declare",
    ]
    numbers = {graph.id(number).rpartition(".")[2]: number for number in range(len(graph))}
    assert numbers["u"] in graph.head.needs_of(numbers["mv"], ["read"])


def test_a_declaration_for_nothing_is_told() -> None:
    assert _declared(_VIEW, ghost=Dependency(reads=["t"]))[1] == [
        "[dependencies] names clickhouse.default.ghost, which nothing defines"
    ]


def test_policies_speak_of_protected_objects_and_of_too_many() -> None:
    dirty = [("db.api.a", "a.sql", 1), ("db.prep.b", "b.sql", 1)]
    found = list(policy_findings(Policy(protected=["db.api.*"], max_dirty_objects=1), dirty))
    assert [(one.code, one.id) for one in found] == [("too-many-dirty", None), ("protected", "db.api.a")]
    assert not list(policy_findings(Policy(max_dirty_objects=2), dirty))
