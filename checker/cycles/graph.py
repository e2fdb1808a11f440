"""The objects of both sides and what they need of each other, as numbers: a graph of 100,000 objects costs no loop.

Python objects are made only of what is told or planned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from checker.cycles.frames import SAME, VALUE
from checker.cycles.neighbours import Numbers
from checker.cycles.side import JOINT, NOWHERE, Declared, SideGraph, SideName
from checker.facts.given import key_value
from checker.names import ObjectName
from checker.snapshot import frames as s
from checker.snapshot import rows as r
from checker.snapshot.resolve import Key

_SIDES: tuple[SideName, ...] = ("head", "base")


@dataclass(frozen=True)
class Graph:
    """All objects, numbered in the order of their keys."""

    objects: pa.Table
    declared: Sequence[Declared] = ()
    _keys: dict[int, Key] = field(default_factory=dict)
    _fields: dict[tuple[SideName, str], _Column] = field(default_factory=dict)

    @classmethod
    def of(cls, objects: pa.Table, declared: Sequence[Declared] = ()) -> Graph:
        """From what `collect_objects` gives, in any order."""
        return cls(objects.sort_by([(name, "ascending") for name in r.KEY]).combine_chunks(), tuple(declared))

    def __len__(self) -> int:
        return int(self.objects.num_rows)

    @cached_property
    def base(self) -> SideGraph:
        return SideGraph(self, "base")

    @cached_property
    def head(self) -> SideGraph:
        return SideGraph(self, "head")

    def side(self, name: SideName) -> SideGraph:
        return self.base if name == "base" else self.head

    def states(self, side: SideName) -> pa.StructArray:
        """The state of every object on one side; null where it is not there."""
        head = _array(self.objects.column(s.HEAD))
        if side == "head":
            return head
        return pc.if_else(_array(self.objects.column(SAME)), head, _array(self.objects.column(s.BASE)))

    @cached_property
    def _key_columns(self) -> list[_Column]:
        return [_Column(_array(self.objects.column(part))) for part in r.KEY]

    @cached_property
    def _names(self) -> pa.Array:
        return _array(pc.binary_join_element_wise(*(self.objects.column(name) for name in r.KEY), JOINT))

    @cached_property
    def _by_value(self) -> dict[str, int]:
        return {value: number for number, value in enumerate(self.objects.column(VALUE).to_pylist())}

    @cached_property
    def values(self) -> list[str]:
        """Each object as the relations name it."""
        return list(self._by_value)

    def numbers(self, names: pa.Array, present: npt.NDArray[np.bool_]) -> Numbers:
        """The numbers of joined names; NOWHERE for what the side does not have."""
        found = pc.fill_null(pc.index_in(names, value_set=self._names), NOWHERE)
        numbers = np.array(found, dtype=np.int64)
        if len(present):
            numbers[~present[numbers]] = NOWHERE  # one that is NOWHERE looks at the last object, and stays what it is
        return numbers

    def number(self, key: Key) -> int | None:
        return self.number_of_value(key_value(key))

    def number_of_value(self, value: str) -> int | None:
        return self._by_value.get(value)

    def key(self, number: int) -> Key:
        key = self._keys.get(number)
        if key is None:
            space, database, schema, name = [column[number] for column in self._key_columns]
            key = self._keys[number] = Key(space, ObjectName(database, schema, name))
        return key

    def id(self, number: int) -> str:
        return self.key(number).name.id

    def field(self, number: int, side: SideName, name: str) -> Any:
        """One field of an object's state on one side; nothing where it is not there."""
        column = self._fields.get((side, name))
        if column is None:
            column = self._fields[side, name] = _Column(_array(pc.struct_field(self.states(side), name)))
        return column[number]

    def stable_schemas(self) -> set[tuple[str, str]]:
        """Schemas of head that say `SET api = stable`."""
        found = np.flatnonzero(np.asarray(pc.equal(self.objects.column(r.SPACE), "schema")))
        stable = (number for number in found.tolist() if self.option(number, "head", "api") == "stable")
        return {(self.key(number).name.database, self.key(number).name.schema) for number in stable}

    def is_same(self, number: int) -> bool:
        """Whether both sides define an object alike."""
        head = self.field(number, "head", s.STRUCTURE)
        return head is not None and head == self.field(number, "base", s.STRUCTURE)

    def place(self, number: int) -> tuple[str, int]:
        """Where an object is defined: in head, or in base where head has it no more."""
        for side in _SIDES:
            if (path := self.field(number, side, r.PATH)) is not None:
                return path, self.field(number, side, r.LINE)
        return "", 1

    def option(self, number: int, side: SideName, name: str) -> str | None:
        """What a statement says besides its structure: a schema's api, a stream table's parameters."""
        return dict(self.field(number, side, r.OPTIONS) or ()).get(name)


class _Column:
    """Values of one column: few are taken one by one, and all at once where many are asked for."""

    _MANY = 1_000

    def __init__(self, array: pa.Array) -> None:
        self._array = array
        self._asked = 0
        self._values: list[Any] | None = None

    def __getitem__(self, number: int) -> Any:
        if self._values is not None:
            return self._values[number]
        self._asked += 1
        if self._asked > self._MANY:
            self._values = self._array.to_pylist()
        return self._array[number].as_py()


def _array(column: pa.ChunkedArray | pa.Array) -> pa.Array:
    if isinstance(column, pa.Array):
        return column
    return column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks or [pa.array([], column.type)])
