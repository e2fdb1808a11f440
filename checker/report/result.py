"""The result of a check, field by field as the JSON report has it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from checker import __version__
from checker.cycles.cycle import Cycle
from checker.diff.changes import ChangeType
from checker.findings.finding import Finding
from checker.plan.step import Plan

SCHEMA_VERSION = 1
Verdict = Literal["pass", "fail"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    name: str = "checker"
    version: str = __version__
    rules: str
    dialect: str


@dataclass(frozen=True, slots=True)
class Side:
    rev: str
    sha: str | None


@dataclass(frozen=True, slots=True)
class Counts:
    objects: int = 0
    """Objects of head that were compared; none where no SQL file differs."""
    changed: int = 0
    dirty_objects: int = 0
    dirty_clusters: int = 0
    dirty_schemas: int = 0
    cycles: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    id: str
    kind: str
    change: ChangeType
    was: str | None
    path: str
    line: int
    base_hash: str | None
    head_hash: str | None


@dataclass(frozen=True, slots=True)
class ReasonEntry:
    rule: str
    because: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class DirtyObject:
    id: str
    kind: str
    path: str
    line: int
    depth: int
    reasons: tuple[ReasonEntry, ...]
    root: tuple[str, ...]
    trace: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DirtyGroup:
    """A cluster or a schema."""

    id: str
    reasons: tuple[ReasonEntry, ...]


@dataclass(frozen=True, slots=True)
class Dirty:
    objects: tuple[DirtyObject, ...] = ()
    clusters: tuple[DirtyGroup, ...] = ()
    schemas: tuple[DirtyGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class Spared:
    """An object that dirtiness came to, and that it did not make dirty."""

    id: str
    why: str


@dataclass(frozen=True, slots=True)
class Stages:
    """Seconds spent in each part of the way."""

    git: float = 0.0
    parse: float = 0.0
    spark: float = 0.0
    rules: float = 0.0
    plan: float = 0.0


@dataclass(frozen=True, slots=True)
class Timing:
    total_s: float = 0.0
    stages: Stages = Stages()


@dataclass(frozen=True, slots=True)
class Result:
    """Everything a report tells. Only `timing` differs between two runs on the same input."""

    tool: Tool
    base: Side
    head: Side
    verdict: Verdict
    counts: Counts
    changes: tuple[ChangeEntry, ...] = ()
    dirty: Dirty = Dirty()
    cycles: tuple[Cycle, ...] = ()
    plan: Plan = field(default_factory=Plan)
    findings: tuple[Finding, ...] = ()
    relations: dict[str, int] = field(default_factory=dict)
    timing: Timing = Timing()
    schema_version: int = SCHEMA_VERSION
    fail_on: str = "error"
    """The lowest severity that fails the check. From here on all is for reports to people, not part of the JSON."""
    spared: tuple[Spared, ...] = ()
    reformatted: int = 0
    """Files that differ, but in nothing that counts."""
