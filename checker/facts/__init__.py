"""objects → base relations: what the rules know of the two commits."""

from __future__ import annotations
