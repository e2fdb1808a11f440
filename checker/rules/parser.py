"""Text of a `.dl` file → rules.

A rule is `label: Head(X) :- Body(X, Y), NOT Other(Y), X != Y`, with an optional full stop. Variables start with
a capital letter, `_` is any value, constants are numbers or stand in double quotes, comments start with `#` or `//`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from checker.rules.errors import RuleError
from checker.rules.syntax import Atom, Comparison, Constant, Operator, Place, Rule, Term, Variable, Wildcard

_TOKEN = re.compile(
    r"""
      (?P<space>[\s]+|\#[^\n]*|//[^\n]*)
    | (?P<string>"(?:[^"\\\n]|\\.)*")
    | (?P<number>-?[0-9]+(?![\w]))
    | (?P<name>[A-Za-z][A-Za-z0-9_-]*|_)
    | (?P<sign>:-|!=|<=|>=|[=<>(),.:!])
    """,
    re.VERBOSE,
)
_OPERATORS = frozenset({"=", "!=", "<", "<=", ">", ">="})
_END = "the end of the file"
_MOST_DIGITS = 18
MOST_COLUMNS = 16
MOST_CONDITIONS = 50
_MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int

    def __str__(self) -> str:
        """For messages: what it holds may be long, or move a terminal's cursor."""
        return repr(self.text if len(self.text) <= _MOST_SHOWN else f"{self.text[:_MOST_SHOWN]}…")


def parse_rules(text: str, file: str) -> tuple[Rule, ...]:
    """Every rule of a file, in the order of the text. Raises RuleError.

    >>> [str(rule) for rule in parse_rules("changed: Dirty(O) :- Changed(O, _), O != 'x'".replace("'", '"'), "a.dl")]
    ['changed: Dirty(O) :- Changed(O, _), O != "x"']
    """
    return tuple(_Parser(list(_tokens(text, file)), file).rules())


def _tokens(text: str, file: str) -> Iterator[_Token]:
    at, line = 0, 1
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            what = "a string that is not closed on its line" if text[at] == '"' else repr(text[at])
            raise RuleError(f"{what} is not part of the notation", Place(file, line))
        kind = match.lastgroup or ""
        if kind != "space":
            yield _Token(kind, match[0], line)
        line += match[0].count("\n")
        at = match.end()
    yield _Token("end", _END, line)


class _Parser:
    def __init__(self, tokens: list[_Token], file: str) -> None:
        self._tokens = tokens
        self._file = file
        self._at = 0
        self._rule = ""

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def rules(self) -> Iterator[Rule]:
        while self._next.kind != "end":
            yield self._parse_rule()

    def _parse_rule(self) -> Rule:
        place = Place(self._file, self._next.line)
        self._rule = ""
        label = self._expect("name", "a rule's label").text
        if self._next.text == "(":
            raise self._error(f"a rule starts with a label, as in `my-rule: {label[:_MOST_SHOWN]}(…) :- …`")
        if len(label) > _MOST_SHOWN:
            raise self._error(f"a label has at most {_MOST_SHOWN} characters")
        self._rule = label
        self._sign(":")
        head = self._atom()
        body: list[tuple[Atom, bool] | Comparison] = []
        if self._accept(":-"):
            body.append(self._literal())
            while self._accept(","):
                if len(body) == MOST_CONDITIONS:
                    raise self._error(f"a rule has at most {MOST_CONDITIONS} conditions")
                body.append(self._literal())
        self._accept(".")
        return Rule(
            label,
            head,
            tuple(one[0] for one in body if isinstance(one, tuple) and one[1]),
            tuple(one[0] for one in body if isinstance(one, tuple) and not one[1]),
            tuple(one for one in body if isinstance(one, Comparison)),
            place,
        )

    def _literal(self) -> tuple[Atom, bool] | Comparison:
        if self._accept("!") or self._accept_not():
            return self._atom(), False
        if self._next.kind == "name" and self._tokens[self._at + 1].text == "(":
            return self._atom(), True
        left = self._operand()
        operator = self._next
        if operator.text not in _OPERATORS:
            raise self._error(f"a comparison or a relation is expected, not {operator}")
        self._at += 1
        return Comparison(left, cast(Operator, operator.text), self._operand())

    def _accept_not(self) -> bool:
        if self._next.kind == "name" and self._next.text.upper() == "NOT" and self._tokens[self._at + 1].kind == "name":
            self._at += 1
            return True
        return False

    def _atom(self) -> Atom:
        relation = self._expect("name", "a relation").text
        if len(relation) > _MOST_SHOWN:
            raise self._error(f"a relation's name has at most {_MOST_SHOWN} characters")
        self._sign("(")
        terms = [self._term()]
        while self._accept(","):
            if len(terms) == MOST_COLUMNS:
                raise self._error(f"a relation has at most {MOST_COLUMNS} columns")
            terms.append(self._term())
        self._sign(")")
        return Atom(relation, tuple(terms))

    def _term(self) -> Term:
        if self._next.text == "_":
            self._at += 1
            return Wildcard()
        return self._operand()

    def _operand(self) -> Variable | Constant:
        token = self._next
        self._at += 1
        if token.kind == "string":
            return Constant(self._unquoted(token))
        if token.kind == "number" and len(token.text) <= _MOST_DIGITS:
            return Constant(int(token.text))
        if token.kind == "name" and token.text[0].isupper():
            return Variable(token.text)
        self._at -= 1
        if token.kind == "name" and token.text != "_":
            raise self._error(f"{token} is neither a variable (a capital letter first) nor quoted")
        if token.kind == "number":
            raise self._error(f"a number has at most {_MOST_DIGITS} digits")
        raise self._error(f"a variable or a constant is expected, not {token}")

    def _unquoted(self, token: _Token) -> str:
        try:
            text = str(json.loads(token.text))
        except ValueError as error:
            raise self._error(f"the string {token} has an escape that JSON does not know") from error
        if "\0" in text or not text.isprintable():
            raise self._error(f"the string {token} holds a character that no name has")
        return text

    def _accept(self, sign: str) -> bool:
        if self._next.kind == "sign" and self._next.text == sign:
            self._at += 1
            return True
        return False

    def _sign(self, sign: str) -> None:
        if not self._accept(sign):
            raise self._error(f"{sign!r} is expected, not {self._next}")

    def _expect(self, kind: str, what: str) -> _Token:
        token = self._next
        if token.kind != kind or token.text == "_":
            raise self._error(f"{what} is expected, not {token}")
        self._at += 1
        return token

    def _error(self, message: str) -> RuleError:
        return RuleError(message, Place(self._file, self._next.line), self._rule)
