"""everything → problems: code, severity, place, hint."""

from __future__ import annotations
