"""The relations that come from the SQL: their names and columns."""

from __future__ import annotations

BASE_RELATIONS: dict[str, tuple[str, ...]] = {
    "Object": ("object",),
    "ChangedStmt": ("object",),
    "Change": ("object", "change"),
    "ObjectKind": ("object", "kind"),
    "ObjectPlace": ("object", "kind", "path", "line"),
    "ObjectInSchema": ("object", "database", "schema"),
    "Reference": ("object", "named"),
    "ReferenceCount": ("object", "count"),
    "StmtUsesCluster": ("object", "cluster"),
    "IndexUsesCluster": ("object", "index", "cluster"),
    "IsSink": ("object",),
    "StableSchema": ("database", "schema"),
    "ForcedSchema": ("database", "schema"),
}
"""An object is its id; where a table and something else may share one, the other's kind stands before it."""

ARITIES = {name: len(columns) for name, columns in BASE_RELATIONS.items()}

SEEDS = ("ChangedStmt", "ForcedSchema")
"""Where every reason ends: what was changed, and what was asked for."""
