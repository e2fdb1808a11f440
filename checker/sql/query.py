"""Read a query, or a whole CREATE, with sqlglot: its shape, and every name of an object in it."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from sqlglot import Token, exp
from sqlglot.errors import ParseError

from checker.sql.clean import cleaned
from checker.sql.dialect import Dialect
from checker.sql.functions import (
    MATCH_FUNCTIONS,
    NAME_IN_FIRST_ARGUMENT,
    SYNTAX_FUNCTIONS,
    TABLE_ARGUMENT,
    TABLE_FUNCTIONS,
    split_name,
    table_in_arguments,
)
from checker.sql.grouping import grouping_parentheses, only_groups
from checker.sql.guard import senseless_pair
from checker.sql.nodes import identifiers_of, is_string, is_table_in_array, pattern_text
from checker.sql.polarity import HANDLERS, Polarity
from checker.sql.polarity_frames import Frame
from checker.sql.polarity_joins import is_set_call
from checker.sql.polarity_place import Finder, place_harm
from checker.sql.polarity_queries import ROWS
from checker.sql.reading import Mention, Reading
from checker.sql.scope import Scope, fold_identifier, is_visible, open_scope, scalar, visible_cte
from checker.sql.statement import Parts, Role

# Its warnings are about falling back to Command, which is no news to us.
logging.getLogger("sqlglot").setLevel(logging.CRITICAL)


class Unreadable(Exception):
    """sqlglot cannot read these tokens; `offset` is where it stopped."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


def read_tree(tokens: Sequence[Token], text: str, dialect: Dialect, *, query: bool) -> Reading:
    """Parse tokens with the stock parser and read the tree. Raises Unreadable."""
    parsed = cleaned(tokens, dialect)
    if senseless := senseless_pair(parsed, dialect):
        raise Unreadable(f"{senseless[0].text} {senseless[1].text} makes no sense", senseless[0].start)
    try:
        roots = dialect.sqlglot.parser().parse(parsed, text)
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
    reading = _Walk(dialect, Finder(tokens, text)).run(root)
    reading.grouping = grouping_parentheses(parsed)
    return reading


def _unreadable(error: ParseError, tokens: Sequence[Token]) -> Unreadable:
    place = error.errors[0] if error.errors else {}
    description = str(place.get("description") or error).split(" <Token")[0].rstrip(".")
    for token in tokens:  # sqlglot tells where the token ends
        if (token.line, token.col) == (place.get("line"), place.get("col")):
            return Unreadable(f"{description} at {token.text[:40]!r}", token.start)
    return Unreadable(description, tokens[0].start)


_PLACES = ("db", "catalog")
_TABLE_PLACES = ("table", *_PLACES)
"""The outer parts of a name: they do not show in the shape, so that its qualification does not."""
_MENTIONING = (exp.Table, exp.Column, exp.In, exp.Cast, exp.DataType, exp.Func)
_ORDER_PARENTS = (exp.Reference, exp.LikeProperty, exp.InheritsProperty, exp.PartitionedOfProperty)


class _Walk:
    """One pass over a tree, with a stack of its own: chains of 50,000 UNIONs are that deep."""

    def __init__(self, dialect: Dialect, finder: Finder) -> None:
        self._dialect = dialect
        self._finder = finder
        self._reading = Reading()
        self._tables: set[int] = set()
        """Columns that are tables in truth."""
        self._polarity = Polarity(dialect)
        self._frames: list[tuple[int, Frame]] = []
        """In which frame a mention stands, by its number."""
        self._here = (self._polarity.root, ROWS)

    def run(self, root: exp.Expr) -> Reading:
        shape: list[str] = []
        stack: list[_Child] = [(root, None, "read", *self._here)]
        polarity, placed = self._polarity, self._polarity.placed
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                shape.append(item)
                continue
            node, names, role, frame, place = item
            if isinstance(node, exp.Identifier):
                self._identifier(node)
                shape.append("i")
                continue
            if placed:
                frame, place = placed.pop(id(node), (frame, place))
            handler = HANDLERS[type(node)]
            if handler is not None:
                frame, place = handler(polarity, node, frame, place)
            hidden: tuple[str, ...] = ()
            if isinstance(node, _MENTIONING):
                hidden = _TABLE_PLACES if self._is_table(node) else _PLACES
                for part in filter(None, map(node.args.get, hidden)):
                    self._identifier(part)
                self._here = frame, place
                self._mention(node, names, role)
            children = _children(node, names, role, self._dialect, hidden, frame, place)
            if only_groups(node):
                children = [child for child in children if not isinstance(child, str)]
            else:
                shape.append(node.key)
                stack.append(")")
            stack.extend(reversed(children))
        self._reading.shape = " ".join(shape)
        place_harm(self._reading, self._frames, self._polarity, self._finder)
        return self._reading

    def _identifier(self, node: exp.Expr) -> None:
        start = (node._meta or {}).get("start")
        if start is not None:
            self._reading.identifiers.add(start)

    def _is_table(self, node: exp.Expr) -> bool:
        return id(node) in self._tables or (isinstance(node, exp.Column) and is_table_in_array(node))

    def _mention(self, node: exp.Expr, names: Scope | None, role: Role) -> None:
        if isinstance(node, exp.Table):
            self._table(node, names, role)
        elif isinstance(node, exp.Column):
            if is_table_in_array(node):
                self._table(node, names, role)
            elif node.args.get("db") is not None:
                self._add(identifiers_of(node)[:-1], "read", qualifier=True)
        elif isinstance(node, exp.In):
            self._in_table(node, names)
        elif isinstance(node, exp.Func):
            if isinstance(node, exp.Cast):
                self._cast(node)
            if called := self._called(node):
                self._function(node, called, names)
        elif isinstance(node, exp.DataType) and node.this is exp.DType.USERDEFINED:
            kind = node.args.get("kind")
            if isinstance(kind, exp.Expr):
                self._add(list(kind.find_all(exp.Identifier, bfs=False)), "use")

    def _table(self, node: exp.Table | exp.Column, names: Scope | None, role: Role) -> None:
        if isinstance(node, exp.Table) and isinstance(node.this, exp.Func):
            self._table_function(node)
            return
        identifiers = identifiers_of(node)
        if len(identifiers) == 1 and (cte := visible_cte(self._fold(identifiers[0]), names)):
            self._polarity.use(cte, self._here[0])
            return
        self._add(identifiers, role, self._here[0])

    def _table_function(self, node: exp.Table) -> None:
        function = node.this
        called = self._called(function)
        name = called.lower()
        arguments = function.expressions
        if name in TABLE_ARGUMENT:
            self._table_argument(name, arguments)
        elif name in MATCH_FUNCTIONS and arguments:
            texts = [pattern_text(argument) for argument in arguments]
            self._text_mention(tuple(texts if len(texts) > 1 else ["", *texts])[:2], "match", self._here[0])
        elif called and name not in TABLE_FUNCTIONS:
            # A ClickHouse view with parameters is called like a function.
            parameters = any(isinstance(argument, exp.EQ) for argument in arguments)
            schema = node.args.get("db")
            parts = ((self._fold(schema),) if schema else ()) + (called,)
            self._text_mention(parts, "read" if parameters else "use", self._here[0])

    def _table_argument(self, function: str, arguments: Sequence[exp.Expr]) -> None:
        first = arguments[TABLE_ARGUMENT[function]] if len(arguments) > TABLE_ARGUMENT[function] else None
        if parts := table_in_arguments(function, arguments, self._dialect):
            self._text_mention(parts, "read", self._here[0])
        elif isinstance(first, exp.Column):
            self._tables.add(id(first))
            self._add(identifiers_of(first), "read", self._here[0])

    def _called(self, node: exp.Expr) -> str:
        """The name that a function is called by; nothing for AND, CASE and the like.

        sqlglot knows year() or safe_divide() from some system; here they may be functions of the project.
        """
        if isinstance(node, exp.Anonymous):
            return self._fold(node.this) if isinstance(node.this, exp.Identifier) else self._dialect.fold(node.name)
        written = self._finder.name(node)
        if not self._dialect.own_functions or written.lower() in SYNTAX_FUNCTIONS:
            return ""
        return written[1:-1] if written[:1] in ('"', "`") else self._dialect.fold(written)

    def _function(self, node: exp.Expr, called: str, names: Scope | None) -> None:
        if isinstance(node.parent, exp.Table):
            return
        name = called.lower()
        arguments = node.expressions
        frame = self._polarity.of_call(*self._here, node, name)
        if name in NAME_IN_FIRST_ARGUMENT and arguments:
            if is_string(arguments[0]):
                self._text_mention(split_name(arguments[0].name, self._dialect), "read", frame)
            elif isinstance(arguments[0], exp.Column):
                self._tables.add(id(arguments[0]))
                self._add(identifiers_of(arguments[0]), "read", frame)
            return
        if is_set_call(node):
            self._set(node, arguments[1], "set", names)
        before = node.parent.this if isinstance(node.parent, exp.Dot) else None
        schema = tuple(map(self._fold, before.find_all(exp.Identifier))) if before else ()
        self._text_mention((*schema, called), "use", frame)

    def _in_table(self, node: exp.In, names: Scope | None) -> None:
        if (operand := node.args.get("field")) is not None:
            self._set(node, operand, "read", names)
        elif len(node.expressions) == 1:
            self._set(node, node.expressions[0], "set", names)

    def _set(self, node: exp.Expr, operand: exp.Expr, role: Role, names: Scope | None) -> None:
        """ClickHouse: `x IN t` reads the table t, if t is not a name of WITH; in `x IN (t)` it may be a column."""
        operand = operand.unnest()
        if self._dialect.name != "clickhouse" or not isinstance(operand, exp.Column):
            return
        identifiers = identifiers_of(operand)
        spellings = self._fold(identifiers[0]), scalar(identifiers[0].name)
        if len(identifiers) > 1 or not any(is_visible(name, names) for name in spellings):
            self._tables.add(id(operand))
            self._add(identifiers, role, self._polarity.of_set(*self._here, node, sure=role == "read"))
        elif cte := visible_cte(spellings[0], names):
            self._polarity.use(cte, self._polarity.of_set(*self._here, node, sure=True))

    def _cast(self, node: exp.Cast) -> None:
        to = node.args.get("to")
        if isinstance(to, exp.ObjectIdentifier) and to.name.upper() == "REGCLASS" and is_string(node.this):
            self._text_mention(split_name(node.this.name, self._dialect), "read")

    def _text_mention(self, parts: Parts, role: Role, frame: Frame | None = None) -> None:
        if frame is not None:
            self._frames.append((len(self._reading.mentions), frame))
        self._reading.mentions.append(Mention(parts, role, -1, -1))

    def _add(
        self, identifiers: list[exp.Identifier], role: Role, frame: Frame | None = None, *, qualifier: bool = False
    ) -> None:
        if not identifiers:
            return
        metas = [identifier._meta or {} for identifier in identifiers]
        mention = Mention(
            parts=tuple(map(self._fold, identifiers)),
            role=role,
            start=metas[0].get("start", -1),
            end=metas[-1].get("end", -2) + 1,
        )
        if frame is not None:
            self._frames.append((len(self._reading.mentions), frame))
        (self._reading.qualifiers if qualifier else self._reading.mentions).append(mention)

    def _fold(self, identifier: exp.Expr) -> str:
        return fold_identifier(identifier, self._dialect)


_Child = str | tuple[exp.Expr, Scope | None, Role, Frame, int]


def _children(
    node: exp.Expr,
    names: Scope | None,
    role: Role,
    dialect: Dialect,
    hidden: tuple[str, ...],
    frame: Frame,
    place: int,
) -> list[_Child]:
    """What stands below a node, with the names of WITH that are visible there.

    A plain CTE sees the ones before it, so `WITH t AS (SELECT … FROM t)` reads the real t; recursive
    ones see all.
    """
    below: list[_Child] = []
    ctes = node.args.get("with_")
    if ctes is not None:
        scope = open_scope(ctes, names, dialect)
        recursive = ctes.args.get("recursive")
        below.append("with")
        below += (
            (cte, scope if recursive else scope.up_to(at), "read", frame, place)
            for at, cte in enumerate(ctes.expressions)
        )
        names = scope
    if isinstance(node, exp.Connector):
        return [*below, (node.left, names, role, frame, place), (node.right, names, role, frame, place)]
    inner: Role = "order" if isinstance(node, _ORDER_PARENTS) else role
    for key, value in node.args.items():
        if value is None or value is False:
            continue
        if isinstance(value, exp.Expr):
            if key != "with_" and not (key in hidden and isinstance(value, exp.Identifier)):
                below += key, (value, names, inner, frame, place)
        elif isinstance(value, list) and value:
            below.append(key)
            below += ((child, names, inner, frame, place) for child in value if isinstance(child, exp.Expr))
            below.append(",")
    return below
