"""What became of a report that was to be posted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Status = Literal["posted", "unchanged", "skipped", "refused"]


@dataclass(frozen=True, slots=True)
class PostOutcome:
    """Posting is a courtesy: whatever happens to it is told, and the verdict stays what it is."""

    status: Status
    reason: str = ""
    """Why it was skipped or refused, for people."""
    url: str | None = None

    def fails(self, *, strict: bool) -> bool:
        """Whether the run must fail for it: only a refusal does, and only where that is asked for."""
        return strict and self.status == "refused"
