"""A fake GitHub with one pull request, and a client for it. Whoever breaks GitHub's contract fails the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from checker.github.client import GitHub
from tests.github.fake import FakeGitHub
from tests.github.fake.server import TOKEN


@pytest.fixture(autouse=True, scope="session")
def no_proxy() -> Iterator[None]:
    """Loopback is reached without whatever the machine has in between."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_PROXY", "127.0.0.1")
        yield


@pytest.fixture
def fake() -> Iterator[FakeGitHub]:
    with FakeGitHub() as server:
        server.state.add_pull(7)
        yield server
    assert server.violations == []
    assert server.troubles == [], "a test prepared trouble that never came"


@pytest.fixture
def github(fake: FakeGitHub) -> Iterator[GitHub]:
    with connect(fake) as client:
        yield client


def connect(fake: FakeGitHub, token: str = TOKEN) -> GitHub:
    return GitHub(fake.api, token, sleep=fake.sleep, now=fake.now)
