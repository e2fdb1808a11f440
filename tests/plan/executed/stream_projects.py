"""Random stream tables over one table: chains, diamonds and cycles, made as pg_trickle wants them made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.plan.executed.case import Case
from tests.plan.executed.edits import Draw

_EDGES = "CREATE TABLE one.edges (src integer, dst integer)"
_MOST = 5


@dataclass(frozen=True)
class Stream:
    """A stream table that reads the table, and others by their numbers, perhaps itself."""

    reads: frozenset[int] = frozenset()
    more_than: int = 0
    replaces: bool = False

    def query(self, others: frozenset[int]) -> str:
        first = f"SELECT src, dst FROM one.edges WHERE src > {self.more_than}"
        joins = (f"SELECT e.src, s.dst FROM one.edges e JOIN {_name(one)} s ON e.dst = s.src" for one in sorted(others))
        return " UNION ".join([first, *joins])


Streams = Mapping[int, Stream]


def _name(number: int) -> str:
    return f"{'one' if number % 2 else 'two'}.s{number}"


def _create(number: int, stream: Stream) -> str:
    """What it reads of lower numbers; the rest would not be there yet."""
    function = "create_or_replace_stream_table" if stream.replaces else "create_stream_table"
    query = stream.query(frozenset(one for one in stream.reads if one < number))
    return f"SELECT pgtrickle.{function}('{_name(number)}', $${query}$$, '1s', 'DIFFERENTIAL')"


def _alter(number: int, stream: Stream) -> list[str]:
    if all(one < number for one in stream.reads):
        return []
    return [f"SELECT pgtrickle.alter_stream_table('{_name(number)}', query => $${stream.query(stream.reads)}$$)"]


def _script(streams: Streams) -> list[str]:
    creates = [_create(number, one) for number, one in sorted(streams.items())]
    return [_EDGES, *creates, *(sql for number, one in sorted(streams.items()) for sql in _alter(number, one))]


def _files(streams: Streams) -> dict[str, str]:
    texts = {f"s{number}.sql": [_create(number, one), *_alter(number, one)] for number, one in streams.items()}
    return {path: "".join(f"{sql};\n" for sql in found) for path, found in {**texts, "edges.sql": [_EDGES]}.items()}


def _settled(streams: Streams) -> Streams:
    """Without reads of what is not there."""
    return {number: Stream(one.reads & streams.keys(), one.more_than, one.replaces) for number, one in streams.items()}


_streams = st.builds(Stream, st.frozensets(st.integers(1, _MOST), max_size=2), st.integers(0, 2), st.booleans())


@st.composite
def _cases(draw: Draw) -> Case:
    base = draw(st.dictionaries(st.integers(1, _MOST), _streams))
    edits = draw(st.dictionaries(st.integers(1, _MOST), st.none() | _streams, min_size=1, max_size=3))
    head = {number: one for number, one in {**base, **edits}.items() if one is not None}
    old, new = _settled(base), _settled(head)
    rows = ["INSERT INTO one.edges VALUES (1, 2), (2, 3), (3, 1)"]
    return Case("postgres", _script(old), _script(new), rows, {}, _files(old), _files(new))


stream_cases = _cases()
