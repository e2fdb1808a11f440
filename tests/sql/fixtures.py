"""Fixtures of statements: SQL files in which every statement carries its expected facts as comments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from checker.names import dotted
from checker.snapshot.resolve import Home, resolve
from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file
from checker.sql.statement import Role, Statement

ROOT = Path(__file__).parent / "statements"
_EXPECTATION = re.compile(r"^--#\s*(.*)$")

Facts = dict[str, str]


@dataclass(frozen=True)
class Case:
    """One statement with the facts it must give (several where it concerns several objects)."""

    dialect: str
    path: Path
    line: int
    sql: str
    expected: tuple[Facts, ...]

    @property
    def id(self) -> str:
        return f"{self.dialect}/{self.path.name}:{self.line}"


def load_cases() -> list[Case]:
    return [case for path in sorted(ROOT.glob("*/*.sql")) for case in _cases(path)]


def _cases(path: Path) -> list[Case]:
    cases: list[Case] = []
    lines = path.read_text().split("\n")
    at = 0
    while at < len(lines):
        if not _EXPECTATION.match(lines[at]):
            at += 1
            continue
        groups: list[Facts] = [{}]
        while match := _EXPECTATION.match(lines[at]):
            if match[1] == "and":
                groups.append({})
            else:
                key, _, value = match[1].partition(":")
                groups[-1][key.strip()] = value.strip()
            at += 1
        start = at
        while at < len(lines) and not _EXPECTATION.match(lines[at]):
            at += 1
        cases.append(Case(path.parent.name, path, start + 1, "\n".join(lines[start:at]), tuple(groups)))
    return cases


def actual_facts(case: Case) -> list[Facts]:
    dialect = get_dialect(case.dialect)
    home = Home(dialect, dialect.default_database, dialect.default_schema)
    return [_facts(statement, home) for statement in read_file(case.sql, dialect, {}).statements]


def _facts(statement: Statement, home: Home) -> Facts:
    resolved = list(resolve(statement, home))
    links = resolved[0].links if resolved else ()
    ids = {role: _ids(links, role) for role in ("read", "write", "order", "connection")}
    facts = {
        "kind": statement.kind,
        "action": str(statement.action),
        "name": ", ".join(one.key.name.id for one in resolved),
        "reads": ids["read"],
        "writes": ids["write"],
        "orders": ids["order"],
        "connections": ids["connection"],
        "matches": ", ".join(f"{link.name.schema}/{link.name.name}" for link in links if link.role == "match"),
        "cluster": statement.cluster,
        "index": statement.label if statement.kind == "index" else "",
        "replaces": "yes" if statement.replaces else "",
        "if_not_exists": "yes" if statement.if_not_exists else "",
        "renamed_to": ", ".join(one.renamed.name.id for one in resolved if one.renamed),
        "options": "; ".join(
            f"{key}={statement.options[key]}" for key in ("api", "schedule", "refresh_mode") if key in statement.options
        ),
        "error": "yes" if statement.problem else "",
    }
    return {key: value for key, value in facts.items() if value}


def _ids(links: tuple[object, ...], role: Role) -> str:
    return ", ".join(sorted({link.name.id for link in links if link.role == role}))  # type: ignore[attr-defined]


__all__ = ["Case", "Facts", "actual_facts", "dotted", "load_cases"]
