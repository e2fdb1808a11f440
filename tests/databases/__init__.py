"""Real databases for tests, started when a test asks for one."""

from __future__ import annotations
