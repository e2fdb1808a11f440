"""The plan of a case without git and Spark: the same parts, put together in this process.

What Spark does in between is done here in a few lines, so that hundreds of plans can be made; other tests hold
the two ways together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from checker.diff.changes import Change, ChangeType, settle_changes
from checker.facts.given import key_value
from checker.names import ObjectName
from checker.plan.planner import PlanInput, Planned, make_plan
from checker.rules.load import load_program
from checker.settings import Settings
from checker.snapshot import frames as s
from checker.snapshot import rows as r
from checker.snapshot.lookup import Rows
from checker.snapshot.resolve import Home, Key
from tests.graphs import graph_from, key_of, objects_between, rows_between
from tests.plan.executed.case import Case
from tests.rules.naive import evaluate

_Object = Mapping[str, Any]


def steps(case: Case, rules: str) -> list[str]:
    """The statements of every step of the plan, in their order."""
    settings = Settings.model_validate({"dialect": case.dialect, "layout": "flat", "rules": rules})
    plan = plan_between(case.base_files, case.head_files, settings).plan
    return [step.sql for step in (*plan.teardown, *plan.setup)]


def plan_between(base: Mapping[str, str], head: Mapping[str, str], settings: Settings) -> Planned:
    """What `checker check` would plan between two commits that hold these files."""
    rows = rows_between(base, head, settings)
    objects = objects_between(rows)
    changes = settle_changes(change for one in objects if (change := _change(one)) is not None)
    graph = graph_from(objects)
    home = Home(settings.sql_dialect, settings.database, settings.schema_name)
    dirty = dict.fromkeys(sorted(_dirty(objects, changes, settings.rules)), "is dirty")
    return make_plan(PlanInput(graph=graph, rows=Rows(rows), changes=changes, dirty=dirty, home=home))


def _change(one: _Object) -> Change | None:
    base, head = one[s.BASE] or {}, one[s.HEAD] or {}
    found: ChangeType | None = None
    if head.get(s.DEFINED) and not base.get(s.DEFINED):
        found = "added"
    elif base.get(s.DEFINED) and not head.get(s.DEFINED):
        found = "removed"
    else:
        found = "metadata" if base.get(s.METADATA) != head.get(s.METADATA) else None
        found = "modified" if base.get(s.STRUCTURE) != head.get(s.STRUCTURE) else found
    if found is None:
        return None
    shown = head or base
    hashes = (side.get(s.METADATA if found == "metadata" else s.STRUCTURE) for side in (base, head))
    return Change(key_of(one), shown[r.KIND], found, shown[r.PATH], shown[r.LINE], *hashes)


def _dirty(objects: Sequence[_Object], changes: tuple[Change, ...], rules: str) -> Iterator[str]:
    facts: dict[str, set[tuple[Any, ...]]] = {"Object": set(), "ObjectInSchema": set(), "Reference": set()}
    facts["ChangedStmt"] = {(key_value(key),) for change in changes for key in (change.key, change.was) if key}
    facts["ChangedStmt"] -= {(key_value(change.key),) for change in changes if change.change == "metadata"}
    for one in objects:
        key, this = key_of(one), key_value(key_of(one))
        facts["Object"].add((this,))
        if key.name.schema and key.name.name:
            facts["ObjectInSchema"].add((this, key.name.database, key.name.schema))
        for link in (one[s.HEAD] or {}).get(r.LINKS) or ():
            named = ObjectName(link[r.DATABASE], link[r.SCHEMA], link[r.NAME])
            for space in (link[r.SPACE], "type"):
                facts["Reference"].add((this, key_value(Key(space, named))))
            if link["role"] == "write":
                facts["Reference"].add((key_value(Key(link[r.SPACE], named)), this))
    known, _ = evaluate(load_program(rules, (), Path()), facts)
    yield from (str(values[0]) for values in known["DirtyStmt"])
