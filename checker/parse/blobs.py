"""Blobs of a repository → encoded statements: remembered, parsed here, or on Spark where they are many."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from checker.parse.cache import ParseCache
from checker.parse.child import Task
from checker.parse.distributed import parse_on_spark
from checker.parse.pool import Parsed, Source, parse_all
from checker.repo.decode import decode
from checker.repo.files import Content, Entry, read_contents
from checker.repo.repository import Repository
from checker.settings import Settings
from checker.spark.session import SparkRunner

MANY_FILES = 5_000
"""From here on Spark's workers parse: fewer are done before a JVM has booted."""
_PER_WRITE = 1_000


@dataclass(slots=True)
class ParsedBlobs:
    """What is known of each blob: its encoded statements, or a finding's code why there are none."""

    payloads: dict[str, bytes] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BlobParser:
    """Parses the blobs of one repository under one set of settings."""

    repository: Repository
    settings: Settings
    cache: ParseCache | None
    spark: SparkRunner

    def parse(self, entries: Iterable[Entry], on_disk: frozenset[str], known: ParsedBlobs) -> None:
        """Add to `known` all blobs that are not yet in it."""
        missing = {entry.blob: entry for entry in entries if not _knows(known, entry.blob)}
        if self.cache is not None:
            known.payloads |= self.cache.get(missing)
        todo = [entry for blob, entry in missing.items() if blob not in known.payloads]
        fresh: dict[str, bytes] = {}
        for parsed in self._parse_all(self._sources(todo, on_disk, known), len(todo)):
            known.payloads[parsed.blob] = parsed.payload
            if parsed.lasting and parsed.blob not in known.problems:
                fresh[parsed.blob] = parsed.payload
            if len(fresh) == _PER_WRITE:
                self._remember(fresh)
                fresh = {}
        self._remember(fresh)

    def _parse_all(self, sources: Iterator[Source], count: int) -> Iterator[Parsed]:
        task = Task(self.settings.dialect, self.settings.variables)
        seconds = self.settings.limits.file_seconds
        if count >= MANY_FILES:
            return parse_on_spark(self.spark.session, sources, task, seconds=seconds)
        return parse_all(sources, task, processes=os.cpu_count() or 1, seconds=seconds)

    def _sources(self, entries: list[Entry], on_disk: frozenset[str], known: ParsedBlobs) -> Iterator[Source]:
        """The texts to parse; what has none is noted instead."""
        limit = self.settings.limits.file_bytes
        for content in read_contents(self.repository, entries, on_disk, limit):
            text, problem = _text(content)
            if problem:
                known.problems[content.blob] = problem
            if text is not None:
                yield Source(content.blob, text)

    def _remember(self, payloads: dict[str, bytes]) -> None:
        if self.cache is not None and payloads:
            self.cache.put(payloads)


def _knows(known: ParsedBlobs, blob: str) -> bool:
    return blob in known.payloads or blob in known.problems


def _text(content: Content) -> tuple[str | None, str]:
    if content.data is None:
        return None, "file-too-large"
    decoded = decode(content.data)
    return (decoded.text if decoded.problem in ("", "encoding") else None), decoded.problem
