from __future__ import annotations


def describe(operator: str, reader: str, read: str) -> str:
    return operator
