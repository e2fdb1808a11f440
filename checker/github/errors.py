"""What can go wrong between us and GitHub. All of it is told to people; nothing of it holds the token."""

from __future__ import annotations

from checker.errors import CheckerError


class GitHubError(CheckerError):
    """GitHub did not do what it was asked, and asking again will not help."""


class Denied(GitHubError):
    """The token may not do it, or may not even see what it is about (401, 403, 404, 410)."""


class NotFound(Denied):
    """It is not there, or hidden from this token: GitHub does not say which (404, 410)."""


class RateLimited(GitHubError):
    """Too many requests, and the wait that GitHub asks for is longer than a check may take."""


class Unreachable(GitHubError):
    """No answer, or only server errors, after several tries."""


class Uncertain(Unreachable):
    """The answer to a write was lost: it may have been done or not. Look before asking again."""
