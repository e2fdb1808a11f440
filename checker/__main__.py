"""`python -m checker`: run a command, and turn what goes wrong into one line and an exit code."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import traceback

from checker.cli import parse_arguments
from checker.errors import CheckerError
from checker.report.escape import visible

PASSED, FAILED, UNUSABLE, DEFECT, INTERRUPTED = 0, 1, 2, 3, 130
_ISSUES = "please report it with the output of the same command and -v"


def main(arguments: list[str] | None = None) -> int:
    """Run one command and give its exit code."""
    options = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    _end_as_by_interrupt(signal.SIGTERM, signal.SIGHUP)
    try:
        return _run(options)
    except CheckerError as error:
        return _tell(str(error), UNUSABLE)
    except BrokenPipeError:
        # Who read our stdout went away (`| head`); nothing more can be said there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return _tell("interrupted", INTERRUPTED)
    except Exception as error:  # noqa: BLE001 - whatever it is, the user gets one line and exit 3
        if options.verbose:
            traceback.print_exc()
        return _tell(f"a defect of checker: {type(error).__name__}: {_first_line(error)}; {_ISSUES}", DEFECT)


def _run(options: argparse.Namespace) -> int:
    if options.command == "init":
        from checker.commands.init import run_init

        return run_init(options)
    if options.command == "post":
        from checker.commands.post import run_post

        return run_post(options)
    from checker.commands.run import run_command

    return run_command(options)


def _end_as_by_interrupt(*numbers: signal.Signals) -> None:
    """Who ends us gently, as runners and closed terminals do, leaves no JVM and no folder behind either.

    What is ignored from the start stays so: `nohup` means it.
    """
    if threading.current_thread() is threading.main_thread():
        for number in numbers:
            if signal.getsignal(number) == signal.SIG_DFL:
                signal.signal(number, signal.default_int_handler)


def _tell(message: str, code: int) -> int:
    sys.stderr.write(f"checker: {visible(message)}\n")
    return code


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0][:300]


if __name__ == "__main__":
    sys.exit(main())
