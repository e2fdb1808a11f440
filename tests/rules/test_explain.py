"""Why an object is dirty, down to the change, and what kept a clean one clean."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from checker.commands.check import check, explain
from checker.commands.options import Options
from checker.errors import CheckerError
from checker.progress import Progress
from checker.report.tree_report import print_tree
from checker.spark.session import SparkRunner
from tests.project import GitProject

SINK = "CREATE SINK k.sink IN CLUSTER d FROM api.m INTO KAFKA CONNECTION x (TOPIC '{}') FORMAT JSON ENVELOPE DEBEZIUM;"
BASE = {
    "a.sql": "CREATE MATERIALIZED VIEW api.m IN CLUSTER c AS SELECT 1 AS a;",
    "api.sql": "SET search_path = api;\nSET api = stable;",
    "b.sql": "CREATE VIEW r.reader AS SELECT a FROM api.m;\nCREATE VIEW i.indexed AS SELECT 1 AS a;\n"
    "CREATE INDEX ix IN CLUSTER c ON i.indexed (a);\nCREATE VIEW f.far AS SELECT 3 AS a;\n"
    "CREATE VIEW k.beside AS SELECT 4 AS a;\n",
    "k.sql": SINK.format("t"),
    "gone.sql": "CREATE VIEW g.gone AS SELECT 7 AS a;",
    "created.sql": "CREATE CLUSTER own SIZE '1';\nCREATE MATERIALIZED VIEW s.on_it IN CLUSTER own AS SELECT 5 AS a;",
}
HEAD = BASE | {"a.sql": BASE["a.sql"].replace("1", "2"), "k.sql": SINK.format("u")}
HEAD["created.sql"] = HEAD["created.sql"].replace("5", "6")
del HEAD["gone.sql"]

EXPECTED = {
    "api.m": """d.api.m is dirty
├── its statement changed [changed]
├── is in schema d.api, which is dirty [schema]
│   └── d.api
│       └── holds d.api.m, which is dirty [schema]
│           └── d.api.m: see above
└── runs on cluster c, which is dirty [stmt_cluster]
    └── c
        └── d.api.m runs on it and changed [stmt_cluster]
""",
    "reader": "d.r.reader is clean\n└── reads d.api.m, which is dirty; "
    "but it is in a stable schema and replaced in place, so the way to its readers ends there\n",
    "indexed": "d.i.indexed is clean\n└── its index ix is on cluster c, which is dirty, "
    "but under these rules an index alone dirties nothing\n",
    "beside": "d.k.beside is clean\n└── d.k stays clean: d.k.sink is dirty, "
    "but it is a sink, and sinks dirty neither schema nor cluster\n",
    "c": """cluster c is dirty
└── d.api.m runs on it and changed [stmt_cluster]
""",
    "d.api": """schema d.api is dirty
└── holds d.api.m, which is dirty [schema]
    └── d.api.m
        ├── its statement changed [changed]
        ├── is in schema d.api, which is dirty [schema]
        │   └── d.api: see above
        └── runs on cluster c, which is dirty [stmt_cluster]
            └── c
                └── d.api.m runs on it and changed [stmt_cluster]
""",
    "d": "cluster d is clean\n└── d stays clean: d.k.sink is dirty, "
    "but it is a sink, and sinks dirty neither schema nor cluster\n",
    "f": "schema d.f is clean\n└── nothing in it dirties it under these rules\n",
    "own": """cluster own is dirty
└── d.s.on_it runs on it and changed [stmt_cluster]
""",
    "gone": """d.g.gone is dirty
├── its statement changed [changed]
└── is in schema d.g, which is dirty [schema]
    └── d.g
        └── holds d.g.gone, which is dirty [schema]
            └── d.g.gone: see above
""",
    "far": "d.f.far is clean\n└── nothing that it reads, and neither its schema nor its cluster, is dirty\n",
}


@pytest.mark.parametrize("name", EXPECTED)
def test_an_object_is_explained(name: str, tmp_path: Path, spark: SparkRunner) -> None:
    project = GitProject(tmp_path)
    project.write_all({"checker.toml": 'layout = "flat"\ndefault_database = "d"\n'})
    base, head = project.commit_only(BASE), project.commit_only(HEAD)
    options = Options(repo=project.folder, base=base, head=head, no_cache=True)
    out = StringIO()
    print_tree(explain(options, name, Progress(Console(file=StringIO())), spark).tree, Console(file=out))
    assert out.getvalue() == EXPECTED[name]


def test_an_unknown_object_is_told_with_near_names(tmp_path: Path, spark: SparkRunner) -> None:
    project = GitProject(tmp_path)
    commit = project.commit_only(BASE)
    options = Options(repo=project.folder, base=commit, head=commit, no_cache=True)
    with pytest.raises(CheckerError, match=r"no such object: 'readr'; did you mean .*reader"):
        explain(options, "readr", Progress(Console(file=StringIO())), spark)


TO_TABLE = {
    "t.sql": "CREATE TABLE t (a Int64) ENGINE = MergeTree ORDER BY a;\nCREATE TABLE s (a Int64) ENGINE = Null;",
    "m.sql": "CREATE MATERIALIZED VIEW m TO t AS SELECT a FROM s;",
    "r.sql": "CREATE MATERIALIZED VIEW r TO t AS SELECT s.a FROM s JOIN t USING (a);",
}


@pytest.mark.parametrize(
    ("changed", "name", "told"),
    [
        ("t.sql", "m", "writes to d.default.t, which is dirty [depends_on]"),
        ("t.sql", "m", "reads d.default.s, which is dirty [depends_on]"),
        ("t.sql", "r", "reads d.default.t, which is dirty [depends_on]"),
        ("m.sql", "t", "is written to by d.default.m, which is dirty [depends_on]"),
    ],
)
def test_a_view_writes_to_its_target_and_reads_its_query(
    changed: str, name: str, told: str, tmp_path: Path, spark: SparkRunner
) -> None:
    project = GitProject(tmp_path)
    settings = 'dialect = "clickhouse"\nlayout = "flat"\ndefault_database = "d"\ndefault_schema = "default"\n'
    project.write_all({"checker.toml": settings + 'rules = "dependents"\n'})
    changes = {"t.sql": ("Int64", "Int32"), "m.sql": ("SELECT a", "SELECT a + 1 AS a")}
    base = project.commit_only(TO_TABLE)
    head = project.commit_only(TO_TABLE | {changed: TO_TABLE[changed].replace(*changes[changed])})
    options = Options(repo=project.folder, base=base, head=head, no_cache=True)
    tree = explain(options, name, Progress(Console(file=StringIO())), spark).tree
    assert told in [branch.text for branch in tree.below]
    texts = [
        reason.text
        for one in check(options, Progress(Console(file=StringIO())), spark).dirty.objects
        if one.id.endswith(f".{name}")
        for reason in one.reasons
    ]
    assert told.removesuffix(" [depends_on]") in texts
