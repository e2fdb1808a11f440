"""Every dialect of sqlglot reads the statements that all databases share."""

from __future__ import annotations

import pytest

from checker.errors import ConfigurationError
from checker.sql.dialect import dialect_names, get_dialect
from checker.sql.reader import read_file

TEXT = """
-- Two objects, the second reads the first.
CREATE TABLE orders (id INT, total INT);
CREATE VIEW big_orders AS
SELECT orders.id FROM orders JOIN customers ON customers.id = orders.id WHERE total > 100;
"""
WITH_TEXT = "CREATE VIEW v AS WITH big AS (SELECT id FROM orders) SELECT id FROM big;"
NO_SQL = {"dax", "prql"}
"""Languages without SELECT: what a view reads is a guess there, and told to be one."""


@pytest.mark.parametrize("name", dialect_names())
def test_a_table_and_a_view_are_read_in_every_dialect(name: str) -> None:
    dialect = get_dialect(name)
    parsed = read_file(TEXT, dialect, {})
    fold = dialect.fold
    facts = [(one.kind, one.targets, one.names("read"), one.line) for one in parsed.statements]
    assert facts == [
        ("table", ((fold("orders"),),), (), 3),
        ("view", ((fold("big_orders"),),), ((fold("orders"),), (fold("customers"),)), 4),
    ]
    assert [one.problem is None for one in parsed.statements] == [True, name not in NO_SQL]


@pytest.mark.parametrize("name", [name for name in dialect_names() if name not in NO_SQL])
def test_names_of_with_are_no_reads_in_any_dialect(name: str) -> None:
    dialect = get_dialect(name)
    (view,) = read_file(WITH_TEXT, dialect, {}).statements
    assert (view.names("read"), view.problem) == (((dialect.fold("orders"),),), None)


@pytest.mark.parametrize("name", dialect_names())
def test_comments_and_white_space_count_in_no_dialect(name: str) -> None:
    dialect = get_dialect(name)
    formatted = TEXT.replace("orders.id FROM", "\n  orders.id /* note */\nFROM").replace("WHERE", "where")
    one, other = read_file(TEXT, dialect, {}), read_file(formatted, dialect, {})
    assert [statement.digest for statement in one.statements] == [statement.digest for statement in other.statements]


def test_an_unknown_dialect_names_the_nearest_ones() -> None:
    with pytest.raises(ConfigurationError, match="unknown dialect 'postgre'") as caught:
        get_dialect("postgre")
    assert "did you mean postgres" in str(caught.value)


def test_a_dialect_like_no_other_names_the_main_ones() -> None:
    with pytest.raises(ConfigurationError) as caught:
        get_dialect("zzzzzz")
    assert "materialize or clickhouse or postgres" in str(caught.value)
