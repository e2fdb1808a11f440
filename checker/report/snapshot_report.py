"""A snapshot as JSON, Parquet or text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from checker import __version__
from checker.findings.finding import Finding
from checker.names import dotted
from checker.project import Revision
from checker.report.escape import visible
from checker.report.json_report import format_json
from checker.report.result import SCHEMA_VERSION
from checker.snapshot import frames as s
from checker.snapshot import rows as r


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One commit: a row per statement, and the objects that they make up."""

    revision: Revision
    dialect: str
    statements: pa.Table
    objects: pa.Table
    findings: tuple[Finding, ...]


def write_parquet(snapshot: Snapshot, path: Path) -> None:
    """One row per statement."""
    pq.write_table(snapshot.statements, path)


def render_snapshot_json(snapshot: Snapshot) -> str:
    """Objects by name and statements in file order."""
    return format_json(
        {
            "schema_version": SCHEMA_VERSION,
            "tool": {"name": "checker", "version": __version__, "dialect": snapshot.dialect},
            "commit": {"rev": snapshot.revision.rev, "sha": snapshot.revision.sha},
            "objects": list(_objects(snapshot)),
            "statements": [_statement_entry(row) for row in snapshot.statements.to_pylist()],
        }
    )


def render_snapshot_text(snapshot: Snapshot) -> str:
    """A line per object: hash, kind, name, place."""
    entries = list(_objects(snapshot))
    kinds = max((len(entry["kind"]) for entry in entries), default=0)
    return "".join(
        f"{entry['hash']}  {entry['kind']:<{kinds}}  {visible(entry['id'])}  {visible(entry['path'])}:{entry['line']}\n"
        for entry in entries
    )


def _objects(snapshot: Snapshot) -> Iterator[dict[str, Any]]:
    """The objects that something defines, by name."""
    for row in sorted(snapshot.objects.to_pylist(), key=lambda row: tuple(row[name] for name in r.KEY)):
        if row[s.HEAD] is not None and row[s.HEAD][s.DEFINED]:
            yield _object_entry(row)


def _object_entry(row: dict[str, Any]) -> dict[str, Any]:
    state = row[s.HEAD]
    return {
        "id": _id(row),
        "kind": state[r.KIND],
        "path": state[r.PATH],
        "line": state[r.LINE],
        "hash": state[s.STRUCTURE],
        "metadata_hash": state[s.METADATA] or None,
        "cluster": state[r.CLUSTER] or None,
        "index_clusters": sorted({cluster for _, cluster in state[s.INDEX_CLUSTERS]}),
        "links": [
            {"role": link["role"], "id": _id(link), "line": link[r.LINE]}
            for link in state[r.LINKS]
            if link["role"] != "use"
        ],
        "options": dict(sorted(state[r.OPTIONS])),
    }


def _statement_entry(row: dict[str, Any]) -> dict[str, Any]:
    """A statement as the JSON snapshot tells it."""
    return {
        "id": _id(row) or None,
        "kind": row[r.KIND],
        "action": row[r.ACTION],
        "path": row[r.PATH],
        "line": row[r.LINE],
        "end_line": row[r.END_LINE],
        "hash": row[r.HASH],
        "cluster": row[r.CLUSTER] or None,
    }


def _id(row: dict[str, Any]) -> str:
    return dotted((row[r.DATABASE], row[r.SCHEMA], row[r.NAME]))
