"""The expressions of a ClickHouse key, however its list is bracketed."""

from __future__ import annotations

from checker.plan.tables.phrase import Phrase


def key_items(phrase: Phrase | None) -> tuple[str, ...]:
    """The expressions of a key: `(a, b)`, `a`, `tuple()`.

    >>> key_items(Phrase("\\x1f".join(["(", "a", ",", "f", "(", "b", ")", ")"])))
    ('a', 'f ( b )')
    """
    parts = phrase.parts if phrase else []
    if parts[:2] == ["tuple", "("]:
        parts = parts[1:]
    if parts[:1] == ["("] and _closes_at_end(parts):
        parts = parts[1:-1]
    items: list[list[str]] = [[]]
    depth = 0
    for part in parts:
        depth += (part in ("(", "[")) - (part in (")", "]"))
        if part == "," and depth == 0:
            items.append([])
        else:
            items[-1].append(part)
    return tuple(" ".join(item) for item in items if item)


def _closes_at_end(parts: list[str]) -> bool:
    depth = 0
    for at, part in enumerate(parts):
        depth += (part == "(") - (part == ")")
        if depth == 0:
            return at == len(parts) - 1
    return False
