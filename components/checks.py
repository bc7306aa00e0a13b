"""The check of files before an import, as people see it: green, yellow or red, with lines and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from components.figures import as_table
from components.plain import literal
from components.said import told
from components.words import _, ngettext, whole

COLOURS = {
    "fine": (":material/check_circle:", "green"),
    "look": (":material/error:", "orange"),
    "asks": (":material/help:", "orange"),
    "refused": (":material/cancel:", "red"),
}
Message = tuple[int | None, str, Mapping[str, object], str]
"""(line, template, values, the line's text)"""


def file_heading(name: str, verdict: str, kind: str, summary: str) -> None:
    """One file: what it is taken for, and what an import would do with it."""
    icon, colour = COLOURS[verdict]
    st.markdown(f":{colour}[{icon}] **{literal(name)}** — {literal(kind)}")
    st.caption(literal(summary))


def brings(parts: Mapping[str, int]) -> str:
    """What files bring, and how much of each: `1 query, 3 judgements`."""
    said = {
        "fragments": lambda n: ngettext("{n} fragment", "{n} fragments", n),
        "queries": lambda n: ngettext("{n} query", "{n} queries", n),
        "results": lambda n: ngettext("{n} result", "{n} results", n),
        "judgements": lambda n: ngettext("{n} judgement", "{n} judgements", n),
    }
    return ", ".join(said[part](n) for part, n in parts.items()) or _("nothing")


def counts(parts: Mapping[str, int], new: int, changed: int, same: int) -> str:
    """What a file brings, and how much of all that is new: `1 query, 3 judgements: 4 new`."""
    words = ((new, _("{n} new")), (changed, _("{n} changed")), (same, _("{n} as they are")))
    compared = ", ".join(said.format(n=whole(n)) for n, said in words if n)
    return f"{brings(parts)}: {compared}" if compared else brings(parts)


def unknown(queries: int, fragments: int) -> str | None:
    """What is said of ids that nothing explains."""
    if not queries and not fragments:
        return None
    ids = [
        ngettext("{n} query id", "{n} query ids", queries) if queries else "",
        ngettext("{n} fragment id", "{n} fragment ids", fragments) if fragments else "",
    ]
    return _("Not known here, and imported without text: {ids}").format(ids=", ".join(filter(None, ids)))


def grade_distribution(grades: Mapping[int, int]) -> str:
    """How often each grade stands in a qrels file."""
    listed = ", ".join(f"{grade}: {whole(count)}" for grade, count in sorted(grades.items()))
    return _("Grades: {list}").format(list=listed)


def carried_over(
    kept: Sequence[tuple[str, int]], changed: Sequence[tuple[str, str, int]], lost: Sequence[tuple[str, int]]
) -> None:
    """What becomes of the judged fragments of texts that were split or written anew."""
    st.caption(
        _("Judged fragments of these texts: {kept} carried over, {changed} changed, {lost} lost.").format(
            kept=whole(len(kept)), changed=whole(len(changed)), lost=whole(len(lost))
        )
    )
    if not changed and not lost:
        return
    with st.expander(_("Changed and lost fragments")):
        st.write(
            _("They stay in the collection with their judgements; the new texts have to be judged anew.")
        )
        rows = [(name, new, count) for name, new, count in changed] + [(name, "", n) for name, n in lost]
        as_table(
            [{_("Fragment"): name, _("Now"): new, _("Judgements"): count} for name, new, count in rows],
        )


def messages(title: str, found: list[Message], total: int) -> None:
    """Lines with a problem or a notice: number, reason, and the line itself as text."""
    with st.expander(title, expanded=total <= 10):
        rows = [
            {
                _("Line"): line,
                _("Reason"): told(template, values),
                _("The line"): text,
            }
            for line, template, values, text in found
        ]
        as_table(rows)
        if total > len(found):
            st.caption(_("The first {shown} of {all}.").format(shown=whole(len(found)), all=whole(total)))
