"""The comments on a pull request that are ours: found, made, edited and deleted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from checker.github.client import GitHub
from checker.github.errors import Denied, GitHubError, NotFound, Uncertain
from checker.github.retry import Later
from checker.github.shapes import Comment, User
from checker.github.stamp import Stamp, read_stamp

ACTIONS_LOGIN = "github-actions[bot]"


@dataclass(frozen=True, slots=True)
class OwnComment:
    """One that we wrote, and what it says of itself."""

    comment: Comment
    stamp: Stamp

    @property
    def id(self) -> int:
        return self.comment.id

    @property
    def url(self) -> str:
        return self.comment.html_url


class Thread:
    """Our comments with one stamp id on one pull request."""

    def __init__(self, github: GitHub, repository: str, number: int, stamp_id: str, author: str | None) -> None:
        self._github = github
        self._comments = f"repos/{repository}/issues/comments"
        self._thread = f"repos/{repository}/issues/{number}/comments"
        self._stamp_id = stamp_id
        self._login = author or ""

    def own(self) -> list[OwnComment]:
        """Oldest first. A stamp in somebody else's comment says nothing."""
        self._login = self._login or own_login(self._github)
        found = []
        for comment in self._github.pages(self._thread, Comment):
            stamp = read_stamp(comment.body or "")
            is_ours = comment.user is not None and comment.user.login.lower() == self._login.lower()
            if is_ours and stamp is not None and stamp.id == self._stamp_id:
                found.append(OwnComment(comment, stamp))
        return sorted(found, key=lambda one: one.id)

    def create(self, text: str, stamp: Stamp) -> OwnComment:
        """A lost answer is not asked for again before we looked whether the comment is there."""

        def add() -> OwnComment:
            try:
                made = self._github.send("POST", self._thread, {"body": text}, Comment, repeat=False)
            except Uncertain as lost:
                done = next((one for one in self.own() if one.stamp.order == stamp.order), None)
                if done is None:
                    raise Later(lost) from lost
                return done
            # The answer is the truth about who we are, which an app's token could not ask for.
            self._login = made.user.login if made.user else self._login
            return OwnComment(made, stamp)

        return self._github.patiently(add)

    def edit(self, own: OwnComment, text: str) -> bool:
        """Whether it is still there to be edited."""
        try:
            self._github.send("PATCH", f"{self._comments}/{own.id}", {"body": text}, Comment, repeat=True)
        except NotFound:
            return False
        return True

    def delete(self, comments: Iterable[OwnComment]) -> None:
        for one in comments:
            try:
                self._github.delete(f"{self._comments}/{one.id}")
            except GitHubError:
                # The report stands where it should; an old comment that cannot be deleted does no harm.
                continue


def own_login(github: GitHub) -> str:
    """Whose token it is. The one of a workflow may not ask, and is always the same user's."""
    try:
        return github.get("user", User).login
    except Denied:
        return ACTIONS_LOGIN
