"""Repositories of any size, made of the example projects' files over and over."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file

PROJECTS = Path(__file__).parent.parent / "tests" / "projects"


def corpus(dialect: str, statements: int) -> Iterator[tuple[str, str, int]]:
    """(path, text, statements in it) until there are enough; every text differs from all others."""
    folder = PROJECTS / {"postgres": "pg_trickle"}.get(dialect, dialect)
    texts = [path.read_text() for path in sorted(folder.rglob("*.sql"))]
    sizes = [len(read_file(text, get_dialect(dialect), {}).statements) for text in texts]
    done = 0
    for copy in count():
        for number, (text, size) in enumerate(zip(texts, sizes, strict=True)):
            if done >= statements:
                return
            done += size
            yield f"copy{copy}/{number}.sql", f"-- copy {copy}\nSET search_path = copy{copy};\n{text}", size + 1


def write_repository(folder: Path, dialect: str, statements: int) -> int:
    """A repository with one commit of the corpus; gives the number of statements in it."""
    folder.mkdir(parents=True)
    run_git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / "checker.toml").write_text(f'dialect = "{dialect}"\nlayout = "flat"\n')
    written = 0
    stream = [b"commit refs/heads/main\ncommitter b <b@example.invalid> 0 +0000\ndata 1\nx\n"]
    for path, text, size in corpus(dialect, statements):
        data = text.encode()
        stream += f"M 644 inline {path}\ndata {len(data)}\n".encode(), data, b"\n"
        written += size
    run_git(folder, "fast-import", "--quiet", stdin=b"".join(stream))
    return written


def run_git(folder: Path, *arguments: str, stdin: bytes = b"") -> None:
    """Run git with nobody's configuration."""
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", *arguments], cwd=folder, env=os.environ | quiet, input=stdin, check=True)
