"""The fake GitHub as a server on loopback, with a clock of its own."""

from __future__ import annotations

import json
import re
import socket
import struct
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from types import TracebackType
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.github.fake.contract import Exchange, Violation
from tests.github.fake.routes import Call, answer
from tests.github.fake.state import ACTIONS, Answer, Refusal, State, Token

WRITES_PER_MINUTE = 80
TOKEN = "ghs_secret0123456789"


@dataclass(slots=True)
class Trouble:
    """What happens to the next request that fits: instead of its answer, or after it was carried out."""

    method: str
    path: str
    answer: Answer | None = None
    """None: the connection breaks."""
    is_done: bool = False
    """Whether the request is carried out before its answer is lost."""
    hook: Callable[[], object] | None = None
    """Somebody else does something just before, and nothing else happens."""


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    body: Any
    token: str


class FakeGitHub:
    """with FakeGitHub() as fake: GitHub(fake.api, TOKEN, sleep=fake.sleep, now=fake.now)"""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.state = State()
        self.tokens: dict[str, Token] = {TOKEN: ACTIONS}
        self.requests: list[Request] = []
        self.violations: list[str] = []
        self.troubles: list[Trouble] = []
        self.slept: list[float] = []
        self.turns: Callable[[str], AbstractContextManager[None]] = lambda token: nullcontext()
        """Who may come next, where a test wants to choose the order of requests."""
        self._clock = 1_800_000_000.0
        self._not_before = 0.0
        self._writes: list[float] = []
        self._lock = Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}{self.prefix}"

    def __enter__(self) -> FakeGitHub:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def now(self) -> float:
        return self._clock

    def sleep(self, seconds: float) -> None:
        """Time passes at once."""
        self.slept.append(seconds)
        self._clock += seconds

    def trouble(self, method: str, path: str, status: int, message: str = "", **headers: str) -> None:
        """The next such request is answered with an error instead."""
        body = {"message": message}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.troubles.append(Trouble(method, path, Answer(status, body, named)))

    def count(self, method: str) -> int:
        return sum(request.method == method for request in self.requests)

    def handle(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Answer | None:
        """One request at a time, as a database would; None breaks the connection."""
        token = headers.get("Authorization", "").removeprefix("Bearer ")
        with self.turns(token), self._lock:
            url = urlsplit(target)
            path = url.path.removeprefix(self.prefix)
            self.requests.append(Request(method, path, json.loads(body) if body else None, token))
            exchange = Exchange(method, path, dict(parse_qsl(url.query)), headers, body)
            trouble = self._next_trouble(method, path)
            if trouble and trouble.hook:
                trouble.hook()
                trouble = None
            if trouble and not trouble.is_done:
                return self._lost(trouble)
            found = self._answer(exchange, url.path, dict(parse_qsl(url.query)), headers, token)
            return self._lost(trouble) if trouble else found

    def _next_trouble(self, method: str, path: str) -> Trouble | None:
        fits = [one for one in self.troubles if one.method == method and re.fullmatch(one.path, path)]
        if fits:
            self.troubles.remove(fits[0])
        return fits[0] if fits else None

    def _lost(self, trouble: Trouble) -> Answer | None:
        if trouble.answer is not None and trouble.answer.headers.get("retry-after", "").isdigit():
            self._not_before = self._clock + int(trouble.answer.headers["retry-after"])
        return trouble.answer

    def _answer(
        self, exchange: Exchange, path: str, query: dict[str, str], headers: dict[str, str], token: str
    ) -> Answer:
        try:
            self._check_form(headers)
            if token not in self.tokens:
                raise Refusal(401, "Bad credentials")
            exchange.check_request()
            self._check_pace(exchange.method)
            url = self.api.removesuffix(self.prefix) + path
            body = json.loads(exchange.body) if exchange.body else {}
            found = answer(
                exchange.method.upper(), exchange.path, Call(self.state, self.tokens[token], url, query, body)
            )
        except Refusal as refusal:
            found = refusal.answer
        except Violation as violation:
            self.violations.append(str(violation))
            found = Answer(422, {"message": str(violation), "documentation_url": "https://docs.github.com"})
        return self._checked(exchange, found)

    def _checked(self, exchange: Exchange, found: Answer) -> Answer:
        try:
            exchange.check_response(found.status, b"" if found.body is None else json.dumps(found.body).encode())
        except Violation as violation:
            self.violations.append(str(violation))
        return found

    def _check_form(self, headers: dict[str, str]) -> None:
        if not headers.get("User-Agent", "").startswith("checker/"):
            raise Refusal(403, "Request forbidden by administrative rules: no User-Agent")
        if headers.get("X-GitHub-Api-Version") != "2022-11-28":
            raise Refusal(400, "unsupported API version")

    def _check_pace(self, method: str) -> None:
        """Secondary limits: so many writes in a minute, and nobody may come back before the time they were told."""
        if self._clock < self._not_before:
            self.violations.append("asked again before Retry-After")
        if method == "get":
            return
        self._writes = [when for when in self._writes if when > self._clock - 60]
        if len(self._writes) >= WRITES_PER_MINUTE:
            wait = str(int(self._writes[0] + 60 - self._clock) + 1)
            raise Refusal(403, "You have exceeded a secondary rate limit.", **{"retry-after": wait})
        self._writes.append(self._clock)


def _handler(fake: FakeGitHub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            try:
                found = fake.handle(self.command, self.path, dict(self.headers.items()), body)
            except Exception as error:
                fake.violations.append(f"the fake failed: {error!r}")
                raise
            if found is None:
                self._break()
                return
            data = b"" if found.body is None else json.dumps(found.body).encode()
            self.send_response(found.status)
            for name, value in {"Content-Type": "application/json; charset=utf-8", **found.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _break(self) -> None:
            """As a proxy does that goes away: no answer, and the connection is reset."""
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name in the base class
            return

        do_GET = do_POST = do_PATCH = do_DELETE = _serve  # noqa: N815

    return Handler
