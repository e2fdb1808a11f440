"""One reader per way a statement can begin; each fills in a Draft from the statement's first tokens."""

from __future__ import annotations
