"""GitHub's fake, and the machine's proxy out of the way."""

from __future__ import annotations

from tests.github.conftest import fake, no_proxy

__all__ = ["fake", "no_proxy"]
