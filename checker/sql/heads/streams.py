"""pg_trickle: stream tables are declared by function calls whose arguments hold the query.

One statement may declare many, so each call becomes a statement of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlglot import Token
from sqlglot.errors import SqlglotError

from checker.sql.canonical import digest
from checker.sql.cursor import STRINGS, Cursor, items
from checker.sql.draft import Draft
from checker.sql.functions import split_name
from checker.sql.nested import Inner, read_inner, read_nested
from checker.sql.statement import Action

_CREATE = (
    "name", "query", "schedule", "refresh_mode", "initialize", "diamond_consistency", "diamond_schedule_policy",
    "cdc_mode", "append_only", "pooler_compatibility_mode", "partition_by", "max_differential_joins",
    "max_delta_fraction", "output_distribution_column", "temporal", "storage_backend", "sink",
    "ducklake_sink_path", "ducklake_sink_table_id",
)  # fmt: skip
_ALTER = (
    "name", "query", "schedule", "refresh_mode", "status", "diamond_consistency", "diamond_schedule_policy",
    "cdc_mode", "append_only", "pooler_compatibility_mode", "tier", "fuse", "fuse_ceiling", "fuse_sensitivity",
    "partition_by", "max_differential_joins", "max_delta_fraction", "post_refresh_action",
    "reindex_drift_threshold", "sink",
)  # fmt: skip
_APPEND = (
    "name", "query", "schedule", "cdc_mode", "partition_by", "max_differential_joins", "max_delta_fraction",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Call:
    """One of pg_trickle's functions: its parameters in order, and what a call of it does."""

    parameters: tuple[str, ...]
    action: Action
    replaces: bool = False
    if_not_exists: bool = False
    presets: dict[str, str] = field(default_factory=dict)


_CALLS = {
    "create_stream_table": Call(_CREATE, Action.CREATE),
    "create_stream_table_if_not_exists": Call(_CREATE, Action.CREATE, if_not_exists=True),
    "create_or_replace_stream_table": Call(_CREATE, Action.CREATE, replaces=True),
    "create_stream_table_realtime": Call(
        ("name", "query"), Action.CREATE, presets={"schedule": "1s", "refresh_mode": "DIFFERENTIAL"}
    ),
    "create_stream_table_batch": Call(
        ("name", "query"), Action.CREATE, presets={"schedule": "5m", "refresh_mode": "AUTO"}
    ),
    "create_stream_table_cost_optimized": Call(
        ("name", "query"), Action.CREATE, presets={"schedule": "15m", "refresh_mode": "AUTO"}
    ),
    "create_stream_table_fast_append_only": Call(_APPEND, Action.CREATE, presets={"append_only": "true"}),
    "alter_stream_table": Call(_ALTER, Action.ALTER),
    "drop_stream_table": Call(("name", "cascade"), Action.DROP),
    "bulk_create": Call(("definitions",), Action.CREATE),
    "bulk_alter_stream_tables": Call(("names", "changes"), Action.ALTER),
    "bulk_drop_stream_tables": Call(("names",), Action.DROP),
    "exec_stream_ddl": Call(("ddl",), Action.CREATE),
}


def stream_drafts(draft: Draft) -> Iterator[Draft]:
    """A draft for every stream table that a statement (SELECT, CALL or DO) declares, alters or drops."""
    context, tokens = draft.context, draft.tokens
    if not context.dialect.stream_tables or not any("stream" in t.text or "bulk" in t.text for t in tokens):
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
        call = _CALLS.get(token.text.lower())
        if call is None or cursor.word(1) != "(" or token.token_type in STRINGS:
            cursor.at += 1
            continue
        name, start = token.text.lower(), cursor.at
        cursor.at += 1
        first, last = cursor.skip_group()
        arguments = _arguments(cursor, call, first, last)
        yield from _read_call(draft, tokens[start : cursor.at], name, call, arguments, offset=start)


def _arguments(cursor: Cursor, call: Call, first: int, last: int) -> dict[str, tuple[int, int]]:
    """Each argument's tokens by parameter: positional, `name =>` or `name :=`."""
    arguments: dict[str, tuple[int, int]] = {}
    for position, (start, end) in enumerate(items(cursor, first, last)):
        if end - start > 2 and cursor.words[start + 1] in ("=>", ":="):
            arguments[cursor.tokens[start].text.lower()] = (start + 2, end)
        elif position < len(call.parameters):
            arguments[call.parameters[position]] = (start, end)
    return arguments


def _read_call(
    outer: Draft, tokens: Sequence[Token], function: str, call: Call, arguments: dict[str, tuple[int, int]], offset: int
) -> Iterator[Draft]:
    ranges = {key: (first - offset, last - offset) for key, (first, last) in arguments.items()}
    draft = Draft(
        outer.context, tokens, "stream table", call.action, replaces=call.replaces, if_not_exists=call.if_not_exists
    )
    if function == "bulk_create":
        yield from _bulk(draft, ranges)
    elif function in ("bulk_alter_stream_tables", "bulk_drop_stream_tables"):
        names = ranges.get("names", (0, 0))
        for at in range(*names):
            if tokens[at].token_type in STRINGS:
                draft.targets += _names_in(tokens[at].text, draft)
        draft.options |= _json_options(_value(draft, *ranges.get("changes", (0, 0))))
        yield draft
    elif function == "exec_stream_ddl":
        _read_ddl(draft, ranges)
        yield draft
    else:
        _read_arguments(draft, call, ranges)
        yield draft


def _json_options(text: str) -> dict[str, str]:
    try:
        options = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return {key: _option(key, str(value)) for key, value in options.items()} if isinstance(options, dict) else {}


def _names_in(text: str, draft: Draft) -> list[tuple[str, ...]]:
    """'a' or an array literal '{a,b}'."""
    names = text.strip("{}").split(",") if text.startswith("{") else [text]
    return [split_name(name, draft.context.dialect) for name in names]


def _read_arguments(draft: Draft, call: Call, ranges: dict[str, tuple[int, int]]) -> None:
    if "schema" in ranges and "name" in ranges:  # (schema, name, query), as old versions had it
        draft.options["schema"] = _value(draft, *ranges["schema"])
    name = split_name(_value(draft, *ranges["name"]), draft.context.dialect) if "name" in ranges else ()
    if not name:
        draft.fail("a stream table needs a name", 0)
        return
    draft.targets.append(name)
    for key, text in call.presets.items():
        draft.options[key] = text
    for key, (first, last) in ranges.items():
        if key == "query":
            if draft.tokens[first].token_type in STRINGS:
                _take_query(draft, read_nested(draft, first, query=True))
        elif key not in ("name", "cascade"):
            draft.options[key] = _option(key, _value(draft, first, last))
    if draft.action is Action.ALTER:  # NULL leaves an option as it is
        draft.options = {key: text for key, text in draft.options.items() if text != "null"}
    if draft.action is Action.CREATE and "query" not in ranges:
        draft.fail("a stream table needs a query", 0)


def _value(draft: Draft, first: int, last: int) -> str:
    """A literal's text; a cast after it does not count."""
    if first >= last:
        return ""
    token = draft.tokens[first]
    if token.token_type in STRINGS:
        return token.text
    return " ".join(token.text.lower() for token in draft.tokens[first:last])


def _option(key: str, text: str) -> str:
    if key == "refresh_mode":
        return "DIFFERENTIAL" if text.upper() == "INCREMENTAL" else text.upper()
    return text


def _take_query(draft: Draft, inner: Inner) -> None:
    """The query is an option too: altered ones replace it, and it is compared by its canonical form."""
    draft.options["query"] = digest(inner.form).hex() if inner.form else ""


def _bulk(draft: Draft, ranges: dict[str, tuple[int, int]]) -> Iterator[Draft]:
    first, last = ranges.get("definitions", (0, 0))
    try:
        definitions = json.loads(_value(draft, first, last))
        named = [(split_name(one["name"], draft.context.dialect), one) for one in definitions]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        draft.fail("bulk_create needs a JSON array of objects with name and query", first)
        yield draft
        return
    for name, definition in named:
        one = Draft(draft.context, draft.tokens, draft.kind, draft.action, targets=[name])
        inner = read_inner(str(definition.get("query", "")), draft.context.dialect, query=True)
        for mention in inner.mentions:
            one.mention_text(mention.parts, mention.role)
        if inner.problem:
            one.fail(inner.problem[0], first)
        _take_query(one, inner)
        one.nested[draft.tokens[first].start] = (
            inner.form + json.dumps({key: text for key, text in definition.items() if key not in ("name", "query")},
                                    sort_keys=True),
            inner.slots,
        )  # fmt: skip
        one.options |= {
            key: _option(key, str(text)) for key, text in definition.items() if key not in ("name", "query")
        }
        yield one


def _read_ddl(draft: Draft, ranges: dict[str, tuple[int, int]]) -> None:
    """exec_stream_ddl('CREATE [OR REPLACE] STREAM TABLE n AS SELECT …' | 'DROP STREAM TABLE n')"""
    at, _ = ranges.get("ddl", (0, 0))
    token = draft.tokens[at]
    if token.token_type not in STRINGS:
        draft.fail("exec_stream_ddl needs a string", at)
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
    draft.targets.append(name)
    if dropped:
        draft.action = Action.DROP
    elif cursor.accept("AS") and not cursor.done:
        inner = read_inner(token.text[cursor.tokens[cursor.at].start :], draft.context.dialect, query=True)
        for mention in inner.mentions:
            draft.mention_text(mention.parts, mention.role)
        draft.nested[token.start] = (inner.form, inner.slots)
        _take_query(draft, inner)
        if inner.problem:
            draft.fail(inner.problem[0], at)
    else:
        draft.fail("a stream table needs AS and a query", at)
