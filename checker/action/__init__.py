"""The GitHub Action: from a runner's environment to a checked pull request."""

from __future__ import annotations
