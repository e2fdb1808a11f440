"""What was parsed before: one SQLite file, by content, safe to share and safe to lose."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlglot import __version__ as sqlglot_version  # type: ignore[attr-defined]

from checker.sql.statement import PARSER_VERSION

MOST_BYTES = 512 << 20
_SUM_SIZE = 16
_DAY = 86_400
_PER_QUERY = 500
_TABLE = "CREATE TABLE IF NOT EXISTS parsed (key BLOB PRIMARY KEY, used INTEGER, payload BLOB) WITHOUT ROWID"


def settings_key(dialect: str, variables: Mapping[str, str]) -> bytes:
    """Everything beside the content that decides what is read from it."""
    hasher = hashlib.blake2b(digest_size=_SUM_SIZE)
    for text in (str(PARSER_VERSION), sqlglot_version, dialect, repr(sorted(variables.items()))):
        hasher.update(f"{len(text)}:{text}".encode())
    return hasher.digest()


class ParseCache:
    """Payloads by blob id. Any trouble with the file means only that nothing is remembered.

    An entry carries a sum over its key and its bytes; one that does not fit is as good as absent.
    """

    def __init__(self, folder: Path, settings: bytes, most_bytes: int = MOST_BYTES) -> None:
        self._path = folder / "parsed.sqlite"
        self._settings = settings
        self._most_bytes = most_bytes

    def get(self, blobs: Iterable[str]) -> dict[str, bytes]:
        """The payloads that are known and whole."""
        keys = {self._key(blob): blob for blob in blobs}
        found: dict[str, bytes] = {}
        with self._open() as database:
            for some in _chunks(list(keys)):
                marks = ",".join("?" * len(some))
                rows = database.execute(f"SELECT key, payload FROM parsed WHERE key IN ({marks})", some)  # noqa: S608
                for key, value in rows:
                    if isinstance(value, bytes) and value[:_SUM_SIZE] == _sum(key, value[_SUM_SIZE:]):
                        found[keys[key]] = value[_SUM_SIZE:]
            self._touch(database, [key for key, blob in keys.items() if blob in found])
        return found

    def put(self, payloads: Mapping[str, bytes]) -> None:
        """Remember payloads, and forget the ones longest unused where there are too many."""
        now = int(time.time())
        rows = ((key, now, _sum(key, data) + data) for blob, data in payloads.items() for key in [self._key(blob)])
        with self._open() as database:
            database.executemany("INSERT OR REPLACE INTO parsed VALUES (?, ?, ?)", rows)
            database.commit()
            self._shrink(database)

    def _key(self, blob: str) -> bytes:
        return hashlib.blake2b(blob.encode(), key=self._settings, digest_size=_SUM_SIZE).digest()

    def _touch(self, database: sqlite3.Connection, keys: list[bytes]) -> None:
        """Note the use of entries, at most once a day, so that reading hardly ever writes."""
        now = int(time.time())
        for some in _chunks(keys):
            marks = ",".join("?" * len(some))
            statement = f"UPDATE parsed SET used = ? WHERE used < ? AND key IN ({marks})"  # noqa: S608
            database.execute(statement, [now, now - _DAY, *some])
        database.commit()

    def _shrink(self, database: sqlite3.Connection) -> None:
        (size,) = database.execute("SELECT coalesce(sum(length(payload)), 0) FROM parsed").fetchone()
        if size <= self._most_bytes:
            return
        spare = size - self._most_bytes * 3 // 4
        for key, length in database.execute("SELECT key, length(payload) FROM parsed ORDER BY used, key").fetchall():
            database.execute("DELETE FROM parsed WHERE key = ?", [key])
            spare -= length
            if spare <= 0:
                break
        database.commit()
        database.execute("VACUUM")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The database; where it cannot be used, an empty one in memory."""
        database = self._connect()
        try:
            yield database
        except sqlite3.OperationalError:
            return  # locked for long, or the disk is full: do without
        except sqlite3.DatabaseError:
            self._path.unlink(missing_ok=True)  # not a database any more
        finally:
            database.close()

    def _connect(self) -> sqlite3.Connection:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            database = sqlite3.connect(self._path, timeout=10)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            database.execute(_TABLE)
        except (sqlite3.DatabaseError, OSError) as error:
            if not isinstance(error, sqlite3.OperationalError | OSError):
                self._path.unlink(missing_ok=True)  # not a database any more
            database = sqlite3.connect(":memory:")
            database.execute(_TABLE)
        return database


def _sum(key: bytes, payload: bytes) -> bytes:
    return hashlib.blake2b(payload, key=key, digest_size=_SUM_SIZE).digest()


def _chunks(keys: list[bytes]) -> Iterator[list[bytes]]:
    for start in range(0, len(keys), _PER_QUERY):
        yield keys[start : start + _PER_QUERY]
