"""Credentials for fetching from the repository's own server, for as long as it takes."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def git_credentials(server: str, token: str) -> Iterator[None]:
    """Let git read from the server with the job's token, as a checkout that keeps no credentials cannot.

    The token goes by the environment to git alone: it is not written to a file, nor to be seen in a list of processes.
    """
    if not token or not server.startswith("https://"):
        yield
        return
    secret = base64.b64encode(f"x-access-token:{token}".encode()).decode("ascii")
    key = f"http.{server.rstrip('/')}/.extraheader"
    # The empty value takes back what the checkout may have left: two such headers are refused.
    pairs = [(key, ""), (key, f"AUTHORIZATION: basic {secret}")]
    first = int(os.environ.get("GIT_CONFIG_COUNT") or 0)
    given = {"GIT_CONFIG_COUNT": str(first + len(pairs))}
    for number, (name, value) in enumerate(pairs, start=first):
        given |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    try:
        yield
    finally:
        for name, old in before.items():
            os.environ.pop(name) if old is None else os.environ.update({name: old})
