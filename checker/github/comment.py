"""One comment of ours on a pull request, whatever happens: runs side by side, lost answers, other people's text.

GitHub cannot be asked to change something only if nobody else did. So that runs at the same time never delete the last
comment between them, all of them agree which one stays without asking each other:

- `update`: the oldest. It is never deleted; who made a later one moves its text there and deletes its own.
- `recreate`: that of the newest run. What a run made is never changed by another, so who is newest does not change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from checker.errors import CheckerError
from checker.github.client import GitHub
from checker.github.errors import GitHubError
from checker.github.outcome import PostOutcome
from checker.github.stamp import BODY_LIMIT, COMMENT_LIMIT, IDENTIFIER, Stamp, stamped
from checker.github.text import encodable
from checker.github.thread import OwnComment, Thread
from checker.report.escape import visible

Mode = Literal["update", "recreate", "new"]
When = Literal["always", "changes", "never"]
_NEWER_MEANWHILE = PostOutcome("skipped", "a newer run has reported meanwhile")


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


class PullRequestComment:
    """Our comment on one pull request."""

    def __init__(self, github: GitHub, repository: str, number: int, options: CommentOptions) -> None:
        self._thread = Thread(github, repository, number, options.id, options.author)
        self._options = options

    def latest_stamp(self) -> Stamp | None:
        """What the last run left for the next one."""
        return max((one.stamp for one in self._thread.own()), key=lambda stamp: stamp.order, default=None)

    def write(self, body: str, stamp: Stamp, *, has_changes: bool) -> PostOutcome:
        """See to it that the report of this run stands there, unless that of a newer one does."""
        text = _checked(body, stamp)
        own = self._thread.own()
        if any(_is_newer(one.stamp, stamp) for one in own):
            return PostOutcome("skipped", "a newer run has reported already")
        if not own and not has_changes and self._options.when == "changes":
            return PostOutcome("skipped", "there is no change to tell of")
        target = next((one for one in own if self._is_target(one, stamp)), None)
        if target is None:
            return self._add(text, stamp, own)
        if _same(target.comment.body or "", text):
            outcome = PostOutcome("unchanged", url=target.url)
        elif self._thread.edit(target, text):
            outcome = PostOutcome("posted", url=target.url)
        else:  # deleted since we looked
            return self._add(text, stamp, own)
        if self._options.mode != "new":
            self._keep_only(target, own)
        return outcome

    def _is_target(self, own: OwnComment, stamp: Stamp) -> bool:
        """Whether it is the comment to edit. What this very run wrote is never written twice."""
        return self._options.mode == "update" or own.stamp.order == stamp.order

    def _add(self, text: str, stamp: Stamp, before: list[OwnComment]) -> PostOutcome:
        """Another run may do the same at the same time, so we look again and settle what we find."""
        ours = self._thread.create(text, stamp)
        if self._options.mode == "new":
            return PostOutcome("posted", url=ours.url)
        now = self._thread.own()
        known = {ours.id, *(one.id for one in before)}
        rivals = [one for one in now if one.id not in known]
        if self._options.mode == "update":
            return self._settle_on_oldest(text, ours, now, rivals)
        return self._settle_on_newest(ours, now, rivals)

    def _settle_on_oldest(
        self, text: str, ours: OwnComment, now: list[OwnComment], rivals: list[OwnComment]
    ) -> PostOutcome:
        oldest = min([ours, *now], key=lambda one: one.id)
        if any(rival.stamp.order > ours.stamp.order for rival in rivals):
            self._keep_only(oldest, [ours])
            return _NEWER_MEANWHILE
        kept = oldest if oldest.id == ours.id or self._thread.edit(oldest, text) else ours
        self._keep_only(kept, [ours, *now])
        return PostOutcome("posted", url=kept.url)

    def _settle_on_newest(self, ours: OwnComment, now: list[OwnComment], rivals: list[OwnComment]) -> PostOutcome:
        newest = max([ours, *rivals], key=lambda one: (one.stamp.order, -one.id))
        self._keep_only(newest, [ours, *now])
        return PostOutcome("posted", url=newest.url) if newest.stamp.order == ours.stamp.order else _NEWER_MEANWHILE

    def _keep_only(self, kept: OwnComment, comments: list[OwnComment]) -> None:
        others = {one.id: one for one in comments if one.id != kept.id}
        self._thread.delete(others.values())


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
