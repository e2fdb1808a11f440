"""Spark: find a Java, start a session while other work goes on, stop it on every way out."""

from __future__ import annotations
