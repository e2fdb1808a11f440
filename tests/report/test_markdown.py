"""What the comment says. `make golden` writes the files anew."""

from __future__ import annotations

import hashlib
import time
from dataclasses import replace

import pytest

from checker.findings.finding import Finding
from checker.plan.step import Kept, Plan, Step
from checker.report.digest import digest
from checker.report.levels import COMMENT_BYTES, LEVELS, SUMMARY_BYTES
from checker.report.markdown_report import render_levels, render_markdown
from checker.report.result import Counts, Dirty, Result, Side
from tests.report.gfm import parse_html, to_html
from tests.report.results import CONTEXT, EMPTY, RICH, RICH_CONTEXT, change, dirty_object, large_result, reads
from tests.report.test_golden import assert_golden


def size(text: str) -> int:
    return len(text.encode())


def padded_to(length: int) -> Result:
    """The rich example with so much SQL that its whole comment has just this many bytes."""
    first, *others = RICH.plan.teardown
    missing = length - size(render_markdown(RICH, CONTEXT, limit=None))
    lines = [f"-- {number:076}" for number in range(missing // 80)]
    sql = "\n".join([first.sql, *lines, "-" * (missing - 80 * len(lines) - 1)])
    return replace(RICH, plan=replace(RICH.plan, teardown=(replace(first, sql=sql), *others)))


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_the_comment_at_every_level(level: int) -> None:
    assert_golden(f"comment-level-{level}.md", list(render_levels(RICH, RICH_CONTEXT))[level])


def test_a_comment_of_one_byte_less_than_the_limit_is_whole() -> None:
    text = render_markdown(padded_to(59_999), CONTEXT)
    assert size(text) == 59_999
    assert_golden("comment-59999.md", text)


def test_a_comment_of_one_byte_more_than_the_limit_goes_without_its_sql() -> None:
    text = render_markdown(padded_to(60_001), CONTEXT)
    assert size(render_markdown(padded_to(60_001), CONTEXT, limit=None)) == 60_001
    assert "SQL to run" not in text
    assert "left out: the SQL." in text
    assert_golden("comment-60001.md", text)


def test_a_comment_of_the_very_limit_is_whole() -> None:
    assert size(render_markdown(padded_to(COMMENT_BYTES), CONTEXT)) == COMMENT_BYTES


def test_five_thousand_dirty_objects_fit_a_comment_and_a_summary_and_are_quick() -> None:
    result = large_result(5_000, sql="SELECT 1;\n" * 20)
    started = time.process_time()
    comment = render_markdown(result, CONTEXT)
    summary = render_markdown(result, CONTEXT, SUMMARY_BYTES)
    assert time.process_time() - started < 8
    assert_golden("comment-5000.md", comment)
    assert size(comment) <= COMMENT_BYTES < size(summary) <= SUMMARY_BYTES
    for text in (comment, summary):
        assert "## ✅ 5,000 objects to redeploy" in text
        assert CONTEXT.summary_url is not None
        assert CONTEXT.summary_url in text
    assert "… and 4,900 more objects." in comment


def test_the_time_grows_with_the_objects_and_no_faster() -> None:
    def seconds(objects: int) -> float:
        result = large_result(objects)
        started = time.process_time()
        render_markdown(result, CONTEXT)
        return time.process_time() - started

    seconds(100)
    assert seconds(8_000) < 8 * max(seconds(2_000), 0.05)


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_counts_stay_true_at_every_level(level: int) -> None:
    text = list(render_levels(large_result(3_000), CONTEXT))[level]
    assert "## ✅ 3,000 objects to redeploy" in text
    assert "**1 edit** (1 changed) **→ 3,000 objects to redeploy** · 10 untouched" in text
    rows = LEVELS[level].rows
    if rows:
        assert f"… and {3_000 - rows:,} more objects." in text
    assert ("the summary of this run" in text) is (level > 0)


def test_a_name_without_end_falls_back_to_the_counts() -> None:
    many = tuple(change(f"s.{'🦆' * 250}{number}", "view", "added") for number in range(500))
    text = render_markdown(replace(RICH, changes=many), CONTEXT)
    assert "everything but the counts" in text
    assert size(text) <= COMMENT_BYTES


def test_without_a_summary_the_report_says_how_to_get_the_rest() -> None:
    text = list(render_levels(RICH))[1]
    assert "`checker check --output report.html` writes the whole report." in text


def test_the_empty_report_is_two_lines() -> None:
    text = render_markdown(EMPTY, CONTEXT)
    assert text.count("\n") == 2
    assert_golden("comment-empty.md", text)
    assert parse_html(to_html(text)).skeleton() == ["h2", "p", "sub"]


def test_files_that_were_only_reformatted_are_counted_even_where_nothing_else_changed() -> None:
    text = render_markdown(replace(EMPTY, reformatted=4), CONTEXT)
    assert text.count("\n") == 2
    assert "No SQL statement changed · 4 files only reformatted · " in text


def test_edits_link_to_the_review_and_the_plan_to_the_objects() -> None:
    text = render_markdown(RICH, replace(CONTEXT, pull_request=7))
    place = hashlib.sha256(b"models/shop/prep/paid_orders.sql").hexdigest()
    assert f"✏️ changed | [`shop.prep.paid_orders`](https://github.com/acme/shop/pull/7/files#diff-{place})" in text
    assert "replace in place | [`shop.prep.paid_orders`](https://github.com/acme/shop/blob/9f2c1ab" in text


def test_a_comment_on_a_table_is_no_redeployment() -> None:
    step = Step(step=1, wave=1, action="alter", id="s.t", kind="table", why="its grants or comments changed")
    plan, edit = Plan(setup=(step,)), change("s.t", "table", "metadata")
    result = replace(EMPTY, changes=(edit,), counts=Counts(objects=3, changed=1), plan=plan)
    assert render_markdown(result, CONTEXT).startswith("## ✅ Nothing to redeploy\n")


def test_an_edit_of_metadata_alone_redeploys_nothing() -> None:
    result = replace(EMPTY, changes=(change("s.t", "table", "metadata"),), counts=Counts(objects=3, changed=1))
    text = render_markdown(result, CONTEXT)
    assert text.startswith("## ✅ Nothing to redeploy\n")
    assert "💬 comment or grant" in text


def test_problems_tell_place_reason_fix_and_waiver() -> None:
    html = parse_html(to_html(render_markdown(RICH, CONTEXT)))
    text = " ".join("".join(html.prose).split())
    link = "https://github.com/acme/shop/blob/9f2c1ab000000000000000000000000000000000/models/shop/risk/flags.sql#L14"
    assert ("a", {"href": link}) in html.tags
    assert "Fix: read yesterday's rows there" in text
    assert '-- checker: allow cycle-non-monotone reason="…"' in html.codes


def test_a_waiver_may_stand_in_the_description_where_there_is_one() -> None:
    told = "just above the statement, or on a line of this pull request's description, or add it to `[[waivers]]`"
    assert told in render_markdown(RICH, replace(CONTEXT, pull_request=7))
    assert "description" not in render_markdown(RICH, CONTEXT)


def test_what_the_policy_forbids_is_not_offered_to_be_waived_in_the_change() -> None:
    forbidden, other = (Finding(code, "error", "t becomes dirty") for code in ("protected", "cycle"))
    alone = render_markdown(replace(EMPTY, verdict="fail", findings=(forbidden,)), CONTEXT)
    assert "To accept it on purpose, add it to `[[waivers]]`" in alone
    both = render_markdown(replace(EMPTY, verdict="fail", findings=(forbidden, other)), CONTEXT)
    assert 'put `-- checker: allow cycle reason="…"` just above' in both


def test_what_blocks_depends_on_what_shall_fail() -> None:
    assert "2 problems block" in render_markdown(replace(RICH, fail_on="warning"), CONTEXT)
    only_warnings = replace(RICH, findings=RICH.findings[1:])
    assert "1 problem blocks" in render_markdown(only_warnings, CONTEXT)
    text = render_markdown(replace(RICH, verdict="pass", fail_on="never"), CONTEXT)
    assert "[!CAUTION]" not in text
    assert "### 2 warnings" in text


def test_what_the_plan_cannot_do_is_told_once() -> None:
    kept = (Kept("a", "view", "cannot be made"), Kept("b", "table", "holds data"))
    undone = Finding("manual-change", "warning", "it cannot be made", id="a")
    text = render_markdown(replace(RICH, findings=(undone,), plan=replace(RICH.plan, kept=kept)), CONTEXT)
    assert "- `b`: holds data" in text
    assert "- `a`: cannot be made" not in text


def test_steps_that_lose_data_stand_out() -> None:
    text = render_markdown(RICH, CONTEXT)
    assert "1 step loses data" in text.splitlines()[0]
    assert "| 🗑️ **alter, loses data** | [`shop.raw.orders`]" in text


def test_an_object_that_is_made_in_two_steps_counts_and_loses_data_once() -> None:
    drop = Step(step=1, wave=1, action="drop", id="s.a", kind="table", destructive=True)
    stub = Step(step=2, wave=1, action="create", id="s.a", kind="table")
    result = replace(EMPTY, plan=Plan((drop,), (stub, replace(stub, step=3, wave=2, action="alter"))))
    assert render_markdown(result).startswith("## ⚠️ 1 object to redeploy · 1 step loses data\n")


def test_a_rename_reaches_what_read_the_old_name() -> None:
    reader = dirty_object("s.reader", "view", reads("s.old"), "s.old")
    renamed = replace(EMPTY, changes=(change("s.new", "view", "renamed", "s.old"),), dirty=Dirty((reader,)))
    assert "`s.new` view, was `s.old` | 1 more |" in render_markdown(renamed)


def test_only_what_is_there_is_said_to_be_left_out() -> None:
    without_sql = replace(RICH, plan=Plan())
    assert "left out: the graph." in list(render_levels(without_sql, CONTEXT))[2]


def test_removed_objects_are_linked_where_they_were() -> None:
    text = render_markdown(RICH, CONTEXT)
    assert f"[`shop.marts.tmp_orders`](https://github.com/acme/shop/blob/{RICH.base.sha}/models" in text


def test_nothing_is_linked_in_a_work_tree() -> None:
    text = render_markdown(replace(RICH, head=Side("WORKTREE", None), base=Side("main", None)), CONTEXT)
    assert "/blob/" not in text


def test_without_a_plan_the_objects_that_follow_have_their_reasons() -> None:
    text = render_markdown(replace(RICH, plan=Plan()), CONTEXT)
    assert "### Also affected" in text
    assert "materialized view | reads `shop.prep.paid_orders` |" in text


def test_a_graph_of_more_than_two_hundred_edges_is_a_table() -> None:
    assert "```mermaid" in render_markdown(large_result(200), CONTEXT, limit=None)
    text = render_markdown(large_result(202), CONTEXT, limit=None)
    assert "```mermaid" not in text
    assert "| 1 | 201 | `shop.mart_000.model_00001`, " in text


def test_the_difference_to_the_last_push_is_told() -> None:
    fixed = Finding("parse-error", "error", "gone now")
    before = replace(RICH, head=Side("pr", "41d07be" + "0" * 33), findings=(*RICH.findings, fixed))
    before = replace(before, counts=replace(RICH.counts, dirty_objects=10, errors=2))
    text = render_markdown(RICH, replace(CONTEXT, previous_digest=digest(before)))
    assert "Since the last push (`41d07be000`): 2 more objects affected, 1 problem fixed.\n" in text


def test_people_are_told_the_commit_that_was_pushed_and_not_only_its_test_merge() -> None:
    pushed, before = "c5e8bcf9f1" + "0" * 30, "41d07be000" + "0" * 30
    context = replace(CONTEXT, head_sha=pushed, previous_digest=digest(RICH, before))
    text = render_markdown(RICH, context)
    assert "Since the last push (`41d07be000`): no difference.\n" in text
    assert "head `c5e8bcf9f1`, merged as `" in text
    again = replace(context, previous_digest=digest(replace(RICH, head=Side("pr", "f" * 40)), pushed))
    assert "Since the last push" not in render_markdown(RICH, again)


def test_a_run_of_the_same_commit_has_no_difference_to_tell() -> None:
    assert "Since the last push" not in render_markdown(RICH, replace(CONTEXT, previous_digest=digest(RICH)))


@pytest.mark.parametrize("previous", ["", "1.none", "x" * 1_000_000, "1.<b>.1-1-1-1-1-1-1-1-1.", "@octocat"])
def test_a_forged_digest_is_as_good_as_none(previous: str) -> None:
    assert render_markdown(RICH, replace(CONTEXT, previous_digest=previous)) == render_markdown(RICH, CONTEXT)


def test_the_same_result_gives_the_same_bytes() -> None:
    assert render_markdown(RICH, RICH_CONTEXT) == render_markdown(RICH, RICH_CONTEXT)
