"""What the runner reads: commands on stdout, the step summary, and outputs.

Whatever comes from the repository is escaped as the runner reads it, so that no name or message is a command.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from checker.errors import CheckerError
from checker.findings.finding import SEVERITIES, Finding, Severity, in_order
from checker.github.text import clipped, encodable
from checker.progress import counted
from checker.report.escape import visible

ANNOTATIONS_PER_KIND = 10
"""The runner keeps so many of each kind in a step, and drops the rest without a word."""
SUMMARY_LIMIT = 1_000_000
_MOST_MESSAGE = 4_000
_MOST_OUTPUT = 100_000
_COMMANDS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "note": "notice"}
_OUTPUT_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,99}")


def escape_data(text: str) -> str:
    r"""The text after the second `::`.

    >>> escape_data("100%\n::error::")
    '100%25%0A::error::'
    """
    return encodable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """The value of a property.

    >>> escape_property("a,b:c")
    'a%2Cb%3Ac'
    """
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def command(name: str, message: str, properties: Mapping[str, str | int]) -> str:
    """One line that the runner takes for a command.

    >>> command("error", "no such view", {"file": "a.sql", "line": 3})
    '::error file=a.sql,line=3::no such view'
    """
    told = ",".join(f"{key}={escape_property(str(value))}" for key, value in properties.items())
    return f"::{name}{' ' + told if told else ''}::{escape_data(message)}"


def annotation_commands(findings: Iterable[Finding]) -> Iterator[str]:
    """Commands that show findings at their lines: errors first, and of each kind as many as the runner keeps."""
    ordered = in_order(findings)
    for severity in SEVERITIES:
        of_kind = [finding for finding in ordered if finding.severity == severity]
        shown = len(of_kind) if len(of_kind) <= ANNOTATIONS_PER_KIND else ANNOTATIONS_PER_KIND - 1
        yield from map(_annotation, islice(of_kind, shown))
        if len(of_kind) > shown:
            more = f"{counted(len(of_kind) - shown, f'more {severity}')}: all are in the summary of this run"
            yield command(_COMMANDS[severity], more, {})


def _annotation(finding: Finding) -> str:
    message = visible(finding.message) + (f"\n{visible(finding.hint)}" if finding.hint else "")
    properties: dict[str, str | int] = {"title": finding.code}
    if finding.path:
        # A number comes last: the runner trims the end of the last property.
        places = {"endLine": finding.end_line, "col": finding.column, "line": finding.line or 1}
        properties |= {"file": finding.path} | {key: value for key, value in places.items() if value}
    return command(_COMMANDS[finding.severity], clipped(message, _MOST_MESSAGE), properties)


def unread(text: str) -> str:
    """Text that the runner prints and does not read: no line of it is a command.

    >>> unread("::error::boo").count("::error::boo")
    1
    """
    token = _absent_from(text)
    return f"::stop-commands::{token}\n{encodable(text)}\n::{token}::\n"


def append_summary(environment: Mapping[str, str], markdown: str) -> bool:
    """Add to the page of the run; False where there is none, as on a developer's machine, or no room left."""
    path = environment.get("GITHUB_STEP_SUMMARY", "")
    if not path:
        return False
    data = (encodable(markdown).rstrip("\n") + "\n").encode()
    file = Path(path)
    with _told("GITHUB_STEP_SUMMARY"):
        if len(data) + (file.stat().st_size if file.exists() else 0) > SUMMARY_LIMIT:
            return False
        with file.open("ab") as summary:
            summary.write(data)
    return True


def write_outputs(environment: Mapping[str, str], values: Mapping[str, str]) -> None:
    """Set the outputs of the step. Keep them short: what is long goes into a file, and its path here."""
    path = environment.get("GITHUB_OUTPUT", "")
    if not path:
        return
    text = "".join(_output(name, value) for name, value in values.items())
    with _told("GITHUB_OUTPUT"), Path(path).open("ab") as outputs:
        outputs.write(text.encode())


def _output(name: str, value: str) -> str:
    if not _OUTPUT_NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name of an output")
    if len(value) > _MOST_OUTPUT:
        raise ValueError(f"the output {name} has {len(value):,} characters, more than {_MOST_OUTPUT:,}")
    end = _absent_from(value)
    return f"{name}<<{end}\n{encodable(value)}\n{end}\n"


def _absent_from(text: str) -> str:
    """A word that nobody could foresee and that does not stand in the text."""
    while (word := f"checker-{secrets.token_hex(16)}") in text:
        pass
    return word


@contextmanager
def _told(variable: str) -> Iterator[None]:
    """A file of the runner that cannot be written is told by the name of its variable."""
    try:
        yield
    except OSError as error:
        raise CheckerError(f"the file of {variable} cannot be written: {error.strerror}") from error
