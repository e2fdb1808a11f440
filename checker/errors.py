"""Errors that end a run; `checker.__main__` turns them into one line and an exit code."""

from __future__ import annotations

import errno


class CheckerError(Exception):
    """The user can mend this: bad usage, configuration or git state (exit 2).

    >>> str(CheckerError("no such revision 'x'", hint="run git fetch"))
    "no such revision 'x'; run git fetch"
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(f"{message}; {hint}" if hint else message)


class ConfigurationError(CheckerError):
    """The configuration file, or an option that overrides it, cannot be used."""


class GitError(CheckerError):
    """The repository or a revision cannot be read."""


class JavaError(CheckerError):
    """No Java that Spark can run on."""


class DefectError(Exception):
    """The checker contradicts itself: never the user's fault (exit 3)."""


def is_disk_full(error: BaseException) -> bool:
    """Whether it is the machine's to mend, wherever it comes up."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
