"""Find rule sets: built in by name, or a team's own by file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from checker.errors import ConfigurationError
from checker.facts.relations import ARITIES
from checker.names import nearest
from checker.rules.errors import RuleError
from checker.rules.parser import parse_rules
from checker.rules.program import Program, make_program
from checker.rules.syntax import Constant, Rule

SEVERITIES = ("error", "warning", "note")
BUILT_IN = ("changeset-v2", "changeset-v1", "dependents")
OUTPUTS = {"DirtyStmt": 1, "DirtyCluster": 1, "DirtySchema": 2, "Finding": 4}
"""What is asked of every rule set; a Finding is (code, severity, object, message)."""
MOST_RULE_BYTES = 1_000_000
_CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def load_program(rules: str, extra: Sequence[str], folder: Path) -> Program:
    """The rule set of that name or file with the team's own rules, checked, as far as the outputs need it."""
    own = _read_built_in("prelude") + _read(rules, folder)
    known = {rule.head.relation for rule in own}
    added: tuple[Rule, ...] = ()
    for name in extra:
        more = _read_file(folder / name)
        for rule in more:
            if rule.head.relation in known:
                message = f"extra rules may not derive {rule.head.relation}, for the rule set does"
                raise RuleError(f"{message}; derive Finding or a new relation", rule.place, rule.label)
        added += more
    program = make_program((*own, *added), ARITIES, OUTPUTS)
    for rule in program.rules:
        if rule.head.relation == "Finding":
            _check_finding(rule)
    return program.needed_for(OUTPUTS)


def _check_finding(rule: Rule) -> None:
    """Code and severity are known before the rule runs, so a mistake in them is, too."""
    code, severity = (term.value if isinstance(term, Constant) else None for term in rule.head.terms[:2])
    if not isinstance(code, str) or not _CODE.fullmatch(code):
        raise RuleError('a Finding\'s code is a constant such as "shared-cluster"', rule.place, rule.label)
    if severity not in SEVERITIES:
        raise RuleError(f"a Finding's severity is one of {', '.join(SEVERITIES)}", rule.place, rule.label)


def _read(name: str, folder: Path) -> tuple[Rule, ...]:
    if name in BUILT_IN:
        return _read_built_in(name)
    if name.endswith(".dl"):
        return _read_file(folder / name)
    near = nearest(name, BUILT_IN) or list(BUILT_IN)
    raise ConfigurationError(f"unknown rule set {name!r}", hint=f"did you mean {' or '.join(near)}, or a .dl file?")


def _read_built_in(name: str) -> tuple[Rule, ...]:
    return parse_rules((files("checker") / "rules" / f"{name}.dl").read_text("utf-8"), f"{name}.dl")


def _read_file(path: Path) -> tuple[Rule, ...]:
    try:
        if path.stat().st_size > MOST_RULE_BYTES:
            raise ConfigurationError(f"{path} is larger than {MOST_RULE_BYTES:,} bytes; rules are short")
        return parse_rules(path.read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ConfigurationError(f"the rules in {path} cannot be read: {reason}") from error
