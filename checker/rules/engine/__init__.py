"""Run a program inside one task: relations as columns of integers, joined with NumPy, semi-naive."""

from __future__ import annotations
