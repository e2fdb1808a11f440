"""Runs side by side, in every order of their requests that a search can think of."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Condition, Thread

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from checker.github.client import GitHub
from checker.github.comment import CommentOptions, Mode, PullRequestComment
from checker.github.stamp import Stamp, stamped
from checker.github.thread import ACTIONS_LOGIN
from tests.github.conftest import connect
from tests.github.fake import ACTIONS, FakeGitHub
from tests.github.fake.state import HEAD, State

RUNS = (1, 2, 3, 4)
# Where all runs kept the comment of the newest and edited the oldest, these orders left no comment at all.
VANISHED = (
    [3, 2, 2, 2, 3, 3, 4, 4, 3, 3, 3, 1, 1, 1, 3, 4, 2, 2, 1, 1, 1, 4, 4, 3, 3, 3],
    [3, 2, 1, 1, 1, 2, 2, 2, 3, 3, 2, 4, 4, 4, 1, 2, 2, 1, 1, 1, 4, 4, 3, 4, 4],
)
ORDERS = st.lists(st.sampled_from(RUNS), max_size=30)


class Turns:
    """Lets one request through at a time, in the order given; after that, as they come."""

    def __init__(self, order: list[int]) -> None:
        self._order = deque(f"run{run}" for run in order)
        self._done: set[str] = set()
        self._changed = Condition()

    @contextmanager
    def __call__(self, who: str) -> Iterator[None]:
        with self._changed:
            assert self._changed.wait_for(lambda: self._next() in (who, None), timeout=30)
        yield
        with self._changed:
            if self._next() == who:
                self._order.popleft()
            self._changed.notify_all()

    def finish(self, who: str) -> None:
        with self._changed:
            self._done.add(who)
            self._changed.notify_all()

    def _next(self) -> str | None:
        while self._order and self._order[0] in self._done:
            self._order.popleft()
        return self._order[0] if self._order else None


class Arena:
    """One fake GitHub and a client for each run, used again for every race."""

    def __init__(self, fake: FakeGitHub, clients: dict[int, GitHub]) -> None:
        self._fake = fake
        self._clients = clients

    def race(self, order: list[int], mode: Mode, earlier: int = 0) -> list[str]:
        """What stands there after all runs have ended."""
        fake = self._fake
        fake.sleep(61)
        fake.state = State()
        fake.state.add_pull(7)
        for _ in range(earlier):
            fake.state.add_comment(stamped("run 0", Stamp("default", HEAD, 0, 1)), login=ACTIONS_LOGIN)
        turns = fake.turns = Turns(order)
        threads = [Thread(target=self._write, args=(run, mode, turns)) for run in RUNS]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert fake.violations == []
        return [comment["body"].partition("\n")[2] for comment in fake.state.thread("acme/shop", 7)]

    def _write(self, run: int, mode: Mode, turns: Turns) -> None:
        options = CommentOptions(mode=mode, author=ACTIONS_LOGIN)
        comment = PullRequestComment(self._clients[run], "acme/shop", 7, options)
        comment.write(f"run {run}", Stamp("default", HEAD, run, 1), has_changes=True)
        turns.finish(f"run{run}")


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    with FakeGitHub() as fake, ExitStack() as stack:
        fake.tokens |= {f"run{run}": ACTIONS for run in RUNS}
        yield Arena(fake, {run: stack.enter_context(connect(fake, f"run{run}")) for run in RUNS})


@settings(max_examples=40)
@given(order=ORDERS, earlier=st.integers(0, 2))
def test_recreate_leaves_one_comment_and_it_is_the_newest(arena: Arena, order: list[int], earlier: int) -> None:
    assert arena.race(order, "recreate", earlier) == ["run 4"]


@settings(max_examples=40)
@given(order=ORDERS, earlier=st.integers(0, 2))
@example(order=VANISHED[0], earlier=0)
@example(order=VANISHED[1], earlier=0)
def test_update_leaves_one_comment(arena: Arena, order: list[int], earlier: int) -> None:
    """Of which run cannot be promised: an older one may have looked before the newest wrote, and write after it."""
    assert len(arena.race(order, "update", earlier)) == 1


@pytest.mark.parametrize("mode", ["update", "recreate"])
@pytest.mark.parametrize("order", [(1, 2, 3, 4), (4, 3, 2, 1), (2, 4, 1, 3)])
def test_one_after_the_other_the_newest_stays(arena: Arena, mode: Mode, order: tuple[int, ...]) -> None:
    assert arena.race([run for run in order for _ in range(9)], mode, earlier=1) == ["run 4"]


def test_new_leaves_a_comment_of_every_run(arena: Arena) -> None:
    assert sorted(arena.race([1, 2, 3, 4, 1, 2], "new")) == ["run 1", "run 2", "run 3", "run 4"]
