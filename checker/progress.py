"""What the user sees while waiting, and how long each stage took."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console


def counted(number: int, word: str) -> str:
    """
    >>> counted(1, "file"), counted(2000, "file")
    ('1 file', '2,000 files')
    """
    return f"{number:,} {word}" + ("" if number == 1 else "s")


class Progress:
    """Stages on stderr: a live line on a terminal, plain lines elsewhere, nothing where quiet."""

    def __init__(self, console: Console, *, quiet: bool = False, verbose: bool = False) -> None:
        self._console = console
        self._quiet = quiet
        self._verbose = verbose
        self._started = time.perf_counter()
        self.seconds: dict[str, float] = defaultdict(float)

    @contextmanager
    def stage(self, name: str, text: str) -> Iterator[None]:
        """Tell what is done now; its time counts for the stage of that name."""
        started = time.perf_counter()
        try:
            if self._quiet:
                yield
            elif self._console.is_terminal:
                with self._console.status(text):
                    yield
                took = f"{time.perf_counter() - started:5.1f} s"
                self._console.print(f"{took}  {text}", style="dim", highlight=False, markup=False)
            else:
                self._console.print(f"checker: {text}", highlight=False, markup=False, soft_wrap=True)
                yield
        finally:
            self.seconds[name] += time.perf_counter() - started

    def detail(self, text: str) -> None:
        """Something that only those want to know who asked for more."""
        if self._verbose:
            self._console.print(f"checker: {text}", highlight=False, markup=False, soft_wrap=True)

    @property
    def total(self) -> float:
        return time.perf_counter() - self._started
