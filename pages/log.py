"""Log: every act, by whom, when, why it was served and under which guidelines; as a file; and undo for a person."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pandas as pd
import streamlit as st

from components.empty import nothing_yet
from components.figures import as_table, written
from components.grades import act_name
from components.plain import literal
from components.served import why_served
from components.words import _, moment, ngettext
from data import audit, collections
from data.audit import Entry
from data.served import read_reason
from pages.parts import choices

PAGE = 100
ACTS = ("grade", "skip", "cant_tell", "no_answer", "undo", "adjudicate")

store = choices.open_store()
person = choices.require(store, "see everybody")
collection = choices.collection(store)
st.title(_("Log"))
if collection is None:
    nothing_yet(choices.may(store, "import"))
    st.stop()
crew = collections.people(store)


def row(entry: Entry) -> dict[str, object]:
    """An entry as the table shows it."""
    what = (
        _("Settled: {grade}").format(grade=act_name(entry.act, entry.grade))
        if entry.act == "adjudicate"
        else ""
    )
    what = what or act_name(entry.act, entry.grade)
    if entry.undoes:
        what = _("Took back no. {revision}").format(revision=entry.undoes)
    return {
        _("No."): entry.revision,
        _("When"): moment(entry.at),
        _("Who"): entry.person,
        _("What"): what,
        _("Query"): entry.query_id,
        _("Fragment"): entry.fragment_id,
        _("Why served"): "" if entry.undoes else why_served(entry.source, *read_reason(entry.reason)),
        _("Note or reason"): entry.note,
        _("Seconds"): None if entry.milliseconds is None else entry.milliseconds / 1000,
        _("Guidelines"): None if entry.guidelines is None else _("version {n}").format(n=entry.guidelines),
        _("Taken back by"): entry.undone_by,
    }


def table() -> None:
    """The log, newest first, a page at a time."""
    with st.container(horizontal=True):
        who = st.selectbox(
            _("Who"),
            crew,
            index=None,
            format_func=lambda one: one.name,
            placeholder=_("Everybody"),
            width=220,
        )
        act = st.selectbox(
            _("What"), ACTS, index=None, format_func=kind, placeholder=_("Everything"), width=220
        )
        query = st.text_input(_("Query"), width=220).strip()
        rows = audit.count(store, collection, who, act or "", query)
        number = st.number_input(_("Page"), 1, max(1, -(-rows // PAGE)), 1, width=120)
    if not rows:
        st.caption(_("No row of the log is like this."))
        return
    found = audit.entries(store, collection, who, act or "", query, PAGE, (number - 1) * PAGE)
    table = pd.DataFrame([row(entry) for entry in found])
    as_table(written(table, {_("Seconds"): 1}))


def kind(act: str) -> str:
    """A kind of act, for a chooser."""
    return {"grade": _("Grades"), "adjudicate": _("Decisions")}.get(act) or act_name(act, None)


def undo() -> None:
    """Takes back what a person did in a span of time."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        who = st.selectbox(_("Acts of"), crew, format_func=lambda one: one.name, width=220)
        first = st.datetime_input(
            _("From (UTC)"), datetime.now(UTC).replace(tzinfo=None) - timedelta(hours=1), width=220
        )
        last = st.datetime_input(
            _("To (UTC)"), datetime.now(UTC).replace(tzinfo=None) + timedelta(minutes=1), width=220
        )
    sure = st.checkbox(_("Take back everything that this person did in this span"))
    if st.button(_("Take back"), disabled=not sure, icon=":material/undo:") and who and first and last:
        span = (moment_.replace(tzinfo=UTC).isoformat(timespec="milliseconds") for moment_ in (first, last))
        gone = audit.undo_between(store, collection, person, who, *span)
        st.success(
            ngettext("{n} act was taken back.", "{n} acts were taken back.", gone)
            + " "
            + _("The log keeps both.")
        )


st.caption(
    ngettext(
        "{n} row; none is ever changed or deleted.",
        "{n} rows; none is ever changed or deleted.",
        audit.count(store, collection),
    )
)
table()
with st.container(horizontal=True, vertical_alignment="center"):
    names = st.toggle(_("With names"), value=True)
    st.download_button(
        _("Download the log"),
        lambda: audit.as_csv(store, collection, names),
        f"{literal(collection.name)}-log.csv",
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
with st.expander(_("Take back what somebody did"), icon=":material/undo:"):
    undo()
