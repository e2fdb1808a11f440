"""Tests of reading git."""

from __future__ import annotations
