"""What the way to the JVM writes by itself where Ctrl-C ends a call."""

from __future__ import annotations

import logging

import pytest
from py4j.java_gateway import GatewayClient

from checker.spark.session import silence_py4j


class _Interrupted:
    socket = None

    def send_command(self, command: str) -> str:
        raise KeyboardInterrupt


def test_an_interrupted_call_to_the_jvm_leaves_no_trace_on_stderr(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    silence_py4j()
    client = GatewayClient()
    monkeypatch.setattr(client, "_get_connection", _Interrupted)
    with pytest.raises(KeyboardInterrupt):
        client.send_command("x")
    logging.getLogger("py4j.clientserver").error("Exception occurred while shutting down connection")
    logging.getLogger().error("ours")
    assert [record.getMessage() for record in caplog.records] == ["ours"]
