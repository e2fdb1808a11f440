"""Cases as text: `### name`, statements of base, `-->`, statements of head, `==>`, the edits expected.

An edit is its SQL; `!` before it says that it is destructive, `?` that it is left to people, and then comes why.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from checker.plan.tables import TableEdits

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Case:
    dialect: str
    title: str
    base: tuple[str, ...]
    head: tuple[str, ...]
    edits: tuple[str, ...]

    @property
    def name(self) -> str:
        """The table's name as base's CREATE writes it."""
        return self.base[0].split("TABLE ", 1)[1].split(" (")[0].split(" ON ")[0]


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for block in path.read_text().split("### ")[1:]:
            title, _, rest = block.partition("\n")
            before, _, expected = rest.partition("==>\n")
            base, _, head = before.partition("-->\n")
            edits = tuple(line for line in expected.splitlines() if line)
            found.append(Case(path.stem, title, _statements(base), _statements(head), edits))
    return found


def _statements(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";\n") if part.strip())


def written(edits: TableEdits) -> tuple[str, ...]:
    return tuple(f"? {one.why}" if one.manual else f"{'! ' if one.destructive else ''}{one.sql}" for one in edits.edits)
