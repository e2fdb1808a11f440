"""What a path tells of the objects in it."""

from __future__ import annotations

import pytest

from checker.settings import Settings
from checker.snapshot.layout import FileRole, Layout, Selection, choose_layout
from checker.snapshot.order import file_order
from tests.objects import objects_of


def layout(*paths: str, **settings: object) -> Layout:
    made = Settings.model_validate({"dialect": "materialize", **settings})
    return choose_layout(made, Selection(made), paths)


def test_auto_sees_a_tree_by_one_model_and_a_flat_project_without() -> None:
    assert layout("models/shop/raw/t.sql", "scripts/x.sql").tree
    assert not layout("models/t.sql", "a/b/c/d.sql").tree
    assert not layout("models/shop/raw/t.sql", layout="flat").tree


@pytest.mark.parametrize(
    ("path", "role", "home", "stem", "variant"),
    [
        ("models/shop.sql", FileRole.DATABASE, ("shop", "public"), "shop", ""),
        ("models/shop/api.sql", FileRole.SCHEMA, ("shop", "api"), "api", ""),
        ("models/shop/api/v.sql", FileRole.OBJECT, ("shop", "api"), "v", ""),
        ("models/shop/api/v#staging.sql", FileRole.OBJECT, ("shop", "api"), "v", "staging"),
        ("models/shop/api/#odd.sql", FileRole.OBJECT, ("shop", "api"), "odd", ""),
        ("clusters/compute.sql", FileRole.GLOBAL, ("materialize", "public"), "compute", ""),
        ("models/shop/api/deep/v.sql", FileRole.OUTSIDE, ("materialize", "public"), "", ""),
        ("scripts/v.sql", FileRole.OUTSIDE, ("materialize", "public"), "", ""),
        ("v.sql", FileRole.OUTSIDE, ("materialize", "public"), "", ""),
    ],
)
def test_a_tree_names_database_schema_and_object_by_path(
    path: str, role: FileRole, home: tuple[str, str], stem: str, variant: str
) -> None:
    place = layout(layout="tree").place(path)
    assert (place.role, (place.home.database, place.home.schema), place.stem, place.variant) == (
        role, home, stem, variant
    )  # fmt: skip


def test_root_include_and_exclude_choose_the_files() -> None:
    settings = Settings(root="db", include=["**/*.sql", "*.ddl"], exclude=["old/**", "!old/keep.sql"])
    selection = Selection(settings, "service")
    wanted = ["service/db/a.sql", "service/db/x/b.sql", "service/db/c.ddl", "service/db/old/keep.sql"]
    unwanted = ["db/a.sql", "service/a.sql", "service/db/old/a.sql", "service/db/a.txt", "service/dbx/a.sql"]
    assert [selection.wanted(path) for path in wanted] == [True] * len(wanted)
    assert [selection.wanted(path) for path in unwanted] == [False] * len(unwanted)


def test_names_without_a_schema_live_where_the_tree_says() -> None:
    objects = objects_of({"models/shop/api/v.sql": "CREATE VIEW v AS SELECT a FROM raw.t, u;"}, "materialize")
    assert [link["schema"] + "." + link["name"] for link in objects["shop.api.v"].links] == ["raw.t", "api.u"]


def test_a_schema_file_marks_its_schema_as_stable() -> None:
    objects = objects_of({"models/shop/api.sql": "SET api = stable;", "models/shop/api/v.sql": ""}, "materialize")
    assert dict(objects["shop.api"].options) == {"api": "stable"}


def test_variants_of_an_object_are_one_object_and_each_of_them_shows() -> None:
    plain = {"models/shop/raw/c.sql": "CREATE SECRET c AS 'a';"}
    staging = {"models/shop/raw/c#staging.sql": "CREATE SECRET c AS 'b';"}
    other = {"models/shop/raw/c#staging.sql": "CREATE SECRET c AS 'z';"}
    one, two, three = (
        objects_of(files, "materialize")["shop.raw.c"] for files in (plain, plain | staging, plain | other)
    )
    assert two.duplicate is None
    assert len({one.structure, two.structure, three.structure}) == 3


def test_numbers_in_paths_order_by_value_whatever_their_length() -> None:
    paths = ["a/10.sql", "a/9.sql", f"a/{'9' * 5000}.sql", "a/09b.sql", "a.sql", "b/1.sql"]
    ordered = sorted(paths, key=file_order)
    assert ordered == ["a.sql", "a/9.sql", "a/09b.sql", "a/10.sql", f"a/{'9' * 5000}.sql", "b/1.sql"]
