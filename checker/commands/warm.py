"""`checker warm`: make the archive of classes with which every later run starts in half the time."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from checker.commands.check import check
from checker.commands.demo import demo_options, demo_repository
from checker.commands.options import Options
from checker.errors import CheckerError
from checker.parse.pool import child_environment
from checker.progress import Progress
from checker.spark.archive import (
    archive_name,
    find_archive,
    forget_others,
    installed_folder,
    new_archive,
    user_folder,
)
from checker.spark.java import find_java
from checker.spark.session import SparkRunner

NEVER = "CHECKER_NO_WARM"
"""Where this is set, no run makes an archive unasked; nor in CI, whose machines are thrown away."""


def warm(options: Options, progress: Progress, *, for_all: bool) -> Path | None:
    """Check the example, and keep the classes that it took; nothing where another run is at it."""
    java = find_java()
    folder, name = installed_folder() if for_all else user_folder(), archive_name(java)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o755)
        (folder / ".lock").touch()
    except OSError as error:
        raise CheckerError(f"{folder} cannot be written: {error.strerror}") from error
    with _alone(folder / ".lock") as is_alone:
        if not is_alone:
            return None
        with (
            new_archive(folder, name) as part,
            demo_repository(None, progress) as repository,
            SparkRunner(new_archive=part) as spark,
        ):
            check(replace(demo_options(options, repository), no_cache=True), progress, spark)
        forget_others(folder, name)
    return folder / name


def warm_in_background() -> bool:
    """Begin to make the archive if there is none, beside and after this run."""
    if os.environ.get("CI") or os.environ.get(NEVER) or find_archive(find_java()) is not None:
        return False
    subprocess.Popen(
        [sys.executable, "-P", "-m", "checker", "warm", "--quiet"], env=child_environment(), cwd="/",
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    return True


@contextmanager
def _alone(lock: Path) -> Iterator[bool]:
    with lock.open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
