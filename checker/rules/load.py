"""Find rule sets: built in by name, or a team's own by file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from checker.errors import ConfigurationError
from checker.facts.relations import ARITIES
from checker.names import nearest
from checker.repo.disk import Changed, Disk, NotFollowed, NotThere, leaves
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


def load_program(rules: str, extra: Sequence[str], folder: Path, asked: Path | None = None) -> Program:
    """The rule set of that name or file with the team's own rules, checked, as far as the outputs need it.

    `asked` is a file that the user names in place of the rule set; it may lie anywhere.
    """
    chosen = _read_file(asked.parent, asked.name) if asked else _read(rules, folder)
    own = _read_built_in("prelude") + chosen
    known = {rule.head.relation for rule in own}
    added: tuple[Rule, ...] = ()
    for name in extra:
        more = _read_file(folder, name)
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
        return _read_file(folder, name)
    near = nearest(name, BUILT_IN) or list(BUILT_IN)
    raise ConfigurationError(f"unknown rule set {name!r}", hint=f"did you mean {' or '.join(near)}, or a .dl file?")


def _read_built_in(name: str) -> tuple[Rule, ...]:
    return parse_rules((files("checker") / "rules" / f"{name}.dl").read_text("utf-8"), f"{name}.dl")


def _read_file(folder: Path, name: str) -> tuple[Rule, ...]:
    """Rules from a file; what a configuration names must lie in its folder, as it may come from a pull request."""
    if leaves(name):
        raise ConfigurationError(f"the rules {name!r} must lie in {str(folder)!r}")
    try:
        with Disk(folder, "sha1") as disk:
            data = disk.read(name, MOST_RULE_BYTES).data
    except (NotThere, FileNotFoundError) as error:
        raise ConfigurationError(f"there are no rules {name!r} in {str(folder)!r}") from error
    except (NotFollowed, Changed, OSError) as error:
        raise ConfigurationError(f"the rules {name!r} cannot be read: {error}") from error
    if data is None:
        raise ConfigurationError(f"the rules {name!r} are larger than {MOST_RULE_BYTES:,} bytes; rules are short")
    try:
        return parse_rules(data.decode("utf-8"), name)
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"the rules {name!r} are not UTF-8") from error
