from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from checker.parse.cache import ParseCache, settings_key
from checker.parse.child import Task, parse_text
from checker.sql.statement import ParsedFile, Problem, encode

KEY = settings_key("postgres", {}, file_bytes=5_000_000)
PAYLOAD = parse_text("CREATE VIEW v AS SELECT a FROM t;", Task("postgres"))


def payload(text: str) -> bytes:
    return encode(ParsedFile(problems=(Problem(text, 1, 1),)))


def cache_file(folder: Path) -> Path:
    return folder / "parsed.sqlite"


def execute(folder: Path, statement: str, *values: object) -> None:
    database = sqlite3.connect(cache_file(folder))
    with database:
        database.execute(statement, values)
    database.close()


def test_what_was_put_is_found_by_another_run(tmp_path: Path) -> None:
    ParseCache(tmp_path, KEY).put({"a": PAYLOAD, "b": payload("b")})
    assert ParseCache(tmp_path, KEY).get(["b", "a", "c"]) == {"a": PAYLOAD, "b": payload("b")}


def test_nothing_is_found_in_an_empty_cache(tmp_path: Path) -> None:
    cache = ParseCache(tmp_path / "new" / "folder", KEY)
    assert cache.get(["a"]) == {}
    assert cache.get([]) == {}
    cache.put({})


def test_thousands_of_entries_are_put_and_found_at_once(tmp_path: Path) -> None:
    payloads = {str(number): payload(str(number)) for number in range(3_000)}
    ParseCache(tmp_path, KEY).put(payloads)
    assert ParseCache(tmp_path, KEY).get(payloads) == payloads


def test_an_entry_put_again_is_replaced(tmp_path: Path) -> None:
    cache = ParseCache(tmp_path, KEY)
    cache.put({"a": payload("old")})
    cache.put({"a": payload("new")})
    assert cache.get(["a"]) == {"a": payload("new")}


@pytest.mark.parametrize(
    "other",
    [
        settings_key("clickhouse", {}, file_bytes=5_000_000),
        settings_key("postgres", {"x": "1"}, file_bytes=5_000_000),
        settings_key("postgres", {}, file_bytes=4_000_000),
    ],
)
def test_entries_of_other_settings_never_match(tmp_path: Path, other: bytes) -> None:
    ParseCache(tmp_path, other).put({"a": PAYLOAD})
    assert ParseCache(tmp_path, KEY).get(["a"]) == {}
    assert ParseCache(tmp_path, other).get(["a"]) == {"a": PAYLOAD}


def test_settings_that_could_run_together_have_different_keys() -> None:
    variables: list[dict[str, str]] = [
        {}, {"a": ""}, {"a": "b"}, {"a": "b", "c": "d"}, {"a": "b', 'c': 'd"}, {"ab": ""}, {"": "ab"},
        {"a": "\ud800"}, {"a": "?"},
    ]  # fmt: skip
    keys = {settings_key(dialect, one, file_bytes=1) for dialect in ["x", "x1", "1x"] for one in variables}
    assert len(keys) == 3 * len(variables)


def test_the_order_of_variables_does_not_matter() -> None:
    assert settings_key("x", {"a": "1", "b": "2"}, file_bytes=1) == settings_key(
        "x", {"b": "2", "a": "1"}, file_bytes=1
    )


@pytest.mark.parametrize("module", ["checker.sql.statement.PARSER_VERSION = 99", "sqlglot.__version__ = '99'"])
def test_another_parser_has_another_key(module: str) -> None:
    code = (
        f"import checker.sql.statement, sqlglot\n{module}\n"
        "from checker.parse.cache import settings_key; print(settings_key('postgres', {}, file_bytes=5_000_000).hex())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(bytes.fromhex(done.stdout)) == len(KEY)
    assert bytes.fromhex(done.stdout) != KEY


def test_folder_and_file_are_for_their_owner_alone(tmp_path: Path) -> None:
    ParseCache(tmp_path / "cache", KEY).put({"a": PAYLOAD})
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700
    assert [stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "cache").iterdir()] == [0o600]


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


def test_the_file_stays_within_its_bound(tmp_path: Path) -> None:
    cache = ParseCache(tmp_path, KEY, most_bytes=1 << 20)
    for start in range(0, 4_000, 500):
        cache.put({str(number): payload(f"{number}" * 300) for number in range(start, start + 500)})
    assert _size(tmp_path) < 2 << 20
    assert cache.get(["3999"]) == {"3999": payload("3999" * 300)}
    assert cache.get(["0"]) == {}


def test_one_write_of_very_many_entries_stays_within_the_bound(tmp_path: Path) -> None:
    cache = ParseCache(tmp_path, KEY, most_bytes=1 << 20)
    cache.put({str(number): payload(f"{number}" * 300) for number in range(4_000)})
    assert _size(tmp_path) < 2 << 20


def test_an_entry_larger_than_the_bound_is_not_kept(tmp_path: Path) -> None:
    cache = ParseCache(tmp_path, KEY, most_bytes=1 << 16)
    cache.put({"a": payload("x" * (1 << 20))})
    assert cache.get(["a"]) == {}
    cache.put({"b": PAYLOAD})
    assert cache.get(["b"]) == {"b": PAYLOAD}


def test_the_entries_longest_unused_go_first(tmp_path: Path) -> None:
    cache = ParseCache(tmp_path, KEY, most_bytes=1 << 20)
    names = [str(number) for number in range(80)]
    cache.put({name: payload(name * 4000) for name in names})
    execute(tmp_path, "UPDATE parsed SET used = 1000")
    assert len(cache.get(names[:20])) == 20  # a use after long counts, and is noted
    cache.put({f"new {number}": payload("n" * 8000) for number in range(60)})
    kept = cache.get([*names, *(f"new {number}" for number in range(60))])
    assert set(names[:20]) <= set(kept)
    assert not set(names[20:40]) & set(kept)
    assert len([name for name in kept if name.startswith("new")]) == 60


_WRITER = """
import sys
from pathlib import Path
from checker.parse.cache import ParseCache
from checker.sql.statement import ParsedFile, Problem, encode
folder, key, name = Path(sys.argv[1]), bytes.fromhex(sys.argv[2]), sys.argv[3]
payload = encode(ParsedFile(problems=(Problem(name * 50, 1, 1),)))
for number in range(40):
    cache = ParseCache(folder, key)
    cache.put({f"{name} {number} {part}": payload for part in range(20)})
    assert len(cache.get([f"{name} {number} {part}" for part in range(20)])) == 20
"""


def test_runs_at_the_same_time_do_not_harm_each_other(tmp_path: Path) -> None:
    names = ["a", "b", "c"]
    command = [sys.executable, "-c", _WRITER, str(tmp_path / "cache"), KEY.hex()]
    writers = [subprocess.Popen([*command, name]) for name in names]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    wanted = [f"{name} {number} {part}" for name in names for number in range(40) for part in range(20)]
    found = ParseCache(tmp_path / "cache", KEY).get(wanted)
    assert found == {blob: payload(blob[0] * 50) for blob in wanted}
