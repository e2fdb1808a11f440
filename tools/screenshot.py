"""A Markdown file as GitHub shows it, as a picture: `python tools/screenshot.py comment.md comment.png [NODE_MODULES]`.

Needs `chromium`, and `npm install github-markdown-css mermaid` in the folder of NODE_MODULES (`./node_modules`).
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
_PAGE = """<!doctype html><meta charset="utf-8">
<link rel="stylesheet" href="file://{modules}/github-markdown-css/github-markdown-light.css">
<style>body {{ width: 860px; margin: 24px }} pre[lang=mermaid] {{ background: none !important }}</style>
<article class="markdown-body">{body}</article>
<script src="file://{modules}/mermaid/dist/mermaid.min.js"></script>
<script>mermaid.initialize({{ startOnLoad: false }});
mermaid.run({{ querySelector: "pre[lang=mermaid] > code" }});</script>
"""


def main(markdown: Path, picture: Path, modules: Path) -> None:
    body = cmarkgfm.github_flavored_markdown_to_html(markdown.read_text(), options=Options.CMARK_OPT_UNSAFE)
    page = _PAGE.format(modules=modules.absolute(), body=_alerts(body).replace("<details>", "<details open>"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(page)
        subprocess.run(
            [
                "chromium", "--headless=new", "--no-sandbox", "--virtual-time-budget=8000", "--hide-scrollbars",
                "--window-size=910,2900", f"--screenshot={picture.absolute()}", f"file://{path}",
            ],
            check=True,
        )  # fmt: skip


def _alerts(html: str) -> str:
    """Block quotes that start with `[!CAUTION]` and the like, as GitHub colours them."""

    def alert(found: re.Match[str]) -> str:
        kind = found[1]
        colour = _COLOURS[kind]
        return f'<blockquote style="border-color:{colour}"><p><b style="color:{colour}">{kind.title()}</b><br>'

    return re.sub(r"<blockquote>\n<p>\[!([A-Z]+)\]", alert, html)


if __name__ == "__main__":
    arguments = [Path(one) for one in sys.argv[1:]]
    main(arguments[0], arguments[1], arguments[2] if len(arguments) > 2 else Path("node_modules"))
