"""Tests of the parse cache and the parsing processes."""

from __future__ import annotations
