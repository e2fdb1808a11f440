r"""psql's variables: what `\set`, `\unset` and `\if` make of them while a file is read."""

from __future__ import annotations

import re
from collections.abc import Mapping

MOST_TEXT = 1 << 24
"""Characters that the variables of one file may grow to, where a value is built of other values."""

_COMMAND = re.compile(r"\s*\\(?P<command>set|unset|if|endif)(?=\s|$)\s*(?P<name>[^\s\\]*)(?P<rest>.*)", re.DOTALL)
_ARGUMENT = re.compile(
    r"""
      '(?P<quoted>(?:[^'\\]|''|\\.)*)'
    | (?P<variable>:(?:\w+|'\w+'|"\w+"))
    | (?P<named>"[^"]*")
    | (?P<space>\s+)
    | (?P<plain>[^\s'"`\\:]+|:)
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"''|\\([0-7]{1,3}|x[0-9A-Fa-f]{1,2}|.)", re.DOTALL)
_CONTROL = {"n": "\n", "t": "\t", "b": "\b", "r": "\r", "f": "\f"}


class Variables:
    """The values at some place of a file: those given to psql, and what the file sets itself."""

    def __init__(self, given: Mapping[str, str], uses: int) -> None:
        self._values = dict(given)
        self._longest = MOST_TEXT // max(uses, 1)
        self._depth = 0

    def expand(self, reference: str) -> str | None:
        """The text that `:name`, `:'name'` or `:"name"` stands for."""
        quote = reference[1] if reference[1] in "'\"" else ""
        value = self._values.get(reference[1:].strip("'\""))
        if value is None:
            return None
        return quote + value.replace(quote, quote * 2) + quote if quote else value

    def run(self, line: str) -> bool:
        r"""Run a command of psql; whether its own text must count, for what it does is not known.

        Which side of an `\if` is taken is not known, so there a variable is set only where it has no value.
        """
        found = _COMMAND.match(line)
        if found is None:
            return False
        command, name = found["command"], found["name"]
        if command in ("if", "endif"):
            self._depth = max(self._depth + (1 if command == "if" else -1), 0)
            return False
        if not name:
            return False
        if command == "unset":
            if not self._depth:
                self._values.pop(name, None)
            return self._depth > 0
        value = self._value(found["rest"])
        if value is None or len(value) > self._longest:
            return True
        if self._depth:
            self._values.setdefault(name, value)
        else:
            self._values[name] = value
        return self._depth > 0

    def _value(self, text: str) -> str | None:
        r"""All words without what parts them, or nothing for `command` in back quotes and the like."""
        pieces: list[str] = []
        at = 0
        while at < len(text) and text[at] != "\\":  # another command may follow on the line
            found = _ARGUMENT.match(text, at)
            if found is None:
                return None
            at = found.end()
            if found["quoted"] is not None:
                pieces.append(_ESCAPE.sub(_unescaped, found["quoted"]))
            elif found["variable"]:
                value = self.expand(found["variable"])
                pieces.append(found["variable"] if value is None else value)
            else:
                pieces.append(found["named"] or found["plain"] or "")
        return "".join(pieces)


def _unescaped(escape: re.Match[str]) -> str:
    code = escape[1]
    if code is None:
        return "'"
    if code[0] in "01234567":
        return chr(int(code, 8) & 0xFF)
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return _CONTROL.get(code, code)
