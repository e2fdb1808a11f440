"""Findings about files and statements: what could not be read, and what stands in the wrong place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from checker.diff.frames import Duplicate
from checker.findings.finding import Finding, Severity
from checker.names import dotted
from checker.repo.files import Skipped
from checker.snapshot.collect import ReadFile
from checker.snapshot.layout import FileRole
from checker.sql.statement import Action, Problem, Statement

_FILE_PROBLEMS: dict[str, tuple[Severity, str, str]] = {
    "file-too-large": (
        "error",
        "the file is larger than limits.file_bytes and was not read",
        "split it, exclude it, or raise limits.file_bytes in checker.toml",
    ),
    "binary-file": (
        "error",
        "the file holds NUL bytes and is no text",
        "save it as UTF-8, or exclude it in checker.toml",
    ),
    "lfs-pointer": (
        "warning",
        "the file is a Git LFS pointer; its content is not in the repository and was not read",
        "keep SQL out of LFS, or exclude the file in checker.toml",
    ),
    "encoding": (
        "warning",
        "the file is not UTF-8; it was read as Latin-1",
        "save it as UTF-8",
    ),
}


_FRAMES = frozenset({"BEGIN", "BEGIN;", "COMMIT", "END", "ROLLBACK", "START", "SET", "USE", "RESET"})
"""Statements around others, of which nobody expects that they define anything."""


def file_findings(files: Iterable[ReadFile]) -> Iterator[Finding]:
    """What files that head brings or changes give cause to say; of the others only how much is unknown."""
    read = [file for file in files if file.in_head]
    new = [file for file in read if not file.in_base]
    for file in new:
        yield from _findings_of(file)
    yield from _outside([file.path for file in new if file.place.role is FileRole.OUTSIDE])
    yield from _unread_before([file for file in read if file.in_base and _is_doubtful(file)])


def _findings_of(file: ReadFile) -> Iterator[Finding]:
    if file.problem:
        severity, message, hint = _FILE_PROBLEMS[file.problem]
        yield Finding(file.problem, severity, message, hint, path=file.path, line=1)
    if file.place.role is FileRole.OUTSIDE:
        return
    yield from (_unread_file(problem, file.path) for problem in file.parsed.problems)
    yield from (_undefined_variable(problem, file.path) for problem in file.parsed.undefined_variables)
    for statement in file.parsed.statements:
        yield from _statement_findings(statement, file)
    if file.place.role is FileRole.OBJECT:
        yield from _name_findings(file)


def _is_doubtful(file: ReadFile) -> bool:
    if file.place.role is FileRole.OUTSIDE:
        return False
    return bool(file.problem or file.parsed.problems) or any(one.problem for one in file.parsed.statements)


def _unread_before(files: list[ReadFile]) -> Iterator[Finding]:
    """Doubt is said aloud, but what a pull request did not touch must not block it."""
    if files:
        count = "1 file" if len(files) == 1 else f"{len(files):,} files"
        yield Finding(
            "unread-before", "note",
            f"{count} that this change does not touch could not be read in full: {_some(file.path for file in files)}",
            "what they define and read is partly unknown; `checker snapshot` tells where each stops",
            path=files[0].path, line=1,
        )  # fmt: skip


def _some(paths: Iterable[str]) -> str:
    first = list(islice(paths, 4))
    return ", ".join(first[:3]) + (", …" if len(first) > 3 else "")


def _outside(paths: list[str]) -> Iterator[Finding]:
    if paths:
        files = "1 SQL file, not read, lies" if len(paths) == 1 else f"{len(paths):,} SQL files, not read, lie"
        yield Finding(
            "outside-layout", "note",
            f"{files} outside models/, clusters/, roles/ and network-policies/: {_some(paths)}",
            'move them, exclude them, or set layout = "flat" in checker.toml', path=paths[0], line=1,
        )  # fmt: skip


def _parse_error(problem: Problem, path: str, statement: Statement | None = None) -> Finding:
    return Finding(
        "parse-error", "error", problem.message,
        "mend the SQL; if the database accepts it as it is, set the right dialect or tell us",
        id=dotted(statement.targets[0]) if statement and statement.targets else None,
        path=path, line=problem.line, column=problem.column,
        end_line=max(statement.end_line, problem.line) if statement else problem.line,
    )  # fmt: skip


def _unread_file(problem: Problem, path: str) -> Finding:
    return Finding(
        "parse-error", "error", problem.message,
        "split or exclude the file, or raise limits.file_seconds in checker.toml; nothing in it was read",
        path=path, line=problem.line, column=problem.column, end_line=problem.line,
    )  # fmt: skip


def _undefined_variable(problem: Problem, path: str) -> Finding:
    return Finding(
        "undefined-variable", "warning", f"the variable {problem.message} has no value",
        f'give it one in checker.toml, under `[variables]`: `{problem.message} = "…"`',
        path=path, line=problem.line, column=problem.column, end_line=problem.line,
    )  # fmt: skip


def _statement_findings(statement: Statement, file: ReadFile) -> Iterator[Finding]:
    if statement.problem is not None:
        yield _parse_error(statement.problem, file.path, statement)
    elif statement.action is Action.NONE and (verb := statement.text.split(None, 1)[0].upper()[:20]) not in _FRAMES:
        yield Finding(
            "unknown-statement", "note", "the statement defines nothing that checker tracks" if not verb.isalpha() else
            f"{verb} defines nothing that checker tracks",
            path=file.path, line=statement.line, column=statement.column, end_line=statement.end_line,
        )  # fmt: skip


def _name_findings(file: ReadFile) -> Iterator[Finding]:
    """Tree layout: models/<database>/<schema>/<object>.sql defines just that object."""
    expected = (file.place.home.database, file.place.home.schema, file.place.stem)
    for statement in file.parsed.statements:
        if statement.action is not Action.CREATE:
            continue
        for parts in statement.targets:
            if parts != expected[-len(parts) :]:
                yield Finding(
                    "name-mismatch", "error",
                    f"{dotted(parts)} is defined in a file whose path says {dotted(expected)}",
                    "rename the object or move the file", id=dotted(parts), path=file.path,
                    line=statement.line, column=statement.column, end_line=statement.end_line,
                )  # fmt: skip


def no_files_findings(paths: Collection[str], root: str, include: Collection[str]) -> Iterator[Finding]:
    """A check that looked at nothing must not look like one that found nothing."""
    if not paths:
        yield Finding(
            "no-sql-files", "warning",
            f"neither commit has a file below {root!r} that matches {', '.join(include) or 'include, which is empty'}",
            "check root, include and exclude in checker.toml, and --repo",
        )  # fmt: skip


def skipped_findings(skipped: Iterable[Skipped]) -> Iterator[Finding]:
    """Links and submodules are told and never followed."""
    for one in skipped:
        message = f"a {one.reason} is not followed; what it points to was not read"
        yield Finding("not-followed", "note", message, path=one.path, line=1)


def duplicate_findings(duplicates: Iterable[Duplicate]) -> Iterator[Finding]:
    for one in duplicates:
        yield Finding(
            "duplicate-object", "error",
            f"{one.kind} {one.key.name.id} is defined again; the first definition is at "
            f"{one.first_path}:{one.first_line}",
            "remove one of them, or drop it in between",
            id=one.key.name.id, path=one.path, line=one.line, end_line=one.line,
        )  # fmt: skip
