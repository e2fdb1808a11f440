"""Renames are paired and doubt is widened, whatever the changes are."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from checker.diff.changes import Change, ChangeType, settle_changes
from checker.names import ObjectName
from checker.snapshot.resolve import Key


def change(name: str, kind: str, what: ChangeType, content: str) -> Change:
    key = Key("relation", ObjectName("d", "s", name))
    base, head = (None if what == side else content for side in ("added", "removed"))
    return Change(key, kind, what, f"{name}.sql", 1, base, head)


changes = st.lists(
    st.builds(
        change,
        name=st.text("abcdefgh", min_size=1, max_size=3),
        kind=st.sampled_from(["view", "table"]),
        what=st.sampled_from(["added", "removed", "modified", "metadata"]),
        content=st.sampled_from("12"),
    ),
    unique_by=lambda one: one.key,
)


@given(changes)
def test_a_rename_is_one_removed_and_one_added_of_equal_kind_and_content(given_changes: list[Change]) -> None:
    before = {one.key: one for one in given_changes}
    settled = settle_changes(given_changes)
    for one in settled:
        if one.change == "renamed":
            assert one.was is not None
            old, new = before[one.was], before[one.key]
            assert (old.change, new.change) == ("removed", "added")
            assert (old.kind, old.base_hash) == (new.kind, new.head_hash)
    told = [one.key for one in settled] + [one.was for one in settled if one.was]
    assert Counter(told) == Counter(before.keys())


@given(changes)
def test_no_pair_that_could_be_a_rename_is_left(given_changes: list[Change]) -> None:
    settled = settle_changes(given_changes)
    removed = {(one.kind, one.base_hash) for one in settled if one.change == "removed"}
    added = {(one.kind, one.head_hash) for one in settled if one.change == "added"}
    assert not removed & added


@given(changes, st.randoms())
def test_the_order_of_the_changes_does_not_show(given_changes: list[Change], random: Random) -> None:
    shuffled = list(given_changes)
    random.shuffle(shuffled)
    first = settle_changes(given_changes)
    assert settle_changes(shuffled) == first
