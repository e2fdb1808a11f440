"""A program: rules that were checked, of which only those run that the asked-for relations need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import rustworkx as rx

from checker.names import nearest
from checker.rules.errors import RuleError
from checker.rules.safety import check_rule
from checker.rules.syntax import Atom, Rule

Arities = Mapping[str, int]
MOST_RULES = 1_000


@dataclass(frozen=True, slots=True)
class Program:
    """Rules in canonical order, over base relations of known arity."""

    rules: tuple[Rule, ...]
    base: Arities
    arities: Arities = field(default_factory=dict)
    """Of every relation, base and derived."""

    @property
    def derived(self) -> list[str]:
        """The relations that rules derive, by name."""
        return sorted({rule.head.relation for rule in self.rules})

    def needed_for(self, outputs: Iterable[str]) -> Program:
        """The part of the program that these relations need, also under NOT: lazy synthesis."""
        wanted, todo = set[str](), list(outputs)
        while todo:
            relation = todo.pop()
            if relation not in wanted:
                wanted.add(relation)
                for rule in self.rules:
                    if rule.head.relation == relation:
                        todo += (atom.relation for atom in (*rule.positive, *rule.negative))
        rules = tuple(rule for rule in self.rules if rule.head.relation in wanted)
        base = {name: arity for name, arity in self.base.items() if name in wanted}
        return Program(rules, base, {name: arity for name, arity in self.arities.items() if name in wanted})

    def following_from(self, seeds: Iterable[str]) -> list[str]:
        """The derived relations that one of these has a part in, by name."""
        given = set(seeds)
        reached = set(given)
        while (
            more := {
                rule.head.relation for rule in self.rules if any(atom.relation in reached for atom in rule.positive)
            }
            - reached
        ):
            reached |= more
        return sorted(reached - given)

    def explained(self, seeds: Iterable[str], outputs: Iterable[str]) -> list[str]:
        """The derived relations whose tuples are told of: what follows from the seeds, and all that was asked for."""
        derived = {rule.head.relation for rule in self.rules}
        return sorted({*self.following_from(seeds), *(derived & set(outputs))})

    def strata(self) -> list[list[Rule]]:
        """Rules in groups: relations that need each other together, and after all else that they need."""
        derived: dict[str, list[Rule]] = {}
        for rule in self.rules:
            derived.setdefault(rule.head.relation, []).append(rule)
        groups = ([rule for name in group for rule in derived.get(name, ())] for group in _groups(self.rules))
        return [group for group in groups if group]


def make_program(rules: Iterable[Rule], base: Arities, declared: Arities | None = None) -> Program:
    """Check rules against each other and the base relations. Raises RuleError for the first mistake.

    `declared` relations may be used even where no rule derives them: they are empty then.
    """
    ordered = tuple(sorted(_distinct(rules), key=lambda rule: rule.key))
    if len(ordered) > MOST_RULES:
        raise RuleError(
            f"there are {len(ordered):,} rules, more than the {MOST_RULES:,} that are run", ordered[-1].place
        )
    arities = dict(base) | dict(declared or {})
    for rule in ordered:
        if rule.head.relation in base:
            raise RuleError(f"{rule.head.relation} comes from the SQL and cannot be derived", rule.place, rule.label)
        arities.setdefault(rule.head.relation, len(rule.head.terms))
    for rule in ordered:
        for atom in (rule.head, *rule.positive, *rule.negative):
            _check_atom(atom, arities, rule)
        check_rule(rule)
    _check_stratified(ordered)
    return Program(ordered, dict(base), arities)


def _distinct(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Each rule once. The same rule again is no change, another one under its label is a conflict."""
    known: dict[tuple[str, str], Rule] = {}
    for rule in rules:
        other = known.setdefault(rule.key, rule)
        if other is rule:
            yield rule
        elif other != rule:
            relation, label = rule.key
            raise RuleError(
                f"the label is taken by another rule for {relation}, at {other.place}; choose another",
                rule.place,
                label,
            )


def _check_atom(atom: Atom, arities: Arities, rule: Rule) -> None:
    arity = arities.get(atom.relation)
    if arity is None:
        near = nearest(atom.relation, arities)
        hint = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(sorted(arities))}"
        raise RuleError(f"unknown relation {atom.relation}{hint}", rule.place, rule.label)
    if arity != len(atom.terms):
        raise RuleError(
            f"{atom.relation} has {arity} column{'s' * (arity != 1)}, not {len(atom.terms)}", rule.place, rule.label
        )


# Stratification ------------------------------------------------------------------------------------


def _edges(rules: Iterable[Rule]) -> dict[tuple[str, str], bool]:
    """(derived relation, relation it needs) → whether it is needed under NOT."""
    edges: dict[tuple[str, str], bool] = {}
    for rule in rules:
        for atom in rule.positive:
            edges.setdefault((rule.head.relation, atom.relation), False)
        for atom in rule.negative:
            edges[rule.head.relation, atom.relation] = True
    return edges


def _graph(rules: Iterable[Rule]) -> tuple[rx.PyDiGraph[str, bool], dict[str, int]]:
    graph: rx.PyDiGraph[str, bool] = rx.PyDiGraph()
    edges = _edges(rules)
    nodes = {name: graph.add_node(name) for name in sorted({name for edge in edges for name in edge})}
    nodes |= {
        rule.head.relation: graph.add_node(rule.head.relation) for rule in rules if rule.head.relation not in nodes
    }
    graph.add_edges_from([(nodes[head], nodes[body], negated) for (head, body), negated in sorted(edges.items())])
    return graph, nodes


def _check_stratified(rules: tuple[Rule, ...]) -> None:
    graph, nodes = _graph(rules)
    component = {node: number for number, group in enumerate(rx.strongly_connected_components(graph)) for node in group}
    for rule in rules:
        for atom in rule.negative:
            head, body = nodes[rule.head.relation], nodes[atom.relation]
            if component[head] == component[body]:
                path = " -> ".join([f"{rule.head.relation} -> NOT {atom.relation}", *_way_back(graph, body, head)])
                raise RuleError(f"negation through recursion: {path}", rule.place, rule.label)


def _way_back(graph: rx.PyDiGraph[str, bool], start: int, end: int) -> list[str]:
    """The relations after the start on a shortest way to the end."""
    if start == end:
        return []
    return [graph[node] for node in rx.dijkstra_shortest_paths(graph, start, end)[end]][1:]


def _groups(rules: tuple[Rule, ...]) -> list[list[str]]:
    """Relations that need each other, each group after those that it needs, otherwise by name."""
    graph, _ = _graph(rules)
    groups = [sorted(graph[node] for node in group) for group in rx.strongly_connected_components(graph)]
    group_of = {name: number for number, group in enumerate(groups) for name in group}
    order: rx.PyDiGraph[list[str], None] = rx.PyDiGraph()
    order.add_nodes_from(groups)
    between = sorted({(group_of[body], group_of[head]) for head, body in _edges(rules)})
    order.add_edges_from_no_data([edge for edge in between if edge[0] != edge[1]])
    return list(rx.lexicographical_topological_sort(order, key=lambda group: group[0]))
