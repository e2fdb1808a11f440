"""A repository with a pull request, and checkouts of it as actions/checkout makes them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.git_repository import GitRepository

CONFIG = 'dialect = "postgres"\nrules = "dependents"\n'
BASE = {
    "checker.toml": CONFIG,
    "orders.sql": "CREATE TABLE orders (id int, amount int);\n",
    "paid.sql": "CREATE VIEW paid AS SELECT id, amount FROM orders WHERE amount > 0;\n",
    "revenue.sql": "CREATE VIEW revenue AS SELECT sum(amount) AS total FROM paid;\n",
    # Whoever imports from the current folder runs these.
    "checker/__init__.py": "raise SystemExit('the pull request runs')\n",
    "sitecustomize.py": "raise SystemExit('the pull request runs')\n",
    "pyspark.py": "raise SystemExit('the pull request runs')\n",
}
EDIT = {"paid.sql": "CREATE VIEW paid AS SELECT id, amount FROM orders WHERE amount > 10;\n"}
REFORMAT = {"paid.sql": "create view paid as\n  select id, amount\n  from orders where amount > 0;  -- same\n"}


@dataclass(frozen=True)
class Origin:
    """What GitHub has: main, a branch with the pull request, and the test merge of both."""

    repository: GitRepository
    base: str
    """The tip of main, which moved on after the branch was made."""
    head: str
    merge: str

    def checkout(self, folder: Path, sha: str, *, depth: int = 1) -> Path:
        """The commit alone, on no branch, as actions/checkout leaves it; all of history with depth 0."""
        clone = GitRepository(folder)
        clone.git("remote", "add", "origin", f"file://{self.repository.folder}")
        options = [f"--depth={depth}"] if depth else []
        refspecs = [] if depth else ["+refs/heads/*:refs/remotes/origin/*"]
        clone.git("fetch", "--quiet", "--no-tags", *options, "origin", *refspecs, sha)
        clone.git("checkout", "--quiet", "--force", sha)
        return folder


def make_origin(folder: Path, head: dict[str, str], base: dict[str, str] | None = None) -> Origin:
    repository = GitRepository(folder)
    repository.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repository.commit({**BASE, **(base or {})})
    repository.git("switch", "--quiet", "--create", "change")
    head_sha = repository.commit(dict(head))
    repository.git("switch", "--quiet", "main")
    # Nothing that others merge meanwhile may show in the report of this pull request.
    main = repository.commit({"other.sql": "CREATE VIEW other AS SELECT id FROM orders;\n"})
    repository.git("merge", "--quiet", "--no-ff", "--message", "test merge", "change")
    merge = repository.git("rev-parse", "HEAD")
    repository.git("update-ref", "refs/pull/7/merge", merge)
    repository.git("update-ref", "refs/pull/7/head", head_sha)
    repository.git("reset", "--quiet", "--hard", main)
    return Origin(repository, main, head_sha, merge)
