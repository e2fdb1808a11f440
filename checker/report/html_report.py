"""The result as one page of HTML that needs nothing from outside: the Markdown report, rendered."""

from __future__ import annotations

import base64
import hashlib
import re

from markdown_it import MarkdownIt
from markupsafe import Markup

from checker.report.markdown_context import CommentContext
from checker.report.markdown_report import environment, render_markdown
from checker.report.result import Result

_RIGHT, _NUMBER = ' style="text-align:right"', ' class="number"'
"""The page forbids styles inside tags; in text from outside, quotes are spelled out."""
_ALERT = re.compile(r"(?<=<blockquote>\n<p>)\[!([A-Z]+)\]")


def render_html(result: Result, context: CommentContext | None = None) -> str:
    """Everything, whatever its size. The Markdown is safe as it is; the page forbids all scripts besides."""
    markdown = render_markdown(result, context, limit=None, diagrams=False)
    body = MarkdownIt("commonmark").enable("table").render(markdown)
    style = environment().get_template("page.css").render()
    page = environment().overlay(autoescape=True).get_template("page.html.j2")
    return page.render(
        title="pass" if result.verdict == "pass" else "fail",
        style=Markup(style),  # noqa: S704  our own
        style_hash=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
        body=Markup(_ALERT.sub(_alert_title, body.replace(_RIGHT, _NUMBER))),  # noqa: S704  see the fuzz test
    )


def _alert_title(found: re.Match[str]) -> str:
    return f"<strong>{found[1].title()}</strong><br>"
