"""The same models as a SQLMesh project, and its own answer to "what would change"."""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks.models import models, query

_CONFIG = """gateways:
  local:
    connection:
      type: duckdb
default_gateway: local
model_defaults:
  dialect: duckdb
"""


def sqlmesh_diff(folder: Path, objects: int) -> tuple[str, ...]:
    """Write the project, and give the command that compares it with what is deployed: nothing yet, so a cold one."""
    program = shutil.which("sqlmesh")
    if program is None:
        raise SystemExit("--peer sqlmesh: it is not installed; pip install sqlmesh")
    (folder / "models").mkdir(parents=True)
    (folder / "config.yaml").write_text(_CONFIG)
    for number, (name, reads) in enumerate(models(objects)):
        text = f"MODEL (name {name}, kind VIEW);\n\n{query(number, reads)}\n"
        (folder / "models" / f"{name}.sql").write_text(text)
    clean = f"rm -rf {folder}/.cache && exec {program} --log-file-dir {folder}/logs -p {folder} diff prod"
    return "sh", "-c", clean
