"""The statements on one table, changed between two commits → edits of the table that exists."""

from __future__ import annotations

from checker.plan.tables.edit import Lifted, TableEdit, TableEdits
from checker.plan.tables.edits import table_edits
from checker.plan.tables.lift import foreign_keys, is_foreign_key, lifting
from checker.plan.tables.partition import is_detaching, parent_of
from checker.plan.tables.renamed import generated_renames

__all__ = [
    "Lifted",
    "TableEdit",
    "TableEdits",
    "foreign_keys",
    "generated_renames",
    "is_detaching",
    "is_foreign_key",
    "lifting",
    "parent_of",
    "table_edits",
]
