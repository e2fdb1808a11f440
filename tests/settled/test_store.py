"""Where records lie: found by what they depend on, believed only where nobody else can have written them."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from checker.settled.record import Record
from checker.settled.store import RecordStore

RECORD = Record(
    pa.table({"path": ["a.sql", "b.sql"], "blob": ["1", "2"], "notable": [False, True]}),
    pa.table({"path": ["a.sql"], "value": ["d.s.v"], "open": [False]}),
    pa.table({"value": ["d.s.v"]}),
    pa.table({"object": ["d.s.v"], "relation": ["Object"]}),
)


def file_of(folder: Path) -> Path:
    (path,) = folder.glob("*.settled")
    return path


def test_what_was_saved_is_found_by_another_run(tmp_path: Path) -> None:
    RecordStore(tmp_path / "new", ("postgres",)).save(RECORD)
    assert RecordStore(tmp_path / "new", ("postgres",)).load() == RECORD
    assert RecordStore(tmp_path / "new", ("clickhouse",)).load() is None
    assert RecordStore(tmp_path / "new", ("post", "gres")).load() is None


def test_a_later_record_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    store = RecordStore(tmp_path, ("x",))
    store.save(RECORD)
    store.save(Record(RECORD.files.slice(1), RECORD.statements, RECORD.objects, RECORD.facts))
    found = store.load()
    assert found is not None
    assert found.blobs == {"b.sql": "2"}


def test_nothing_is_put_in_its_place_where_there_is_nothing_to_remember(tmp_path: Path) -> None:
    store = RecordStore(tmp_path, ("x",))
    store.save(RECORD)
    store.save(None)
    assert store.load() == RECORD


@pytest.mark.parametrize("at", [0, 20, 200, -1])
def test_a_damaged_record_is_as_good_as_none(tmp_path: Path, at: int) -> None:
    store = RecordStore(tmp_path, ("x",))
    store.save(RECORD)
    data = bytearray(file_of(tmp_path).read_bytes())
    data[at] ^= 1
    file_of(tmp_path).write_bytes(data)
    assert store.load() is None


@pytest.mark.parametrize("size", [0, 10, 100])
def test_half_a_record_is_as_good_as_none(tmp_path: Path, size: int) -> None:
    store = RecordStore(tmp_path, ("x",))
    store.save(RECORD)
    file_of(tmp_path).write_bytes(file_of(tmp_path).read_bytes()[:size])
    assert store.load() is None


def test_a_record_that_others_may_write_to_is_not_believed(tmp_path: Path) -> None:
    store = RecordStore(tmp_path, ("x",))
    store.save(RECORD)
    file_of(tmp_path).chmod(0o666)
    assert store.load() is None


def test_a_link_to_a_record_is_not_believed(tmp_path: Path) -> None:
    store = RecordStore(tmp_path, ("x",))
    store.save(RECORD)
    path = file_of(tmp_path)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert store.load() is None


def test_only_the_latest_few_are_kept(tmp_path: Path) -> None:
    for number in range(7):
        RecordStore(tmp_path, (str(number),)).save(RECORD)
    assert len(list(tmp_path.iterdir())) == 4
    assert RecordStore(tmp_path, ("6",)).load() == RECORD


def test_a_folder_that_cannot_be_written_only_means_that_nothing_is_remembered(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = RecordStore(tmp_path / "file", ("x",))
    store.save(RECORD)
    assert store.load() is None
