"""The page that needs nothing from outside."""

from __future__ import annotations

import base64
import hashlib
import re

from checker.report.html_report import render_html
from tests.report.gfm import parse_html
from tests.report.results import CONTEXT, EMPTY, RICH, RICH_CONTEXT, large_result
from tests.report.test_golden import assert_golden


def test_the_page_of_the_rich_example() -> None:
    assert_golden("rich.html", render_html(RICH, RICH_CONTEXT))


def test_the_page_allows_its_own_style_and_nothing_else() -> None:
    page = render_html(RICH, CONTEXT)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert policy
    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert policy[1] == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def test_the_page_loads_nothing() -> None:
    tags = parse_html(render_html(RICH, CONTEXT)).tags
    assert {tag for tag, _ in tags}.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "form", "base"})
    assert all(
        name in ("href", "lang", "class", "charset", "content", "name", "http-equiv")
        for _, attributes in tags
        for name in attributes
    )


def test_the_page_holds_everything_whatever_its_size() -> None:
    page = render_html(large_result(2_000), CONTEXT)
    assert "model_01999" in page
    assert "left out" not in page


def test_the_page_of_an_empty_result() -> None:
    assert "Nothing to redeploy" in render_html(EMPTY)
