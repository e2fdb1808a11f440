"""Random queries over three tables r, s and t with the columns a and b; every query gives two columns a and b.

Whatever picks rows sorts them first, so that a query's answer depends on its tables alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from hypothesis import strategies as st

TABLES = ("r", "s", "t")
Item = TypeVar("Item")
_POSTGRES_JOINS = (*("JOIN",) * 5, "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "CROSS JOIN", "NATURAL JOIN", "LATERAL")
_CLICKHOUSE_JOINS = (
    *("JOIN",) * 6, "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "CROSS JOIN", "ANY LEFT JOIN", "ANY INNER JOIN",
    "LEFT SEMI JOIN", "RIGHT SEMI JOIN", "LEFT ANTI JOIN", "RIGHT ANTI JOIN", "ASOF JOIN", "ARRAY JOIN",
)  # fmt: skip
_SET_OPERATIONS = {
    "postgres": ("UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"),
    "clickhouse": ("UNION DISTINCT", "UNION ALL", "INTERSECT DISTINCT", "EXCEPT DISTINCT"),
}
_FORMS = {
    "postgres": (*("plain",) * 18, "distinct", "group", "aggregate", "having", "window", "distinct on", "limit"),
    "clickhouse": (*("plain",) * 18, "distinct", "group", "aggregate", "having", "window", "limit by", "limit"),
}  # fmt: skip


@dataclass
class Writer:
    """Writes one query by the choices it is given; where they run out, it takes the first of all options."""

    dialect: str
    choices: Iterator[int]
    names: int = 0

    def pick(self, items: Sequence[Item]) -> Item:
        return items[next(self.choices, 0) % len(items)]

    def name(self) -> str:
        self.names += 1
        return f"x{self.names}"

    @property
    def correlates(self) -> bool:
        return self.dialect == "postgres"

    def query(self, depth: int, ctes: tuple[str, ...] = (), outer: tuple[str, ...] = ()) -> str:
        form = self.pick(("select", "select", "select", "set", "with", "recursive")) if depth else "select"
        if form == "set":
            parts = [self.select(depth - 1, ctes, outer), self.query(depth - 1, ctes, outer)]
            if self.pick((False, True)):
                parts = [f"({part})" for part in parts]
            else:
                parts[1] = self.select(depth - 1, ctes, outer)
                parts.append(self.select(depth - 1, ctes, outer))
            text = parts[0]
            for part in parts[1:]:
                text += f" {self.pick(_SET_OPERATIONS[self.dialect])} {part}"
            return text
        if form == "with":
            name = self.pick((*TABLES, self.name()))
            body = self.query(depth - 1, ctes, outer)
            return f"WITH {name} AS ({body}) {self.select(depth - 1, (*ctes, name), outer)}"
        if form == "recursive" and self.correlates:
            name = self.name()
            base, table = self.query(depth - 1, ctes), self.pick(TABLES)
            more = self.condition(1, ctes, (name, "e"))
            step = f"SELECT {name}.a, e.b FROM {name} JOIN {table} e ON {name}.b = e.a AND {more}"
            return f"WITH RECURSIVE {name} AS (({base}) UNION ({step})) {self.select(depth - 1, (*ctes, name), outer)}"
        return self.select(depth, ctes, outer)

    def select(self, depth: int, ctes: tuple[str, ...], outer: tuple[str, ...]) -> str:
        source, seen = self.sources(depth, ctes, outer)
        form = self.pick(_FORMS[self.dialect])
        where = f" WHERE {self.condition(depth, ctes, (*seen, *outer))}" if self.pick((True, True, False)) else ""
        if where and self.dialect == "clickhouse" and len(seen) == 1 and source.split()[0] in TABLES:
            where = self.pick((where, where.replace(" WHERE", " PREWHERE", 1)))
        rest = f" FROM {source}{where}"
        column = self.pick(seen)
        a, b = self.value(depth, ctes, seen, outer), self.value(0, ctes, seen, outer)
        if form == "distinct":
            return f"SELECT DISTINCT {a} AS a, {b} AS b{rest}"
        if form == "group":
            return f"SELECT {column}.a AS a, {column}.b AS b{rest} GROUP BY {column}.a, {column}.b"
        if form == "aggregate":
            function = self.pick(("count(*)", f"max({column}.b)", f"sum({column}.b)"))
            return f"SELECT {column}.a AS a, {function} AS b{rest} GROUP BY {column}.a"
        if form == "having":
            group = f"GROUP BY {column}.a, {column}.b HAVING {self.pick((f'{column}.a > 0', 'count(*) < 2'))}"
            return f"SELECT {column}.a AS a, {column}.b AS b{rest} {group}"
        if form == "window":
            return f"SELECT {column}.a AS a, count(*) OVER (PARTITION BY {column}.a) AS b{rest}"
        if form == "distinct on":
            return f"SELECT DISTINCT ON ({column}.a) {column}.a AS a, {column}.b AS b{rest} ORDER BY 1, 2"
        if form == "limit":
            return f"(SELECT {column}.a AS a, {column}.b AS b{rest} ORDER BY 1, 2 {self.pick(('LIMIT 1', 'OFFSET 1'))})"
        if form == "limit by":
            return f"(SELECT {column}.a AS a, {column}.b AS b{rest} ORDER BY 1, 2 LIMIT 1 BY {column}.a)"
        return f"SELECT {a} AS a, {b} AS b{rest}"

    def source(self, depth: int, ctes: tuple[str, ...], outer: tuple[str, ...]) -> tuple[str, str]:
        name = self.name()
        if depth and self.pick((False, False, True)):
            return f"({self.query(depth - 1, ctes, outer)}) AS {name}", name
        table = self.pick((*TABLES, *ctes, *ctes))
        final = " FINAL" if self.dialect == "clickhouse" and table not in ctes and self.pick((0, 0, 0, 1)) else ""
        return f"{table} AS {name}{final}", name

    def sources(self, depth: int, ctes: tuple[str, ...], outer: tuple[str, ...]) -> tuple[str, list[str]]:
        text, first = self.source(depth, ctes, ())
        seen = [first]
        for _ in range(self.pick((0, 0, 0, 1, 1, 2))):
            join = self.pick(_POSTGRES_JOINS if self.correlates else _CLICKHOUSE_JOINS)
            if join == "ARRAY JOIN":
                text += f" {join} [1, 2] AS {self.name()}"
                continue
            if join == "LATERAL":
                kind = self.pick(("CROSS JOIN", "LEFT JOIN"))
                name = self.name()
                body = self.query(max(depth - 1, 0), ctes, (*seen, *outer))
                text += f" {kind} LATERAL ({body}) AS {name}{' ON true' if kind == 'LEFT JOIN' else ''}"
                seen.append(name)
                continue
            right, name = self.source(max(depth - 1, 0), ctes, ())
            on = "" if join.startswith(("CROSS", "NATURAL")) else f" ON {self.on(join, depth, ctes, seen, name)}"
            if self.correlates and join != "NATURAL JOIN" and self.pick((0, 0, 1)):
                inner, other = self.source(0, ctes, ())
                right = f"({right} {self.pick(('LEFT JOIN', 'JOIN', 'FULL JOIN'))} {inner} ON {name}.a = {other}.a)"
            text += f" {join} {right}{on}"
            seen = seen if "LEFT SEMI" in join and self.pick((True, False)) else [*seen, name]
        return text, seen

    def on(self, join: str, depth: int, ctes: tuple[str, ...], seen: list[str], name: str) -> str:
        left = self.pick(seen)
        if join == "ASOF JOIN":
            return f"{left}.a = {name}.a AND {left}.b >= {name}.b"
        equal = f"{left}.a = {name}.a"
        if not self.correlates or join == "FULL JOIN" or self.pick((True, True, False)):
            return equal
        return f"{equal} AND {self.condition(depth, ctes, (*seen, name))}"

    def column(self, seen: Sequence[str]) -> str:
        return f"{self.pick(seen)}.{self.pick('ab')}"

    def value(self, depth: int, ctes: tuple[str, ...], seen: Sequence[str], outer: tuple[str, ...]) -> str:
        forms = ["column"] * 9 + ["plus", "coalesce", "case", "literal"]
        if depth > 1:
            forms += ["scalar", "exists"] + (["outer aggregate"] if self.correlates else [])
        form = self.pick(forms)
        column = self.column(seen)
        if form == "plus":
            return f"{column} + 1"
        if form == "coalesce":
            return f"coalesce({column}, 0)"
        if form == "case":
            return f"CASE WHEN {column} > 1 THEN 1 ELSE {column} END"
        if form == "literal":
            return "1"
        if form == "outer aggregate":
            return f"(SELECT max({column}))"
        if form in ("scalar", "exists"):
            correlated = (*seen, *outer) if self.correlates else ()
            name, body = self.name(), self.query(depth - 1, ctes, correlated)
            if form == "scalar":
                return f"(SELECT {self.pick(('max', 'min'))}({name}.a) FROM ({body}) AS {name})"
            return f"CASE WHEN EXISTS (SELECT 1 FROM ({body}) AS {name}) THEN 1 ELSE 0 END"
        return column

    def condition(self, depth: int, ctes: tuple[str, ...], seen: Sequence[str]) -> str:
        forms = ["compare", "compare", "null"]
        if depth:
            forms += ["and", "or", "not", "not", "exists", "exists", "exists", "in", "in", "in", "scalar", "is"]
            forms += ["any", "all"] if self.correlates else ["any", "all", "table", "table"]
        form = self.pick(forms)
        column = self.column(seen)
        if form == "compare":
            return f"{column} {self.pick(('<', '=', '<>', '>='))} {self.pick((self.column(seen), '1', '2'))}"
        if form == "null":
            return f"{column} IS {self.pick(('', 'NOT '))}NULL"
        if form in ("and", "or"):
            left, right = self.condition(depth - 1, ctes, seen), self.condition(depth - 1, ctes, seen)
            return f"({left} {form.upper()} {right})"
        if form == "not":
            return f"NOT ({self.condition(depth, ctes, seen)})"
        if form == "is":
            return f"({self.condition(depth - 1, ctes, seen)}) IS NOT {self.pick(('TRUE', 'FALSE', 'NULL'))}"
        if form == "table":
            name = self.pick(TABLES)
            row = f"({column}, {self.column(seen)})"
            if self.pick((False, True)):
                return f"{self.pick(('notIn', 'globalIn', 'globalNotIn', 'nullIn'))}({row}, {name})"
            return f"{row} {self.pick(('IN', 'NOT IN', 'GLOBAL NOT IN'))} {self.pick((name, f'({name})'))}"
        return self.membership(form, column, depth, ctes, seen)

    def membership(self, form: str, column: str, depth: int, ctes: tuple[str, ...], seen: Sequence[str]) -> str:
        name, body = self.name(), self.query(depth - 1, ctes, tuple(seen) if self.correlates else ())
        if form == "exists":
            link = f" WHERE {name}.a = {column}" if self.correlates and self.pick((True, False)) else ""
            return f"{self.pick(('', 'NOT '))}EXISTS (SELECT 1 FROM ({body}) AS {name}{link})"
        one = f"(SELECT {name}.a FROM ({body}) AS {name})"
        if form == "in":
            return f"{column} {self.pick(('IN', 'NOT IN'))} {one}"
        if form in ("any", "all"):
            return self.quantified(form.upper(), column, one)
        return f"{column} {self.pick(('=', '<>', '>'))} (SELECT count(*) FROM ({body}) AS {name})"

    def quantified(self, quantifier: str, column: str, one: str) -> str:
        """Texts of one digit are regular expressions and patterns, too, which ClickHouse does not compare so."""
        patterns = ("~", "!~", "!~*", "LIKE", "NOT LIKE", "!~~*") if self.correlates else (">",)
        operator = self.pick(("=", "<>", "<", *patterns))
        if operator not in ("=", "<>", "<", ">"):
            column, one = f"{column}::text", one.replace(".a FROM", ".a::text FROM", 1)
        return f"{self.pick(('', '', 'NOT '))}{column} {operator} {quantifier} {one}"


def queries(dialect: str, *, most_choices: int = 60) -> st.SearchStrategy[str]:
    """Bytes make the choices: they are quick to draw, and zeros make the simplest query."""
    choices = st.binary(min_size=most_choices, max_size=most_choices)
    return st.builds(lambda text: Writer(dialect, iter(text[1:])).query(1 + (text[0] % 4 == 3)), choices)
