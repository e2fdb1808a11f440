"""The statements on one table, changed between two commits → edits of the table that exists."""

from __future__ import annotations

from checker.plan.tables.edit import TableEdit, TableEdits
from checker.plan.tables.edits import table_edits

__all__ = ["TableEdit", "TableEdits", "table_edits"]
