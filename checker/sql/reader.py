"""One file's text → its statements: the front door of this package."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from checker.sql.canonical import Canonical, canonical_form, digest
from checker.sql.cursor import STRINGS, Cursor
from checker.sql.dialect import Dialect
from checker.sql.draft import Context, Draft, finish
from checker.sql.guard import refusal, unbalanced
from checker.sql.heads.change import read_alter, read_drop, read_exchange, read_rename
from checker.sql.heads.create import read_create
from checker.sql.heads.metadata import read_comment, read_execute, read_grant, read_set
from checker.sql.heads.streams import stream_drafts
from checker.sql.lexing import Broken
from checker.sql.query import Unreadable, read_tree
from checker.sql.source import SourceText, read_source
from checker.sql.split import Slice, split
from checker.sql.statement import PATH_SEPARATOR, Action, ParsedFile, Place, Problem, Statement, WaiverComment
from checker.sql.waivers import may_waive, waivers_in

_READERS: dict[str, Callable[[Cursor, Draft], None]] = {
    "CREATE": read_create,
    "REPLACE": read_create,
    "ALTER": read_alter,
    "DROP": read_drop,
    "RENAME": read_rename,
    "EXCHANGE": read_exchange,
    "GRANT": read_grant,
    "REVOKE": read_grant,
    "COMMENT": read_comment,
    "EXECUTE": read_execute,
    "SET": read_set,
    "USE": read_set,
}

_KNOWN_VERBS = frozenset(
    """ABORT ANALYZE ATTACH BACKUP BEGIN CALL CANCEL CHECK CHECKPOINT CLOSE CLUSTER COMMIT COPY DEALLOCATE
    DECLARE DELETE DESC DESCRIBE DETACH DISCARD DO END EXISTS EXPLAIN EXPORT FETCH FLUSH FREEZE FROM GET
    IMPORT INSERT INSPECT INSTALL KILL LIST LISTEN LOAD LOCK MERGE MOVE MSCK NOTIFY OPTIMIZE PARALLEL PERFORM
    PRAGMA PREPARE PUT RAISE REASSIGN RECOVER REFRESH REINDEX RELEASE REMOVE REPAIR RESET RESTORE ROLLBACK
    SAVEPOINT SECURITY SELECT SHOW START SUBSCRIBE SYSTEM TABLE TRUNCATE UNCACHE CACHE UNDROP UNLISTEN UNLOAD
    UPDATE UPSERT VACUUM VALIDATE VALUES WAIT WATCH WITH ( ADD DELIMITER IF""".split()
)


_PILE = re.compile(r"(?<![(\[{])(?<![(\[{]\s)(?:[(\[{]\s?){10000}")
"""Cutting megabytes of this into tokens would only cost memory."""


def read_file(raw: str, dialect: Dialect, variables: Mapping[str, str]) -> ParsedFile:
    """Every statement of a file; what is broken is told and never costs the rest.

    >>> from checker.sql.dialect import get_dialect
    >>> parsed = read_file("CREATE VIEW v AS SELECT a FROM t;", get_dialect("postgres"), {})
    >>> [(one.kind, one.targets, one.names("read")) for one in parsed.statements]
    [('view', (('v',),), (('t',),))]
    """
    if pile := _PILE.search(raw):
        problem = Problem("10,000 brackets are opened in a row", *SourceText(raw, raw).place(pile.start()))
        return ParsedFile(problems=(problem,))
    source = read_source(raw, dialect, variables)
    context = Context(source, dialect, variables)
    statements: list[Statement] = []
    place = Place()
    slices = split(source, dialect)
    waivers: tuple[WaiverComment, ...] = ()
    if may_waive(source):
        kept = list(slices)
        slices, waivers = iter(kept), tuple(waivers_in(source, kept))
    for slice_, masked in _with_masked(source, slices):
        for statement in _read_slice(context, slice_, masked, place):
            statements.append(statement)
            place = _next_place(place, statement)
    return ParsedFile(tuple(statements), undefined_variables=source.undefined, waivers=waivers)


def _with_masked(source: SourceText, slices: Iterator[Slice]) -> Iterator[tuple[Slice, tuple[str, ...]]]:
    """Each statement with what was masked in it or before it; what trails belongs to the last."""
    if not source.masked:
        yield from ((one, ()) for one in slices)
        return
    found = list(slices)
    done = 0
    for number, one in enumerate(found):
        end = one.until if number < len(found) - 1 else len(source.view)
        first = done
        while done < len(source.masked) and source.masked[done][0] < end:
            done += 1
        yield one, tuple(text for _, _, text in source.masked[first:done])


def _read_slice(context: Context, slice_: Slice, masked: tuple[str, ...], place: Place) -> Iterator[Statement]:
    if slice_.broken is not None:
        yield _read_broken(context, slice_, slice_.broken, masked, place)
        return
    for draft in drafts(Draft(context, slice_.tokens)):
        yield finish(draft, masked, slice_.start, slice_.end, place)


def _read_broken(context: Context, slice_: Slice, broken: Broken, masked: tuple[str, ...], place: Place) -> Statement:
    """Tokens count up to the break, and words after it."""
    source = context.source
    form, _ = canonical_form(slice_.tokens, source.view, context.dialect, Canonical())
    line, column = source.place(slice_.start)
    return Statement(
        kind="unknown",
        action=Action.NONE,
        line=line,
        column=column,
        end_line=source.line(max(slice_.end - 1, slice_.start)),
        text=source.text(slice_.start, slice_.end),
        digest=digest(form, " ".join(source.view[broken.offset : slice_.end].split()), *masked),
        scope=place.scope,
        search_path=place.search_path,
        problem=Problem(broken.message, *source.place(broken.offset)),
    )


def drafts(draft: Draft) -> Iterator[Draft]:
    """What a statement is about, by its first word; one draft for each object that it defines together."""
    cursor = Cursor(draft.tokens, draft.context.dialect)
    verb = cursor.word()
    reader = _READERS.get(verb)
    if reader is not None:
        cursor.at = 1
        reader(cursor, draft)
        yield draft
        return
    streams = list(stream_drafts(draft)) if verb in ("SELECT", "CALL", "PERFORM", "DO", "WITH") else []
    if streams:
        yield from _within_limits(draft, streams)
        return
    if verb in ("SELECT", "WITH"):
        _check_query(draft)
    elif verb not in _KNOWN_VERBS:
        draft.fail(f"no statement starts with {draft.tokens[0].text[:40]!r}", 0)
    yield draft


_MOST_TEXT = 1 << 26
"""Characters that the statements of one slice may hold together: each carries the text of all."""


def _within_limits(outer: Draft, drafts: list[Draft]) -> list[Draft]:
    """Stream tables that one statement declares; what is wrong around the calls is told with the first."""
    if outer.tokens[-1].end - outer.tokens[0].start > _MOST_TEXT // len(drafts):
        outer.fail(f"{len(drafts):,} stream tables in one statement are too many", 0)
        return [outer]
    odd = unbalanced(outer.tokens)
    if odd is not None:
        outer.fail_at(f"{odd.text!r} has no partner", odd.start)
    elif outer.tokens[0].text.upper() in ("SELECT", "WITH") and not _is_plain_call(outer, drafts):
        _check_query(outer)
    elif not _is_call_or_block(outer, drafts):
        outer.fail(f"{outer.tokens[1].text[:40]!r} makes no sense here", 1)
    drafts[0].problem = drafts[0].problem or outer.problem
    return drafts


def _is_call_or_block(outer: Draft, drafts: list[Draft]) -> bool:
    """CALL f(…) and nothing else; DO and a string or LANGUAGE."""
    verb = outer.tokens[0].text.upper()
    if verb == "DO":
        after = outer.tokens[1]
        return after.token_type in STRINGS or after.text.upper() == "LANGUAGE"
    return verb != "CALL" or _is_plain_call(outer, drafts)


def _is_plain_call(outer: Draft, drafts: list[Draft]) -> bool:
    """SELECT [pgtrickle.]f(…) and nothing else: what can be wrong with it was seen already."""
    around = len(outer.tokens) - len(drafts[0].tokens)
    at_end = outer.tokens[-1] is drafts[0].tokens[-1]
    return at_end and (around == 1 or (around == 3 and outer.tokens[2].text == "."))


def _check_query(draft: Draft) -> None:
    """A query on its own defines nothing, but a broken one is worth telling."""
    try:
        if refused := refusal(draft.tokens):
            raise Unreadable(refused, draft.tokens[0].start)
        read_tree(draft.tokens, draft.context.source.view, draft.context.dialect, query=True)
    except Unreadable as error:
        draft.fail_at(str(error), error.offset)


def _next_place(place: Place, statement: Statement) -> Place:
    options, scope = statement.options, place.scope
    if "scope" in options and statement.action is Action.NONE:
        further = options.get("search_path", "")
        return Place((*scope[:-1], options["scope"]), tuple(further.split(PATH_SEPARATOR)) if further else ())
    if "database" in options and statement.action is Action.NONE:
        return Place((options["database"], *scope[-1:]), place.search_path)
    return place
