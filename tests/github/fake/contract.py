"""GitHub's own description of its API, held against every request and every answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from openapi_core import OpenAPI
from openapi_core.exceptions import OpenAPIError
from openapi_core.testing import MockRequest, MockResponse

from tests.github.openapi.cut import CUT

SERVER = "https://api.github.com"


@cache
def description() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(Path(CUT).read_text(encoding="utf-8"))
    return loaded


@cache
def _openapi() -> OpenAPI:
    return OpenAPI.from_dict(description())


def resolve(node: Any) -> Any:
    """Follow a reference inside the description."""
    while "$ref" in node:
        found: Any = description()
        for name in node["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        node = found
    return node


def skeleton(schema_name: str) -> dict[str, Any]:
    """The least that the description takes for a whole answer: every required field, each with some value."""
    built: dict[str, Any] = _some(description()["components"]["schemas"][schema_name])
    return built


def _some(schema: Any) -> Any:
    schema = resolve(schema)
    if schema.get("nullable"):
        return None
    if "enum" in schema:
        return schema["enum"][0]
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return _some(schema[choice][0])
    if "allOf" in schema:
        return {key: value for part in schema["allOf"] for key, value in _some(part).items()}
    simple = {"string": _some_text(schema), "integer": 1, "number": 1, "boolean": False, "array": []}
    if schema.get("type") in simple:
        return simple[schema["type"]]
    return {name: _some(schema["properties"][name]) for name in schema.get("required", ())}


def _some_text(schema: Any) -> str:
    formats = {"uri": f"{SERVER}/x", "date-time": "2026-01-01T00:00:00Z"}
    return formats.get(schema.get("format", ""), "text")


class Violation(Exception):
    """One side broke the contract."""


class Exchange:
    """One request, as the description sees it."""

    def __init__(
        self, method: str, path: str, query: Mapping[str, str], headers: Mapping[str, str], body: bytes
    ) -> None:
        self._request = MockRequest(
            SERVER,
            method.lower(),
            path,
            args=dict(query),
            headers=dict(headers),
            data=body or None,
            content_type=headers.get("Content-Type", ""),
        )
        self.method, self.path, self.body = method.lower(), path, body

    def check_request(self) -> None:
        """Also stricter than the description, which lets unknown fields pass."""
        try:
            _openapi().validate_request(self._request)
        except OpenAPIError as error:
            raise Violation(f"request {self.method} {self.path}: {_told(error)}") from error
        if self.body:
            schema = resolve(self._operation()["requestBody"]["content"]["application/json"]["schema"])
            _refuse_unknown(json.loads(self.body), schema, self.path)

    def check_response(self, status: int, body: bytes) -> None:
        """Answers that the description does not list (limits, server errors, redirects) have nothing to be held to."""
        if str(status) not in self._operation()["responses"]:
            if status < 300:
                raise Violation(f"{status} is no answer to {self.method} {self.path}")
            return
        response = MockResponse(body, status_code=status, content_type="application/json; charset=utf-8")
        try:
            _openapi().validate_response(self._request, response)
        except OpenAPIError as error:
            raise Violation(f"response to {self.method} {self.path}: {_told(error)}") from error

    def _operation(self) -> Any:
        parts = self.path.strip("/").split("/")
        for template, operations in description()["paths"].items():
            names = template.strip("/").split("/")
            matches = len(names) == len(parts) and all(
                name in ("{owner}", part) or name.startswith("{") for name, part in zip(names, parts, strict=True)
            )
            if matches and self.method in operations:
                return operations[self.method]
        raise Violation(f"{self.method} {self.path} is not among the calls of the description")


def _refuse_unknown(value: Any, schema: Any, where: str) -> None:
    schema = resolve(schema)
    if isinstance(value, list):
        for one in value:
            _refuse_unknown(one, schema["items"], where)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in schema["properties"]:
                raise Violation(f"request to {where}: unknown field {key!r}")
            _refuse_unknown(inner, schema["properties"][key], f"{where}/{key}")


def _told(error: BaseException) -> str:
    """The end of a message says what is wrong; its start repeats the whole answer."""
    cause = error.__cause__ or error
    reasons = [one.message[-300:] for one in getattr(cause, "schema_errors", ())]
    return "; ".join(reasons) or f"{cause}"
