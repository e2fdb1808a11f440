"""Our own package as one file, for executors that share no disk with us. What it imports must be installed there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

import checker

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_NAME = "checker-package.zip"


def ship_package(session: SparkSession, scratch: Path, *, connected: bool) -> None:
    """Give every executor the code that runs here, whatever version of it is installed there."""
    package = str(write_package(scratch / _NAME))
    if connected:
        session.addArtifacts(package, pyfile=True)
    else:
        session.sparkContext.addPyFile(package)


def write_package(path: Path) -> Path:
    """The package as Python imports it from a zip."""
    root = Path(checker.__file__).parent
    with ZipFile(path, "w", ZIP_DEFLATED) as package:
        for file in sorted(root.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                package.write(file, Path(root.name) / file.relative_to(root))
    return path
