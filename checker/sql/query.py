"""Read a query, or a whole CREATE, with sqlglot: its shape, and every name of an object in it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from sqlglot import Token, TokenType, exp
from sqlglot.errors import ParseError

from checker.sql.clean import cleaned
from checker.sql.cursor import STRINGS, Cursor
from checker.sql.dialect import Dialect
from checker.sql.functions import (
    MATCH_FUNCTIONS,
    NAME_IN_FIRST_ARGUMENT,
    TABLE_ARGUMENT,
    TABLE_FUNCTIONS,
    split_name,
)
from checker.sql.statement import Parts, Role

# Its warnings are about falling back to Command, which is no news to us.
logging.getLogger("sqlglot").setLevel(logging.CRITICAL)


class Unreadable(Exception):
    """sqlglot cannot read these tokens; `offset` is where it stopped."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Mention:
    """A name of an object, and the text it takes (nothing where it stands inside a string)."""

    parts: Parts
    role: Role
    start: int
    end: int


@dataclass(slots=True)
class Reading:
    """What a tree tells, so that the tree itself can go."""

    shape: str = ""
    """The nesting of the nodes without redundant parentheses; with the tokens it is the whole meaning."""
    mentions: list[Mention] = field(default_factory=list)
    identifiers: set[int] = field(default_factory=set)
    """Offsets of the tokens that are names, never keywords."""
    qualifiers: list[Mention] = field(default_factory=list)
    """What stands before a column where it has two or more parts."""


def read_tree(tokens: Sequence[Token], text: str, dialect: Dialect, *, query: bool) -> Reading:
    """Parse tokens with the stock parser and read the tree. Raises Unreadable."""
    try:
        roots = dialect.sqlglot.parser().parse(cleaned(tokens, dialect), text)
    except ParseError as error:
        raise _unreadable(error, tokens) from error
    except RecursionError as error:
        raise Unreadable("the statement is nested too deeply", tokens[0].start) from error
    except Exception as error:
        # sqlglot is known to raise TypeError, IndexError and AssertionError on odd input.
        raise Unreadable(f"the statement cannot be read ({type(error).__name__})", tokens[0].start) from error
    root = roots[0] if len(roots) == 1 else None
    if not isinstance(root, exp.Query | exp.DML | exp.Values if query else exp.Create):
        raise Unreadable("this is not a query" if query else "the statement cannot be read", tokens[0].start)
    return _Walk(dialect).run(root)


def _unreadable(error: ParseError, tokens: Sequence[Token]) -> Unreadable:
    place = error.errors[0] if error.errors else {}
    description = str(place.get("description") or error).split(" <Token")[0].rstrip(".")
    for token in tokens:  # sqlglot tells where the token ends
        if (token.line, token.col) == (place.get("line"), place.get("col")):
            return Unreadable(f"{description} at {token.text[:40]!r}", token.start)
    return Unreadable(description, tokens[0].start)


_ORDER_PARENTS = (exp.Reference, exp.LikeProperty, exp.InheritsProperty, exp.PartitionedOfProperty)
_NO_NAMES: frozenset[str] = frozenset()


class _Walk:
    """One pass over a tree, with a stack of its own: chains of 50,000 UNIONs are that deep."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._reading = Reading()

    def run(self, root: exp.Expr) -> Reading:
        shape: list[str] = []
        stack: list[str | tuple[exp.Expr, frozenset[str], Role]] = [(root, _NO_NAMES, "read")]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                shape.append(item)
                continue
            node, names, role = item
            if isinstance(node, exp.Identifier):
                self._identifier(node)
                shape.append("i")
                continue
            self._mention(node, names, role)
            children = list(_children(node, names, role, self._dialect))
            if _only_groups(node):
                children = [child for child in children if not isinstance(child, str)]
            else:
                shape.append(node.key)
                stack.append(")")
            stack.extend(reversed(children))
        self._reading.shape = " ".join(shape)
        return self._reading

    def _identifier(self, node: exp.Identifier) -> None:
        start = (node._meta or {}).get("start")
        if start is not None:
            self._reading.identifiers.add(start)

    def _mention(self, node: exp.Expr, names: frozenset[str], role: Role) -> None:
        if isinstance(node, exp.Table):
            self._table(node, names, role)
        elif isinstance(node, exp.Column):
            if node.args.get("db") is not None:
                self._add(_identifiers(node)[:-1], "read", qualifier=True)
        elif isinstance(node, exp.Anonymous):
            self._function(node)
        elif isinstance(node, exp.In):
            self._in_table(node, names)
        elif isinstance(node, exp.Cast):
            self._cast(node)
        elif isinstance(node, exp.DataType) and node.this is exp.DType.USERDEFINED:
            kind = node.args.get("kind")
            if isinstance(kind, exp.Expr):
                self._add(list(kind.find_all(exp.Identifier, bfs=False)), "use")

    def _table(self, node: exp.Table, names: frozenset[str], role: Role) -> None:
        if isinstance(node.this, exp.Func):
            self._table_function(node)
            return
        identifiers = _identifiers(node)
        if len(identifiers) == 1 and self._fold(identifiers[0]) in names:
            return
        self._add(identifiers, role)

    def _table_function(self, node: exp.Table) -> None:
        function = node.this
        name = function.name if isinstance(function, exp.Anonymous) else ""
        arguments = function.expressions
        if name.lower() in TABLE_ARGUMENT:
            self._table_argument(arguments[TABLE_ARGUMENT[name.lower()] :])
        elif name.lower() in MATCH_FUNCTIONS and arguments:
            texts = [_pattern(argument) for argument in arguments]
            self._text_mention(tuple(texts if len(texts) > 1 else ["", *texts])[:2], "match")
        elif name and name.lower() not in TABLE_FUNCTIONS:
            # A ClickHouse view with parameters is called like a function.
            parameters = any(isinstance(argument, exp.EQ) for argument in arguments)
            schema = node.args.get("db")
            parts = ((self._fold(schema),) if schema else ()) + (self._dialect.fold(name),)
            self._text_mention(parts, "read" if parameters else "use")

    def _table_argument(self, arguments: Sequence[exp.Expr]) -> None:
        """`db.t` as one argument, or 'db', 't' as two."""
        if arguments and isinstance(arguments[0], exp.Column):
            self._add(_identifiers(arguments[0]), "read")
        elif arguments and _is_string(arguments[0]):
            texts = tuple(argument.name for argument in arguments[:2] if _is_string(argument))
            self._text_mention(texts if len(texts) > 1 else split_name(texts[0], self._dialect), "read")

    def _function(self, node: exp.Anonymous) -> None:
        if isinstance(node.parent, exp.Table):
            return
        name = node.name
        arguments = node.expressions
        if name.lower() in NAME_IN_FIRST_ARGUMENT and arguments:
            if _is_string(arguments[0]):
                self._text_mention(split_name(arguments[0].name, self._dialect), "read")
            elif isinstance(arguments[0], exp.Column):
                self._add(_identifiers(arguments[0]), "read")
            return
        before = node.parent.this if isinstance(node.parent, exp.Dot) else None
        schema = tuple(map(self._fold, before.find_all(exp.Identifier))) if before else ()
        self._text_mention((*schema, self._dialect.fold(name)), "use")

    def _in_table(self, node: exp.In, names: frozenset[str]) -> None:
        """ClickHouse: `x IN t` reads the table t, if t is not a name of WITH."""
        if self._dialect.name != "clickhouse":
            return
        operand, role = node.args.get("field"), "read"
        if operand is None and len(node.expressions) == 1:  # `x IN (t)`: a table, or a column
            operand, role = node.expressions[0], "use"
        if not isinstance(operand, exp.Column):
            return
        identifiers = _identifiers(operand)
        if len(identifiers) > 1 or not {self._fold(identifiers[0]), _scalar(identifiers[0].name)} & names:
            self._add(identifiers, cast(Role, role))

    def _cast(self, node: exp.Cast) -> None:
        to = node.args.get("to")
        if isinstance(to, exp.ObjectIdentifier) and to.name.upper() == "REGCLASS" and _is_string(node.this):
            self._text_mention(split_name(node.this.name, self._dialect), "read")

    def _text_mention(self, parts: Parts, role: Role) -> None:
        self._reading.mentions.append(Mention(parts, role, -1, -1))

    def _add(self, identifiers: list[exp.Identifier], role: Role, *, qualifier: bool = False) -> None:
        if not identifiers:
            return
        metas = [identifier._meta or {} for identifier in identifiers]
        mention = Mention(
            parts=tuple(map(self._fold, identifiers)),
            role=role,
            start=metas[0].get("start", -1),
            end=metas[-1].get("end", -2) + 1,
        )
        (self._reading.qualifiers if qualifier else self._reading.mentions).append(mention)

    def _fold(self, identifier: exp.Expr) -> str:
        return _fold(identifier, self._dialect)


def _fold(identifier: exp.Expr, dialect: Dialect) -> str:
    if identifier.args.get("quoted") and dialect.case != "none":
        return identifier.name
    return dialect.fold(identifier.name)


def _children(
    node: exp.Expr, names: frozenset[str], role: Role, dialect: Dialect
) -> Iterator[str | tuple[exp.Expr, frozenset[str], Role]]:
    """What stands below a node, with the names of WITH that are visible there.

    A plain CTE sees the ones before it, so `WITH t AS (SELECT … FROM t)` reads the real t; recursive
    ones see all.
    """
    ctes = node.args.get("with_")
    if ctes is not None:
        all_names = names | {name for cte in ctes.expressions for name in _cte_names(cte, dialect)}
        visible = all_names if ctes.args.get("recursive") else names
        yield "with"
        for cte in ctes.expressions:
            yield cte, visible, "read"
            visible |= set(_cte_names(cte, dialect))
        names = all_names
    if isinstance(node, exp.Connector):
        yield node.left, names, role
        yield node.right, names, role
        return
    inner: Role = "order" if isinstance(node, _ORDER_PARENTS) else role
    for key, value in node.args.items():
        if isinstance(value, exp.Expr):
            if key != "with_":
                yield key
                yield value, names, inner
        elif isinstance(value, list) and value:
            yield key
            for child in value:
                if isinstance(child, exp.Expr):
                    yield child, names, inner
            yield ","


def _cte_names(cte: exp.Expr, dialect: Dialect) -> list[str]:
    alias = cte.args.get("alias")
    if alias is None or not isinstance(alias.this, exp.Identifier):
        return []
    return [_scalar(alias.this.name) if cte.args.get("scalar") else _fold(alias.this, dialect)]


def _scalar(name: str) -> str:
    """`WITH 1 AS t` hides nothing in FROM, only after IN."""
    return f"scalar {name}"


def _identifiers(node: exp.Expr) -> list[exp.Identifier]:
    """The parts of a table's or column's name, outermost first."""
    parts: list[exp.Identifier] = []
    for key in ("catalog", "db", "table", "this"):
        part: Any = node.args.get(key)
        if isinstance(part, exp.Identifier):
            parts.append(part)
        elif isinstance(part, exp.Dot):
            parts.extend(part.find_all(exp.Identifier, bfs=False))
    return parts


def _pattern(argument: exp.Expr) -> str:
    """The database of merge(): a string, REGEXP('…') as written, or the current one."""
    if _is_string(argument):
        return argument.name
    if argument.name.upper() == "REGEXP" and argument.expressions:
        return f"REGEXP('{argument.expressions[0].name}')"
    return "" if argument.expressions or isinstance(argument, exp.Func) else argument.name


def _is_string(node: exp.Expr) -> bool:
    return isinstance(node, exp.Literal) and bool(node.is_string)


def _only_groups(node: exp.Expr) -> bool:
    """Parentheses whose work the nesting of the other nodes tells, and an AND inside an AND."""
    if isinstance(node, exp.Paren):
        return True
    if isinstance(node, exp.Connector):
        outer = node.parent
        while isinstance(outer, exp.Paren):
            outer = outer.parent
        return type(outer) is type(node)
    return isinstance(node, exp.Subquery) and not any(value for key, value in node.args.items() if key != "this")


def reads_by_tokens(tokens: Sequence[Token], dialect: Dialect) -> list[Mention]:
    """The best guess at what unreadable SQL reads: names after FROM and JOIN, and in strings of nextval and such."""
    cursor = Cursor(tokens, dialect)
    ctes = {
        dialect.fold(tokens[at].text)
        for at in range(len(tokens) - 2)
        if cursor.words[at + 1] == "AS" and cursor.words[at + 2] == "("
    }
    mentions = names_in_strings(tokens, dialect)
    for at, token in enumerate(tokens):
        if token.token_type is not TokenType.FROM and token.token_type is not TokenType.JOIN:
            continue
        cursor.at = at + 1
        while True:
            parts, first, last = cursor.name()
            if parts and cursor.word() != "(" and not (len(parts) == 1 and parts[0] in ctes):
                mentions.append(Mention(parts, "read", tokens[first].start, tokens[last - 1].end + 1))
            if not cursor.accept(","):
                break
    return mentions


def names_in_strings(tokens: Sequence[Token], dialect: Dialect) -> list[Mention]:
    """nextval('s.q') and the like."""
    return [
        Mention(split_name(tokens[at + 2].text, dialect), "read", -1, -1)
        for at, token in enumerate(tokens[:-2])
        if token.text.lower() in NAME_IN_FIRST_ARGUMENT
        and tokens[at + 1].token_type is TokenType.L_PAREN
        and tokens[at + 2].token_type in STRINGS
    ]
