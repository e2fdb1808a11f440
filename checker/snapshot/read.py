"""Two listings → the files of both sides, read: first what differs, then the rest."""

from __future__ import annotations

from dataclasses import dataclass, field

from checker.parse.blobs import BlobParser, ParsedBlobs
from checker.snapshot.collect import ReadFile, SideEntry, Sides, read_files
from checker.snapshot.layout import Layout


@dataclass(slots=True)
class SideReader:
    """Reads the files of two sides, each blob once."""

    sides: Sides
    layout: Layout
    parser: BlobParser
    entries: list[SideEntry] = field(init=False)
    _known: ParsedBlobs = field(default_factory=ParsedBlobs)

    def __post_init__(self) -> None:
        self.entries = self.sides.entries()

    @property
    def differing(self) -> list[SideEntry]:
        return [one for one in self.entries if one.in_base != one.in_head]

    def read(self, entries: list[SideEntry]) -> list[ReadFile]:
        """These files; blobs that were read before are not read again."""
        on_disk = self.sides.base.on_disk | self.sides.head.on_disk
        self.parser.parse((one.entry for one in entries), on_disk, self._known)
        return read_files(entries, self._known.payloads, self._known.problems, self.layout)
