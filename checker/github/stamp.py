"""What a comment of ours knows about itself, hidden in its first line.

<!-- checker v1 id=default head=9f2c… run=812345 attempt=1 digest=MS45… -->

It is read back from a page that others can edit: what does not look exactly like this is no stamp.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

from checker.github.text import encodable

COMMENT_LIMIT = 65_536
BODY_LIMIT = 60_000
STAMP_LIMIT = 5_000
_DIGEST_LIMIT = 4_500
IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_STAMP = re.compile(
    rf"<!-- checker v1 id=(?P<id>{IDENTIFIER.pattern}) head=(?P<head>[0-9a-f]{{40}}(?:[0-9a-f]{{24}})?)"
    rf" run=(?P<run>[0-9]{{1,18}}) attempt=(?P<attempt>[0-9]{{1,6}})"
    rf"(?: digest=(?P<digest>[A-Za-z0-9_-]{{1,{_DIGEST_LIMIT}}}))? -->(?=\r?\n|\Z)"
)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Which comment it is, and which run wrote it about which commit."""

    id: str
    head: str
    run: int
    attempt: int
    digest: str = ""
    """What the next run wants to know of this one. Read back it may be anything: never trust it."""

    @property
    def order(self) -> tuple[int, int]:
        """Runs of a repository are numbered as they start; an older one may still end later."""
        return self.run, self.attempt


def stamped(body: str, stamp: Stamp) -> str:
    """The text of a comment: the stamp, then the body. A digest that is too large is left out.

    >>> print(stamped("All is well.", Stamp("default", "c0ffee00" * 5, run=8, attempt=1)))
    <!-- checker v1 id=default head=c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00 run=8 attempt=1 -->
    All is well.
    """
    packed = base64.urlsafe_b64encode(encodable(stamp.digest).encode()).decode("ascii").rstrip("=")
    digest = f" digest={packed}" if 0 < len(packed) <= _DIGEST_LIMIT else ""
    line = f"<!-- checker v1 id={stamp.id} head={stamp.head} run={stamp.run} attempt={stamp.attempt}{digest} -->"
    if not _STAMP.fullmatch(line):
        raise ValueError(f"no stamp can be made of {stamp.id!r}, {stamp.head!r}, {stamp.run} and {stamp.attempt}")
    return f"{line}\n{body}"


def read_stamp(text: str) -> Stamp | None:
    """The stamp at the very start of a comment.

    >>> read_stamp("> <!-- checker v1 id=default") is None
    True
    """
    found = _STAMP.match(text)
    if found is None:
        return None
    digest = _unpack(found["digest"] or "")
    return Stamp(found["id"], found["head"], int(found["run"]), int(found["attempt"]), digest)


def _unpack(text: str) -> str:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""
