"""What a comment remembers of its run, so that the next one can tell what is different."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields

from checker.findings.finding import Finding
from checker.progress import counted
from checker.report.result import Counts, Result

_MOST_PROBLEMS = 200
_MARK = 8
_HEAD = re.compile("[0-9a-f]{7,64}")
_PATTERN = re.compile(
    rf"1\.(?P<head>{_HEAD.pattern}|none)"
    rf"\.(?P<counts>[0-9]{{1,9}}(?:-[0-9]{{1,9}}){{{len(fields(Counts)) - 1}}})"
    rf"\.(?P<problems>(?:[0-9a-f]{{{_MARK}}}){{0,{_MOST_PROBLEMS}}}|many)"
)
_WORDS = {
    "changed": "edit",
    "dirty_objects": "object",
    "dirty_clusters": "cluster",
    "dirty_schemas": "schema",
    "cycles": "cycle",
}


@dataclass(frozen=True, slots=True)
class Digest:
    """A run in brief: its head, its counts, and a mark for each of its errors and warnings."""

    head: str | None
    counts: Counts
    problems: frozenset[str] | None
    """None where there were too many to remember."""


def digest(result: Result, head_sha: str | None = None) -> str:
    """At most 1,800 characters of `0-9a-z.-`: safe wherever it is hidden.

    `head_sha` is what was pushed, where its test merge was compared.
    """
    marks = sorted({_mark(finding) for finding in _problems(result)})
    problems = "".join(marks) if len(marks) <= _MOST_PROBLEMS else "many"
    pushed = head_sha or result.head.sha or ""
    head = pushed if _HEAD.fullmatch(pushed) else "none"
    return f"1.{head}.{'-'.join(map(str, astuple(result.counts)))}.{problems}"


def read_digest(text: str) -> Digest | None:
    """What an earlier comment says; nothing at all unless it is a digest to the letter, for anyone may edit a comment.

    >>> read_digest("1.none.1-0-0-0-0-0-0-0-0.deadbeef").problems
    frozenset({'deadbeef'})
    >>> read_digest("<b>") is None
    True
    """
    found = _PATTERN.fullmatch(text)
    if found is None:
        return None
    marks, head = found["problems"], found["head"]
    return Digest(
        head=None if head == "none" else head,
        counts=Counts(*map(int, found["counts"].split("-"))),
        problems=None if marks == "many" else frozenset(marks[at : at + _MARK] for at in range(0, len(marks), _MARK)),
    )


def differences(before: Digest, result: Result) -> tuple[str, ...]:
    """What became more or less, in words.

    >>> from checker.report.result import Side, Tool
    >>> now = Result(Tool(rules="r", dialect="d"), Side("a", None), Side("b", None), "pass", Counts(dirty_objects=3))
    >>> differences(Digest(None, Counts(dirty_objects=1, dirty_clusters=1), frozenset({"deadbeef"})), now)
    ('2 more objects affected', '1 fewer cluster affected', '1 problem fixed')
    """
    return (*_counted_differences(before.counts, result.counts), *_problem_differences(before, result))


def _counted_differences(before: Counts, now: Counts) -> Iterator[str]:
    for name, word in _WORDS.items():
        difference = getattr(now, name) - getattr(before, name)
        affected = " affected" if name.startswith("dirty") else ""
        if difference:
            yield counted(abs(difference), f"{'more' if difference > 0 else 'fewer'} {word}") + affected


def _problem_differences(before: Digest, result: Result) -> Iterator[str]:
    now = {_mark(finding) for finding in _problems(result)}
    if before.problems is None or len(now) > _MOST_PROBLEMS:
        counts = result.counts
        difference = counts.errors + counts.warnings - before.counts.errors - before.counts.warnings
        fixed, new = max(-difference, 0), max(difference, 0)
    else:
        fixed, new = len(before.problems - now), len(now - before.problems)
    if fixed:
        yield f"{counted(fixed, 'problem')} fixed"
    if new:
        yield counted(new, "new problem")


def _problems(result: Result) -> Iterator[Finding]:
    return (finding for finding in result.findings if finding.severity != "note")


def _mark(finding: Finding) -> str:
    """Without its line: an edit above a problem makes it no other problem."""
    parts = "\0".join((finding.code, finding.id or "", finding.path or "", finding.message))
    return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:_MARK]
