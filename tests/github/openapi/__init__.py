"""GitHub's description of its API, cut to our calls (MIT; see LICENSE)."""

from __future__ import annotations
