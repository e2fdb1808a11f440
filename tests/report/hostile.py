"""Text that means something to Markdown, HTML, GitHub or Mermaid, and a result that holds it everywhere."""

from __future__ import annotations

from hypothesis import strategies as st

from checker.cycles.cycle import Cycle, CycleEdge
from checker.findings.finding import Finding
from checker.plan.step import Kept, Plan, Step
from checker.report.markdown_context import CommentContext
from checker.report.result import (
    ChangeEntry,
    Counts,
    Dirty,
    DirtyGroup,
    DirtyObject,
    ReasonEntry,
    Result,
    Side,
    Spared,
    Tool,
)

_TOKENS = [
    "`", "``", "```", "~~~", "|", "\\", "\\|", "\n", "\r\n", "\t", " ", "  ", "*", "**", "_", "~", "#", "# ",
    "## x", "- ", "1. ", "> ", "<", ">", "</code>", "</details>", "</td>", "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>", "<!--", "-->", "&lt;", "&#64;", "@octocat", "@acme/team", "#1", "GH-1",
    "acme/shop#1", "deadbeefdeadbeef", "http://evil.example", "www.evil.example", "me@evil.example",
    "mailto:x@y.zz", "[x](http://evil.example)", "![x](http://evil.example/x.png)", "[x]: http://evil.example",
    "<http://evil.example>", "[!CAUTION]", ":smile:", "$x$", "$$", "---", "===", "\u202e", "\u200b", "\u2028",
    "\x00", "\x1b[31m", "\ud800", "\udcff", "ㅤ", "🦆", "é", "a", "orders", "reads", "NOT", '"', "'", "(", ")",
    "{", "}", "%%{init: {}}%%", ";", ":", "click n0 href", "end", '"]; n9["x', "{{ 7 * 7 }}", "{% raw %}",
    "::error::x", "%0A",
]  # fmt: skip

hostile_text = st.lists(st.sampled_from(_TOKENS) | st.text(max_size=4), min_size=1, max_size=6).map("".join)
STRINGS = 50
hostile_strings = st.lists(hostile_text.filter(bool), min_size=STRINGS, max_size=STRINGS, unique=True)
harmless_strings = [f"name_{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(STRINGS)]

LINKED = CommentContext(server_url="https://github.example", repository="acme/shop", pull_request=7)


def result_of(strings: list[str]) -> tuple[Result, CommentContext]:
    """Every section and every kind of row, with these strings wherever a string can stand."""
    s = iter(strings)
    a, b, c, d, cluster, schema, kind, path = (next(s) for _ in range(8))
    changes = (
        ChangeEntry(a, kind, "modified", None, path, 1, "b", "h"),
        ChangeEntry(b, kind, "renamed", next(s), next(s), 2, "b", "h"),
        ChangeEntry(next(s), next(s), "removed", None, next(s), 3, "b", None),
        ChangeEntry(next(s), next(s), "metadata", None, next(s), 4, "b", "h"),
    )
    reasons = (ReasonEntry("depends_on", (a,), next(s)), ReasonEntry("schema", (schema,), next(s)))
    dirty = Dirty(
        objects=(
            DirtyObject(a, kind, path, 1, 0, (ReasonEntry("changed", (), next(s)),), (a,), (a,)),
            DirtyObject(b, kind, next(s), 2, 1, reasons, (a,), (a, b)),
            DirtyObject(c, kind, next(s), 2, 2, reasons, (a,), (a, b, c)),
        ),
        clusters=(DirtyGroup(cluster, (ReasonEntry("stmt_cluster", (a,), next(s)),)),),
        schemas=(DirtyGroup(schema, (ReasonEntry("schema", (a,), next(s)),)),),
    )
    plan = Plan(
        teardown=(
            Step(step=1, wave=1, action="drop", id=c, kind=kind, destructive=True, sql=next(s), why=next(s)),
            Step(step=2, wave=2, action="drop", id=d, kind=kind, sql=next(s), why=next(s)),
        ),
        setup=(Step(step=3, wave=1, action="create", id=c, kind=kind, sql=next(s), why=next(s), cluster=cluster),),
        kept=(Kept(next(s), kind, next(s)),),
    )
    edges = (
        CycleEdge(a, b, "non-monotone", next(s), next(s), 3, next(s)),
        CycleEdge(b, a, "monotone", None, path, 1, ""),
    )
    cycles = (Cycle((a, b), (a, b, a), False, False, True, 0, 1, edges),)
    findings = tuple(
        Finding(code, severity, next(s), next(s), a, path, 1, 2, 1)  # type: ignore[arg-type]
        for code, severity in ((next(s), "error"), (next(s), "warning"), (next(s), "note"))
    )
    result = Result(
        tool=Tool(version="1", rules=a, dialect=b), base=Side(c, "a" * 40), head=Side(d, "b" * 40), verdict="fail",
        counts=Counts(9, 4, 3, 1, 1, 1, 1, 1, 1), changes=changes, dirty=dirty, cycles=cycles, plan=plan,
        findings=findings, spared=(Spared(a, b),),
    )  # fmt: skip
    return result, CommentContext(
        server_url=LINKED.server_url,
        repository=LINKED.repository,
        pull_request=LINKED.pull_request,
        previous_digest=strings[-1],
    )
