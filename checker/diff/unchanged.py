"""See without Spark that no statement changed, where files differ only in what does not count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from checker.snapshot.collect import ReadFile
from checker.snapshot.layout import FileRole
from checker.snapshot.rows import StatementRow


def same_statements(differing: Iterable[ReadFile]) -> bool:
    """Whether each path holds the same statements in the same order on both sides.

    Then the objects are the same too, whatever the other files hold. A moved or unreadable file is
    not looked into here: it takes the whole comparison to judge it.
    """
    base: dict[str, list[object]] = defaultdict(list)
    head: dict[str, list[object]] = defaultdict(list)
    for file in differing:
        if not file.is_whole:
            return False
        content = [_essence(row) for row in file.rows()]
        if file.in_base:
            base[file.path] = content
        if file.in_head:
            head[file.path] = content
    return {path: rows for path, rows in base.items() if rows} == {path: rows for path, rows in head.items() if rows}


def reformatted_paths(files: Iterable[ReadFile]) -> set[str]:
    """Files that differ between the sides although their statements are the same, in the same order."""
    contents: dict[str, list[list[object]]] = defaultdict(list)
    for file in files:
        if file.in_base != file.in_head and file.is_whole and file.place.role is not FileRole.OUTSIDE:
            contents[file.path].append([_essence(row) for row in file.rows()])
    return {path for path, sides in contents.items() if len(sides) == 2 and sides[0] == sides[1]}


def _essence(row: StatementRow) -> object:
    """All of a row but where it stands and how it is written."""
    statement = row.resolved.statement
    return (
        row.key, row.resolved.hash, row.resolved.renamed, row.resolved.options, row.variant,
        statement.kind, statement.action, statement.target_kind, statement.label, statement.cluster,
        statement.replaces, statement.if_not_exists,
        [(link.role, link.space, link.name, link.operator, link.computes) for link in row.links],
    )  # fmt: skip
