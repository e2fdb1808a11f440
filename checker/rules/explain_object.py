"""Every reason why one object is dirty, as a tree down to the changes; or what kept it clean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checker.facts.given import key_value
from checker.rules.answers import Answers
from checker.rules.engine.explain import Explained
from checker.rules.wording import plain_id, reason_text, stop_text
from checker.snapshot.resolve import Key
from checker.snapshot.rows import StatementRow
from checker.sql.statement import Action

SEEN_ABOVE = "see above"
MOST_DEPTH = 50


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of the tree and what lies below it."""

    text: str
    below: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectExplanation:
    """The object, whether it is dirty, and why or why not."""

    id: str
    dirty: bool
    tree: Branch


def explain_object(key: Key, rows: list[StatementRow], answers: Answers) -> ObjectExplanation:
    """Why an object is dirty, or what stopped on the way to it."""
    value = key_value(key)
    by_tuple = {(one.relation, one.name): one for one in answers.explained}
    found = by_tuple.get(("DirtyStmt", value))
    if found is not None:
        tree = Branch(f"{plain_id(value)} is dirty", tuple(_Tree(by_tuple).below(found)))
        return ObjectExplanation(plain_id(value), True, tree)
    below = tuple(Branch(text) for text in _why_clean(key, rows, answers))
    nothing = Branch("nothing that it reads, and neither its schema nor its cluster, is dirty")
    return ObjectExplanation(plain_id(value), False, Branch(f"{plain_id(value)} is clean", below or (nothing,)))


class _Tree:
    """Each tuple is unfolded once; where it comes again the tree points back."""

    def __init__(self, by_tuple: dict[tuple[str, str], Explained]) -> None:
        self._by_tuple = by_tuple
        self._unfolded: set[tuple[str, str]] = set()

    def below(self, one: Explained, depth: int = 0) -> Iterator[Branch]:
        self._unfolded.add((one.relation, one.name))
        if depth == MOST_DEPTH:
            yield Branch(f"…, and so on to {plain_id(one.trace[0])}" if one.trace else "…")
            return
        for reason in one.reasons:
            text = f"{reason_text(one.relation, reason)} [{reason.rule}]"
            yield Branch(text, tuple(self._causes(reason.because, reason.relations, depth)))

    def _causes(self, names: tuple[str, ...], relations: tuple[str, ...], depth: int) -> Iterator[Branch]:
        for name, relation in zip(names, relations, strict=True):
            cause = self._by_tuple.get((relation, name))
            if cause is None:  # a change itself, or an inner relation of the rule set
                cause = self._by_tuple.get(("DirtyStmt", name)) if relation != "ChangedStmt" else None
            if cause is None:
                continue
            if (cause.relation, cause.name) in self._unfolded:
                yield Branch(f"{plain_id(name)}: {SEEN_ABOVE}")
            else:
                yield Branch(plain_id(name), tuple(self.below(cause, depth + 1)))


def _why_clean(key: Key, rows: list[StatementRow], answers: Answers) -> Iterator[str]:
    """What would have dirtied the object, its schema or its cluster, but for something."""
    own = [row for row in rows if row.key == key and row.in_head]
    clusters = {row.resolved.statement.cluster for row in own if row.resolved.statement.action is Action.CREATE}
    nearby = {
        ("DirtyStmt", (key_value(key),)),
        ("DirtySchema", (key.name.database, key.name.schema)),
        *(("DirtyCluster", (cluster,)) for cluster in clusters),
    }
    for stop in answers.stops:
        if (stop.relation, stop.values) in nearby:
            yield stop_text(stop)
    dirty_clusters = {one.name for one in answers.of("DirtyCluster")}
    for row in own:
        statement = row.resolved.statement
        if statement.action is Action.INDEX and statement.cluster in dirty_clusters:
            yield (
                f"its index {statement.label} is on cluster {statement.cluster}, which is dirty, "
                "but under these rules an index alone dirties nothing"
            )
