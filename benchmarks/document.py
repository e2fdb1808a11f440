"""Put measured tables where the documents show them."""

from __future__ import annotations

from pathlib import Path

DOCUMENT = Path(__file__).parent.parent / "docs" / "performance.md"
_END = "<!-- end -->"


def write_tables(benchmark: str, lines: list[str]) -> None:
    """Replace what stands between a benchmark's mark and the next end."""
    mark = f"<!-- {benchmark} -->"
    before, _, rest = DOCUMENT.read_text().partition(mark)
    text = "\n".join(lines)
    DOCUMENT.write_text(f"{before}{mark}\n\n{text}\n\n{_END}{rest.partition(_END)[2]}")
