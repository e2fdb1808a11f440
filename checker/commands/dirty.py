"""What is dirty, as reports show it: names as people write them, and every reason in words."""

from __future__ import annotations

from collections.abc import Iterable

from checker.commands.comparison import Comparison
from checker.errors import CheckerError
from checker.report.result import Dirty, DirtyGroup, DirtyObject, ReasonEntry
from checker.rules.answers import Answers, Place
from checker.rules.engine.explain import Explained, Reason
from checker.rules.wording import plain_id, reason_text


def show_dirty(comparison: Comparison) -> Dirty:
    """All dirty objects, clusters and schemas."""
    answers, shown = comparison.answers, _Shown(comparison)
    objects = (shown.object(one) for one in answers.of("DirtyStmt"))
    return Dirty(
        objects=tuple(sorted(objects, key=lambda one: (one.id, one.kind))),
        clusters=shown.groups(answers.of("DirtyCluster")),
        schemas=shown.groups(answers.of("DirtySchema")),
    )


def place_of_object(value: str, answers: Answers) -> Place:
    """What an object is and where it is defined."""
    place = answers.places.get(value)
    if place is None:
        raise CheckerError(f"the rules make {value!r} dirty, which is no object of head or base")
    return place


class _PlainIds(dict[str, str]):
    def __missing__(self, value: str) -> str:
        self[value] = shown = plain_id(value)
        return shown


class _Shown:
    """Objects that are dirty for the same reason, or by the same roots, share it as it is shown, too."""

    def __init__(self, comparison: Comparison) -> None:
        self._answers = comparison.answers
        self._writes = comparison.writes
        self._in_writes = {name for pair in self._writes for name in pair}
        self._plain = _PlainIds()
        self._roots: dict[int, tuple[str, ...]] = {}
        """By the identity of what the answers hold, which outlives this."""
        self._entries: dict[tuple[int, str, str], ReasonEntry] = {}

    def object(self, one: Explained) -> DirtyObject:
        value = str(one.values[0])
        place = place_of_object(value, self._answers)
        root = self._roots.get(id(one.root))
        if root is None:
            root = self._roots[id(one.root)] = self._ids(one.root)
        return DirtyObject(
            id=self._plain[value],
            kind=place.kind,
            path=place.path,
            line=place.line,
            depth=one.depth,
            reasons=self._reasons(one),
            root=root,
            trace=self._ids(one.trace),
        )

    def groups(self, explained: Iterable[Explained]) -> tuple[DirtyGroup, ...]:
        return tuple(DirtyGroup(one.name, self._reasons(one)) for one in explained)

    def _ids(self, names: tuple[str, ...]) -> tuple[str, ...]:
        shown = tuple(map(self._plain.__getitem__, names))
        return names if shown == names else shown

    def _reasons(self, one: Explained) -> tuple[ReasonEntry, ...]:
        return tuple([self._entry(one, reason) for reason in one.reasons])

    def _entry(self, one: Explained, reason: Reason) -> ReasonEntry:
        # Only of what writes, or is written to, the words depend on whose reason it is.
        name = one.name if self._in_writes and one.name in self._in_writes else ""
        key = id(reason), one.relation, name
        entry = self._entries.get(key)
        if entry is None:
            text = reason_text(one.relation, reason, name, self._writes)
            entry = self._entries[key] = ReasonEntry(reason.rule, self._ids(reason.because), text)
        return entry
