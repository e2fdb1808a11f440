"""Many files → statements: guarded child processes, a cache by content, and Spark's workers."""

from __future__ import annotations
