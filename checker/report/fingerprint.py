"""What tells one finding from another, however lines move."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from checker.findings.finding import Finding


def with_fingerprints(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """By code and object, or path where no object is known; several of the same are counted in their order.

    >>> twice = [Finding("destructive", "warning", "…", id="s.t", line=line) for line in (1, 9)]
    >>> [print_ for _, print_ in with_fingerprints(twice)]
    ['a068eb2b4cee6227:1', 'a068eb2b4cee6227:2']
    """
    seen: Counter[str] = Counter()
    for finding in findings:
        parts = "\0".join((finding.code, finding.id or finding.path or ""))
        digest = hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        seen[digest] += 1
        yield finding, f"{digest}:{seen[digest]}"
