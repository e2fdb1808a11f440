"""The statements on one table, changed between two commits → edits of the table that exists."""

from __future__ import annotations

from checker.plan.tables.edit import TableEdit, TableEdits
from checker.plan.tables.edits import table_edits
from checker.plan.tables.renamed import generated_renames

__all__ = ["TableEdit", "TableEdits", "generated_renames", "table_edits"]
