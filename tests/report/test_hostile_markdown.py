"""Whatever a pull request holds, the report has no markup but its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from jinja2 import nodes

from checker.github.recheck import recheck
from checker.report.escape import clipped, url_path, visible
from checker.report.html_report import render_html
from checker.report.levels import COMMENT_BYTES
from checker.report.markdown_context import CommentContext
from checker.report.markdown_escape import cell, code, fence, file_url, linked, prose
from checker.report.markdown_report import AROUND, SAFE, environment, render_levels, render_markdown
from checker.report.result import Result
from tests.report.gfm import Html, parse_html, to_html
from tests.report.hostile import LINKED, STRINGS, harmless_strings, hostile_strings, hostile_text, result_of

_WAYS = (f"{LINKED.repository_url}/blob/", f"{LINKED.repository_url}/pull/7/files#diff-")

TEMPLATES = Path(__file__).parents[2] / "checker" / "report" / "templates"
_MEANS_SOMETHING_TO_GITHUB = re.compile(
    r"@\w|#\w|\bGH-\d|https?:|www\.|\bmailto:|[0-9A-Fa-f]{7,}|:\w+:|\$|[<>\[\]`*~|\\]|[\u2028\u202e\u200b\x00\x1b]"
)
UNSHRUNK = settings(phases=(Phase.explicit, Phase.reuse, Phase.generate))
"""To make fifty strings small takes minutes, and shows no more than the first failure does."""


def as_github(result: Result, context: CommentContext) -> str:
    return to_html(render_markdown(result, context, limit=None))


def as_page(result: Result, context: CommentContext) -> str:
    return render_html(result, context)


@cache
def harmless_skeleton(render: Callable[[Result, CommentContext], str]) -> list[str]:
    return parse_html(render(*result_of(harmless_strings))).skeleton()


@pytest.mark.parametrize("render", [as_github, as_page])
@settings(UNSHRUNK, max_examples=60)
@given(strings=hostile_strings)
def test_the_report_has_the_same_markup_whatever_things_are_called(
    render: Callable[[Result, CommentContext], str], strings: list[str]
) -> None:
    hostile = parse_html(render(*result_of(strings)))
    assert hostile.skeleton() == harmless_skeleton(render)
    assert_nothing_foreign(hostile)


@settings(UNSHRUNK, max_examples=15)
@given(hostile_strings)
def test_every_level_is_as_safe(strings: list[str]) -> None:
    for text in render_levels(*result_of(strings)):
        assert_nothing_foreign(parse_html(to_html(text)))


@settings(UNSHRUNK, max_examples=15)
@given(hostile_strings)
def test_every_level_can_be_posted_later_from_an_artifact(strings: list[str]) -> None:
    for text in render_levels(*result_of(strings)):
        recheck(text, [f"{LINKED.repository_url}/"])


def assert_nothing_foreign(html: Html) -> None:
    assert not html.comments
    for tag, attributes in html.tags:
        if tag == "a":
            assert set(attributes) == {"href"}
            assert str(attributes["href"]).startswith(_WAYS)
        elif tag in ("pre", "code", "th", "td"):
            assert set(attributes) <= {"lang", "class", "align", "style"}
        elif tag not in ("html", "meta"):
            assert not attributes
    for text in html.prose:
        found = _MEANS_SOMETHING_TO_GITHUB.search(text.replace("[!CAUTION]", "").replace("[!NOTE]", ""))
        assert found is None, text


@settings(max_examples=200)
@given(hostile_text)
def test_code_shows_the_text_as_it_is_in_a_paragraph_and_in_a_table(text: str) -> None:
    shown = visible(clipped(text)) or " "
    assert parse_html(to_html(f"x {code(text)} y")).codes == [shown]
    table = parse_html(to_html(f"| a | b |\n|---|---|\n| {cell(code(text))} | x |\n"))
    assert table.codes == [shown]
    assert table.skeleton() == ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"]


@settings(max_examples=200)
@given(hostile_text)
def test_prose_is_one_line_of_plain_words_and_code(text: str) -> None:
    for line in (prose(text), f"- x: {prose(text)}", f"> {prose(text)}"):
        html = parse_html(to_html(line))
        assert {tag for tag, _ in html.tags} <= {"p", "code", "ul", "li", "blockquote"}
        assert_nothing_foreign(html)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("already gave (aggregate: count(*))", "already gave (aggregate: `count(*)`)"),
        ("f(x) and (see z_1).", "`f(x)` and (see `z_1`)."),
        ("policy.protected (shop.api.*) says", "`policy.protected (shop.api.*)` says"),
        ("x_(a b_)", "`x_(a b_)`"),
        (")", "`)`"),
    ],
)
def test_a_bracket_stands_where_its_partner_does(text: str, shown: str) -> None:
    assert prose(text) == shown


@settings(max_examples=150)
@given(hostile_text)
def test_nothing_closes_a_fence_from_inside(text: str) -> None:
    html = parse_html(to_html(f"{fence(text, 'sql')}\n\nafter"))
    assert html.tags == [("pre", {"lang": "sql"}), ("code", {}), ("p", {})]


@settings(max_examples=150)
@given(hostile_text)
def test_a_link_leads_to_a_file_of_the_repository_or_nowhere(path: str) -> None:
    url = file_url("https://github.example/acme/shop", "a" * 40, path, 3)
    html = parse_html(to_html(linked(code(path), url)))
    hrefs = [attributes["href"] for tag, attributes in html.tags if tag == "a"]
    assert hrefs == ([url] if url_path(path) else [])
    assert url is None or re.fullmatch(r"https://github\.example/acme/shop/blob/a{40}/[A-Za-z0-9._~%/-]+#L3", url)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "https://a.example/) [x](y", "//evil", ""])
def test_only_web_addresses_become_links(url: str) -> None:
    assert linked("text", url) == "text"


@pytest.mark.parametrize(
    ("server", "repository"),
    [
        ("https://github.com", "a/b/c"),
        ("https://github.com", "a/b)"),
        ("ftp://x", "a/b"),
        ("https://x y", "a/b"),
        ("", "a/b"),
    ],
)
def test_an_odd_environment_gives_no_links(server: str, repository: str) -> None:
    assert CommentContext(server_url=server, repository=repository).repository_url is None


@given(st.text(max_size=300_000).filter(bool))
@settings(max_examples=5)
def test_an_endless_name_does_not_cost_the_report(text: str) -> None:
    assert len(code(text * 10)) < 3_000
    assert len(prose(text * 10)) < 30_000


def test_the_longest_names_that_are_spelled_out_still_fit() -> None:
    """Each character of these takes ten."""
    strings = [f"{number:03}" + "\U000e0101" * 5_000 for number in range(STRINGS)]
    *_, counts_alone = render_levels(*result_of(strings))
    assert len(counts_alone.encode()) < 20_000
    assert len(render_markdown(*result_of(strings)).encode()) <= COMMENT_BYTES


def test_no_template_prints_a_bare_value() -> None:
    """Every value goes through a filter for where it lands: through `cell` wherever it stands in a table."""
    printed = 0
    for path in sorted(TEMPLATES.glob("*.md.j2")):
        for output in environment().parse(path.read_text()).find_all(nodes.Output):
            for part in output.nodes:
                if not isinstance(part, nodes.TemplateData):
                    assert_filtered(part, path.name)
                    printed += 1
    assert printed > 50


def assert_filtered(node: nodes.Node, where: str) -> None:
    assert isinstance(node, nodes.Filter), f"{where}:{node.lineno} prints a bare value"
    assert node.name in SAFE or node.name in AROUND, f"{where}:{node.lineno}: {node.name} makes nothing safe"
    if node.name in AROUND:
        assert node.node is not None
        assert_filtered(node.node, where)


def test_a_table_prints_no_value_that_may_hold_a_bar() -> None:
    barless = {"number", "counted", "change_sign", "change_word", "action_word", "cell"}
    for path in sorted(TEMPLATES.glob("*.md.j2")):
        for line in path.read_text().splitlines():
            if line.startswith("| "):
                for output in environment().parse(re.sub(r"{%.*?%}", "", line)).find_all(nodes.Output):
                    used = {part.name for part in output.nodes if isinstance(part, nodes.Filter)}
                    assert used <= barless, f"{path.name}: {line}"
