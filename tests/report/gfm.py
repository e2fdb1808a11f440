"""Markdown as GitHub's own renderer reads it, and HTML taken apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

import cmarkgfm
from cmarkgfm.cmark import Options

_VOID = {"br", "meta"}


@dataclass
class Html(HTMLParser):
    """Tags with their attributes, text outside code, and the text of each code span or block."""

    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)
        if tag == "code":
            self.codes.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "code" in self.open:
            self.codes[-1] += data
        elif "style" not in self.open:
            self.prose.append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def skeleton(self) -> list[str]:
        """All tags but those that depend on how a text is spelled."""
        return [tag for tag, _ in self.tags if tag not in ("code", "a")]


def to_html(markdown: str) -> str:
    return str(cmarkgfm.github_flavored_markdown_to_html(markdown, options=Options.CMARK_OPT_UNSAFE))


def parse_html(html: str) -> Html:
    parsed = Html()
    parsed.feed(html)
    parsed.close()
    assert not parsed.open
    return parsed
