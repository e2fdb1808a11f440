"""Whatever both sides grant and revoke: the plan leads from the rights of base to those of head."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.settings import Settings
from tests.databases.postgres import PostgresDatabase
from tests.plan.executed.carry_out import carry_out
from tests.plan.executed.case import Case
from tests.plan.executed.planning import plan_between, steps

_TABLE = "CREATE TABLE one.t (a integer, b integer)"
_PRIVILEGES = ("SELECT", "INSERT", "ALL", "all privileges", "SELECT (a)", "SELECT (a, b)", "UPDATE (b)", "UPDATE")


@st.composite
def _statements(draw: st.DrawFn) -> str:
    privileges = ", ".join(draw(st.lists(st.sampled_from(_PRIVILEGES), min_size=1, max_size=2, unique=True)))
    if "all" in privileges.lower():
        privileges = "ALL"
    grantee = draw(st.sampled_from(["reader", '"reader"', "PUBLIC", "reader, PUBLIC"]))
    if draw(st.integers(0, 2)) == 0:
        return f"REVOKE {privileges} ON one.t FROM {grantee}"
    option = " WITH GRANT OPTION" if "PUBLIC" not in grantee and draw(st.booleans()) else ""
    return f"GRANT {privileges} ON TABLE one.t TO {grantee}{option}"


_SIDES = st.lists(_statements(), max_size=4).map(lambda found: [_TABLE, *found])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_SIDES, _SIDES)
def test_the_plan_leads_to_the_rights_of_head(postgres: PostgresDatabase, base: list[str], head: list[str]) -> None:
    files = ({"all.sql": "".join(f"{sql};\n" for sql in side)} for side in (base, head))
    case = Case("postgres", base, head, (), {}, *files)
    options = Settings.model_validate({"dialect": "postgres", "layout": "flat", "rules": "dependents"})
    told = plan_between(case.base_files, case.head_files, options).problems
    assert {one.code for one in told} <= {"manual-change"}
    carry_out(postgres, case, steps(case, "dependents"))
