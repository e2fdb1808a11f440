"""The result as JSON (docs/json.md)."""

from __future__ import annotations

import msgspec

from checker.report.result import Result


def render_json(result: Result) -> str:
    """Keys in the order of the contract; the same result gives the same bytes."""
    table = msgspec.to_builtins(result)
    for name in ("fail_on", "spared", "reformatted"):
        del table[name]
    return format_json({"schema_version": table.pop("schema_version"), **table})


def format_json(value: object) -> str:
    """Indented JSON with a last line end, as all our JSON files have it."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"
