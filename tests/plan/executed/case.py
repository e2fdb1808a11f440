"""A base and a head to go between, made up by a strategy or kept in a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.databases.postgres import PGTRICKLE
from tests.plan.executed.model import SCHEMAS, Side

_PRELUDE = {
    "postgres": [f"CREATE SCHEMA {name}" for name in SCHEMAS],
    "clickhouse": [f"CREATE DATABASE {name}" for name in SCHEMAS],
}


@dataclass(frozen=True)
class Case:
    """Statements stand in an order in which they can be run."""

    dialect: str
    base: Sequence[str]
    head: Sequence[str]
    rows: Sequence[str] = ()
    """Statements that fill the tables of base."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Tables that go on under another name; those of the same name always do."""
    base_files: Mapping[str, str] = field(default_factory=dict)
    head_files: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def between(cls, dialect: str, base: Side, head: Side) -> Case:
        renamed = {
            base.name_of(number): head.name_of(number)
            for number, thing in base.things.items()
            if (now := head.things.get(number)) is not None
            and thing.inserts(base)
            and now.statements(head) == thing.named(now.name).statements(base)
        }
        return cls(dialect, base.script(), head.script(), base.inserts(), renamed, base.files(), head.files())

    @classmethod
    def read(cls, path: Path) -> Case:
        kept = tomllib.loads(path.read_text())
        base, head = ({"all.sql": "".join(f"{sql};\n" for sql in kept[side])} for side in ("base", "head"))
        return cls(**kept, base_files=base, head_files=head)

    def arrived(self) -> Case:
        """From head to head."""
        return replace(self, base=self.head, base_files=self.head_files)

    def written(self) -> str:
        """As a file to keep."""
        lists = ((name, getattr(self, name)) for name in ("base", "head", "rows"))
        lines = [f"dialect = '{self.dialect}'"]
        lines += [f"{name} = [\n" + "".join(f"    '''{sql}''',\n" for sql in found) + "]" for name, found in lists]
        moved = (f"'{old}' = '{new}'" for old, new in sorted(self.renamed.items()) if old != new)
        return "\n".join([*lines, "[renamed]", *moved]) + "\n"

    @property
    def prelude(self) -> list[str]:
        """What is there on both sides, outside the project."""
        streams = [PGTRICKLE] if any("pgtrickle." in sql for sql in (*self.base, *self.head)) else []
        return [*_PRELUDE[self.dialect], *streams]
