"""Where in a sample its names, keywords and expressions stand, as sqlglot sees them."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import Token, TokenType, exp

from checker.sql.cursor import is_word
from checker.sql.dialect import Dialect
from checker.sql.guard import refusal
from checker.sql.query import Unreadable, read_tree
from checker.sql.reading import Mention
from checker.sql.source import SourceText
from checker.sql.split import split
from tests.sql.editing import Sample

KEYWORDS = frozenset(
    """SELECT FROM WHERE CREATE TABLE VIEW MATERIALIZED AS ENGINE JOIN ON UNION ALL AND OR NOT IN CASE WHEN THEN ELSE
    END LEFT INNER HAVING LIMIT WITH DISTINCT ALTER DROP GRANT TO IF EXISTS REPLACE BETWEEN LIKE IS NULL USING
    SETTINGS TTL PREWHERE FINAL DICTIONARY DATABASE CLUSTER REFRESH EVERY AFTER APPEND POPULATE""".split()
)
"""Words that ClickHouse reads in any case, wherever they are not names."""


def statements(sample: Sample) -> Iterator[list[Token]]:
    for one in split(SourceText(sample.text, sample.text), sample.dialect):
        yield list(one.tokens)


def trees(sample: Sample) -> Iterator[exp.Expr]:
    """The trees of the statements that sqlglot reads whole, and of the queries after AS in the others."""
    for tokens in statements(sample):
        if refusal(tokens):
            continue
        if tokens[0].text.upper() in ("SELECT", "WITH", "PREPARE"):  # it defines nothing, so only its tokens count
            continue
        starts = [0, *(at + 1 for at, token in enumerate(tokens[:-1]) if _is_query(tokens, at + 1) and at)]
        for start in starts:
            tree = _tree(tokens[start:], sample)
            if tree is not None:
                yield tree
                break


def _is_query(tokens: list[Token], at: int) -> bool:
    return tokens[at - 1].token_type is TokenType.ALIAS and tokens[at].text.upper() in ("SELECT", "WITH")


def _tree(tokens: list[Token], sample: Sample) -> exp.Expr | None:
    try:
        roots = sample.dialect.sqlglot.parser().parse(list(tokens), sample.text)
    except Exception:  # noqa: BLE001 - sqlglot raises anything
        return None
    root = roots[0] if len(roots) == 1 else None
    if isinstance(root, exp.Create) and root.args.get("kind") == "FUNCTION":
        return None
    return root if isinstance(root, exp.Create | exp.Query) else None


def query_mentions(sample: Sample) -> Iterator[Mention]:
    """The tables that queries read, each place by itself."""
    for tokens in statements(sample):
        head = [token.text.upper() for token in tokens[:2]]
        if refusal(tokens) or head[0] != "CREATE" or head[1:] == ["RECURSIVE"]:
            continue
        for at in range(1, len(tokens)):
            if _is_query(tokens, at):
                try:
                    reading = read_tree(tokens[at:], sample.text, sample.dialect, query=True)
                except Unreadable:
                    continue
                yield from (one for one in reading.mentions if one.role == "read" and one.start >= 0)
                break


_MISREAD = frozenset({"SOURCE", "ATOMIC"})
"""FROM SOURCE s, BEGIN ATOMIC: keywords that sqlglot takes for names."""


def plain_names(sample: Sample) -> Iterator[Token]:
    """Unquoted words that are names: quoting them, folded, changes nothing."""
    identifiers = {
        (node.meta or {}).get("start")
        for tree in trees(sample)
        for node in tree.find_all(exp.Identifier)
        if not node.args.get("quoted") and not isinstance(node.parent, exp.Property)
    }
    tokens = sample.tokens
    for at, token in enumerate(tokens):
        after = tokens[at + 1].token_type if at + 1 < len(tokens) else None
        if token.token_type is not TokenType.VAR or after is TokenType.L_PAREN or token.text.upper() in _MISREAD:
            continue
        if token.text.lower() == "user" and sample.dialect.name != "clickhouse":  # a function
            continue
        if token.start in identifiers:
            yield token


def keyword_tokens(sample: Sample) -> Iterator[Token]:
    """Words whose case does not count."""
    identifiers = {(node.meta or {}).get("start") for tree in trees(sample) for node in tree.find_all(exp.Identifier)}
    before: Token | None = None
    for token in sample.tokens:
        folds = sample.dialect.case != "exact" or (token.text.upper() in KEYWORDS and token.start not in identifiers)
        if is_word(token) and folds and not (before is not None and before.text in (":", "@", ".")):
            yield token
        before = token


_OPERATORS = (exp.EQ, exp.Add, exp.Sub, exp.Mul, exp.GT, exp.LT, exp.GTE, exp.LTE, exp.NEQ, exp.And, exp.Or, exp.Alias)


def operands(sample: Sample) -> Iterator[tuple[int, int]]:
    """Columns that stand beside an operator: they may be put in parentheses."""
    for tree in trees(sample):
        for column in tree.find_all(exp.Column):
            if not isinstance(column.parent, _OPERATORS) or isinstance(column.this, exp.Star):
                continue
            if isinstance(column.parent.parent, exp.Join | exp.Schema):  # ARRAY JOIN a AS b
                continue
            if column.find_ancestor(exp.Table, exp.Lambda, exp.Property, exp.Anonymous) is not None:
                continue
            places = [identifier.meta for identifier in column.find_all(exp.Identifier)]
            end = max(place.get("end", -2) for place in places) + 1
            if all(places) and sample.text[end : end + 1] != ".":  # a tuple's element
                yield min(place["start"] for place in places), end


def quoted(token: Token, dialect: Dialect) -> str:
    mark = "`" if dialect.name == "clickhouse" else '"'
    return f"{mark}{dialect.fold(token.text)}{mark}"
