"""Tests of what speaks to GitHub, against a GitHub of our own on loopback."""

from __future__ import annotations
