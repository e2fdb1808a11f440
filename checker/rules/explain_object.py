"""Every reason why an object, a cluster or a schema is dirty, as a tree down to the changes; or what kept it clean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checker.facts.given import key_value
from checker.rules.answers import Answers
from checker.rules.engine.explain import Explained
from checker.rules.syntax import Value
from checker.rules.wording import Writes, plain_id, reason_text, stop_text
from checker.snapshot.resolve import Key
from checker.snapshot.rows import StatementRow
from checker.sql.statement import Action

SEEN_ABOVE = "see above"
MOST_DEPTH = 50
NOTHING_NEAR = "nothing that it reads, and neither its schema nor its cluster, is dirty"
_Tuple = tuple[str, tuple[Value, ...]]
"""A relation and values in it."""


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


def explain_object(key: Key, rows: Sequence[StatementRow], answers: Answers, writes: Writes) -> ObjectExplanation:
    """Why something is dirty, or what stopped on the way to it.

    Clusters and schemas, which may be objects of the project too, are also dirty where they are swapped as a whole.
    """
    tree, group = _Tree(answers, writes), _group(key)
    shown = f"{key.space} {key.name.id}" if group else key.name.id
    names = [("DirtyStmt", key_value(key)), *([(group.relation, group.name)] if group else [])]
    found = [one for name in names if (one := tree.find(*name)) is not None]
    if found:
        below = tuple(branch for one in found for branch in tree.below(one))
        return ObjectExplanation(key.name.id, True, Branch(f"{shown} is dirty", below))
    nearby: set[_Tuple] = {(group.relation, group.values)} if group else _nearby(key, rows)
    texts = [stop_text(stop, writes) for stop in answers.stops if (stop.relation, stop.values) in nearby]
    texts += _idle_indexes(key, rows, answers)
    below = tuple(map(Branch, texts or [group.nothing if group else NOTHING_NEAR]))
    return ObjectExplanation(key.name.id, False, Branch(f"{shown} is clean", below))


@dataclass(frozen=True, slots=True)
class _Group:
    """What is swapped as a whole, as a tuple."""

    relation: str
    values: tuple[str, ...]
    name: str
    nothing: str
    """What is said of it where nothing is known to have come near."""


def _group(key: Key) -> _Group | None:
    if key.space == "cluster":
        return _Group("DirtyCluster", (key.name.name,), key.name.name, "no change dirties it under these rules")
    if key.space == "schema":
        return _Group("DirtySchema", key.name[:2], key.name.id, "nothing in it dirties it under these rules")
    return None


class _Tree:
    """Each tuple is unfolded once; where it comes again the tree points back."""

    def __init__(self, answers: Answers, writes: Writes) -> None:
        self._by_tuple = {(one.relation, one.name): one for one in answers.explained}
        self._writes = writes
        self._unfolded: set[tuple[str, str]] = set()

    def find(self, relation: str, name: str) -> Explained | None:
        return self._by_tuple.get((relation, name))

    def below(self, one: Explained, depth: int = 0) -> Iterator[Branch]:
        self._unfolded.add((one.relation, one.name))
        if depth == MOST_DEPTH:
            yield Branch(f"…, and so on to {plain_id(one.trace[0])}" if one.trace else "…")
            return
        for reason in one.reasons:
            text = f"{reason_text(one.relation, reason, one.name, self._writes)} [{reason.rule}]"
            yield Branch(text, tuple(self._causes(reason.because, reason.relations, depth)))

    def _causes(self, names: tuple[str, ...], relations: tuple[str, ...], depth: int) -> Iterator[Branch]:
        for name, relation in zip(names, relations, strict=True):
            cause = self.find(relation, name)
            if cause is None:  # a change itself, or an inner relation of the rule set
                cause = self.find("DirtyStmt", name) if relation != "ChangedStmt" else None
            if cause is None:
                continue
            if (cause.relation, cause.name) in self._unfolded:
                yield Branch(f"{plain_id(name)}: {SEEN_ABOVE}")
            else:
                yield Branch(plain_id(name), tuple(self.below(cause, depth + 1)))


def _nearby(key: Key, rows: Sequence[StatementRow]) -> set[_Tuple]:
    """The object, its schema and its cluster, as tuples."""
    own = [row.resolved.statement for row in rows if row.key == key and row.in_head]
    clusters = {statement.cluster for statement in own if statement.action is Action.CREATE}
    return {
        ("DirtyStmt", (key_value(key),)),
        ("DirtySchema", (key.name.database, key.name.schema)),
        *(("DirtyCluster", (cluster,)) for cluster in clusters),
    }


def _idle_indexes(key: Key, rows: Sequence[StatementRow], answers: Answers) -> Iterator[str]:
    """Indexes of an object on dirty clusters."""
    dirty_clusters = {one.name for one in answers.of("DirtyCluster")}
    for row in rows:
        statement = row.resolved.statement
        is_own = row.key == key and row.in_head and statement.action is Action.INDEX
        if is_own and statement.cluster in dirty_clusters:
            yield (
                f"its index {statement.label} is on cluster {statement.cluster}, which is dirty, "
                "but under these rules an index alone dirties nothing"
            )
