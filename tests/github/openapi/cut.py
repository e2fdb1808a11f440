"""Cut GitHub's description of its API to the calls that the checker makes.

npm pack @octokit/openapi@23.0.2 && tar xzf octokit-openapi-*.tgz
python tests/github/openapi/cut.py package/generated/api.github.com.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CUT = Path(__file__).with_name("api.github.com.json")
CALLS = {
    "/user": ("get",),
    "/repos/{owner}/{repo}/pulls/{pull_number}": ("get",),
    "/repos/{owner}/{repo}/issues/{issue_number}/comments": ("get", "post"),
    "/repos/{owner}/{repo}/issues/comments/{comment_id}": ("patch", "delete"),
    "/repos/{owner}/{repo}/check-runs": ("post",),
    "/repos/{owner}/{repo}/check-runs/{check_run_id}": ("get", "patch"),
    "/repos/{owner}/{repo}/statuses/{sha}": ("post",),
}
_UNUSED = ("examples", "x-github", "x-octokit", "externalDocs")


def cut(whole: dict[str, Any]) -> dict[str, Any]:
    """The paths that we call and all that they refer to, word for word but for the examples."""
    paths = {path: _operations(whole["paths"][path], methods) for path, methods in CALLS.items()}
    kept: dict[str, dict[str, Any]] = {}
    waiting = sorted(_references(paths))
    while waiting:
        _, _, group, name = waiting.pop().split("/")
        if name not in kept.setdefault(group, {}):
            kept[group][name] = _without_examples(whole["components"][group][name])
            waiting += sorted(_references(kept[group][name]))
    return {
        "openapi": whole["openapi"],
        "info": whole["info"],
        "servers": whole["servers"],
        "paths": paths,
        "components": kept,
    }


def _operations(path: dict[str, Any], methods: tuple[str, ...]) -> dict[str, Any]:
    shared = {key: value for key, value in path.items() if key in ("parameters", *methods)}
    return {key: _without_examples(value) for key, value in shared.items()}


def _without_examples(node: Any, *, names: bool = False) -> Any:
    """`names` says that the keys are names of properties, which may be called anything."""
    if isinstance(node, list):
        return [_without_examples(one) for one in node]
    if not isinstance(node, dict):
        return node
    return {
        key: _without_examples(value, names=key == "properties" and not names)
        for key, value in node.items()
        if names or key not in _UNUSED
    }


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for one in node:
            yield from _references(one)
    elif isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from _references(value)


if __name__ == "__main__":
    whole = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    CUT.write_text(json.dumps(cut(whole), indent=1, sort_keys=True) + "\n", encoding="utf-8")
