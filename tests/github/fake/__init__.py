"""A small GitHub: it remembers, it refuses, and it holds both sides to GitHub's own description."""

from __future__ import annotations

from tests.github.fake.server import FakeGitHub
from tests.github.fake.state import ACTIONS, Fork, Token

__all__ = ["ACTIONS", "FakeGitHub", "Fork", "Token"]
