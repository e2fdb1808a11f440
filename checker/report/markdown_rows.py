"""The result, row by row as the Markdown report shows it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from checker.cycles.cycle import Cycle, CycleEdge
from checker.diff.changes import ChangeType
from checker.findings.finding import Finding
from checker.findings.verdict import judge
from checker.plan.step import Step
from checker.report.markdown_context import CommentContext
from checker.report.markdown_escape import diff_url, file_url
from checker.report.result import ChangeEntry, DirtyObject, Result, Spared


@dataclass(frozen=True, slots=True)
class Edit:
    change: ChangeType
    id: str
    kind: str
    was: str | None
    url: str | None
    reach: int


@dataclass(frozen=True, slots=True)
class Row:
    """One object of the plan."""

    wave: int | None
    """None: taken down and gone, before everything else."""
    action: str
    destructive: bool
    id: str
    kind: str
    url: str | None
    why: str
    origin: str | None
    """The edit at the far end, where it is not named in the reason."""
    cluster: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Objects that belong together: a wave, or those as far from an edit."""

    number: int
    ids: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of the way round a cycle, with what makes the read before it non-monotone."""

    id: str
    operator: str | None


class Places:
    """Where objects are shown, by id and kind."""

    def __init__(self, result: Result, context: CommentContext) -> None:
        self._repository_url = context.repository_url
        self._pull_request = context.pull_request
        self._head, self._base = result.head.sha, result.base.sha
        self._places: dict[tuple[str, str], tuple[str, int]] = {}
        self._places |= {(one.id, one.kind): (one.path, one.line) for one in result.dirty.objects}
        self._places |= {(one.id, one.kind): (one.path, one.line) for one in result.changes}
        self._removed = {(change.id, change.kind) for change in result.changes if change.change == "removed"}

    def of_file(self, path: str, line: int | None) -> str | None:
        return file_url(self._repository_url, self._head, path, line)

    def of_edit(self, change: ChangeEntry) -> str | None:
        """Its file in the pull request, for that is what is under review; else the object itself."""
        in_review = diff_url(self._repository_url, self._pull_request, change.path)
        return in_review or self.of_object(change.id, change.kind)

    def of_object(self, name: str, kind: str) -> str | None:
        """What head removed is shown at base."""
        if (name, kind) not in self._places:
            return None
        sha = self._base if (name, kind) in self._removed else self._head
        return file_url(self._repository_url, sha, *self._places[name, kind])


def blocking(result: Result) -> list[Finding]:
    """Why the check fails; where no error explains it, warnings do."""
    if result.verdict == "pass":
        return []
    found = [finding for finding in result.findings if judge([finding], result.fail_on) == "fail"]
    return found or [finding for finding in result.findings if finding.severity != "note"]


def edits(result: Result, places: Places) -> list[Edit]:
    """Edits with the number of other objects that each reaches; what only touches metadata comes last."""
    now = {change.was: change.id for change in result.changes if change.was}
    reach = Counter(name for one in _spread(result) for name in {now.get(root, root) for root in one.root})
    ordered = sorted(result.changes, key=lambda change: change.change == "metadata")
    return [Edit(one.change, one.id, one.kind, one.was, places.of_edit(one), reach[one.id]) for one in ordered]


def plan_rows(result: Result, places: Places) -> list[Row]:
    """One row per object: first what is taken down and gone, then what is set up, in order."""
    taken_down = {(step.id, step.kind) for step in result.plan.teardown if step.action in ("drop", "rename")}
    losing = {(step.id, step.kind) for step in result.plan.teardown if step.destructive}
    set_up = {(step.id, step.kind) for step in result.plan.setup}
    origins = {(one.id, one.kind): _origin(one) for one in result.dirty.objects}

    def row(step: Step, wave: int | None) -> Row:
        key = step.id, step.kind
        again = step.action == "create" and key in taken_down
        loses = step.destructive or (again and key in losing)
        action = "recreate" if again else step.action
        why = _short(step.why)
        return Row(wave, action, loses, *key, places.of_object(*key), why, origins.get(key), step.cluster)

    gone = [row(step, None) for step in result.plan.teardown if (step.id, step.kind) not in set_up]
    aside = moved_aside(result)
    # The old one goes unseen: a row that drops what the row above sets up would only frighten people.
    shown = (
        step
        for step in result.plan.setup
        if step.destructive or step.action != "drop" or (step.id, step.kind) not in aside
    )
    return gone + [row(step, step.wave) for step in shown]


def moved_aside(result: Result) -> set[tuple[str, str]]:
    """Objects whose old self makes room under another name until the new one is there."""
    created = {(step.id, step.kind) for step in result.plan.setup if step.action == "create"}
    return created & {(step.id, step.kind) for step in result.plan.teardown if step.action == "rename"}


def affected_rows(result: Result, places: Places) -> list[Row]:
    """What is dirty without having been edited, nearest first; for a result without a plan."""
    return [
        Row(None, "", False, one.id, one.kind, places.of_object(one.id, one.kind), _nearest_reason(one), _origin(one))
        for one in sorted(_spread(result), key=lambda one: one.depth)
    ]


def teardown_waves(result: Result) -> list[Group]:
    """What is taken down only to be set up again, wave by wave."""
    set_up = {(step.id, step.kind) for step in result.plan.setup}
    return _grouped((step.wave, step.id) for step in result.plan.teardown if (step.id, step.kind) in set_up)


def distances(result: Result) -> list[Group]:
    """Dirty objects by the number of steps to the nearest edit."""
    return _grouped((one.depth, one.id) for one in result.dirty.objects)


def stops(result: Result) -> list[Spared]:
    """Where the spread ended. What a plan cannot do is no end of it, and told among the problems."""
    undone = {finding.id for finding in result.findings if finding.code == "manual-change"}
    kept = (Spared(kept.id, kept.why) for kept in result.plan.kept if kept.id not in undone)
    return [*kept, *result.spared]


def hops(cycle: Cycle) -> list[Hop]:
    """The way round."""
    edges = {(edge.reader, edge.reads): edge for edge in cycle.edges}
    pairs = zip(("", *cycle.path), cycle.path, strict=False)
    return [Hop(name, _operator(edges.get((before, name)))) for before, name in pairs]


def culprits(cycle: Cycle) -> list[CycleEdge]:
    """The reads for which the cycle may not settle."""
    return [edge for edge in cycle.edges if edge.polarity == "non-monotone"]


def plan_sql(result: Result) -> Iterator[str]:
    """The statements of the plan, each wave under its number."""
    for title, steps in (("take down", result.plan.teardown), ("set up", result.plan.setup)):
        with_sql = [step for step in steps if step.sql.strip()]
        for wave, group in groupby(with_sql, key=lambda step: step.wave):
            yield f"-- {title}, wave {wave}"
            yield from (step.sql.strip() for step in group)


def _spread(result: Result) -> list[DirtyObject]:
    """What is dirty without having been edited."""
    edited = {change.id for change in result.changes if change.change != "metadata"}
    edited |= {change.was for change in result.changes if change.was}
    return [one for one in result.dirty.objects if one.id not in edited]


def _nearest_reason(one: DirtyObject) -> str:
    """The last step of the shortest way to it."""
    before = one.trace[-2] if len(one.trace) > 1 else ""
    texts = [reason.text for reason in one.reasons if before in reason.because] or [one.text for one in one.reasons]
    return _short(texts[0]) if texts else ""


def _short(why: str) -> str:
    """All rows are about what is dirty; to say so in each tells nothing."""
    return why.removesuffix(", which is dirty")


def _origin(one: DirtyObject) -> str | None:
    """The far end of its trace, where the reason itself does not name it."""
    return one.trace[0] if len(one.trace) > 2 else None


def _operator(edge: CycleEdge | None) -> str | None:
    if edge is None or edge.polarity == "monotone":
        return None
    return edge.operator or "not monotone"


def _grouped(numbered: Iterable[tuple[int, str]]) -> list[Group]:
    groups: dict[int, list[str]] = defaultdict(list)
    for number, name in numbered:
        groups[number].append(name)
    return [Group(number, tuple(ids)) for number, ids in sorted(groups.items())]
