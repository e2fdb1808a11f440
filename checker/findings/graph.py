"""Findings about dependencies: names that lead nowhere, and declarations that the SQL contradicts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from checker.cycles.declared import Disagreement
from checker.cycles.graph import Graph
from checker.cycles.missing import Missing
from checker.findings.finding import Finding

_VERBS = {
    "read": "reads",
    "write": "writes to",
    "order": "refers to",
    "connection": "uses",
    "cluster": "runs on cluster",
}


def missing_findings(missing: Iterable[Missing], graph: Graph) -> Iterator[Finding]:
    """An error where this change took the object away, a warning where nobody knows of it."""
    for one in missing:
        reader, name = graph.id(one.reader), one.name.id
        path, _ = graph.place(one.reader)
        told = f"{reader} {_VERBS[one.role]} {name}, which "
        yield Finding(
            "missing-reference",
            "error" if one.gone else "warning",
            told + ("this change takes away" if one.gone else "nothing defines"),
            f"take it out of {reader} too, or keep {name}"
            if one.gone
            else f"define it, mend the name, or add `externals = [{_toml(name)}]` where it is defined elsewhere",
            id=reader,
            path=path,
            line=one.line,
        )


def _toml(text: str) -> str:
    """A text as TOML takes it.

    >>> print(_toml('a."b.c"'))
    'a."b.c"'
    """
    return f"'{text}'" if '"' in text and "'" not in text else json.dumps(text, ensure_ascii=False)


def declared_findings(found: Iterable[Disagreement], graph: Graph) -> Iterator[Finding]:
    """What `[dependencies]` says and the SQL does not, or the other way round."""
    for one in found:
        reader = one.reader.name.id
        number = graph.number(one.reader)
        path, line = graph.place(number) if number is not None and one.other is not None else (None, None)
        if one.other is None:
            message, hint = (
                f"[dependencies] names {reader}, which nothing defines",
                "take the entry out of checker.toml",
            )
        elif one.in_sql:
            message = f"{reader} {_VERBS[one.role]} {one.other.name.id}, which [dependencies] does not declare"
            hint = f"add it to the {one.role}s of {reader} in checker.toml"
        else:
            message = f"[dependencies] declares that {reader} {_VERBS[one.role]} {one.other.name.id}; its SQL does not"
            hint = "take it out of checker.toml, or mend the SQL; until then the order of the plan respects it"
        yield Finding("declared-dependency", "warning", message, hint, id=reader, path=path, line=line)
