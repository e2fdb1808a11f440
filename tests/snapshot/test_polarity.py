"""The polarity of reads on its way through rows and fold."""

from __future__ import annotations

from typing import Any

from checker.settings import Settings
from checker.snapshot import rows as r
from checker.snapshot.collect import collect_rows
from checker.snapshot.fold import ObjectState
from checker.snapshot.frames import OBJECT_SCHEMA, fold_batches
from checker.snapshot.rows import statement_table
from tests.objects import objects_of, read_texts

CREATE = "SELECT pgtrickle.create_stream_table('st', $$SELECT count(*), random() FROM a$$);"
ALTER = "SELECT pgtrickle.alter_stream_table('st', query => $$\nSELECT x + 1 FROM a$$);"


def link(state: ObjectState, name: str) -> dict[str, Any]:
    (found,) = (dict(one) for one in state.links if one[r.NAME] == name and one["role"] == "read")
    return found


def test_links_and_state_tell_operator_line_text_and_volatile_functions() -> None:
    state = objects_of(CREATE)["postgres.public.st"]
    found = link(state, "a")
    assert (found[r.OPERATOR], found[r.OPERATOR_LINE], found[r.OPERATOR_TEXT]) == ("aggregate", 1, "count(*)")
    assert state.strict == {r.OPERATOR: "aggregate", r.LINE: 1, r.TEXT: "count(*)"}
    assert state.volatile == ("random",)


def test_an_alter_with_a_new_query_replaces_the_polarity_with_the_reads() -> None:
    state = objects_of(f"{CREATE}\n{ALTER}")["postgres.public.st"]
    found = link(state, "a")
    assert (found[r.OPERATOR], found[r.COMPUTES]) == ("", True)
    assert (state.strict, state.volatile) == (None, ())


def test_an_alter_of_options_keeps_the_polarity() -> None:
    state = objects_of(f"{CREATE} SELECT pgtrickle.alter_stream_table('st', schedule => '5m');")["postgres.public.st"]
    assert link(state, "a")[r.OPERATOR] == "aggregate"
    assert state.strict is not None
    assert state.volatile == ("random",)


def test_where_an_operator_stands_is_in_no_hash() -> None:
    one, other = (f"CREATE VIEW v AS{gap}SELECT{gap}count(*){gap}FROM a" for gap in (" ", "\n\n"))
    first, second = (objects_of(sql)["postgres.public.v"] for sql in (one, other))
    assert link(first, "a")[r.OPERATOR_LINE] != link(second, "a")[r.OPERATOR_LINE]
    assert first.structure == second.structure


def test_the_arrow_rows_of_objects_hold_it_all() -> None:

    rows = collect_rows(read_texts({"a.sql": CREATE}, Settings.model_validate({"dialect": "postgres"})))
    (batch,) = fold_batches(statement_table(rows).to_batches())
    assert batch.schema == OBJECT_SCHEMA
    (row,) = batch.to_pylist()
    assert row["head"][r.STRICT] == {r.OPERATOR: "aggregate", r.LINE: 1, r.TEXT: "count(*)"}
    assert row["head"][r.VOLATILE] == ["random"]
    assert row["head"][r.LINKS][0][r.OPERATOR] == "aggregate"
