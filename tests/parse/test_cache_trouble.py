from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.parse.cache import ParseCache
from tests.git_repository import run_python
from tests.parse.test_cache import KEY, PAYLOAD, cache_file, execute, payload


def _truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def _scramble(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[100:] = bytes(255 - byte for byte in data[100:])
    file.write_bytes(data)


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(b"no database at all" * 1000),
        lambda file: file.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000),
        _truncate,
        _scramble,
    ],
    ids=["empty", "text", "header only", "truncated", "scrambled"],
)
def test_a_damaged_file_is_forgotten_and_made_anew(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    cache = ParseCache(tmp_path, KEY)
    cache.put({str(number): payload(f"{number}" * 500) for number in range(100)})
    damage(cache_file(tmp_path))
    found = cache.get([str(number) for number in range(100)])
    assert all(data == payload(blob * 500) for blob, data in found.items())
    cache.put({"a": PAYLOAD})
    cache.put({"a": PAYLOAD})  # where only writing finds the damage, the next write is the first to last
    assert cache.get(["a"]) == {"a": PAYLOAD}


def test_every_flipped_byte_costs_an_entry_and_never_changes_one(tmp_path: Path) -> None:
    cache = ParseCache(tmp_path, KEY)
    blobs = {str(number): payload(f"{number}" * 100) for number in range(30)}
    cache.put(blobs)
    whole = cache_file(tmp_path).read_bytes()
    for place in range(0, len(whole), 97):
        cache_file(tmp_path).write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        assert cache.get(blobs).items() <= blobs.items()


def test_another_programs_database_is_neither_believed_nor_touched(tmp_path: Path) -> None:
    execute(tmp_path, "CREATE TABLE parsed (name TEXT, value TEXT)")
    execute(tmp_path, "INSERT INTO parsed VALUES ('a', 'b')")
    before = cache_file(tmp_path).read_bytes()
    cache = ParseCache(tmp_path, KEY)
    cache.put({"a": PAYLOAD})
    assert cache.get(["a"]) == {}
    assert cache_file(tmp_path).read_bytes() == before


@pytest.mark.parametrize("value", [None, 17, "text", b"", b"short"])
def test_a_value_of_another_type_or_length_is_absent(tmp_path: Path, value: object) -> None:
    execute(tmp_path, "CREATE TABLE parsed (key BLOB PRIMARY KEY, used INTEGER, payload)")
    cache = ParseCache(tmp_path, KEY)
    cache.put({"a": PAYLOAD})
    execute(tmp_path, "UPDATE parsed SET payload = ?", value)
    assert cache.get(["a"]) == {}


@pytest.mark.parametrize("used", [None, "text", b"x"])
def test_a_time_of_another_type_does_no_harm(tmp_path: Path, used: object) -> None:
    execute(tmp_path, "CREATE TABLE parsed (key BLOB PRIMARY KEY, used, payload)")
    cache = ParseCache(tmp_path, KEY)
    cache.put({"a": PAYLOAD})
    execute(tmp_path, "UPDATE parsed SET used = ?", used)
    assert cache.get(["a"]) in ({}, {"a": PAYLOAD})


def test_an_entry_copied_under_another_key_is_absent(tmp_path: Path) -> None:
    cache = ParseCache(tmp_path, KEY)
    cache.put({"a": payload("a"), "b": payload("b")})
    execute(tmp_path, "UPDATE parsed SET payload = (SELECT payload FROM parsed ORDER BY key LIMIT 1)")
    found = cache.get(["a", "b"])
    assert len(found) == 1
    assert found.items() <= {"a": payload("a"), "b": payload("b")}.items()


@pytest.mark.parametrize("data", [b"", b"\x93", b"nonsense", b"\x80", b"\x91\xc3", PAYLOAD + b"\0", PAYLOAD[:-1]])
def test_what_is_no_encoded_file_is_absent_even_if_its_sum_is_right(tmp_path: Path, data: bytes) -> None:
    cache = ParseCache(tmp_path, KEY)
    cache.put({"a": data, "b": PAYLOAD})
    key = hashlib.blake2b(b"a", key=KEY, digest_size=16).digest()
    database = sqlite3.connect(cache_file(tmp_path))
    assert database.execute("SELECT count(*) FROM parsed WHERE key = ?", [key]).fetchone() == (1,)
    database.close()
    assert cache.get(["a", "b"]) == {"b": PAYLOAD}


def test_a_folder_in_place_of_the_file_means_no_cache(tmp_path: Path) -> None:
    cache_file(tmp_path).mkdir()
    cache = ParseCache(tmp_path, KEY)
    cache.put({"a": PAYLOAD})
    assert cache.get(["a"]) == {}


def test_a_file_in_place_of_the_folder_means_no_cache(tmp_path: Path) -> None:
    (tmp_path / "cache").touch()
    cache = ParseCache(tmp_path / "cache", KEY)
    cache.put({"a": PAYLOAD})
    assert cache.get(["a"]) == {}


def test_a_file_that_others_may_write_to_is_not_believed(tmp_path: Path) -> None:
    cache = ParseCache(tmp_path, KEY)
    cache.put({"a": PAYLOAD})
    cache_file(tmp_path).chmod(0o666)
    assert cache.get(["a"]) == {}


_USE = """
import sys
from pathlib import Path
from checker.parse.cache import ParseCache
cache = ParseCache(Path(sys.argv[1]), bytes.fromhex(sys.argv[2]))
cache.put({"new": bytes.fromhex(sys.argv[3])})
print(sorted(cache.get(["old", "new"])))
"""


def test_a_folder_that_cannot_be_written_is_still_read(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    ParseCache(folder, KEY).put({"old": PAYLOAD})
    execute(folder, "UPDATE parsed SET used = 1000")
    cache_file(folder).chmod(0o400)
    folder.chmod(0o500)
    done = run_python(_USE, str(folder), KEY.hex(), PAYLOAD.hex(), powerless=True)
    folder.chmod(0o700)
    assert done.stdout == "['old']\n", done.stderr


def test_an_empty_folder_that_cannot_be_written_means_no_cache(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o500)
    for path in [folder, folder / "inner"]:
        done = run_python(_USE, str(path), KEY.hex(), PAYLOAD.hex(), powerless=True)
        assert done.stdout == "[]\n", done.stderr


def test_a_database_that_another_run_holds_locked_is_done_without(tmp_path: Path) -> None:
    cache = ParseCache(tmp_path, KEY, lock_seconds=0.1)
    cache.put({"a": PAYLOAD})
    holder = sqlite3.connect(cache_file(tmp_path), isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    cache.put({"b": PAYLOAD})
    assert cache.get(["a"]) == {}
    holder.execute("ROLLBACK")
    holder.close()
    assert cache.get(["a", "b"]) == {"a": PAYLOAD}
