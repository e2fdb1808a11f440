"""Text on its way to GitHub: always encodable, never longer than it may be."""

from __future__ import annotations


def encodable(text: str) -> str:
    r"""Bytes of a path that are no UTF-8 come as lone surrogates, which neither JSON nor a file takes.

    >>> encodable("a\udcff.sql")
    'a\\udcff.sql'
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def clipped(text: str, most: int) -> str:
    """
    >>> clipped("redeploy", 5)
    'rede…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"
