"""The plan, field by field as the JSON report has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

StepAction = Literal["drop", "create", "replace", "alter", "rename", "refresh", "keep"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """All that is done to one object at one point of the plan."""

    step: int
    """Its number in the whole plan, teardown first, from 1."""
    wave: int
    """Steps of one wave could run side by side; waves count from 1 in each half."""
    action: StepAction
    id: str
    kind: str
    destructive: bool = False
    sql: str = ""
    """Statements, each with its semicolon; empty where there is nothing to run."""
    why: str = ""
    cluster: str | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """An object that is dirty and yet stays as it is."""

    id: str
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Teardown by the edges of base, then setup by those of head."""

    teardown: tuple[Step, ...] = ()
    setup: tuple[Step, ...] = ()
    kept: tuple[Kept, ...] = ()
