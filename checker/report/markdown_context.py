"""What the comment tells and the result does not know."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SERVER = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]+)?(?:/[A-Za-z0-9._~-]+)*/?")
_REPOSITORY = re.compile(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentContext:
    server_url: str | None = None
    repository: str | None = None
    """`owner/name`. With the server's address, places become links."""
    pull_request: int | None = None
    """Its number. With it, edits link to the changes under review."""
    head_sha: str | None = None
    """Its head, as people know it: what is compared may be the test merge, which nobody pushed."""
    summary_url: str | None = None
    artifact_url: str | None = None
    """Where the rest is, if not all of it fits."""
    previous_digest: str | None = None
    """What the comment before this one remembers; it may have been edited by anyone."""

    @property
    def repository_url(self) -> str | None:
        """Nothing where the environment holds anything but an address and a name."""
        server, repository = self.server_url or "", self.repository or ""
        if not _SERVER.fullmatch(server) or not _REPOSITORY.fullmatch(repository):
            return None
        return f"{server.rstrip('/')}/{repository}"
