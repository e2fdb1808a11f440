"""`python -m checker.action`: what the container runs. The runner's environment in, an exit code out."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Mapping

from checker.action.log import say
from checker.action.user import step_down
from checker.errors import CheckerError, is_disk_full
from checker.github.workflow import append_summary, command
from checker.interrupt import INTERRUPTED, end_by_interrupt
from checker.report.escape import visible
from checker.report.markdown_escape import prose

UNUSABLE, DEFECT = 2, 3
_SECRETS = ("INPUT_TOKEN", "GITHUB_TOKEN", "GH_TOKEN", "ACTIONS_RUNTIME_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN")


def main() -> int:
    """Run once; whatever goes wrong is one line in the log and on the page of the run."""
    environment = dict(os.environ)
    end_by_interrupt()
    try:
        step_down(environment)
        # What reads the pull request's files in processes of its own has no use for these.
        for name in _SECRETS:
            os.environ.pop(name, None)
        return _run(environment)
    except CheckerError as error:
        return _fail(str(error), UNUSABLE, environment)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED, environment)
    except Exception as error:  # noqa: BLE001 - whatever it is, the run must say so
        if is_disk_full(error):
            return _fail("there is no space left to write to", UNUSABLE, environment)
        if environment.get("RUNNER_DEBUG") == "1":
            traceback.print_exc()
        told = (str(error).splitlines() or [""])[0][:300]
        message = f"a defect of checker: {type(error).__name__}: {told}; please report it with a run in debug mode"
        return _fail(message, DEFECT, environment)


def _run(environment: Mapping[str, str]) -> int:
    # Not before whoever interrupts us is listened to, for it takes a second.
    from checker.action.inputs import read_inputs

    inputs = read_inputs(environment)
    if inputs.mode == "post":
        from checker.action.post import run_post

        return run_post(inputs, environment)
    from checker.action.check import run_check

    return run_check(inputs, environment)


def _fail(message: str, code: int, environment: Mapping[str, str]) -> int:
    told = visible(message)
    if environment.get("GITHUB_ACTIONS") != "true":
        sys.stderr.write(f"checker: {told}\n")
        return code
    say(command("error", told, {"title": "checker could not run"}))
    try:
        append_summary(environment, f"**checker could not run**\n\n{prose(told)}\n")
    except CheckerError as error:
        say(command("warning", str(error), {}))
    return code


if __name__ == "__main__":
    sys.exit(main())
