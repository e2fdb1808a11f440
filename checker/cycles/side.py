"""What the objects of one side need of each other, as columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from checker.cycles.engines import MERGING, merges_rows
from checker.cycles.neighbours import Neighbours, Numbers
from checker.facts.given import by_schema, key_value, matching
from checker.names import ObjectName
from checker.snapshot import frames as s
from checker.snapshot import rows as r
from checker.snapshot.resolve import Key

if TYPE_CHECKING:
    from checker.cycles.graph import Graph

SideName = Literal["base", "head"]
NEEDS = ("read", "write", "order", "connection", "use")
"""Every role of a name: what an object names has to exist before it."""
JOINT = "\x00"  # no name holds it: files with it are not read
_STORING = "materialized view"
"""What has an engine of its own, unless it writes to a table."""
_BOTH_ENDS: tuple[Literal["left"], Literal["right"]] = ("left", "right")
NOWHERE = -1
"""The number of what no statement of the side defines."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One object names another."""

    reader: int
    reads: int
    role: str
    line: int
    operator: str = ""
    operator_line: int = 0
    operator_text: str = ""
    computes: bool = False


@dataclass(frozen=True, slots=True)
class Declared:
    """A dependency that the configuration states."""

    reader: Key
    reads: Key
    role: Literal["read", "write"]


class SideGraph:
    """The edges of one side, as columns; an end that nothing defines is NOWHERE."""

    def __init__(self, graph: Graph, side: SideName) -> None:
        self._graph = graph
        self._side: SideName = side
        state = graph.states(side)
        structure = pc.fill_null(pc.struct_field(state, s.STRUCTURE), "")
        self.present = np.asarray(pc.not_equal(structure, ""))
        """Which objects the side has."""
        links = pc.struct_field(state, r.LINKS)
        readers = np.asarray(pc.list_parent_indices(links), dtype=np.int64)
        self._links = pc.list_flatten(links)
        reads = self._numbers(pc.struct_field(self._links, r.SPACE))
        rows = np.arange(len(reads), dtype=np.int64)
        roles = pc.struct_field(self._links, "role").to_numpy(zero_copy_only=False)
        # A call may name a function or a type.
        uses = np.flatnonzero(roles == "use")
        types = self._numbers(pa.repeat("type", len(reads)))[uses]
        found = types != NOWHERE
        self._found: dict[tuple[str, tuple[str, ...]], Neighbours] = {}
        self._more = list(self._matches(readers, rows[roles == "match"]))
        self.readers = np.concatenate([readers, readers[uses][found], _column(self._more, 0)])
        self.reads = np.concatenate([reads, types[found], _column(self._more, 1)])
        self.rows = np.concatenate([rows, rows[uses][found], _column(self._more, 2)])
        """Of each edge its link, for what is told of it; NOWHERE for a declared one."""
        self.roles = np.concatenate([roles, roles[uses][found], np.array([role for *_, role in self._more], object)])

    def _numbers(self, space: pa.Array) -> Numbers:
        parts = [pc.struct_field(self._links, name) for name in (r.DATABASE, r.SCHEMA, r.NAME)]
        return self._graph.numbers(pc.binary_join_element_wise(space, *parts, JOINT), self.present)

    def _matches(self, readers: Numbers, rows: Numbers) -> Iterator[tuple[int, int, int, str]]:
        """Edges that no link spells out: what patterns match, and what the configuration declares."""
        if len(rows):
            tables = by_schema(
                self._graph.key(number).name
                for number in np.flatnonzero(self.present).tolist()
                if self._graph.key(number).space == "relation"
            )
            for row in rows.tolist():
                reader, link = int(readers[row]), self._links[row].as_py()
                pattern = ObjectName(link[r.DATABASE], link[r.SCHEMA], link[r.NAME])
                for name in sorted(matching(pattern, tables)):
                    number = self._graph.number(Key("relation", name))
                    if number is not None and number != reader:
                        yield reader, number, row, "read"
        for one in self._graph.declared:
            reader_number, number = self._graph.number(one.reader), self._graph.number(one.reads)
            if reader_number is not None and number is not None:
                yield reader_number, number, NOWHERE, one.role

    def between(self, roles: Iterable[str]) -> npt.NDArray[np.bool_]:
        """Which edges have these roles and both ends on this side."""
        known = (self.reads != NOWHERE) & np.isin(self.roles, list(roles))
        known[known] &= self.present[self.reads[known]]
        return np.asarray(known & self.present[self.readers], dtype=bool)

    def readers_of(self, number: int, roles: Iterable[str]) -> list[int]:
        """Who names an object in one of these roles."""
        return self._neighbours("readers", tuple(roles)).of(number)

    def needs_of(self, number: int, roles: Iterable[str]) -> list[int]:
        """What an object names in one of these roles."""
        return self._neighbours("needs", tuple(roles)).of(number)

    def names_of(self, number: int, role: str) -> set[ObjectName]:
        """The names that an object's own statements mention in a role, whether anything of that name exists or not."""
        first, last = (int(np.searchsorted(self.readers, number, side, sorter=self._by_reader)) for side in _BOTH_ENDS)
        places = self._by_reader[first:last].tolist()
        return {self.link_name(at) for at in places if self.roles[at] == role and self.rows[at] != NOWHERE}

    @cached_property
    def _by_reader(self) -> Numbers:
        return np.argsort(self.readers, kind="stable")

    def _neighbours(self, which: Literal["readers", "needs"], roles: tuple[str, ...]) -> Neighbours:
        if (which, roles) not in self._found:
            here, there = (self.reads, self.readers) if which == "readers" else (self.readers, self.reads)
            known = (self.reads != NOWHERE) & (here != there) & np.isin(self.roles, roles)
            known[known] &= self.present[there[known]]
            self._found[which, roles] = Neighbours(here[known], there[known], len(self._graph))
        return self._found[which, roles]

    def edge(self, at: int) -> Edge:
        """One edge with all that is known of it."""
        row = int(self.rows[at])
        link: dict[str, Any] = self._links[row].as_py() if row != NOWHERE else {}
        operator, text, line = (link.get(name) for name in (r.OPERATOR, r.OPERATOR_TEXT, r.OPERATOR_LINE))
        if self.roles[at] == "write" or not operator:
            engine = self._merging_engine(int(self._keepers[at]))
            operator, text, line = MERGING if engine else "", engine, 0
        return Edge(
            reader=int(self.readers[at]),
            reads=int(self.reads[at]),
            role=str(self.roles[at]),
            line=link.get(r.LINE) or self._graph.place(int(self.readers[at]))[1],
            operator=operator or "",
            operator_line=line or 0,
            operator_text=text or "",
            computes=link.get(r.COMPUTES, False),
        )

    def non_monotone(self) -> npt.NDArray[np.bool_]:
        """Which edges are: by an operator in the reader's query, or by the engine that keeps the rows."""
        column = np.append(pc.struct_field(self._links, r.OPERATOR).to_numpy(zero_copy_only=False).astype(object), "")
        told = (column[self.rows] != "") & (self.roles != "write")  # NOWHERE is the last, for declared edges
        merging = [keeper for keeper in np.unique(self._keepers).tolist() if self._merging_engine(keeper)]
        return np.asarray(told | np.isin(self._keepers, merging), dtype=bool)

    @cached_property
    def _keepers(self) -> Numbers:
        """Which ClickHouse object keeps the rows that an edge brings: the table written to, or a view that reads."""
        kinds = pc.struct_field(self._graph.states(self._side), r.KIND).to_numpy(zero_copy_only=False)
        reading = (self.roles == "read") & (kinds[self.readers] == _STORING)
        return np.where(self.roles == "write", self.reads, np.where(reading, self.readers, NOWHERE))

    def _merging_engine(self, keeper: int) -> str:
        """Its engine, where that merges rows away; else empty."""
        engine = self._graph.option(keeper, self._side, "engine") if keeper != NOWHERE else None
        return engine if engine and merges_rows(engine) else ""

    def writes(self) -> frozenset[tuple[str, str]]:
        """(view, table) where the view writes to the table and does not read it."""
        writers = np.unique(self.readers[(self.roles == "write") & self.present[self.readers]])
        edges = np.flatnonzero(np.isin(self.readers, writers) & np.isin(self.roles, ("read", "write"))).tolist()
        named = [(self._graph.values[self.readers[at]], self._value(at), self.roles[at]) for at in edges]
        read = {(one, other) for one, other, role in named if role == "read"}
        return frozenset((one, other) for one, other, role in named if role == "write") - read

    def _value(self, at: int) -> str:
        """What an edge leads to, as the relations name it, also where the side does not define it."""
        number = int(self.reads[at])
        if number != NOWHERE:
            return self._graph.values[number]
        return key_value(Key(self._links[int(self.rows[at])][r.SPACE].as_py(), self.link_name(at)))

    def link_name(self, at: int) -> ObjectName:
        """The name that an edge mentions, whether anything of that name exists or not."""
        link = self._links[int(self.rows[at])].as_py()
        return ObjectName(link[r.DATABASE], link[r.SCHEMA], link[r.NAME])


def _column(rows: list[tuple[int, int, int, str]], at: int) -> Numbers:
    return np.array([row[at] for row in rows], dtype=np.int64)
