"""Cases that the ordering of a plan must get right, and those that random projects once showed it did not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.databases.database import Database
from tests.plan.executed.carry_out import carry_out
from tests.plan.executed.case import Case
from tests.plan.executed.planning import steps

_HERE = Path(__file__).parent
CASES = sorted((*(_HERE / "fixed").glob("*.toml"), *(_HERE / "found").glob("*.toml")))


@pytest.mark.parametrize("rules", ["dependents", "changeset-v2"])
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_plan_makes_base_into_head(path: Path, rules: str, request: pytest.FixtureRequest) -> None:
    case = Case.read(path)
    database: Database = request.getfixturevalue(case.dialect)
    for strict in (False, True) if case.dialect == "clickhouse" else (False,):
        carry_out(database, case, steps(case, rules), strict=strict)
    assert steps(case.arrived(), rules) == []
