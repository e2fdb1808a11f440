"""Plans for random projects, carried out."""

from __future__ import annotations

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.databases.clickhouse import ClickHouseDatabase
from tests.databases.postgres import PostgresDatabase
from tests.plan.executed.carry_out import carry_out
from tests.plan.executed.case import Case
from tests.plan.executed.clickhouse_projects import clickhouse_cases, strict_cases
from tests.plan.executed.planning import steps
from tests.plan.executed.postgres_projects import postgres_cases
from tests.plan.executed.stream_projects import stream_cases

_rules = st.sampled_from(["dependents", "changeset-v2"])
# One database serves all examples: it is emptied for each.
_shared_database = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@settings(max_examples=120, suppress_health_check=_shared_database)
@given(case=postgres_cases, rules=_rules)
def test_postgres_comes_from_base_to_head(case: Case, rules: str, postgres: PostgresDatabase) -> None:
    note(case.written())
    carry_out(postgres, case, steps(case, rules))
    assert steps(case.arrived(), rules) == []


@settings(max_examples=60, suppress_health_check=_shared_database)
@given(case=stream_cases, rules=_rules)
def test_stream_tables_come_from_base_to_head(case: Case, rules: str, postgres: PostgresDatabase) -> None:
    note(case.written())
    carry_out(postgres, case, steps(case, rules))
    assert steps(case.arrived(), rules) == []


@settings(max_examples=60, suppress_health_check=_shared_database)
@given(case=clickhouse_cases, rules=_rules)
def test_clickhouse_comes_from_base_to_head(case: Case, rules: str, clickhouse: ClickHouseDatabase) -> None:
    note(case.written())
    carry_out(clickhouse, case, steps(case, rules))
    assert steps(case.arrived(), rules) == []


@settings(max_examples=60, suppress_health_check=_shared_database)
@given(case=strict_cases, rules=_rules)
def test_clickhouse_that_checks_dependencies_does_too(case: Case, rules: str, clickhouse: ClickHouseDatabase) -> None:
    note(case.written())
    carry_out(clickhouse, case, steps(case, rules), strict=True)
