"""result → text, JSON: one result object, rendered; nothing is computed here."""

from __future__ import annotations
