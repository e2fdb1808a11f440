"""Plans for random PostgreSQL projects, carried out."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, note, settings

from tests.databases.postgres import PostgresDatabase
from tests.plan.executed.carry_out import carry_out
from tests.plan.executed.case import Case
from tests.plan.executed.planning import steps
from tests.plan.executed.postgres_projects import postgres_cases

# The database is emptied for each example by `carry_out` itself.
_many = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.mark.parametrize("rules", ["dependents", "changeset-v2"])
@_many
@given(case=postgres_cases)
def test_a_plan_makes_base_into_head(rules: str, case: Case, postgres: PostgresDatabase) -> None:
    note(case.written())
    carry_out(postgres, case, steps(case, rules))
    assert steps(case.arrived(), rules) == []
