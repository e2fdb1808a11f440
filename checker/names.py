"""Names of objects: three raw parts, compared by them and never by a joined string."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*")


@lru_cache(maxsize=100_000)
def quote_part(part: str) -> str:
    """Quote a part only where it is not a plain lower-case identifier.

    >>> quote_part("orders"), quote_part("Big Orders"), quote_part('a"b')
    ('orders', '"Big Orders"', '"a""b"')
    """
    if _PLAIN.fullmatch(part):
        return part
    return '"' + part.replace('"', '""') + '"'


def dotted(parts: Iterable[str]) -> str:
    """The display form of some parts; empty ones (objects outside databases) are left out.

    >>> dotted(("", "mz_catalog", "mz_objects"))
    'mz_catalog.mz_objects'
    """
    return ".".join(quote_part(part) for part in parts if part)


class ObjectName(NamedTuple):
    """Where an object lives. Clusters, roles and other global objects have only a name."""

    database: str
    schema: str
    name: str

    @property
    def id(self) -> str:
        """The display form: dotted, quoted where needed."""
        return dotted(self)


def nearest(word: str, choices: Iterable[str], limit: int = 3) -> list[str]:
    """The choices that look most like a mistyped word.

    >>> nearest("materialise", ["materialize", "mysql"])
    ['materialize']
    """
    return difflib.get_close_matches(word, sorted(choices), n=limit, cutoff=0.5)
