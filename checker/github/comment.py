"""One comment of ours on a pull request, whatever happens: runs side by side, lost answers, other people's text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from checker.errors import CheckerError
from checker.github.client import GitHub
from checker.github.errors import Denied, GitHubError, NotFound, Uncertain
from checker.github.outcome import PostOutcome
from checker.github.retry import Later
from checker.github.shapes import Comment, User
from checker.github.stamp import BODY_LIMIT, COMMENT_LIMIT, IDENTIFIER, Stamp, read_stamp, stamped
from checker.github.text import encodable
from checker.report.escape import visible

Mode = Literal["update", "recreate", "new"]
When = Literal["always", "changes", "never"]
ACTIONS_LOGIN = "github-actions[bot]"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentOptions:
    """How the user wants it."""

    id: str = "default"
    """Tells apart the comments of several checks on one pull request."""
    mode: Mode = "update"
    """Edit our comment, put a new one in its place, or add one for each run."""
    when: When = "always"
    """`changes`: no comment where there is nothing to tell; one that is there already is still kept true."""
    author: str | None = None
    """Our login, for the token of an app, which cannot ask for it; else it is found out."""

    def __post_init__(self) -> None:
        if not IDENTIFIER.fullmatch(self.id):
            hint = "take up to 64 letters, digits, dots, dashes and underscores"
            raise CheckerError(f"{visible(self.id[:100])!r} cannot be the id of a comment", hint=hint)


@dataclass(frozen=True, slots=True)
class _Own:
    comment: Comment
    stamp: Stamp

    @property
    def rank(self) -> tuple[int, int, int]:
        """The newest run first; of twins the older comment, so that all who look choose the same."""
        return (*self.stamp.order, -self.comment.id)


class PullRequestComments:
    """Our comments with one id on one pull request."""

    def __init__(self, github: GitHub, repository: str, number: int, options: CommentOptions) -> None:
        self._github = github
        self._repository = f"repos/{repository}"
        self._thread = f"repos/{repository}/issues/{number}/comments"
        self._options = options
        self._login = options.author or ""

    def latest_stamp(self) -> Stamp | None:
        """What the last run left for the next one."""
        own = self._own()
        return own[0].stamp if own else None

    def write(self, body: str, stamp: Stamp, *, has_changes: bool) -> PostOutcome:
        """See to it that the report of this run stands there, unless that of a newer one does."""
        text = _checked(body, stamp)
        own = self._own()
        if any(_is_newer(one.stamp, stamp) for one in own):
            return PostOutcome("skipped", "a newer run has reported already")
        if not own and not has_changes and self._options.when == "changes":
            return PostOutcome("skipped", "there is no change to tell of")
        target = next((one for one in own if self._is_target(one, stamp)), None)
        if target is None:
            return self._add(text, stamp, own)
        outcome = self._edit(target.comment, text)
        if outcome is None:  # deleted since we looked
            return self._add(text, stamp, own)
        self._remove_twins(own, target)
        return outcome

    def _is_target(self, own: _Own, stamp: Stamp) -> bool:
        """Whether it is the comment to edit. What this very run wrote is never written twice."""
        return self._options.mode == "update" or own.stamp.order == stamp.order

    def _own(self) -> list[_Own]:
        """Those that we wrote: a stamp in somebody else's comment says nothing."""
        self._login = self._login or own_login(self._github)
        found = []
        for comment in self._github.pages(self._thread, Comment):
            stamp = read_stamp(comment.body or "")
            is_ours = comment.user is not None and comment.user.login.lower() == self._login.lower()
            if is_ours and stamp is not None and stamp.id == self._options.id:
                found.append(_Own(comment, stamp))
        return sorted(found, key=lambda one: one.rank, reverse=True)

    def _edit(self, comment: Comment, text: str) -> PostOutcome | None:
        if _same(comment.body or "", text):
            return PostOutcome("unchanged", url=comment.html_url)
        path = f"{self._repository}/issues/comments/{comment.id}"
        try:
            edited = self._github.send("PATCH", path, {"body": text}, Comment, repeat=True)
        except NotFound:
            return None
        return PostOutcome("posted", url=edited.html_url)

    def _add(self, text: str, stamp: Stamp, known: list[_Own]) -> PostOutcome:
        created = self._create(text, stamp)
        # The answer is the truth about who we are, which an app's token could not ask for.
        self._login = created.user.login if created.user else self._login
        if self._options.mode == "new":
            return PostOutcome("posted", url=created.html_url)
        # Another run may have done the same at the same time: all who look keep the same one.
        now, before = self._own(), {one.comment.id for one in known}
        ours = _Own(created, stamp)
        kept = next((one for one in now if one.rank > ours.rank and one.comment.id not in before), ours)
        self._remove_twins([*now, ours], kept)
        if kept.stamp.order > stamp.order:
            return PostOutcome("skipped", "a newer run has reported meanwhile")
        return PostOutcome("posted", url=kept.comment.html_url)

    def _create(self, text: str, stamp: Stamp) -> Comment:
        """A lost answer is not asked for again before we looked whether the comment is there."""

        def add() -> Comment:
            try:
                return self._github.send("POST", self._thread, {"body": text}, Comment, repeat=False)
            except Uncertain as lost:
                done = next((one.comment for one in self._own() if one.stamp.order == stamp.order), None)
                if done is None:
                    raise Later(lost) from lost
                return done

        return self._github.patiently(add)

    def _remove_twins(self, own: list[_Own], kept: _Own) -> None:
        twins = {one.comment.id for one in own} - {kept.comment.id}
        for twin in sorted(twins) if self._options.mode != "new" else ():
            try:
                self._github.delete(f"{self._repository}/issues/comments/{twin}")
            except GitHubError:
                # The report stands where it should; an old comment that cannot be deleted does no harm.
                continue


def own_login(github: GitHub) -> str:
    """Whose token it is. The one of a workflow may not ask, and is always the same user's."""
    try:
        return github.get("user", User).login
    except Denied:
        return ACTIONS_LOGIN


def _is_newer(there: Stamp, ours: Stamp) -> bool:
    """Ours is about the commit that the pull request is at: what is there about another one is old whatever its run."""
    return there.head == ours.head and there.order > ours.order


def _checked(body: str, stamp: Stamp) -> str:
    body = encodable(body)
    size = len(body.encode())
    if size > BODY_LIMIT:
        raise GitHubError(f"the report has {size:,} bytes, and a comment takes {BODY_LIMIT:,}")
    text = stamped(body, stamp)
    if len(text) > COMMENT_LIMIT:
        raise GitHubError(f"the comment has {len(text):,} characters, and GitHub takes {COMMENT_LIMIT:,}")
    return text


def _same(there: str, ours: str) -> bool:
    return there.replace("\r\n", "\n").rstrip() == ours.rstrip()
