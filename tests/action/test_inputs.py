"""Inputs as the runner hands them over."""

from __future__ import annotations

import pytest

from checker.action.inputs import InputError, Inputs, input_names, read_inputs
from tests.action.step import action


def test_action_yml_has_the_same_inputs_with_the_same_defaults() -> None:
    inputs = action()["inputs"]
    assert list(inputs) == list(input_names().values())
    given = {f"INPUT_{name.upper()}": one["default"] for name, one in inputs.items() if name != "token"}
    assert read_inputs(given) == Inputs()


def test_dashes_stay_and_lists_are_split() -> None:
    environment = {"INPUT_FAIL-ON": "warning", "INPUT_FORCE-SCHEMAS": "a.b\n c.d\n", "INPUT_SUMMARY": "False"}
    inputs = read_inputs(environment)
    assert (inputs.fail_on, inputs.force_schemas, inputs.summary) == ("warning", ("a.b", "c.d"), False)


@pytest.mark.parametrize("path", ["/etc", "../x", "a/../../b", ".git/hooks", "x/.git"])
def test_folders_lie_inside_the_workspace(path: str) -> None:
    with pytest.raises(InputError, match=r"input report-folder: must lie inside the workspace"):
        read_inputs({"INPUT_REPORT-FOLDER": path})


def test_the_token_is_never_told() -> None:
    inputs = read_inputs({"INPUT_TOKEN": "ghs_secret"})
    assert inputs.token == "ghs_secret"
    assert "ghs_secret" not in repr(inputs)


def test_an_error_shows_no_control_characters() -> None:
    with pytest.raises(InputError) as caught:
        read_inputs({"INPUT_MODE": "x\x1b[31m\n::error::y"})
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)
