"""The parts of GitHub's answers and events that we read. Whatever else they hold is passed over.

Text in them was written by anybody; shas, numbers and names of repositories are checked as they are read.
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta, Struct

ZERO_SHA = re.compile("0{40}|0{64}")
REPOSITORY = r"\A(?!\.{1,2}/)[A-Za-z0-9_.-]{1,100}/(?!\.{1,2}\Z)[A-Za-z0-9_.-]{1,100}\Z"
SHA = r"\A[0-9a-f]{40}(?:[0-9a-f]{24})?\Z"
# As `git check-ref-format` has them, and never something that git would take for an option.
BRANCH = r"\A(?![-/.])(?!.*(?:\.\.|//|@\{|/\.|\.lock(?:/|\Z)))[^\x00-\x20\x7f~^:?*\[\\]{1,255}(?<![/.])\Z"

Sha = Annotated[str, Meta(pattern=SHA)]
RepositoryName = Annotated[str, Meta(pattern=REPOSITORY)]
Branch = Annotated[str, Meta(pattern=BRANCH)]
Number = Annotated[int, Meta(ge=1, lt=2**53)]


class User(Struct, frozen=True):
    login: str


class Comment(Struct, frozen=True):
    id: Number
    body: str | None = None
    user: User | None = None
    html_url: str = ""


class Repository(Struct, frozen=True):
    full_name: RepositoryName
    default_branch: Branch | None = None


class Side(Struct, frozen=True):
    """The base or the head of a pull request. A fork that was deleted has no repository."""

    sha: Sha
    ref: str = ""
    repo: Repository | None = None


class PullRequest(Struct, frozen=True):
    number: Number
    head: Side
    base: Side
    body: str | None = None

    @property
    def from_fork(self) -> bool:
        """Also where it cannot be told, so that nobody is trusted by mistake."""
        head, base = self.head.repo, self.base.repo
        return head is None or base is None or head.full_name.lower() != base.full_name.lower()
