"""Files of a commit, written to a folder: only regular ones, and only those asked for."""

from __future__ import annotations

from pathlib import Path

from checker.errors import GitError
from checker.repo.files import Skipped, Wanted, list_files, read_contents
from checker.repo.repository import Repository


def export_files(
    repository: Repository, sha: str, folder: Path, wanted: Wanted, most_bytes: int
) -> tuple[Skipped, ...]:
    """Write the wanted files below a folder; gives what is not followed. One that is too large is an error."""
    listing = list_files(repository, sha, wanted)
    contents = read_contents(repository, listing.entries, listing.on_disk, most_bytes)
    data = {content.blob: content.data for content in contents}
    for entry in listing.entries:
        content = data[entry.blob]
        if content is None:
            raise GitError(f"{entry.path!r} of commit {sha[:12]} is over {most_bytes:,} bytes")
        path = folder / entry.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tuple(one for one in listing.skipped if wanted(one.path))
