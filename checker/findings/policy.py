"""Findings that `[policy]` asks for: what must not become dirty, and how much may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from checker.findings.finding import Finding
from checker.settings import Policy

POLICY_CODES = frozenset({"protected", "too-many-dirty"})
"""What the team forbids the author of a change cannot waive in it: only the configuration can."""


def policy_findings(policy: Policy, dirty: Sequence[tuple[str, str, int]]) -> Iterator[Finding]:
    """`dirty` are the id, path and line of each dirty object."""
    if policy.max_dirty_objects and len(dirty) > policy.max_dirty_objects:
        yield Finding(
            "too-many-dirty",
            "error",
            f"{len(dirty):,} objects are dirty; policy.max_dirty_objects allows {policy.max_dirty_objects:,}",
            "split the change, or raise the limit",
        )
    for identifier, path, line in dirty:
        spellings = (identifier, identifier.replace('"', ""))
        pattern = next((one for one in policy.protected if any(fnmatchcase(name, one) for name in spellings)), None)
        if pattern is not None:
            yield Finding(
                "protected",
                "error",
                f"{identifier} becomes dirty, and policy.protected ({pattern}) says that it must not",
                "ask its owners, and waive this finding when they agree",
                id=identifier,
                path=path,
                line=line,
            )
