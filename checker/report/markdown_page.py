"""Everything that a page of Markdown shows, looked up once however often it is rendered."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import get_args

from checker.diff.changes import ChangeType
from checker.findings.finding import Finding
from checker.findings.policy import POLICY_CODES
from checker.report.digest import Digest, differences, read_digest
from checker.report.graph_view import spread_view
from checker.report.markdown_context import CommentContext
from checker.report.markdown_rows import (
    Edit,
    Group,
    Places,
    Row,
    affected_rows,
    blocking,
    distances,
    edits,
    moved_aside,
    plan_rows,
    plan_sql,
    stops,
    teardown_waves,
)
from checker.report.mermaid_graph import MOST_CHARACTERS, fits_a_comment, render_graph_mermaid
from checker.report.result import Result, Spared

_MOST_ROOTS = 100
"""The result lists no more roots of an object, so with as many a reach is only a lower bound."""


class Page:
    def __init__(self, result: Result, context: CommentContext, *, diagrams: bool = True) -> None:
        self.result = result
        self.context = context
        self.places = Places(result, context)
        self._diagrams = diagrams

    @property
    def is_empty(self) -> bool:
        result = self.result
        return not (result.changes or result.dirty.objects or result.findings or result.cycles or self.plan)

    @cached_property
    def blocking(self) -> list[Finding]:
        return blocking(self.result)

    @cached_property
    def warnings(self) -> list[Finding]:
        """Problems that do not block: errors too, where nothing shall fail."""
        blocked = set(self.blocking)
        return [one for one in self.result.findings if one.severity != "note" and one not in blocked]

    @cached_property
    def notes(self) -> list[Finding]:
        return [one for one in self.result.findings if one.severity == "note"]

    @property
    def is_test_merge(self) -> bool:
        return self.context.head_sha not in (None, self.result.head.sha)

    @property
    def waiver(self) -> str:
        """The comment that accepts what blocks; empty where only the configuration can."""
        codes = {finding.code for finding in self.blocking} - POLICY_CODES
        if not codes:
            return ""
        return f'-- checker: allow {codes.pop() if len(codes) == 1 else "CODE"} reason="…"'

    @cached_property
    def redeployed(self) -> int:
        """Objects that the plan does something to; without a plan, all that are dirty.

        A comment or a grant is written anew, and the object itself stays as it is.
        """
        planned = {(row.id, row.kind) for row in self.plan if row.action != "keep"}
        dirty = {one.id for one in self.result.dirty.objects}
        described = {(one.id, one.kind) for one in self.result.changes if one.change == "metadata"}
        planned -= {key for key in described if key[0] not in dirty}
        return len(planned) or self.result.counts.dirty_objects - len(self.result.plan.kept)

    @property
    def untouched(self) -> int:
        """Objects of head that are not dirty; those that head removed are none of head."""
        removed = {change.id for change in self.result.changes if change.change == "removed"}
        removed |= {change.was for change in self.result.changes if change.was}
        dirty = sum(one.id not in removed for one in self.result.dirty.objects)
        return max(self.result.counts.objects - dirty, 0)

    @cached_property
    def losses(self) -> int:
        return sum(row.destructive for row in self.plan)

    @property
    def edit_counts(self) -> list[tuple[str, int]]:
        counts = Counter(change.change for change in self.result.changes)
        return [(change, counts[change]) for change in get_args(ChangeType) if counts[change]]

    @cached_property
    def edits(self) -> list[Edit]:
        return edits(self.result, self.places)

    @property
    def reach_is_partial(self) -> bool:
        return any(len(one.root) >= _MOST_ROOTS for one in self.result.dirty.objects)

    @cached_property
    def plan(self) -> list[Row]:
        return plan_rows(self.result, self.places)

    @cached_property
    def affected(self) -> list[Row]:
        return affected_rows(self.result, self.places)

    @cached_property
    def teardown(self) -> list[Group]:
        return teardown_waves(self.result)

    @cached_property
    def is_moved_aside(self) -> bool:
        """Whether all that is taken down to be set up again stays under another name until then."""
        aside = {name for name, _ in moved_aside(self.result)}
        return all(name in aside for wave in self.teardown for name in wave.ids)

    @cached_property
    def has_clusters(self) -> bool:
        return any(row.cluster for row in self.plan)

    @cached_property
    def stops(self) -> list[Spared]:
        return stops(self.result)

    @cached_property
    def distances(self) -> list[Group]:
        return distances(self.result)

    @cached_property
    def mermaid(self) -> str | None:
        """The graph as it is drawn, where it can be."""
        view = spread_view(self.result)
        if not self._diagrams or not fits_a_comment(view):
            return None
        text = render_graph_mermaid(view)
        return text if len(text) <= MOST_CHARACTERS else None

    @cached_property
    def sql(self) -> str:
        return "\n".join(plan_sql(self.result))

    @cached_property
    def before(self) -> Digest | None:
        """The run before this one, unless it was of the same commit."""
        before = read_digest(self.context.previous_digest or "")
        return None if before is None or before.head == (self.context.head_sha or self.result.head.sha) else before

    @cached_property
    def differences(self) -> tuple[str, ...]:
        return differences(self.before, self.result) if self.before else ()
