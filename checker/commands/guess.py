"""What a repository's files tell about it: the dialect they are written in, and how they are laid out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from checker.repo.files import list_files, read_contents
from checker.repo.repository import WORKTREE, Repository
from checker.snapshot.layout import MODELS

MOST_FILES = 2_000
_MOST_BYTES = 200_000
_FALLBACK = "postgres"
_COMMENTS = re.compile(r"--[^\n]*")
_STRONG, _WEAK = 5, 1


def _signs(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


# What only one of the dialects says, and what it says more often than the others.
_SIGNS: dict[str, tuple[tuple[re.Pattern[str], int], ...]] = {
    "materialize": (
        (_signs(r"\bIN\s+CLUSTER\b", r"\bCREATE\s+(SOURCE|SINK|CLUSTER|CONNECTION|SECRET)\b", r"\bmz_\w+\."), _STRONG),
        (_signs(r"\bWITH\s+MUTUALLY\s+RECURSIVE\b", r"\bmz_now\("), _STRONG),
    ),
    "clickhouse": (
        (_signs(r"\bENGINE\s*=\s*\w", r"\bCREATE\s+DICTIONARY\b", r"\bLowCardinality\(", r"\bON\s+CLUSTER\b"), _STRONG),
        (_signs(r"\bMATERIALIZED\s+VIEW\s+\S{1,200}\s+TO\s+\w"), _STRONG),
    ),
    "postgres": (
        (_signs(r"\bpgtrickle\.", r"\bLANGUAGE\s+'?plpgsql\b", r"\bCREATE\s+EXTENSION\b"), _STRONG),
        (_signs(r"\bjsonb\b", r"\btimestamptz\b", r"\bserial\b", r"\bREFRESH\s+MATERIALIZED\s+VIEW\b"), _WEAK),
    ),
}


@dataclass(frozen=True, slots=True)
class Guess:
    """What fits the repository, and how that is known."""

    dialect: str
    dialect_files: int
    """How many files speak for the dialect; none where it is only a default."""
    sql_files: int
    root: str
    """The folder that holds `models/`, or all of the SQL."""
    is_tree: bool

    @property
    def rules(self) -> str:
        """Only Materialize swaps schemas and clusters as a whole."""
        return "changeset-v2" if self.dialect == "materialize" else "dependents"


def guess(repository: Repository) -> Guess:
    """Look at the SQL files on disk; of many, at the first of them."""
    revision = repository.resolve("HEAD") if repository.is_bare else WORKTREE
    listing = list_files(repository, revision, lambda path: path.lower().endswith(".sql"))
    contents = read_contents(repository, listing.entries[:MOST_FILES], listing.on_disk, _MOST_BYTES)
    texts = (one.data.decode("utf-8", "replace") for one in contents if one.data is not None)
    dialect, files = guess_dialect(texts)
    root, is_tree = guess_root([entry.path for entry in listing.entries])
    return Guess(dialect, files, len(listing.entries), root, is_tree)


def guess_dialect(texts: Iterable[str]) -> tuple[str, int]:
    """The dialect that most speaks for, and how many files do.

    >>> guess_dialect(["CREATE MATERIALIZED VIEW v IN CLUSTER c AS SELECT 1", "SELECT 1"])
    ('materialize', 1)
    >>> guess_dialect([])
    ('postgres', 0)
    """
    points: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for text in texts:
        bare = _COMMENTS.sub("", text)
        for dialect, signs in _SIGNS.items():
            found = sum(weight for pattern, weight in signs if pattern.search(bare))
            points[dialect] += found
            files[dialect] += bool(found)
    dialect = max(_SIGNS, key=lambda name: (points[name], name == _FALLBACK))
    return dialect, files[dialect]


def guess_root(paths: list[str]) -> tuple[str, bool]:
    """The folder where the SQL starts, and whether its paths are a tree of models.

    >>> guess_root(["dw/models/db/s/a.sql", "dw/models/db/s/b.sql", "x/y.sql"])
    ('dw', True)
    >>> guess_root(["sql/a.sql", "sql/b/c.sql"]), guess_root(["a.sql", "b/c.sql"])
    (('sql', False), ('.', False))
    """
    trees: Counter[str] = Counter()
    for path in paths:
        parts = PurePosixPath(path).parts
        if len(parts) >= 4 and parts[-4] == MODELS:
            trees["/".join(parts[:-4]) or "."] += 1
    if trees:
        return max(trees, key=lambda root: (trees[root], root)), True
    tops = {path.partition("/")[0] if "/" in path else "." for path in paths}
    return (tops.pop() if len(tops) == 1 else "."), False
