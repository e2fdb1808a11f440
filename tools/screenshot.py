"""A Markdown file as GitHub shows it, as a picture: `python tools/screenshot.py comment.md comment.png NODE_MODULES`.

Needs `chromium`, and `github-markdown-css` and `mermaid` of npm in the folder NODE_MODULES. `make picture` brings the
latter two along and takes the picture of the README.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import cmarkgfm
from cmarkgfm.cmark import Options

_COLOURS = {"NOTE": "#0969da", "WARNING": "#9a6700", "CAUTION": "#d1242f"}
_WIDTH = 910
_PAGE = """<!doctype html><meta charset="utf-8">
<link rel="stylesheet" href="file://{modules}/github-markdown-css/github-markdown-light.css">
<style>body {{ width: 860px; margin: 24px }} pre[lang=mermaid] {{ background: none !important }}</style>
<article class="markdown-body">{body}</article>
<script src="file://{modules}/mermaid/dist/mermaid.min.js"></script>
<script>mermaid.initialize({{ startOnLoad: false }});
mermaid.run({{ querySelector: "pre[lang=mermaid] > code" }}).then(() => {{
  document.documentElement.dataset.height = Math.ceil(document.querySelector("article").getBoundingClientRect().bottom);
}});</script>
"""


class NoPicture(Exception):
    """The page did not become what GitHub would show."""


def main(markdown: Path, picture: Path, modules: Path) -> None:
    body = cmarkgfm.github_flavored_markdown_to_html(markdown.read_text(), options=Options.CMARK_OPT_UNSAFE)
    page = _PAGE.format(modules=modules.absolute(), body=_opened(_alerts(body)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(page)
        height = _height(_chromium("--dump-dom", f"file://{path}"), diagrams=page.count('lang="mermaid"'))
        _chromium(f"--window-size={_WIDTH},{height + 24}", f"--screenshot={picture.absolute()}", f"file://{path}")


def _chromium(*arguments: str) -> str:
    always = ("--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=8000", "--hide-scrollbars")
    run = subprocess.run(["chromium", *always, *arguments], check=True, capture_output=True, text=True)
    return run.stdout


def _height(dom: str, *, diagrams: int) -> int:
    """How high the page is; a diagram that Mermaid could not draw is no page to show."""
    found = re.search(r'data-height="([0-9]+)"', dom)
    if found is None or dom.count('aria-roledescription="flowchart-v2"') != diagrams:
        raise NoPicture("Mermaid did not draw all diagrams")
    return int(found[1])


def _opened(html: str) -> str:
    """The graph as after a click on it, for a picture cannot be clicked on."""
    return html.replace("<details><summary>Graph", "<details open><summary>Graph")


def _alerts(html: str) -> str:
    """Block quotes that start with `[!CAUTION]` and the like, as GitHub colours them."""

    def alert(found: re.Match[str]) -> str:
        kind = found[1]
        colour = _COLOURS[kind]
        return f'<blockquote style="border-color:{colour}"><p><b style="color:{colour}">{kind.title()}</b><br>'

    return re.sub(r"<blockquote>\n<p>\[!([A-Z]+)\]", alert, html)


if __name__ == "__main__":
    main(*(Path(one) for one in sys.argv[1:4]))
