"""What people must know of an operation, in words."""

from __future__ import annotations

from collections.abc import Iterable

from checker.plan.metadata import MetadataChanges
from checker.plan.operation import ObjectSide, PlanProblem, Subject
from checker.plan.tables import TableEdit

_SHOWN = 200
_LOSES = "make sure that nobody needs what is lost, or waive this finding"


def lost_with(subject: Subject, base: ObjectSide) -> tuple[PlanProblem, ...]:
    """Of an object that is dropped with its rows."""
    problem = PlanProblem(
        "destructive",
        subject,
        f"{base.kind} {subject.id} is dropped with all it holds",
        "keep its statement until nobody needs the data, or waive this finding",
    )
    return (problem,)


def still_inhabited(subject: Subject, base: ObjectSide) -> tuple[PlanProblem, ...]:
    """Of a schema or database whose statement is gone while its objects stay."""
    problem = PlanProblem(
        "manual-change",
        subject,
        f"the statement of {base.kind} {subject.id} is gone, but objects live in it still: it is not dropped",
        "drop it by hand when nothing needs it, or keep its statement",
    )
    return (problem,)


def edit_problems(subject: Subject, edits: Iterable[TableEdit]) -> tuple[PlanProblem, ...]:
    """Of edits that lose data, or have to be done by hand."""
    return tuple(
        PlanProblem("destructive", subject, f"{subject.id}: {edit.why}", edit.manual or _LOSES)
        if edit.destructive
        else PlanProblem("manual-change", subject, f"{subject.id}: {edit.why}", edit.manual)
        for edit in edits
        if edit.destructive or edit.manual
    )


def left_problems(subject: Subject, described: MetadataChanges) -> tuple[PlanProblem, ...]:
    """Of what base says about an object and no statement of the plan takes back."""
    return tuple(
        PlanProblem(
            "manual-change",
            subject,
            f"{subject.id}: the plan cannot tell what undoes what is gone: {' '.join(one.split())[:_SHOWN]}",
            "look at the rights and comments of the object in the database, and set them by hand as they shall be",
        )
        for one in described.left
    )
