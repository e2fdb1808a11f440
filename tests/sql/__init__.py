"""Tests of the SQL reader."""

from __future__ import annotations
