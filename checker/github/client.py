"""GitHub's REST API: asked patiently, within bounds, and with care for the token."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, TypeVar

import httpx
import msgspec

from checker import __version__
from checker.errors import CheckerError
from checker.github.errors import Denied, GitHubError, NotFound, RateLimited, Uncertain, Unreachable
from checker.github.retry import Later, Sleep, asked_wait, limit_wait, patiently
from checker.report.escape import visible

API_VERSION = "2022-11-28"
PUBLIC_API = "https://api.github.com"
PER_PAGE = 100
MOST_PAGES = 50
MOST_BYTES = 64_000_000
_MOST_REDIRECTS = 3
_TIMEOUT = httpx.Timeout(30.0, connect=10.0)
_REDIRECTS = (301, 302, 307, 308)
_TOKEN = re.compile(r"[\x21-\x7e]{1,10000}")
_PERMISSIONS = re.compile(r"[a-z_=;, ]{1,300}")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
# Nothing has reached GitHub when these come.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: httpx.Headers
    data: bytes
    next_page: str


class GitHub:
    """A connection to one GitHub, public or Enterprise.

    with GitHub(PUBLIC_API, token) as github:
        github.get("repos/o/r/pulls/7", PullRequest)
    """

    def __init__(
        self, api: str, token: str, *, sleep: Sleep = time.sleep, now: Callable[[], float] = time.time
    ) -> None:
        self._api = _checked_address(api)
        self._sleep = sleep
        self._now = now
        headers = {
            "Accept": "application/vnd.github+json",
            "Authorization": f"Bearer {_checked_token(token)}",
            "X-GitHub-Api-Version": API_VERSION,
            "User-Agent": f"checker/{__version__}",
        }
        self._http = httpx.Client(headers=headers, timeout=_TIMEOUT, follow_redirects=False)

    def __enter__(self) -> GitHub:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def get(self, path: str, shape: type[T]) -> T:
        """What is there. Raises GitHubError or one of its kinds, as all calls do."""
        return self._decoded(self._ask("GET", self._url(path)), shape)

    def pages(self, path: str, shape: type[T]) -> Iterator[T]:
        """Every item of a list, however many pages it has, within reason."""
        url = f"{self._url(path)}?per_page={PER_PAGE}"
        for _ in range(MOST_PAGES):
            answer = self._ask("GET", url)
            yield from self._decoded(answer, list[shape])  # type: ignore[valid-type]
            if not answer.next_page:
                return
            url = self._own_url(answer.next_page)
        raise GitHubError(f"{path} has more than {MOST_PAGES} pages of {PER_PAGE}")

    def send(self, method: str, path: str, body: Mapping[str, Any], shape: type[T], *, repeat: bool) -> T:
        """A write. Where it must not be done twice (`repeat` is False), a lost answer raises Uncertain."""
        return self._decoded(self._ask(method, self._url(path), msgspec.json.encode(body), repeat=repeat), shape)

    def delete(self, path: str) -> None:
        """Gone afterwards, also where it was gone before."""
        try:
            self._ask("DELETE", self._url(path))
        except NotFound:
            return

    def patiently(self, ask: Callable[[], T]) -> T:
        """The answer of `ask`, called again and again with growing waits while it raises Later."""
        return patiently(ask, self._sleep)

    def _url(self, path: str) -> str:
        return f"{self._api}/{path}"

    def _own_url(self, url: str) -> str:
        """An address that GitHub gave us. The token goes nowhere else than where it went before."""
        if not url.startswith(f"{self._api}/") or ".." in url:
            raise GitHubError("GitHub points to an address outside its API", hint="look at GITHUB_API_URL and proxies")
        return url

    def _ask(self, method: str, url: str, body: bytes | None = None, *, repeat: bool = True) -> _Answer:
        for _ in range(_MOST_REDIRECTS + 1):
            answer = self.patiently(partial(self._once, method, url, body, repeat))
            if answer.status not in _REDIRECTS:
                return answer
            url = self._own_url(_joined(url, answer.headers.get("location", "")))
        raise GitHubError(f"{self._told(method, url)} is redirected more than {_MOST_REDIRECTS} times")

    def _once(self, method: str, url: str, body: bytes | None, repeat: bool) -> _Answer:
        what = self._told(method, url)
        try:
            answer = self._exchange(method, url, body)
        except _NOT_SENT as error:
            raise Later(Unreachable(f"{what}: GitHub cannot be reached ({type(error).__name__})")) from error
        except httpx.RequestError as error:
            raise _lost(f"{what}: the connection broke ({type(error).__name__})", repeat) from error
        if answer.status < 400:
            return answer
        if answer.status >= 500:
            raise _lost(f"{what}: GitHub answers {answer.status}", repeat, asked_wait(answer.headers))
        raise self._refusal(what, answer)

    def _exchange(self, method: str, url: str, body: bytes | None) -> _Answer:
        headers = {} if body is None else {"Content-Type": "application/json"}
        with self._http.stream(method, url, content=body, headers=headers) as response:
            data = bytearray()
            for chunk in response.iter_bytes():
                data += chunk
                if len(data) > MOST_BYTES:
                    raise GitHubError(f"{self._told(method, url)}: the answer is over {MOST_BYTES:,} bytes")
            next_page = response.links.get("next", {}).get("url", "")
            return _Answer(response.status_code, response.headers, bytes(data), next_page)

    def _refusal(self, what: str, answer: _Answer) -> Exception:
        message = _message(answer.data)
        told = f"{what}: GitHub answers {answer.status}" + (f" ({message})" if message else "")
        wait = limit_wait(answer.status, answer.headers, message, self._now())
        if wait is not None:
            return Later(RateLimited(told, hint="try again later"), wait)
        if answer.status in (404, 410):
            return NotFound(told, hint="it is not there, or hidden from this token")
        if answer.status == 401:
            return Denied(told, hint="the token is wrong or has expired")
        if answer.status == 403:
            return Denied(told, hint=_permission_hint(answer.headers))
        return GitHubError(told)

    def _told(self, method: str, url: str) -> str:
        return f"{method} {visible(url.removeprefix(self._api + '/').partition('?')[0])}"

    def _decoded(self, answer: _Answer, shape: type[T]) -> T:
        try:
            return msgspec.json.decode(answer.data, type=shape)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise GitHubError(f"GitHub's answer is not understood: {error}", hint="look at GITHUB_API_URL") from error


def open_github(environment: Mapping[str, str]) -> GitHub | None:
    """The GitHub that the environment names, None where it gives no token."""
    token = environment.get("GITHUB_TOKEN", "").strip() or environment.get("GH_TOKEN", "").strip()
    return GitHub(environment.get("GITHUB_API_URL", "").strip() or PUBLIC_API, token) if token else None


def _joined(url: str, location: str) -> str:
    try:
        return str(httpx.URL(url).join(location))
    except httpx.InvalidURL:
        return ""


def _lost(told: str, repeat: bool, seconds: float | None = None) -> Exception:
    """No answer, or a broken one: whether it was done nobody knows."""
    return Later(Unreachable(told), seconds) if repeat else Uncertain(told)


class _Message(msgspec.Struct):
    message: str = ""


def _message(data: bytes) -> str:
    """What GitHub says, fit for one line."""
    try:
        return visible(msgspec.json.decode(data, type=_Message).message)[:300]
    except (msgspec.MsgspecError, RecursionError):
        return ""


def _permission_hint(headers: Mapping[str, str]) -> str:
    needed = headers.get("x-accepted-github-permissions", "")
    rights = f" ({needed.replace('=', ': ')})" if _PERMISSIONS.fullmatch(needed) else ""
    return f"give the job the permission it needs{rights}; the token of a fork's pull request may only read"


def _checked_address(api: str) -> str:
    hint = "GITHUB_API_URL must look like https://api.github.com or https://HOST/api/v3"
    try:
        url = httpx.URL(api)
    except httpx.InvalidURL as error:
        raise CheckerError(f"{visible(api)!r} is no address", hint=hint) from error
    if url.scheme not in ("https", "http") or not url.host or url.userinfo or url.query or url.fragment:
        raise CheckerError("the address of GitHub's API cannot be used", hint=hint)
    if url.scheme == "http" and url.host not in _LOOPBACK:
        raise CheckerError(f"the token would go to {url.host} in the clear", hint=hint)
    return str(url).rstrip("/")


def _checked_token(token: str) -> str:
    if not _TOKEN.fullmatch(token):
        raise CheckerError("the token of GitHub has characters that no token has", hint="look at GITHUB_TOKEN")
    return token
