"""A second look at a body that came through an artifact: is it what our own report could have written?

Our reports put everything from the repository into code, hide nothing and link only to the repository. A body that does
more was not written by us; posted in our name it could call people, lead them elsewhere, or hide things from them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from checker.github.stored import ReportUnusable
from checker.report.escape import visible_lines
from checker.report.mermaid_graph import is_drawn_here

ALLOWED_TAGS = frozenset({"details", "summary", "b", "sub", "sup", "br", "code"})
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)(?: open)?\s*/?>")
_MENTION = re.compile(r"(?<!\w)@\w|#[0-9]|\bGH-[0-9]", re.IGNORECASE)
_BARE_LINK = re.compile(r"(?i)https?:|ftp:|www\.|mailto:|[\w.+-]@\w")
_EMOJI = "\ufe0f"
"""What makes some signs of our reports colourful; all else that does not show is spelled out in them."""
_MOST_NESTING = 20


def recheck(body: str, link_prefixes: Iterable[str]) -> None:
    """Raises ReportUnusable with the first thing that our report would not hold.

    >>> recheck("Reads `@everyone`, see [run](https://github.com/o/r/actions/runs/1)", ["https://github.com/o/r/"])
    >>> recheck("Dear @everyone", [])
    Traceback (most recent call last):
    checker.github.stored.ReportUnusable: the report calls people or issues by @name or #number
    """
    plain = body.replace(_EMOJI, "")
    if visible_lines(plain) != plain:
        raise ReportUnusable("the report has control characters, or such as do not show")
    prefixes = tuple(link_prefixes)
    parser = _Parser("commonmark", {"maxNesting": _MOST_NESTING}).enable(["table", "strikethrough"])
    for token in _flat(parser.parse(body)):
        # Below the deepest level the parser leaves out what it finds.
        if token.level >= _MOST_NESTING - 2:
            raise ReportUnusable("the report is nested too deep")
        _look_at(token, prefixes)


class _Parser(MarkdownIt):
    """Knows every link, where the library would take one that it finds unsafe for plain text."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        return True


def _flat(tokens: Iterable[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _flat(token.children or ())


def _look_at(token: Token, prefixes: tuple[str, ...]) -> None:
    if token.type == "image":
        raise ReportUnusable("the report shows an image")
    if token.type == "link_open":
        _look_at_link(str(token.attrGet("href") or ""), prefixes)
    if token.type == "fence":
        _look_at_fence(token.info.strip(), token.content)
    if token.type in ("html_block", "html_inline"):
        _look_at_html(token.content)
    if token.type == "text":
        _look_at_text(token.content)


def _look_at_link(address: str, prefixes: tuple[str, ...]) -> None:
    # A browser goes up at `%2e%2e` as it does at `..`.
    goes_up = not {".", ".."}.isdisjoint(unquote(urlsplit(address).path).split("/"))
    if goes_up or not (address.startswith("#") or address.startswith(prefixes)):
        raise ReportUnusable("the report links to an address outside the repository")


def _look_at_fence(language: str, text: str) -> None:
    """GitHub draws what some languages say: maps, formulas, graphs with links."""
    if language not in ("", "sql") and not (language == "mermaid" and is_drawn_here(text)):
        raise ReportUnusable("the report has a picture or a formula that is not ours")


def _look_at_html(block: str) -> None:
    """Between the tags of a block of HTML stands text, where GitHub looks for names and addresses too."""
    unknown = {tag.lower() for tag in _TAG.findall(block)} - ALLOWED_TAGS
    text = _TAG.sub(" ", block)
    if unknown or "<" in text:
        raise ReportUnusable("the report has HTML that is not ours")
    _look_at_text(html.unescape(text))


def _look_at_text(text: str) -> None:
    if _MENTION.search(text):
        raise ReportUnusable("the report calls people or issues by @name or #number")
    if _BARE_LINK.search(text):
        raise ReportUnusable("the report links to an address outside the repository")
    if "$" in text:
        raise ReportUnusable("the report has a picture or a formula that is not ours")
