"""Statements on a table → its shape."""
