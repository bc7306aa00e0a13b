"""A or B: how sure it is which of two runs is better, and the judgements that would tell, graded on the spot."""

from __future__ import annotations

import streamlit as st

from components import address
from components.verdicts import decision_line
from components.words import _, ngettext
from data import flags, queues
from data.permissions import allows
from pages.parts import choices, comparing
from pages.parts.holes import decision, numbers_with, some_judged
from pages.parts.suspect_rows import suspect_rows
from pages.parts.suspects import reading, suspects

AT_ONCE = 5

shown = comparing.open_comparison(_("A or B"), at_any_moment=False)
store, collection = shown.store, shown.collection
person = choices.require(store, "compare")
if len(shown.names) < 2:
    st.info(_("There is nothing to compare the baseline with. Import a second run, or choose one."))
    st.stop()
first, second, third, fourth = st.columns(4)
with first:
    a = comparing.choose_run(shown, _("Run A"), "baseline")
with second:
    others = [name for name in shown.names if name != shown.names[a]]
    b = shown.names.index(address.one_of(_("Run B"), others, "against"))
with third:
    measure = comparing.choose_measure(shown, without="Judged")
with fourth:
    tag = comparing.choose_tag(shown)
if not some_judged(shown, tag):
    st.stop()


def serve_first() -> None:
    """A button that gives the annotators what decides first; or that they get it."""
    pair = shown.names[a], shown.names[b]
    if collection.queue_order == queues.DECIDE and set(pair) == set(queues.between(store, collection) or ()):
        st.caption(_("Annotators are served these first."))
    elif allows(person.role, "settings") and st.button(
        _("Serve these first to annotators"),
        icon=":material/low_priority:",
        help=_("Their queue goes by nDCG@10 over all queries, whatever is chosen here."),
    ):
        queues.set_order(store, collection, queues.DECIDE, pair)
        st.rerun()


with reading() as progress:
    model = suspects(store, collection, progress)
    found, queries = decision(store, collection, (a, b), measure, progress, numbers_with(shown, tag))
decision_line(found, (shown.names[a], shown.names[b]), measure)
st.caption(
    _(
        "Sure of the sign, for the queries judged so far, from the estimates of what is unjudged. Whether it would "
        "hold for other queries is what the Compare page tells."
    )
)
if found.queue and not found.equal:
    st.subheader(_("Judgements that would move it most"))
    st.caption(
        ngettext(
            "{n} unjudged fragment may move the difference; by probability × effect:",
            "{n} unjudged fragments may move the difference; by probability × effect:",
            len(found.queue),
        )
    )
    serve_first()
    best = [model.suspect(queries[query], served.fragment) for query, served in found.queue[:AT_ONCE]]
    suspect_rows(store, collection, person, [(suspect, flags.DECIDES) for suspect in best])
