"""How the runner reads what a step prints and writes, told again from its behaviour and apart from our own code."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_DATA = (("%0D", "\r"), ("%0A", "\n"), ("%25", "%"))
_PROPERTY = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))
KNOWN = frozenset(
    {"error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "stop-commands", "set-output"}
)


@dataclass(frozen=True)
class Command:
    name: str
    properties: dict[str, str] = field(default_factory=dict)
    data: str = ""


def read_commands(stdout: str) -> list[Command]:
    """All commands in what a step printed, in the new notation and in the old one, which may stand anywhere."""
    found: list[Command] = []
    stop_word = ""
    for line in re.split(r"\r\n|\r|\n", stdout):
        command = _read_new(line, KNOWN | {stop_word}) or _read_old(line)
        if command is None:
            continue
        if stop_word:
            stop_word = "" if command.name == stop_word else stop_word
        elif command.name == "stop-commands":
            stop_word = command.data
        else:
            found.append(command)
    return found


def _read_new(line: str, known: frozenset[str]) -> Command | None:
    line = line.lstrip()
    end = line.find("::", 2)
    if not line.startswith("::") or end < 0:
        return None
    name, _, rest = line[2:end].partition(" ")
    if name not in known or not name:
        return None
    properties = {}
    for pair in filter(None, rest.strip().split(",")):
        key, _, value = pair.lstrip("=").partition("=")
        if key and value.lstrip("="):
            properties[key] = _replaced(value.lstrip("="), _PROPERTY)
    return Command(name, properties, _replaced(line[end + 2 :], _DATA))


def _read_old(line: str) -> Command | None:
    found = re.search(r"##\[([^\]]*)\](.*)", line)
    if not found or found[1].partition(" ")[0] not in KNOWN:
        return None
    return Command(found[1].partition(" ")[0], {}, found[2])


def _replaced(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for escaped, plain in pairs:
        text = text.replace(escaped, plain)
    return text


def read_outputs(text: str) -> dict[str, str]:
    """The key-value file of a step: `name=value`, or `name<<word`, lines, `word`."""
    outputs: dict[str, str] = {}
    lines = text.split("\n")
    position = 0
    while position < len(lines):
        line = lines[position]
        position += 1
        if not line:
            continue
        equals, heredoc = line.find("="), line.find("<<")
        if equals >= 0 and (heredoc < 0 or equals < heredoc):
            outputs[line[:equals]] = line[equals + 1 :]
        elif heredoc > 0 and line[heredoc + 2 :]:
            end = lines.index(line[heredoc + 2 :], position)
            outputs[line[:heredoc]] = "\n".join(lines[position:end])
            position = end + 1
        else:
            raise ValueError(f"Invalid format {line!r}")
    return outputs
