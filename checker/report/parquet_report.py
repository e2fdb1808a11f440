"""The result as Parquet: a folder with one file per list, for those who gather many checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from checker.report.result import Result

_TEXT, _NUMBER, _FLAG, _TEXTS = pa.string(), pa.int64(), pa.bool_(), pa.list_(pa.string())
_SCHEMAS: Mapping[str, Mapping[str, pa.DataType]] = {
    "changes": {
        "id": _TEXT, "kind": _TEXT, "change": _TEXT, "was": _TEXT, "path": _TEXT, "line": _NUMBER, "base_hash": _TEXT,
        "head_hash": _TEXT,
    },
    "dirty_objects": {
        "id": _TEXT, "kind": _TEXT, "path": _TEXT, "line": _NUMBER, "depth": _NUMBER, "root": _TEXTS, "trace": _TEXTS,
    },
    "cycles": {
        "members": _TEXTS, "path": _TEXTS, "monotone": _FLAG, "allowed": _FLAG, "new": _FLAG, "stratum": _NUMBER,
        "max_passes": _NUMBER, "schedule": _TEXT,
    },
    "steps": {
        "step": _NUMBER, "wave": _NUMBER, "half": _TEXT, "action": _TEXT, "id": _TEXT, "kind": _TEXT,
        "destructive": _FLAG, "sql": _TEXT, "why": _TEXT, "cluster": _TEXT,
    },
    "findings": {
        "code": _TEXT, "severity": _TEXT, "message": _TEXT, "hint": _TEXT, "id": _TEXT, "path": _TEXT,
        "line": _NUMBER, "column": _NUMBER, "end_line": _NUMBER,
    },
}  # fmt: skip


def write_result_parquet(result: Result, folder: Path) -> None:
    """`folder/changes.parquet` and its siblings, each with both commits on every row."""
    folder.mkdir(exist_ok=True)
    rows: dict[str, list[dict[str, Any]]] = {
        "changes": msgspec.to_builtins(result.changes),
        "dirty_objects": msgspec.to_builtins(result.dirty.objects),
        "cycles": msgspec.to_builtins(result.cycles),
        "steps": [
            *({**step, "half": "teardown"} for step in msgspec.to_builtins(result.plan.teardown)),
            *({**step, "half": "setup"} for step in msgspec.to_builtins(result.plan.setup)),
        ],
        "findings": msgspec.to_builtins(result.findings),
    }
    commits = {"base_sha": result.base.sha, "head_sha": result.head.sha}
    for name, schema in _SCHEMAS.items():
        pq.write_table(_table(rows[name], commits, schema), folder / f"{name}.parquet")


def _table(
    rows: Iterable[dict[str, Any]], commits: Mapping[str, str | None], schema: Mapping[str, pa.DataType]
) -> pa.Table:
    fields = [*((name, _TEXT) for name in commits), *schema.items()]
    return pa.Table.from_pylist([{**row, **commits} for row in rows], schema=pa.schema(fields))
