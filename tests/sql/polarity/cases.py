"""Queries and the polarity of each read: the table of DESIGN row by row, and what is known to go wrong elsewhere.

A case: its queries (one per line), `=>`, and the reads with their operators; `+` is monotone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Case(NamedTuple):
    dialect: str
    query: str
    expected: dict[str, str]


EVERYWHERE = """
SELECT x FROM a => a +
SELECT x FROM a WHERE y > 1 => a +
SELECT lower(x), coalesce(y, 0), CAST(z AS text) FROM a => a +
SELECT a.x FROM a JOIN b ON a.x = b.x => a + · b +
SELECT a.x FROM a, b => a + · b +
SELECT a.x FROM a CROSS JOIN b => a + · b +
SELECT x FROM a UNION ALL SELECT x FROM b => a + · b +
SELECT DISTINCT x FROM a => a +
SELECT x FROM a GROUP BY x => a +
SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b) => a + · b +
SELECT x FROM a WHERE x IN (SELECT x FROM b) => a + · b +
SELECT x FROM a WHERE y = 1 OR (x IN (SELECT x FROM b) AND EXISTS (SELECT 1 FROM c)) => a + · b + · c +
SELECT a.x FROM a LEFT JOIN b ON a.x = b.x => a + · b left join
SELECT a.x FROM a LEFT OUTER JOIN b USING (x) => a + · b left join
SELECT a.x FROM a RIGHT JOIN b ON a.x = b.x => a right join · b +
SELECT a.x FROM a FULL JOIN b ON a.x = b.x => a full join · b full join
SELECT a.x FROM a JOIN b ON a.x = b.x FULL JOIN c ON b.x = c.x => a full join · b full join · c full join
SELECT a.x FROM a LEFT JOIN b ON a.x = b.x JOIN c ON a.x = c.x => a + · b left join · c +
SELECT a.x FROM a LEFT JOIN b ON a.x = b.x RIGHT JOIN c ON a.x = c.x => a right join · b right join · c +
SELECT a.x FROM a JOIN (SELECT b.x FROM b LEFT JOIN c ON b.x = c.x) AS d ON a.x = d.x => a + · b + · c left join
SELECT a.x FROM a LEFT JOIN (SELECT x FROM b) AS d ON a.x = d.x => a + · b left join
SELECT x FROM a WHERE NOT EXISTS (SELECT 1 FROM b) => a + · b not exists
SELECT x FROM a WHERE x NOT IN (SELECT x FROM b) => a + · b not in
SELECT x FROM a WHERE NOT (y = 1 AND EXISTS (SELECT 1 FROM b)) => a + · b not exists
SELECT x FROM a WHERE NOT (y = 1 OR NOT EXISTS (SELECT 1 FROM b)) => a + · b +
SELECT x FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE NOT EXISTS (SELECT 1 FROM c)) => a + · b not exists · c +
SELECT x FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE NOT EXISTS (SELECT count(*) FROM c)) => a + · b not exists · c aggregate
SELECT x FROM a WHERE NOT EXISTS (SELECT count(*) FROM b) => a + · b not exists
SELECT count(*) FROM a => a aggregate
SELECT x, sum(y) FROM a JOIN b USING (x) GROUP BY x => a aggregate · b aggregate
SELECT x FROM a GROUP BY x HAVING count(*) > 0 => a aggregate
SELECT x FROM a GROUP BY x HAVING x > 0 => a having
SELECT x FROM a ORDER BY x => a +
SELECT 1 FROM a ORDER BY count(*) => a aggregate
SELECT max(x) FROM (SELECT x FROM b JOIN c USING (x)) AS d => b aggregate · c aggregate
SELECT x, row_number() OVER (ORDER BY y) FROM a => a window
SELECT x, sum(y) OVER (PARTITION BY x) FROM a JOIN b USING (x) => a window · b window
SELECT x FROM a ORDER BY x LIMIT 10 => a limit
SELECT x FROM a ORDER BY x OFFSET 10 => a limit
SELECT x, (SELECT y FROM b) FROM a => a + · b scalar subquery
SELECT x, (SELECT max(y) FROM b) FROM a => a + · b scalar subquery
SELECT x FROM a WHERE x > (SELECT y FROM b) => a + · b scalar subquery
SELECT x FROM a WHERE (SELECT count(*) FROM b) > 0 => a + · b scalar subquery
SELECT CASE WHEN EXISTS (SELECT 1 FROM b) THEN 1 ELSE 0 END FROM a => a + · b scalar subquery
SELECT x FROM a WHERE CASE WHEN x IN (SELECT x FROM b) THEN 1 ELSE 0 END = 1 => a + · b scalar subquery
SELECT x IN (SELECT x FROM b) FROM a => a + · b scalar subquery
SELECT coalesce((SELECT y FROM b), 0) FROM a => a + · b scalar subquery
SELECT my_function(x) FROM a JOIN b USING (x) => a unknown function · b unknown function
SELECT x FROM a WHERE my_function(x) > 1 => a +
WITH d AS (SELECT x FROM a) SELECT x FROM d => a +
WITH d AS (SELECT count(*) AS n FROM a) SELECT n FROM d, b => a aggregate · b +
WITH d AS (SELECT x FROM a) SELECT x FROM b WHERE x NOT IN (SELECT x FROM d) => a not in · b +
WITH d AS (SELECT x FROM a) SELECT x FROM d WHERE NOT EXISTS (SELECT 1 FROM d) => a not exists
WITH d AS (SELECT x FROM a), e AS (SELECT x FROM d) SELECT count(*) FROM e => a aggregate
WITH d AS (SELECT x FROM a WHERE x NOT IN (SELECT x FROM b)) SELECT x FROM c WHERE x NOT IN (SELECT x FROM d) => a not in · b + · c +
WITH a AS (SELECT x FROM a) SELECT x FROM a WHERE x NOT IN (SELECT x FROM b) => a + · b not in
WITH d AS (SELECT x FROM a) SELECT x FROM (WITH d AS (SELECT count(*) AS x FROM b) SELECT x FROM d) AS e, d => a + · b aggregate
WITH RECURSIVE d AS (SELECT x FROM a UNION ALL SELECT b.y FROM d JOIN b ON b.x = d.x) SELECT x FROM d => a + · b +
WITH RECURSIVE d AS (SELECT x FROM a UNION ALL SELECT d.x FROM d LEFT JOIN b ON b.x = d.x) SELECT x FROM d => a + · b left join
WITH RECURSIVE d AS (SELECT x FROM a UNION ALL SELECT x FROM d) SELECT count(*) FROM d => a aggregate
SELECT x FROM a WHERE x IN (SELECT x FROM a LIMIT 1) => a limit
SELECT x FROM (SELECT x FROM a WHERE NOT EXISTS (SELECT 1 FROM b)) AS d => a + · b not exists
"""  # noqa: E501

POSTGRES = """
SELECT x FROM a UNION ALL SELECT x FROM b ORDER BY x LIMIT 10 => a limit · b limit
SELECT x FROM a UNION SELECT x FROM b => a + · b +
SELECT x FROM a INTERSECT SELECT x FROM b => a + · b +
SELECT x FROM a INTERSECT ALL SELECT x FROM b => a + · b +
SELECT x FROM a EXCEPT SELECT x FROM b => a + · b except
SELECT x FROM a EXCEPT ALL SELECT x FROM b => a + · b except
SELECT x FROM a EXCEPT SELECT x FROM b INTERSECT SELECT x FROM c => a + · b except · c except
SELECT x FROM a EXCEPT (SELECT x FROM b EXCEPT SELECT x FROM c) => a + · b except · c +
SELECT x FROM a NATURAL JOIN b => a + · b +
SELECT x FROM a NATURAL LEFT JOIN b => a + · b left join
SELECT a.x FROM a LEFT JOIN b ON EXISTS (SELECT 1 FROM c) => a + · b left join · c left join
SELECT a.x FROM a JOIN b ON EXISTS (SELECT 1 FROM c) => a + · b + · c +
SELECT a.x FROM a JOIN b ON EXISTS (SELECT 1 FROM c) FULL JOIN d ON a.x = d.x => a full join · b full join · c full join · d full join
SELECT a.x FROM a JOIN (b LEFT JOIN c ON b.x = c.x) ON a.x = b.x => a + · b + · c left join
SELECT a.x FROM a LEFT JOIN (b JOIN c ON b.x = c.x) ON a.x = b.x => a + · b left join · c left join
SELECT x FROM a WHERE x = ANY (SELECT x FROM b) => a + · b +
SELECT x FROM a WHERE x <> SOME (SELECT x FROM b) => a + · b +
SELECT x FROM a WHERE x <> ALL (SELECT x FROM b) => a + · b all
SELECT x FROM a WHERE x > ALL (SELECT x FROM b) => a + · b all
SELECT x FROM a WHERE NOT x = ANY (SELECT x FROM b) => a + · b all
SELECT x FROM a WHERE NOT (x <> ALL (SELECT x FROM b)) => a + · b +
SELECT x FROM a WHERE x = ANY (ARRAY(SELECT x FROM b)) => a + · b array subquery
SELECT x, ARRAY(SELECT x FROM b) FROM a => a + · b array subquery
SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b) IS NOT TRUE => a + · b scalar subquery
SELECT DISTINCT ON (x) x, y FROM a ORDER BY x, y => a distinct on
SELECT x FROM a FETCH FIRST 3 ROWS ONLY => a limit
SELECT x FROM a LIMIT ALL => a +
SELECT a.x FROM a, LATERAL (SELECT x FROM b WHERE b.x = a.x) AS d => a + · b +
SELECT a.x FROM a, LATERAL (SELECT x FROM b WHERE b.x = a.x LIMIT 1) AS d => a + · b limit
SELECT a.x FROM a, LATERAL (SELECT count(*) FROM b WHERE b.x = a.x) AS d => a + · b aggregate
SELECT a.x FROM a LEFT JOIN LATERAL (SELECT x FROM b WHERE b.x = a.x) AS d ON true => a + · b left join
SELECT (SELECT max(a.x)) FROM a => a aggregate
SELECT (SELECT max(a.x) FROM b) FROM a => a aggregate · b scalar subquery
SELECT count(*) FILTER (WHERE x > 1) FROM a => a aggregate
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FROM a => a aggregate
SELECT x FROM a GROUP BY GROUPING SETS ((x), ()) => a +
SELECT date_trunc('day', x), jsonb_build_object('k', y), to_char(x, 'YYYY'), x ->> 'k' FROM a => a +
SELECT pg_catalog.upper(x), pg_catalog.count(y) FROM a => a unknown function
SELECT x FROM a TABLESAMPLE BERNOULLI (10) => a sample
SELECT g FROM generate_series(1, (SELECT max(x) FROM a)) AS g => a scalar subquery
SELECT x, nextval('q') FROM a => a + · q lookup
TABLE a => a +
SELECT x FROM a WHERE x !~ ALL (SELECT p FROM b) => a + · b all
SELECT x FROM a WHERE x !~* ALL (SELECT p FROM b) => a + · b all
SELECT x FROM a WHERE NOT x !~ ANY (SELECT p FROM b) => a + · b all
SELECT x FROM a WHERE NOT (x !~* ANY (SELECT p FROM b)) => a + · b all
SELECT x FROM a WHERE NOT x ~ ANY (SELECT p FROM b) => a + · b all
SELECT x FROM a WHERE NOT (x ~ ANY (SELECT p FROM b)) => a + · b all
SELECT x FROM a WHERE NOT (x ~ ALL (SELECT p FROM b)) => a + · b +
SELECT x FROM a WHERE x ~ ANY (SELECT p FROM b) => a + · b +
SELECT x FROM a WHERE x ~ ALL (SELECT p FROM b) => a + · b all
SELECT x FROM a WHERE x NOT LIKE ALL (SELECT p FROM b) => a + · b all
SELECT x FROM a WHERE x NOT ILIKE ANY (SELECT p FROM b) => a + · b +
SELECT x FROM a WHERE x !~~ ALL (SELECT p FROM b) => a + · b all
SELECT x FROM a WHERE x !~~* ANY (SELECT p FROM b) => a + · b +
SELECT x FROM a WHERE NOT x NOT LIKE ANY (SELECT p FROM b) => a + · b all
SELECT x FROM a WHERE NOT (x NOT ILIKE ALL (SELECT p FROM b)) => a + · b +
SELECT x FROM a WHERE NOT x LIKE ALL (SELECT p FROM b) => a + · b +
SELECT x FROM a WHERE NOT x LIKE ANY (SELECT p FROM b) => a + · b all
SELECT x FROM a WHERE x NOT SIMILAR TO ALL (SELECT p FROM b) => a + · b all
SELECT x FROM a WHERE NOT x > ANY (SELECT p FROM b) => a + · b all
SELECT x FROM a WHERE NOT x > ALL (SELECT p FROM b) => a + · b +
SELECT x FROM a WHERE x OPERATOR(pg_catalog.!~) ALL (SELECT p FROM b) => a + · b all
SELECT scale(DISTINCT x) FROM a => a aggregate
SELECT lower(DISTINCT x) FROM a => a aggregate
SELECT scale(x ORDER BY y) FROM a => a aggregate
SELECT scale(x) FILTER (WHERE y > 1) FROM a => a aggregate
SELECT scale() WITHIN GROUP (ORDER BY x) FROM a => a aggregate
SELECT scale(x), ARRAY(SELECT DISTINCT y FROM b ORDER BY y) FROM a => a + · b array subquery
"""  # noqa: E501

CLICKHOUSE = """
SELECT x FROM a UNION ALL SELECT x FROM b ORDER BY x LIMIT 10 => a + · b limit
SELECT x FROM a UNION DISTINCT SELECT x FROM b => a + · b +
SELECT x FROM a INTERSECT SELECT x FROM b => a + · b +
SELECT x FROM a EXCEPT SELECT x FROM b => a + · b except
SELECT x FROM a FINAL => a final
SELECT x FROM a SETTINGS final = 1 => a final
SELECT x FROM a AS c FINAL JOIN b ON c.x = b.x => a final · b +
SELECT a.x FROM a ANY LEFT JOIN b ON a.x = b.x => a any join · b any join
SELECT a.x FROM a ANY INNER JOIN b ON a.x = b.x JOIN c ON a.x = c.x => a any join · b any join · c +
SELECT a.x FROM a ASOF JOIN b ON a.x = b.x AND a.y >= b.y => a asof join · b asof join
SELECT a.x FROM a LEFT ANTI JOIN b ON a.x = b.x => a anti join · b anti join
SELECT a.x FROM a LEFT SEMI JOIN b ON a.x = b.x => a + · b +
SELECT a.x, b.y FROM a LEFT SEMI JOIN b ON a.x = b.x => a + · b semi join
SELECT * FROM a LEFT SEMI JOIN b ON a.x = b.x => a + · b semi join
SELECT x, z FROM a ARRAY JOIN y AS z => a +
SELECT x, z FROM a LEFT ARRAY JOIN y AS z => a +
SELECT x, i FROM a ARRAY JOIN (SELECT groupArray(x) FROM b JOIN z.c AS c USING (x)) AS i => a + · b scalar subquery · z.c scalar subquery
SELECT x, i FROM a ARRAY JOIN y AS z, [(SELECT x FROM b)] AS i => a + · b array subquery
SELECT x, i FROM a ARRAY JOIN arrayMap(j -> j, (SELECT y FROM b)) AS i => a + · b scalar subquery
WITH d AS (SELECT x FROM b) SELECT x, i FROM a ARRAY JOIN (SELECT groupArray(x) FROM d) AS i => a + · b scalar subquery
SELECT * APPLY (sum) FROM a => a aggregate
SELECT COLUMNS('^x') APPLY (groupArray), 1 FROM a JOIN b USING (x) => a unknown function · b unknown function
SELECT * APPLY (toString) FROM a => a +
SELECT x FROM a ORDER BY y LIMIT 1 BY x => a limit
SELECT x FROM a ORDER BY x WITH FILL => a with fill
SELECT x FROM a WHERE x = ANY (SELECT x FROM b) => a + · b +
SELECT x FROM a WHERE x <> ALL (SELECT x FROM b) => a + · b all
SELECT x FROM a WHERE NOT x <> ALL (SELECT x FROM b) => a + · b +
SELECT x FROM a WHERE x <> ANY (SELECT x FROM b) => a + · b all
SELECT x FROM a WHERE x > ANY (SELECT x FROM b) => a + · b all
SELECT x FROM a WHERE NOT x = ALL (SELECT x FROM b) => a + · b all
SELECT x FROM a WHERE NOT x < ALL (SELECT x FROM b) => a + · b all
SELECT x FROM a PREWHERE x IN (SELECT x FROM b) WHERE y NOT IN (SELECT y FROM c) => a + · b + · c not in
SELECT x FROM a WHERE x IN b => a + · b +
SELECT x FROM a WHERE x NOT IN b => a + · b not in
SELECT x FROM a WHERE x GLOBAL NOT IN b => a + · b not in
SELECT x IN b FROM a => a + · b lookup
WITH d AS (SELECT x FROM b) SELECT x FROM a WHERE x NOT IN d => a + · b not in
WITH (SELECT max(x) FROM b) AS m SELECT x FROM a WHERE x > m => a + · b scalar subquery
WITH sum(x) AS m SELECT m FROM a => a aggregate
SELECT uniqState(x), sumIf(x, y), countMerge(z), quantile(0.9)(x), groupArray(10)(x) FROM a => a aggregate
SELECT toStartOfHour(x), toDate(y), arrayMap(i -> i + 1, z), JSONExtractString(w, 'k') FROM a => a +
SELECT dictGet('d', 'k', x) FROM a => a + · d lookup
SELECT x FROM view(SELECT x FROM a) => a +
SELECT x FROM merge('db', '^a') => db.^a +
SELECT x FROM a GROUP BY x WITH TOTALS => a aggregate
SELECT x FROM a SAMPLE 0.1 => a sample
SELECT x, neighbor(x, 1) FROM a => a window
SELECT runningDifference(x) FROM a JOIN b USING (x) => a window · b window
SELECT runningDifferenceStartingWithFirstValue(x), y FROM a => a window
SELECT runningAccumulate(x) FROM a => a window
SELECT x FROM a WHERE rowNumberInAllBlocks() < 3 => a window
SELECT rowNumberInBlock(), blockNumber(), x FROM a => a window
SELECT x FROM a SETTINGS max_threads = 1, join_algorithm = 'hash', optimize_read_in_order = 1 => a +
SELECT x FROM a SETTINGS max_execution_time = 9, timeout_overflow_mode = 'break' => a settings
SELECT x FROM a SETTINGS never_heard_of = 1 => a settings
SELECT x FROM a SETTINGS optimize_skip_unused_shards = 1 => a settings
SELECT x FROM a UNION ALL SELECT x FROM b SETTINGS never_heard_of = 1 => a settings · b settings
SELECT x FROM cluster('c', z, b) => z.b +
SELECT x FROM cluster('c', z.b, rand()) => z.b +
SELECT x FROM remote('h', b) => b +
SELECT x FROM remote('h', z, 'b', 'user') => z.b +
SELECT x FROM remote('h', 'z.b', 'user', 'password') => z.b +
SELECT x FROM remote('h', currentDatabase(), b) => b +
SELECT x FROM remoteSecure('h', z, b) => z.b +
SELECT x FROM clusterAllReplicas('c', 'z', 'b') => z.b +
SELECT x FROM loop(z, b) => z.b +
SELECT x FROM mergeTreeIndex(z, b) => z.b +
SELECT x FROM mergeTreeProjection('z', 'b', 'p') => z.b +
SELECT x FROM timeSeriesData('z', 'b') => z.b +
SELECT x FROM dictionary('z.b') => z.b +
"""  # noqa: E501

SETS = """
SELECT x FROM a WHERE x IN (b) => b +
SELECT x FROM a WHERE x IN ((b)) => b +
SELECT x FROM a WHERE x NOT IN (b) => b not in
SELECT x FROM a WHERE x NOT IN (z.b) => z.b not in
SELECT x FROM a WHERE x GLOBAL NOT IN (b) => b not in
SELECT x FROM a WHERE `in`(x, b) => b +
SELECT x FROM a WHERE notIn(x, b) => b not in
SELECT x FROM a WHERE NOT notIn(x, b) => b +
SELECT x FROM a WHERE globalIn(x, b) => b +
SELECT x FROM a WHERE globalNotIn(x, b) => b not in
SELECT x FROM a WHERE nullIn(x, b) => b +
SELECT x FROM a WHERE NOT globalNullIn(x, b) => b not in
SELECT notIn(x, b) FROM a => b lookup
SELECT x IN (b) FROM a => b lookup
SELECT x FROM a WHERE x IN (b, c) =>
WITH 1 AS b SELECT x FROM a WHERE x IN (b) =>
"""
"""What may be a table or a column."""

POSTGRES_ONLY = """
SELECT b.count FROM b => b aggregate
SELECT (b).count FROM b => b aggregate
SELECT a.x, b.array_agg FROM a JOIN b ON true => a aggregate · b aggregate
SELECT (SELECT a.count) FROM a => a aggregate
SELECT b.sum, b.max, count FROM b => b +
SELECT a.x FROM a WHERE a.count > 1 => a +
"""

MATERIALIZE = """
WITH MUTUALLY RECURSIVE d (x int) AS (SELECT x FROM a UNION SELECT x FROM e), e (x int) AS (SELECT d.x FROM d JOIN b ON d.x = b.x) SELECT x FROM d => a + · b +
WITH MUTUALLY RECURSIVE d (x int) AS (SELECT x FROM a UNION SELECT x FROM e), e (x int) AS (SELECT x FROM b WHERE x NOT IN (SELECT x FROM d)) SELECT x FROM d => a not in · b not in
WITH MUTUALLY RECURSIVE d (x int) AS (SELECT x FROM a), e (x int) AS (SELECT count(*) FROM d) SELECT x FROM e => a aggregate
SELECT x FROM a WHERE mz_now() < x => a temporal filter
SELECT DISTINCT ON (x) x FROM a => a distinct on
SELECT list_length(x), y::mz_timestamp FROM a => a +
"""  # noqa: E501


def sets() -> Iterator[Case]:
    return _parsed("clickhouse", SETS)


def cases() -> Iterator[Case]:
    for dialect, text in (
        *((dialect, EVERYWHERE) for dialect in ("postgres", "materialize", "clickhouse")),
        *((dialect, POSTGRES) for dialect in ("postgres", "materialize")),
        ("postgres", POSTGRES_ONLY),
        ("clickhouse", CLICKHOUSE),
        ("materialize", MATERIALIZE),
    ):
        yield from _parsed(dialect, text)


def _parsed(dialect: str, text: str) -> Iterator[Case]:
    for line in filter(None, text.splitlines()):
        query, _, reads = line.partition(" =>")
        pairs = (read.split(" ", 1) for read in reads.strip().split(" · ") if read)
        yield Case(dialect, query, {name: operator.replace("+", "") for name, operator in pairs})
