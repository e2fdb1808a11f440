"""Results made by hand: a rich one that reads like a real pull request, and large ones."""

from __future__ import annotations

from checker.cycles.cycle import Cycle, CycleEdge
from checker.findings.finding import Finding
from checker.plan.step import Kept, Plan, Step
from checker.report.markdown_context import CommentContext
from checker.report.result import (
    ChangeEntry,
    Counts,
    Dirty,
    DirtyGroup,
    DirtyObject,
    ReasonEntry,
    Result,
    Side,
    Spared,
    Timing,
    Tool,
)

CHANGED = ReasonEntry("changed", (), "its statement changed")
TOOL = Tool(version="0.1.0", rules="changeset-v2", dialect="materialize")
BASE, HEAD = Side("main", "c0ffee1" + "0" * 33), Side("pull-request", "9f2c1ab" + "0" * 33)
CONTEXT = CommentContext(
    server_url="https://github.com",
    repository="acme/shop",
    summary_url="https://github.com/acme/shop/actions/runs/812345",
    artifact_url="https://github.com/acme/shop/actions/runs/812345#artifacts",
)

EMPTY = Result(tool=TOOL, base=BASE, head=HEAD, verdict="pass", counts=Counts())


def reads(name: str) -> ReasonEntry:
    return ReasonEntry("depends_on", (name,), f"reads {name}, which is dirty")


def in_schema(name: str) -> ReasonEntry:
    return ReasonEntry("schema", (name,), f"is in schema {name}, which is dirty")


def dirty_object(name: str, kind: str, reason: ReasonEntry, *trace: str) -> DirtyObject:
    path = f"models/{name.replace('.', '/')}.sql"
    return DirtyObject(name, kind, path, 1, len(trace), (reason,), (trace or (name,))[:1], (*trace, name))


def change(name: str, kind: str, what: str, was: str | None = None) -> ChangeEntry:
    hashes = (None if what == "added" else "b" * 32, None if what == "removed" else "h" * 32)
    return ChangeEntry(name, kind, what, was, f"models/{name.replace('.', '/')}.sql", 1, *hashes)  # type: ignore[arg-type]


_MV = "materialized view"
_ORDERS, _REVENUE, _MARGIN = "shop.prep.paid_orders", "shop.marts.revenue_daily", "shop.fin.margin"
_SCORES, _FLAGS = "shop.risk.scores", "shop.risk.flags"
_DIRTY = (
    dirty_object(_MARGIN, _MV, reads(_REVENUE), _ORDERS, _REVENUE),
    dirty_object("shop.fin.ledger", "view", in_schema("shop.fin"),
                 _ORDERS, _REVENUE, _MARGIN, "shop.fin"),
    dirty_object("shop.marts.refunds_daily", _MV, CHANGED),
    dirty_object(_REVENUE, _MV, reads(_ORDERS), _ORDERS),
    dirty_object("shop.marts.tmp_orders", "view", CHANGED),
    dirty_object("shop.out.margin_feed", "sink", reads(_MARGIN), _ORDERS, _REVENUE, _MARGIN),
    dirty_object(_ORDERS, "view", CHANGED),
    dirty_object("shop.prep.customers", "view", CHANGED),
    dirty_object("shop.raw.orders", "table", CHANGED),
    dirty_object("shop.raw.rates", "table", in_schema("shop.raw"),
                 "shop.raw.orders", "shop.raw"),
    dirty_object(_FLAGS, "view", reads(_SCORES), _SCORES),
    dirty_object(_SCORES, "view", CHANGED),
)  # fmt: skip
_TEARDOWN = (
    Step(step=1, wave=1, action="drop", id="shop.out.margin_feed", kind="sink", sql="DROP SINK shop.out.margin_feed;"),
    Step(step=2, wave=1, action="drop", id="shop.marts.tmp_orders", kind="view", sql="DROP VIEW shop.marts.tmp_orders;",
         why="removed; nothing reads it any more"),
    Step(step=3, wave=2, action="drop", id=_MARGIN, kind=_MV, sql=f"DROP MATERIALIZED VIEW {_MARGIN};"),
    Step(step=4, wave=2, action="drop", id="shop.fin.ledger", kind="view", sql="DROP VIEW shop.fin.ledger;"),
    Step(step=5, wave=3, action="drop", id=_REVENUE, kind=_MV, sql=f"DROP MATERIALIZED VIEW {_REVENUE};"),
)  # fmt: skip
_SETUP = (
    Step(step=6, wave=1, action="alter", id="shop.raw.orders", kind="table", destructive=True,
         sql="ALTER TABLE shop.raw.orders DROP COLUMN note;", why="its statement changed: column note is dropped"),
    Step(step=7, wave=1, action="rename", id="shop.prep.customers", kind="view",
         sql="ALTER VIEW shop.prep.cust RENAME TO customers;", why="renamed, its definition is equal"),
    Step(step=8, wave=2, action="replace", id=_ORDERS, kind="view", why="its statement changed",
         sql=f"CREATE OR REPLACE VIEW {_ORDERS} AS\n  SELECT * FROM shop.raw.orders WHERE status = 'paid';"),
    Step(step=9, wave=2, action="create", id="shop.marts.refunds_daily", kind=_MV, why="new", cluster="compute",
         sql="CREATE MATERIALIZED VIEW shop.marts.refunds_daily AS SELECT 1;"),
    Step(step=10, wave=3, action="create", id=_REVENUE, kind=_MV, why=f"reads {_ORDERS}, which is dirty",
         sql=f"CREATE MATERIALIZED VIEW {_REVENUE} AS SELECT 2;", cluster="compute"),
    Step(step=11, wave=3, action="replace", id=_SCORES, kind="view", why="its statement changed",
         sql=f"CREATE OR REPLACE VIEW {_SCORES} AS SELECT 5;"),
    Step(step=12, wave=4, action="replace", id=_FLAGS, kind="view", why=f"reads {_SCORES}, which is dirty",
         sql=f"CREATE OR REPLACE VIEW {_FLAGS} AS SELECT 6;"),
    Step(step=13, wave=4, action="create", id=_MARGIN, kind=_MV, why=f"reads {_REVENUE}, which is dirty",
         sql=f"CREATE MATERIALIZED VIEW {_MARGIN} AS SELECT 3;", cluster="serving"),
    Step(step=14, wave=4, action="create", id="shop.fin.ledger", kind="view",
         why="is in schema shop.fin, which is dirty", sql="CREATE VIEW shop.fin.ledger AS SELECT 4;"),
    Step(step=15, wave=5, action="create", id="shop.out.margin_feed", kind="sink",
         why=f"reads {_MARGIN}, which is dirty", sql=f"CREATE SINK shop.out.margin_feed FROM {_MARGIN};"),
)  # fmt: skip
_CYCLE_PATH = (_FLAGS, _SCORES, _FLAGS)
_CYCLES = (
    Cycle(
        (_FLAGS, _SCORES), _CYCLE_PATH, monotone=False, allowed=False, new=True, stratum=1, max_passes=100,
        edges=(
            CycleEdge(_FLAGS, _SCORES, "non-monotone", "not exists", "models/shop/risk/flags.sql", 14,
                      f"a new row in {_SCORES} can take rows away from {_FLAGS}, so there may be no stable result"),
            CycleEdge(_SCORES, _FLAGS, "monotone", None, "models/shop/risk/scores.sql", 5, ""),
        ),
    ),
    Cycle(("shop.geo.reach", "shop.geo.steps"), ("shop.geo.reach", "shop.geo.steps", "shop.geo.reach"),
          monotone=True, allowed=True, new=False, stratum=2, max_passes=100, edges=()),
)  # fmt: skip
_FINDINGS = (
    Finding("cycle-non-monotone", "error", f"{_FLAGS} reads {_SCORES} under NOT EXISTS inside a cycle",
            "read yesterday's rows there, or split the view", _FLAGS, "models/shop/risk/flags.sql", 14, 3, 14),
    Finding("destructive", "warning", "dropping the column note of shop.raw.orders loses its values",
            "keep the column, or copy it first", "shop.raw.orders", "models/shop/raw/orders.sql", 1, 1, 9),
    Finding("unread-before", "note",
            "1 file that this change does not touch could not be read in full: legacy/proc.sql",
            "what they define and read is partly unknown; `checker snapshot` tells where each stops",
            path="legacy/proc.sql", line=40),
)  # fmt: skip

RICH = Result(
    tool=TOOL,
    base=BASE,
    head=HEAD,
    verdict="fail",
    counts=Counts(objects=226, changed=7, dirty_objects=12, dirty_clusters=2, dirty_schemas=2, cycles=2, errors=1,
                  warnings=1, notes=1),
    changes=(
        change("shop.marts.refunds_daily", _MV, "added"),
        change("shop.marts.tmp_orders", "view", "removed"),
        change(_ORDERS, "view", "modified"),
        change("shop.prep.customers", "view", "renamed", "shop.prep.cust"),
        change("shop.raw.customers", "table", "metadata"),
        change("shop.raw.orders", "table", "modified"),
        change(_SCORES, "view", "modified"),
    ),
    dirty=Dirty(
        objects=_DIRTY,
        clusters=(
            DirtyGroup("compute", (ReasonEntry("stmt_cluster", ("shop.marts.refunds_daily",), "…"),)),
            DirtyGroup("serving", (ReasonEntry("stmt_cluster", (_MARGIN,), "…"),)),
        ),
        schemas=(
            DirtyGroup("shop.fin", (ReasonEntry("schema", (_MARGIN,), f"holds {_MARGIN}, which is dirty"),)),
            DirtyGroup("shop.raw", (ReasonEntry("schema", ("shop.raw.orders",), "…"),)),
        ),
    ),
    cycles=_CYCLES,
    plan=Plan(_TEARDOWN, _SETUP, (Kept("shop.raw.rates", "table", "holds data; only its schema is dirty"),)),
    findings=_FINDINGS,
    relations={"DirtyStmt": 12},
    timing=Timing(11.2),
    spared=(
        Spared(
            "shop.api.orders_v1", "it is in a stable schema and replaced in place, so its 6 readers stay as they are"
        ),
    ),
)  # fmt: skip
RICH_CONTEXT = CommentContext(
    server_url=CONTEXT.server_url,
    repository=CONTEXT.repository,
    summary_url=CONTEXT.summary_url,
    artifact_url=CONTEXT.artifact_url,
    previous_digest=f"1.41d07be{'0' * 33}.226-6-10-3-2-1-1-1-1.deadbeef",
)


def large_result(objects: int, *, sql: str = "SELECT 1;") -> Result:
    """One edit that everything else reads, in waves of a hundred."""
    names = [f"shop.mart_{number // 100:03}.model_{number:05}" for number in range(objects)]
    changes = (change(names[0], "view", "modified"),)
    dirty = tuple(
        dirty_object(name, "view", reads(names[number - 1]) if number else CHANGED, *names[:1] * bool(number))
        for number, name in enumerate(names)
    )
    setup = tuple(
        Step(step=number + 1, wave=number // 100 + 1, action="create", id=name, kind="view", sql=sql,
             why=dirty[number].reasons[0].text)
        for number, name in enumerate(names)
    )  # fmt: skip
    return Result(
        tool=TOOL, base=BASE, head=HEAD, verdict="pass",
        counts=Counts(objects=objects + 10, changed=1, dirty_objects=objects),
        changes=changes, dirty=Dirty(dirty), plan=Plan(setup=setup), relations={"DirtyStmt": objects},
    )  # fmt: skip
