"""What was parsed before: one SQLite file, by content, safe to share and safe to lose."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from sqlglot import __version__ as sqlglot_version  # type: ignore[attr-defined]

from checker.sql.statement import PARSER_VERSION, decode

_Item = TypeVar("_Item")

MOST_BYTES = 512 << 20
_SUM_SIZE = 16
_DAY = 86_400
_PER_QUERY = 500
_PER_WRITE = 500
_TABLE = "CREATE TABLE IF NOT EXISTS parsed (key BLOB PRIMARY KEY, used INTEGER NOT NULL, payload BLOB NOT NULL)"


def settings_key(dialect: str, variables: Mapping[str, str], *, file_bytes: int) -> bytes:
    """Everything beside the content that decides what is read from it."""
    hasher = hashlib.blake2b(digest_size=_SUM_SIZE)
    known = (str(PARSER_VERSION), sqlglot_version, dialect, repr(sorted(variables.items())), str(file_bytes))
    for text in known:
        data = text.encode("utf-8", "surrogatepass")
        hasher.update(b"%d:%b" % (len(data), data))
    return hasher.digest()


class ParseCache:
    """Payloads by blob id. Any trouble with the file means only that nothing is remembered.

    An entry carries a sum over its key and its bytes and must decode; one that does not is as good as absent.
    """

    def __init__(self, folder: Path, settings: bytes, most_bytes: int = MOST_BYTES, lock_seconds: float = 10) -> None:
        self._path = folder / "parsed.sqlite"
        self._settings = settings
        self._most_bytes = most_bytes
        self._lock_seconds = lock_seconds

    def get(self, blobs: Iterable[str]) -> dict[str, bytes]:
        """The payloads that are known and whole."""
        keys = {self._key(blob): blob for blob in blobs}
        found: dict[str, bytes] = {}
        unused: list[bytes] = []
        long_ago = int(time.time()) - _DAY
        with self._open() as database:
            for some in _chunks(sorted(keys), _PER_QUERY):
                marks = ",".join("?" * len(some))
                statement = f"SELECT key, used < ?, payload FROM parsed WHERE key IN ({marks})"  # noqa: S608
                for key, is_unused, value in database.execute(statement, [long_ago, *some]):
                    if key in keys and _is_whole(key, value):
                        found[keys[key]] = value[_SUM_SIZE:]
                        if is_unused:
                            unused.append(key)
            self._touch(database, unused)
        return found

    def put(self, payloads: Mapping[str, bytes]) -> None:
        """Remember payloads, and forget the ones longest unused where there are too many."""
        now = int(time.time())
        with self._open() as database:
            for some in _chunks(list(payloads), _PER_WRITE):
                keys = {self._key(blob): payloads[blob] for blob in some}
                database.execute("BEGIN IMMEDIATE")
                database.executemany(
                    "INSERT OR REPLACE INTO parsed (key, used, payload) VALUES (?, ?, ?)",
                    [(key, now, _sum(key, data) + data) for key, data in keys.items()],
                )
                self._shrink(database)
                database.execute("COMMIT")

    def _key(self, blob: str) -> bytes:
        return hashlib.blake2b(blob.encode(), key=self._settings, digest_size=_SUM_SIZE).digest()

    def _touch(self, database: sqlite3.Connection, keys: list[bytes]) -> None:
        """Note the use of entries, at most once a day, so that reading hardly ever writes."""
        if keys:
            now = int(time.time())
            database.execute("BEGIN IMMEDIATE")
            database.executemany("UPDATE parsed SET used = ? WHERE key = ?", [(now, key) for key in keys])
            database.execute("COMMIT")

    def _shrink(self, database: sqlite3.Connection) -> None:
        """Pages that fall free are filled again, so the file stops growing without being written anew."""
        numbers = [_number(database, f"PRAGMA {name}") for name in ("page_count", "freelist_count", "page_size")]
        size = (numbers[0] - numbers[1]) * numbers[2]
        if size <= self._most_bytes:
            return
        spare = size - self._most_bytes * 3 // 4
        oldest: list[tuple[int]] = []
        for row, length in database.execute("SELECT rowid, length(payload) FROM parsed ORDER BY used, rowid"):
            oldest.append((row,))
            spare -= length
            if spare <= 0:
                break
        database.executemany("DELETE FROM parsed WHERE rowid = ?", oldest)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The database; where it cannot be used, an empty one in memory."""
        database = self._connect()
        try:
            yield database
        except sqlite3.OperationalError:
            return  # locked for long, another's table, or the disk is full: do without
        except sqlite3.DatabaseError:
            self._discard()
        finally:
            database.close()

    def _connect(self) -> sqlite3.Connection:
        for _ in range(2):
            try:
                if self._prepare():
                    return _connect(str(self._path), self._lock_seconds)
            except (OSError, sqlite3.OperationalError):
                break
            except sqlite3.DatabaseError:
                self._discard()
        return _connect(":memory:", self._lock_seconds)

    def _prepare(self) -> bool:
        """Make the file where there is none, for us alone. One that others may write to is not ours to believe."""
        with suppress(FileExistsError):
            self._path.parent.mkdir(mode=0o700, parents=True)
        with suppress(OSError):
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        return all(is_ours(path) for path in (self._path, self._path.parent)) and self._path.is_file()

    def _discard(self) -> None:
        """It is not a database any more; the next one starts afresh."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
            Path(f"{self._path}-journal").unlink(missing_ok=True)


def is_ours(path: Path) -> bool:
    """Whether nobody else can have written it: sums tell damage, not forgery."""
    found = path.lstat()
    return found.st_uid == os.geteuid() and not stat.S_ISLNK(found.st_mode) and not found.st_mode & 0o022


def _connect(path: str, lock_seconds: float) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=lock_seconds, isolation_level=None)
    try:
        # A crash may cost the file, which is then made anew; waiting for the disk would cost every run.
        database.execute("PRAGMA synchronous = OFF")
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute(_TABLE)
    except sqlite3.Error:
        database.close()
        raise
    return database


def _number(database: sqlite3.Connection, statement: str) -> int:
    return int(database.execute(statement).fetchone()[0])


def _is_whole(key: bytes, value: object) -> bool:
    if not isinstance(value, bytes) or value[:_SUM_SIZE] != _sum(key, value[_SUM_SIZE:]):
        return False
    try:
        decode(value[_SUM_SIZE:])
    except msgspec.DecodeError:
        return False
    return True


def _sum(key: bytes, payload: bytes) -> bytes:
    return hashlib.blake2b(payload, key=key, digest_size=_SUM_SIZE).digest()


def _chunks(items: list[_Item], size: int) -> Iterator[list[_Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
