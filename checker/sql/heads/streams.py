"""pg_trickle: stream tables are declared by function calls whose arguments hold the query.

One statement may declare many, so each call becomes a statement of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlglot import Token, TokenType
from sqlglot.errors import SqlglotError

from checker.sql.canonical import digest
from checker.sql.cursor import STRINGS, Cursor, is_word, items
from checker.sql.draft import Draft
from checker.sql.functions import split_name
from checker.sql.heads.stream_calls import CALLS, Call
from checker.sql.nested import Inner, read_inner, read_nested, without_place
from checker.sql.statement import Action, Parts

_SCHEMA = "pgtrickle"
_CAST_SIGNS = frozenset(".[]()")
_HINT = re.compile("stream|bulk", re.IGNORECASE)
_LONGEST = 6
"""Tokens of a cast such as `::pg_catalog.text[]`."""


def stream_drafts(draft: Draft) -> Iterator[Draft]:
    """A draft for every stream table that a statement (SELECT, CALL or DO) declares, alters or drops."""
    context, tokens = draft.context, draft.tokens
    if not context.dialect.stream_tables or not any(_HINT.search(t.text) for t in tokens):
        return
    if tokens[0].text.upper() == "DO":
        yield from _in_block(draft)
        return
    yield from _in_tokens(draft, tokens)


def _in_block(draft: Draft) -> Iterator[Draft]:
    """DO $$ … PERFORM pgtrickle.create_stream_table(…); … $$"""
    for token in draft.tokens:
        if token.token_type not in STRINGS:
            continue
        lead = draft.context.source.view[token.start : token.end + 1].find(token.text)
        try:
            inner = draft.context.dialect.tokenizer.tokenize(token.text)
        except SqlglotError:
            return
        base = token.start + max(lead, 0)
        yield from _in_tokens(draft, [_moved(one, base) for one in inner])


def _moved(token: Token, by: int) -> Token:
    return Token(token.token_type, token.text, token.line, token.col, token.start + by, token.end + by)


def _in_tokens(draft: Draft, tokens: Sequence[Token]) -> Iterator[Draft]:
    cursor = Cursor(tokens, draft.context.dialect)
    while cursor.at < len(tokens):
        token = tokens[cursor.at]
        call = CALLS.get(token.text.lower())
        if call is None or cursor.word(1) != "(" or token.token_type in STRINGS or not _is_ours(cursor):
            cursor.at += 1
            continue
        name, start = token.text.lower(), cursor.at
        cursor.at += 1
        first, last = cursor.skip_group()
        arguments = call_arguments(cursor, call, first, last)
        yield from _read_call(draft, tokens[start : cursor.at], name, call, arguments, offset=start)


def _is_ours(cursor: Cursor) -> bool:
    """Called as pgtrickle.f or, by the search path, as f."""
    before = cursor.words[cursor.at - 1] if cursor.at else ""
    return before != "." or (cursor.at > 1 and cursor.tokens[cursor.at - 2].text.lower() == _SCHEMA)


def call_arguments(cursor: Cursor, call: Call, first: int, last: int) -> dict[str, tuple[int, int]]:
    """Each argument's tokens by parameter: positional, `name =>` or `name :=`."""
    arguments: dict[str, tuple[int, int]] = {}
    for position, (start, end) in enumerate(items(cursor, first, last)):
        if end - start > 2 and cursor.words[start + 1] in ("=>", ":="):
            arguments[cursor.tokens[start].text.lower()] = (start + 2, end)
        else:
            known = position < len(call.parameters) and end > start
            arguments[call.parameters[position] if known else f"argument {position + 1}"] = (start, end)
    return arguments


def _read_call(
    outer: Draft, tokens: Sequence[Token], function: str, call: Call, arguments: dict[str, tuple[int, int]], offset: int
) -> Iterator[Draft]:
    ranges = {key: (first - offset, last - offset) for key, (first, last) in arguments.items()}
    draft = Draft(
        outer.context, tokens, "stream table", call.action, replaces=call.replaces, if_not_exists=call.if_not_exists
    )
    if empty := next((first for first, last in ranges.values() if first == last), 0):
        draft.fail("an argument is missing", empty)
    if function == "bulk_create":
        yield from _bulk(draft, ranges)
    elif function in ("bulk_alter_stream_tables", "bulk_drop_stream_tables"):
        draft.targets += _names(draft, *ranges.get("names", (0, 0)))
        if not draft.targets:
            draft.fail("the names of stream tables are missing, or no plain array", 0)
        if "changes" in ranges:
            _read_changes(draft, *ranges["changes"])
        yield draft
    elif function == "exec_stream_ddl":
        _read_ddl(draft, ranges)
        yield draft
    else:
        _read_arguments(draft, call, ranges)
        yield draft


def _read_changes(draft: Draft, first: int, last: int) -> None:
    """The options of bulk_alter_stream_tables, as one JSON object."""
    try:
        changes = _sound(json.loads(_value(draft, first, last)))
    except (ValueError, RecursionError):
        changes = None
    if not isinstance(changes, dict):
        draft.fail("the changes are no JSON object", first)
        draft.options["changes"] = _value(draft, first, last)
        return
    query = changes.pop("query", None)
    draft.options |= {key: _option(key, _text(value)) for key, value in changes.items()}
    if query is not None:
        inner = read_inner(_text(query), draft.context.dialect, query=True)
        _take_inner(draft, inner, first, json.dumps(changes, sort_keys=True))


def _sound(value: Any) -> Any:
    """JSON without halves of characters (`\\ud800`), which no text may hold."""
    return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def _names(draft: Draft, first: int, last: int) -> list[Parts]:
    """ARRAY['a', 'b'], or '{a,b}' as one string; nothing where an element is no plain string."""
    text = _literal(draft, first, last)
    texts: list[str | None] = [*text.strip("{}").split(",")] if text is not None else []
    cursor = Cursor(draft.tokens, draft.context.dialect)
    cursor.at = first
    if text is None and cursor.accept("ARRAY", "["):
        cursor.at -= 1
        texts = [_literal(draft, *item) for item in items(cursor, *cursor.skip_group())]
    names = [split_name(one or "", draft.context.dialect) for one in texts]
    return names if all(names) else []


def _read_arguments(draft: Draft, call: Call, ranges: dict[str, tuple[int, int]]) -> None:
    if "schema" in ranges and "name" in ranges:  # (schema, name, query), as old versions had it
        draft.options["schema"] = _value(draft, *ranges["schema"])
    text = _literal(draft, *ranges["name"]) if "name" in ranges else ""
    name = split_name(text or "", draft.context.dialect)
    if not name:
        draft.fail("a stream table needs a name, as a plain string", 0)
        return
    draft.targets.append(name)
    for key, text in call.presets.items():
        draft.options[key] = text
    for key, (first, last) in ranges.items():
        if key == "query":
            _read_query(draft, first, last)
        elif key not in ("name", "cascade"):
            draft.options[key] = _option(key, _value(draft, first, last))
    if draft.action is Action.ALTER:  # NULL leaves an option as it is
        draft.options = {key: text for key, text in draft.options.items() if text != "null"}
    if draft.action is Action.CREATE and "query" not in ranges:
        draft.fail("a stream table needs a query", 0)


def _read_query(draft: Draft, first: int, last: int) -> None:
    if _literal(draft, first, last) is not None:
        _take_query(draft, read_nested(draft, first, query=True))
    elif (text := _value(draft, first, last)) != "null":
        draft.fail("the query is not a plain string, so what it reads is not known", first)
        draft.options["query"] = digest(text).hex()


def _literal(draft: Draft, first: int, last: int) -> str | None:
    """The text of a string that stands alone, but for a cast; nothing for any other expression."""
    if first >= last or draft.tokens[first].token_type not in STRINGS:
        return None
    cast = draft.tokens[first + 1 : last]
    if cast and not _is_cast(cast):
        return None
    return draft.tokens[first].text


def _is_cast(tokens: Sequence[Token]) -> bool:
    """`::text`, `::pg_catalog.text[]`, `::varchar(9)`"""
    if tokens[0].text != "::" or not 2 <= len(tokens) <= _LONGEST or not _is_name(tokens[1]):
        return False
    return all(
        _is_name(token) or token.text in _CAST_SIGNS or token.token_type is TokenType.NUMBER for token in tokens[2:]
    )


def _is_name(token: Token) -> bool:
    return is_word(token) or token.token_type is TokenType.IDENTIFIER


def _value(draft: Draft, first: int, last: int) -> str:
    """An argument: a string's text, and anything else as written but for the case of words."""
    text = _literal(draft, first, last)
    if text is not None:
        return text
    view = draft.context.source.view
    return " ".join(
        view[token.start : token.end + 1] if token.token_type in STRINGS else token.text.lower()
        for token in draft.tokens[first:last]
    )


def _option(key: str, text: str) -> str:
    if key == "refresh_mode" and text != "null":
        return "DIFFERENTIAL" if text.upper() == "INCREMENTAL" else text.upper()
    return text


def _take_query(draft: Draft, inner: Inner) -> None:
    """The query is an option too: altered ones replace it, and it is compared by its canonical form."""
    draft.options["query"] = digest(inner.form).hex() if inner.form else ""


def _take_inner(draft: Draft, inner: Inner, at: int, rest: str = "") -> None:
    """A query that stands in a string within the string at a token."""
    draft.mentions += (without_place(mention) for mention in inner.mentions if mention.parts)
    draft.strict += (replace(harm, start=-1) for harm in inner.strict)
    draft.volatile |= inner.volatile
    draft.nested[draft.tokens[at].start] = (inner.form + rest, inner.slots)
    _take_query(draft, inner)
    if inner.problem:
        draft.fail(inner.problem[0], at)


def _bulk(draft: Draft, ranges: dict[str, tuple[int, int]]) -> Iterator[Draft]:
    first, last = ranges.get("definitions", (0, 0))
    try:
        definitions = _sound(json.loads(_value(draft, first, last)))
        named = [(split_name(one["name"], draft.context.dialect), one) for one in definitions]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        named = []
    if not named or not all(name for name, _ in named):
        draft.fail("bulk_create needs a JSON array of objects with name and query", first)
        yield draft
        return
    for name, definition in named:
        one = Draft(draft.context, draft.tokens, draft.kind, draft.action, targets=[name])
        options = {key: _text(value) for key, value in definition.items() if key not in ("name", "query")}
        one.options |= {key: _option(key, text) for key, text in options.items()}
        inner = read_inner(_text(definition.get("query", "")), draft.context.dialect, query=True)
        _take_inner(one, inner, first, json.dumps(options, sort_keys=True))
        yield one


def _read_ddl(draft: Draft, ranges: dict[str, tuple[int, int]]) -> None:
    """exec_stream_ddl('CREATE [OR REPLACE] STREAM TABLE n AS SELECT …' | 'DROP STREAM TABLE n')"""
    at, _ = ranges.get("ddl", (0, 0))
    token = draft.tokens[at]
    if _literal(draft, *ranges.get("ddl", (0, 0))) is None:
        draft.fail("exec_stream_ddl needs a plain string", at)
        return
    try:
        cursor = Cursor(draft.context.dialect.tokenizer.tokenize(token.text), draft.context.dialect)
    except SqlglotError:
        draft.fail("the string cannot be cut into tokens", at)
        return
    dropped = cursor.accept("DROP")
    if not dropped:
        cursor.accept("CREATE")
        draft.replaces = cursor.accept("OR", "REPLACE")
    if not cursor.accept("STREAM", "TABLE"):
        draft.fail("CREATE or DROP STREAM TABLE is expected in this string", at)
        return
    cursor.accept("IF", "EXISTS")
    name, _, _ = cursor.name()
    if not name:
        draft.fail("a stream table needs a name", at)
        return
    draft.targets.append(name)
    if dropped:
        draft.action = Action.DROP
    elif cursor.accept("AS") and not cursor.done:
        query = token.text[cursor.tokens[cursor.at].start :]
        _take_inner(draft, read_inner(query, draft.context.dialect, query=True), at)
    else:
        draft.fail("a stream table needs AS and a query", at)
