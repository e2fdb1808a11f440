"""Tests of the plan."""

from __future__ import annotations
