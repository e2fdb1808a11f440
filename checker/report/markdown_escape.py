"""Text from the repository, made safe for GitHub's Markdown.

GitHub turns mentions, issue numbers, commits and addresses into links after Markdown is done, in all text but code. So
whatever is not a plain word is shown as code, where nothing of it means anything.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from checker.report.escape import clipped, url_path, visible, visible_lines

_LONGEST_PROSE = 1_000
_PLAIN = re.compile(r"""["'(]?[A-Za-z]+(?:['-][a-z]+)*["')]?|[0-9]{1,3}(?:,[0-9]{3})*|[\u2013—→·,.;:!?…]""")
_COMMIT = re.compile(r"[0-9A-Fa-f]{7,}")
_TOKEN = re.compile(r"""(?P<core>`[^`]+`|(?:"[^"]*"|[^\s"]|"(?![^"]*"))+?)(?P<end>[,.;:!?…]*)(?=\s|$)""")
_LIST = re.compile(r"(?=[0-9]+\.)([0-9]+)")
_URL = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]+)?(?:[/?#][A-Za-z0-9._~%/?#=&:+-]*)?")


def code(text: str) -> str:
    """A code span: the text shows as it is, whatever it is.

    >>> print(code("a`b"), code(""))
    `` a`b `` ` `
    """
    text = visible(clipped(text))
    if not text.strip(" "):
        return f"`{text or ' '}`"
    fence = "`" * (_longest_run(text) + 1)
    pad = " " if text[0] in "` " or text[-1] in "` " or len(fence) > 1 else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def prose(text: str) -> str:
    """A sentence of ours that may hold names of theirs: plain words stay, all else becomes code.

    >>> print(prose("reads shop.raw.orders, which is dirty; see @you or `checker --help`"))
    reads `shop.raw.orders`, which is dirty; see `@you` or `checker --help`
    """
    words = " ".join(_words(clipped(text, _LONGEST_PROSE)))
    return _LIST.sub(r"\1\\", words) if _LIST.match(words) else words


def cell(markdown: str) -> str:
    r"""Markdown of one line, as it stands in a table.

    >>> print(cell(code("a|b")))
    `a\|b`
    """
    return markdown.replace("|", r"\|")


def fence(text: str, language: str) -> str:
    """A fenced block that nothing inside can close.

    >>> print(fence("a ``` b", "sql"))
    ````sql
    a ``` b
    ````
    """
    marks = "`" * max(3, _longest_run(text) + 1)
    return f"{marks}{language}\n{visible_lines(text)}\n{marks}"


def linked(markdown: str, url: str | None) -> str:
    """The text as a link, where there is somewhere to go.

    >>> linked("`a`", "https://github.com/o/r"), linked("`a`", "javascript:alert(1)")
    ('[`a`](https://github.com/o/r)', '`a`')
    """
    return f"[{markdown}]({url})" if url and _URL.fullmatch(url) else markdown


def file_url(repository_url: str | None, sha: str | None, path: str, line: int | None) -> str | None:
    """Where a line of a commit is shown.

    >>> file_url("https://github.com/o/r", "c0ffee", "a b.sql", 3)
    'https://github.com/o/r/blob/c0ffee/a%20b.sql#L3'
    """
    quoted = url_path(path)
    if not repository_url or not sha or not quoted or not re.fullmatch("[0-9a-f]{4,64}", sha):
        return None
    return f"{repository_url}/blob/{sha}/{quoted}" + (f"#L{line}" if line else "")


def diff_url(repository_url: str | None, pull_request: int | None, path: str) -> str | None:
    """Where a file is shown among the changes of a pull request. GitHub names its place by a hash of the path.

    >>> diff_url("https://github.com/o/r", 7, "a.sql")[:60]
    'https://github.com/o/r/pull/7/files#diff-0a808fde47ca30e3b1c'
    """
    if not repository_url or pull_request is None:
        return None
    place = hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{repository_url}/pull/{pull_request}/files#diff-{place}"


def _words(text: str) -> Iterator[str]:
    """Neighbours that become code become one span, so that `"a b"` stays whole."""
    waiting: list[str] = []
    for token in _TOKEN.finditer(text):
        core, end = token["core"], token["end"]
        if not _is_plain(core) and not _is_quoted(core):
            waiting.append(core)
            if not end:
                continue
            core = ""
        if waiting:
            yield _span(" ".join(waiting)) + ("" if core else end)
            waiting.clear()
        if core:
            yield (code(core[1:-1]) if _is_quoted(core) else core) + end
    if waiting:
        yield _span(" ".join(waiting))


def _span(text: str) -> str:
    """Brackets at the end whose partners are plain words stay outside."""
    surplus = max(0, text.count(")") - text.count("("))
    inner = text[: len(text) - min(surplus, len(text) - len(text.rstrip(")")))]
    return code(inner) + text[len(inner) :] if inner else code(text)


def _is_plain(word: str) -> bool:
    return bool(_PLAIN.fullmatch(word)) and not _COMMIT.search(word)


def _is_quoted(word: str) -> bool:
    return len(word) > 2 and word[0] == word[-1] == "`" and "`" not in word[1:-1]


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
