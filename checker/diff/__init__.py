"""snapshots → changes: added, modified, removed, renamed, metadata."""

from __future__ import annotations
