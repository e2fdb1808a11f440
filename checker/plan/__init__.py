"""Dirty objects and the graph of both sides → steps: teardown, then setup."""
