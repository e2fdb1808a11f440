"""report → comment, checks, annotations, summary, outputs: everything that speaks to GitHub."""

from __future__ import annotations
