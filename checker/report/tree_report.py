"""A tree of reasons for a terminal or a log."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from checker.report.escape import visible
from checker.rules.explain_object import Branch


def print_tree(tree: Branch, console: Console) -> None:
    """One line per branch, below what it explains."""
    console.print(Text(visible(tree.text), style="bold"), soft_wrap=True, highlight=False)
    for line in _lines(tree.below, ""):
        console.print(Text(line), soft_wrap=True, highlight=False)


def _lines(branches: tuple[Branch, ...], indent: str) -> Iterator[str]:
    for number, branch in enumerate(branches):
        last = number == len(branches) - 1
        yield f"{indent}{'└── ' if last else '├── '}{visible(branch.text)}"
        yield from _lines(branch.below, indent + ("    " if last else "│   "))
