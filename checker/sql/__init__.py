"""file → statements: split, parse, name, reads and writes, canonical hash."""

from __future__ import annotations
