"""Repositories of views for whole checks: domains of a hundred objects, ten levels deep, one object a file.

What one change makes dirty stays within its domain, as in a repository that many teams share, so the same change can be
checked in repositories of any size.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.corpus import run_git

DOMAIN, WIDTH = 100, 10
BASE, UNCHANGED = "main", "unchanged"


def branch_of(changed: int) -> str:
    """The branch whose commit changes so many objects; of none, it only edits text around the SQL."""
    return f"changed-{changed}" if changed else UNCHANGED


def write_models(folder: Path, objects: int, changes: tuple[int, ...]) -> None:
    """A repository with `main` and a branch for each number of changed objects."""
    folder.mkdir(parents=True)
    run_git(folder, "init", "--quiet", f"--initial-branch={BASE}")
    (folder / "checker.toml").write_text('dialect = "postgres"\nlayout = "flat"\nrules = "dependents"\n')
    stream = [_commit(BASE), *(_file(_path(number), _model(number)) for number in range(objects))]
    for changed in changes:
        edits = range(0, objects, max(objects // changed, 1)) if changed else range(0)
        stream += [_commit(branch_of(changed), BASE)]
        stream += [_file(_path(number), _model(number, "paid")) for number in list(edits)[:changed]]
        stream += [_file("README.md", f"{changed} changed\n"), _file(_path(1), f"-- said anew\n{_model(1)}")]
    run_git(folder, "fast-import", "--quiet", stdin=b"".join(stream))


def models(objects: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(name, the names it reads) of every object, in an order in which they can be made."""
    for number in range(objects):
        yield _name(number), tuple(_name(one) for one in _reads(number))


def query(number: int, reads: tuple[str, ...], status: str = "sent") -> str:
    """What a view is: joined where it reads two, plain where it reads none."""
    if not reads:
        return f"SELECT {number} AS id, {number % 7} AS amount, '{status}' AS status"
    left, right = reads
    return (
        f"SELECT a.id, a.amount + b.amount AS amount, coalesce(a.status, '{status}') AS status\n"
        f"FROM {left} AS a\nJOIN {right} AS b ON a.id = b.id\nWHERE b.status <> 'void' AND a.amount > {number % 1000}"
    )


def _reads(number: int) -> tuple[int, ...]:
    """Two objects of the level above, in the same domain."""
    domain, place = divmod(number, DOMAIN)
    level, column = divmod(place, WIDTH)
    above = domain * DOMAIN + (level - 1) * WIDTH
    return (above + column, above + (column * 3 + level) % WIDTH) if level else ()


def _model(number: int, status: str = "sent") -> str:
    reads = tuple(_name(one) for one in _reads(number))
    return f"CREATE VIEW {_name(number)} AS\n{query(number, reads, status)};\n"


def _name(number: int) -> str:
    return f"domain_{number // DOMAIN}.model_{number}"


def _path(number: int) -> str:
    return f"models/domain_{number // DOMAIN}/model_{number}.sql"


def _commit(branch: str, parent: str = "") -> bytes:
    after = f"from refs/heads/{parent}\n" if parent else ""
    return f"commit refs/heads/{branch}\ncommitter b <b@example.invalid> 0 +0000\ndata 1\nx\n{after}".encode()


def _file(path: str, text: str) -> bytes:
    data = text.encode()
    return f"M 644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n"
