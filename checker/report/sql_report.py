"""The plan as one SQL script: statements in order, with comments that say why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from checker.plan.step import Step
from checker.progress import counted
from checker.report.escape import visible
from checker.report.result import Result, Side

_TITLE = "-- Plan by checker"
_PSQL = frozenset({"postgres", "materialize", "redshift", "risingwave"})
_TRANSACTIONAL = frozenset({"postgres"})
_STANDS_ALONE = re.compile(
    r"^\s*(?:(?:CREATE|DROP)\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY|REINDEX\b.*\bCONCURRENTLY|(?:CREATE|DROP)\s+DATABASE"
    r"|(?:CREATE|DROP)\s+TABLESPACE|ALTER\s+SYSTEM|VACUUM|ALTER\s+TABLE\b.*\bDETACH\s+PARTITION\b.*\bCONCURRENTLY)\b",
    re.IGNORECASE | re.MULTILINE,
)
"""Statements that cannot run in a transaction."""
_ADDS_VALUE = re.compile(r"^\s*ALTER\s+TYPE\b.*\bADD\s+VALUE\b", re.IGNORECASE | re.MULTILINE)
"""What it adds to an enum cannot be used in the same transaction, unless that made the enum."""


def render_sql(result: Result) -> str:
    """The plan that the other reports print, ready to be run."""
    return "\n".join(_lines(result)) + "\n"


def is_plan(path: Path) -> bool:
    """Whether we wrote it, and so may write it again."""
    with path.open("rb") as file:
        return file.read(len(_TITLE)) == _TITLE.encode()


def _lines(result: Result) -> Iterator[str]:
    plan, dialect = result.plan, result.tool.dialect
    steps = (*plan.teardown, *plan.setup)
    yield f"{_TITLE} {result.tool.version}, {_side(result.base)} to {_side(result.head)}, {dialect}."
    yield f"-- {counted(len(plan.teardown), 'step')} of teardown, {counted(len(plan.setup), 'step')} of setup."
    for finding in result.findings:
        if finding.code in ("destructive", "manual-change", "no-effect"):
            yield _comment(f"{finding.code}: {finding.message}. {finding.hint}")
    for kept in plan.kept:
        yield _comment(f"kept: {kept.kind} {kept.id}: {kept.why}")
    if not steps:
        yield "-- Nothing is to be done."
        return
    yield ""
    if dialect in _PSQL:
        yield "\\set ON_ERROR_STOP on"
    before = list(takewhile(_stands_alone, plan.teardown)) if dialect in _TRANSACTIONAL else []
    if before:
        yield "\n-- Before all else, each in a transaction of its own"
    for step in before:
        yield from _step(step)
    whole = dialect in _TRANSACTIONAL and not any(_stands_alone(step) for step in steps[len(before) :])
    if whole and before:
        yield ""
    if whole:
        yield "BEGIN;"
    elif dialect in _TRANSACTIONAL:
        yield "-- Some of these statements cannot run in a transaction; the script stops at the first error."
    for title, half in (("Teardown", plan.teardown[len(before) :]), ("Setup", plan.setup)):
        if half:
            yield f"\n-- {title}"
        for step in half:
            yield from _step(step)
    if whole:
        yield "\nCOMMIT;"


def _step(step: Step) -> Iterator[str]:
    loses = " LOSES DATA." if step.destructive else ""
    yield ""
    yield _comment(f"{step.step}. {step.action} {step.kind} {step.id}: {step.why}.{loses}")
    if step.sql:
        yield step.sql


def _comment(text: str) -> str:
    return f"-- {visible(text)}"


def _stands_alone(step: Step) -> bool:
    if step.kind == "type" and step.action != "create" and _ADDS_VALUE.search(step.sql):
        return True
    return _STANDS_ALONE.search(step.sql) is not None


def _side(side: Side) -> str:
    return visible(side.sha[:10] if side.sha else side.rev)
