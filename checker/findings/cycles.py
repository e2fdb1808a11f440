"""Findings about cycles: that there is one, and why it would not settle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.cycles.find import FoundCycle, MemberProblem
from checker.findings.finding import Finding, Severity

_BREAK = "move what both need into a third object, merge the two, or allow cycles with `[cycles] allow = true`"
_NON_MONOTONE = "take the operator out of the cycle: read the object from one that no member reads, or break the cycle"
_MODE = "give it refresh_mode => 'DIFFERENTIAL'"
_GROWING = "bound the values (a WHERE on the computed column), or make sure that they end by themselves"
_VOLATILE = "compute the value outside the cycle and read it from a table"


def cycle_findings(cycles: Iterable[FoundCycle]) -> Iterator[Finding]:
    """What was so in base already is a note: it is not this change's fault."""
    for found in cycles:
        yield _cycle(found)
        yield from _members(found.blockers, "cycle-non-monotone", "error", "need not settle: ", _NON_MONOTONE)
        yield from _members(found.modes, "cycle-mode", "error", "is in a cycle: ", _MODE)
        yield from _members(found.growing, "cycle-growth", "warning", "is in a cycle: ", _GROWING)
        yield from _members(found.volatile, "volatile-function", "warning", "is in a cycle: ", _VOLATILE)


def _cycle(found: FoundCycle) -> Finding:
    cycle = found.cycle
    severity: Severity = "error" if cycle.new and not cycle.allowed else "note"
    first = cycle.edges[0]
    known = "" if cycle.new else " (base has it already)"
    schedule = f"; refreshed every {cycle.schedule}" if cycle.schedule else ""
    return Finding(
        "cycle",
        severity,
        f"dependency cycle{known}: {' → '.join(cycle.path)}{schedule}",
        "" if cycle.allowed else _BREAK,
        id=cycle.members[0],
        path=first.path,
        line=first.line,
    )


def _members(
    problems: Iterable[MemberProblem], code: str, severity: Severity, before: str, hint: str
) -> Iterator[Finding]:
    for problem in problems:
        known = " (base has it already)" if problem.known else ""
        yield Finding(
            code,
            "note" if problem.known else severity,
            f"{problem.id} {before}{problem.text}{known}",
            hint,
            id=problem.id,
            path=problem.path,
            line=problem.line,
        )
