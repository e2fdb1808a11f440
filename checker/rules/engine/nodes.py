"""Tuples as numbers, one relation after the other, and their names in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from checker.facts.frames import NUMBER_MARK
from checker.rules.engine.evaluate import Evaluation
from checker.rules.engine.sorting import Ints

_PLAIN_PART = r"^[a-z_][a-z0-9_]*\z"


@dataclass(frozen=True, slots=True)
class Nodes:
    """What can be a reason: the seeds, and all that follows from them."""

    offsets: dict[str, int]
    """The number of each relation's first tuple."""
    names: pa.Array
    """Every name, in order. What a tuple is called is the one value that it has, or all of them dotted."""
    name: Ints
    """The number of each node's name; the same for tuples of equal values, whatever their relation."""


def number_nodes(evaluation: Evaluation, relations: Sequence[str]) -> Nodes:
    """The tuples of these relations, numbered in their order."""
    tables = [evaluation.tables[relation] for relation in relations]
    # Of single values each is named once, however many relations hold it.
    used = np.zeros(len(evaluation.values), np.bool_)
    for table in tables:
        if table.arity == 1:
            used[table.column(0)] = True
    place = np.cumsum(used) - 1
    named = [[evaluation.values.filter(pa.array(used))]]
    places, count = [], len(named[0][0])
    for relation, table in zip(relations, tables, strict=True):
        if table.arity == 1:
            places.append(place[table.column(0)])
        else:
            named.append([evaluation.column(relation, at) for at in range(table.arity)])
            places.append(np.arange(count, count + table.count))
            count += table.count
    names, ranks = _ranked(named)
    ends = np.cumsum([table.count for table in tables]).tolist()
    return Nodes(dict(zip(relations, [0, *ends], strict=False)), names, ranks[np.concatenate([place[:0], *places])])


def _ranked(named: Sequence[Sequence[pa.Array]]) -> tuple[pa.Array, Ints]:
    """All names in order, and the place of each of them there."""
    shown = [shown_names(columns) for columns in named]
    keys = [_key(columns, names) for columns, names in zip(named, shown, strict=True)]
    ranks = pc.rank(_joined(keys), tiebreaker="dense").to_numpy().astype(np.int64) - 1
    first = np.empty(int(ranks.max(initial=-1)) + 1, np.int64)
    first[ranks] = np.arange(len(ranks))
    return _joined(shown).take(pa.array(first)), ranks


def _joined(pieces: Sequence[pa.Array]) -> pa.Array:
    return pa.chunked_array(pieces, pa.string()).combine_chunks()


def _key(columns: Sequence[pa.Array], names: pa.Array) -> pa.Array:
    """What a name is sorted by: equal names of other values follow each other, always in the same order."""
    if len(columns) > 1:
        return pc.binary_join_element_wise(names, whole_texts(columns), NUMBER_MARK)
    is_number = pc.starts_with(columns[0], NUMBER_MARK)
    return pc.if_else(is_number, pc.binary_join_element_wise(names, "", NUMBER_MARK), names)


def whole_texts(columns: Sequence[pa.Array]) -> pa.Array:
    r"""Each tuple as one text, as different as the tuples are.

    >>> whole_texts([pa.array(["a", "ab"]), pa.array(["bc", "c"])]).to_pylist()
    ['1\x002\x00a\x00bc', '2\x001\x00ab\x00c']
    """
    lengths = [pc.cast(pc.binary_length(column), pa.string()) for column in columns]
    return pc.binary_join_element_wise(*lengths, *columns, NUMBER_MARK)


def shown_names(columns: Sequence[pa.Array]) -> pa.Array:
    """What tuples are called, from their columns of texts; `dotted` for many.

    >>> shown_names([pa.array(["d", ""]), pa.array(["a b", "x"])]).to_pylist()
    ['d."a b"', 'x']
    """
    parts = [shown_texts(column) for column in columns]
    if len(parts) == 1:
        return parts[0]
    names, *rest = map(_quoted, parts)
    for part in rest:
        both = pc.binary_join_element_wise(names, part, ".")
        names = pc.case_when(pc.make_struct(pc.equal(names, ""), pc.equal(part, "")), part, names, both)
    return names


def shown_texts(values: pa.Array) -> pa.Array:
    """Values as texts without the mark that numbers have."""
    is_number = pc.starts_with(values, NUMBER_MARK)
    return pc.if_else(is_number, pc.utf8_slice_codeunits(values, 1), values) if pc.any(is_number).as_py() else values


def _quoted(part: pa.Array) -> pa.Array:
    plain = pc.or_(pc.match_substring_regex(part, _PLAIN_PART), pc.equal(part, ""))
    doubled = pc.replace_substring(part, '"', '""')
    return pc.if_else(plain, part, pc.binary_join_element_wise('"', doubled, '"', ""))
