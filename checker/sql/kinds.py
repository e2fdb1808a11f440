"""The kinds of objects: how they are spelled, and where their names live."""

from __future__ import annotations

KIND_WORDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("MATERIALIZED", "VIEW"), "materialized view"),
    (("STREAM", "TABLE"), "stream table"),
    (("FOREIGN", "TABLE"), "table"),
    (("NETWORK", "POLICY"), "network policy"),
    (("NAMED", "COLLECTION"), "named collection"),
    (("ROW", "POLICY"), "row policy"),
    (("SETTINGS", "PROFILE"), "settings profile"),
    (("CLUSTER", "REPLICA"), "cluster"),
    (("EVENT", "TRIGGER"), "event trigger"),
    (("CONSTRAINT", "TRIGGER"), "trigger"),
    (("LIVE", "VIEW"), "view"),
    (("WINDOW", "VIEW"), "view"),
    (("DYNAMIC", "TABLE"), "materialized view"),
    (("FILE", "FORMAT"), "file format"),
    (("FOREIGN", "DATA", "WRAPPER"), "foreign data wrapper"),
    (("USER", "MAPPING"), "user mapping"),
    (("TEXT", "SEARCH", "CONFIGURATION"), "text search configuration"),
    (("TEXT", "SEARCH", "DICTIONARY"), "text search dictionary"),
    (("PROCEDURE",), "function"),
    (("ROUTINE",), "function"),
    (("AGGREGATE",), "function"),
    (("DOMAIN",), "type"),
    (("FOREIGN", "SERVER"), "server"),
)
"""Kinds of several words, and words that mean a kind of another name; the first match counts."""

PLAIN_KINDS = frozenset(
    """table view index source sink connection secret cluster schema database function type sequence dictionary
    role user trigger policy extension quota rule publication subscription server statistics collation
    conversion operator cast language transform workload resource stage stream pipe task warehouse macro
    catalog share namespace tablespace""".split()
)

GLOBAL_KINDS = frozenset(
    {
        "cluster", "database", "role", "user", "extension", "quota", "network policy", "named collection",
        "settings profile", "event trigger", "publication", "subscription", "server", "language", "workload",
        "resource", "warehouse", "catalog", "tablespace", "foreign data wrapper", "user mapping", "share",
    }
)  # fmt: skip
"""Kinds that live outside all databases and schemas."""

RELATION_KINDS = frozenset(
    {"table", "table from source", "view", "materialized view", "stream table", "source", "sink"}
)
"""What a query can read by name, and sinks, which share the names."""

ON_TABLE_KINDS = frozenset({"trigger", "policy", "row policy", "rule"})
"""Kinds whose names are unique only on their table."""
