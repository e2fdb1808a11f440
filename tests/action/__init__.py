"""The action as the runner runs it, and what it is packed in."""

from __future__ import annotations
