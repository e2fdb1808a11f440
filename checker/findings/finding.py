"""A problem told to a person: what, where, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem. Codes are stable and explained in docs/findings.md."""

    code: str
    severity: Severity
    message: str
    hint: str = ""
    id: str | None = None
    path: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Worst first, then by place; each once."""
    return tuple(sorted(set(findings), key=_order))


def _order(finding: Finding) -> tuple[object, ...]:
    return (
        SEVERITIES.index(finding.severity),
        finding.path or "",
        finding.line or 0,
        finding.column or 0,
        finding.code,
        finding.id or "",
        finding.message,
    )
