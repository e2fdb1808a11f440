"""The comparison on Spark tells the same as a plain one, on random snapshots."""

from __future__ import annotations

from collections import defaultdict

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.diff.frames import changes_frame, compare
from checker.snapshot import rows as r
from checker.snapshot.fold import fold
from checker.snapshot.frames import objects_frame, statements_frame
from checker.spark.session import SparkRunner

Row = dict[str, object]


def row(name: str, action: str, content: str, sides: tuple[bool, bool], path: str, ordinal: int) -> Row:
    kind = {"index": "index", "grant": "grant"}.get(action, "view")
    plain: Row = {field.name: "" for field in r.STATEMENT_SCHEMA} | {
        r.LINKS: [],
        r.OPTIONS: [],
        r.STRICT: None,
        r.VOLATILE: [],
    }
    return plain | {
        r.IN_BASE: sides[0], r.IN_HEAD: sides[1], r.PATH: path, r.ORDINAL: ordinal, r.LINE: ordinal + 1, r.END_LINE: 1,
        r.KIND: kind, r.TARGET_KIND: "view", r.ACTION: action, r.SPACE: "relation", r.NAME: name,
        r.LABEL: content if action == "index" else "", r.HASH: content,
        r.REPLACES: False, r.IF_NOT_EXISTS: False,
    }  # fmt: skip


statements = st.tuples(
    st.sampled_from([f"o{number}" for number in range(12)]),
    st.sampled_from(["create", "create", "create", "alter", "drop", "index", "grant"]),
    st.sampled_from("xyz"),
    st.sampled_from([(True, True), (True, False), (False, True)]),
    st.sampled_from(["a.sql", "b.sql", "b10.sql"]),
)


@settings(max_examples=12)
@given(drawn=st.lists(statements, max_size=60), count=st.sampled_from([0, 1_000_000]))
def test_changes_and_duplicates_are_those_of_a_plain_comparison_in_one_place_and_in_many(
    spark: SparkRunner, drawn: list[tuple[str, str, str, tuple[bool, bool], str]], count: int
) -> None:
    rows = [row(*one, ordinal) for ordinal, one in enumerate(drawn)]
    table = pa.Table.from_pylist(rows, schema=r.STATEMENT_SCHEMA)
    compared = compare(changes_frame(objects_frame(statements_frame(spark.session, table), count)))
    expected, duplicated, objects = _plainly(table.to_pylist())
    assert {one.key.name.name: one.change for one in compared.changes} == expected
    assert {one.key.name.name for one in compared.duplicates} == duplicated
    assert compared.objects == objects


def _plainly(rows: list[Row]) -> tuple[dict[str, str], set[str], int]:
    by_name: dict[str, list[Row]] = defaultdict(list)
    for one in rows:
        by_name[str(one[r.NAME])].append(one)
    changes: dict[str, str] = {}
    duplicated: set[str] = set()
    objects = 0
    for name, group in by_name.items():
        base, head = (fold(one for one in group if one[side]) for side in (r.IN_BASE, r.IN_HEAD))
        was, now = base is not None and base.defined, head is not None and head.defined
        objects += now
        if was != now:
            changes[name] = "added" if now else "removed"
        elif (base.structure if base else "") != (head.structure if head else ""):
            changes[name] = "modified"
        elif (base.metadata if base else "") != (head.metadata if head else ""):
            changes[name] = "metadata"
        if head and head.duplicate and not (base and base.duplicate):
            duplicated.add(name)
    return changes, duplicated, objects
