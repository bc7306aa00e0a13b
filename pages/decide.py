"""A or B: how sure it is which of two runs is better, and the judgements that would tell, graded on the spot."""

from __future__ import annotations

import streamlit as st

from components import address
from components.verdicts import decision_line
from components.words import _, ngettext
from data import flags, queues
from data.permissions import allows
from pages.parts import choices, comparing
from pages.parts.flag_desk import FlagDesk, take_sent
from pages.parts.ground import ground_of
from pages.parts.holes import numbers_with, some_judged
from pages.parts.kept_rows import rows_on
from pages.parts.opened import opened
from pages.parts.reading_on import Question, reader_of, show_far
from pages.parts.while_looked_at import SOON

EVERY_ANSWER = 2.0  # seconds after which the page looks whether more is known

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


question = Question((a, b), measure, numbers_with(shown, tag))
ground = ground_of(store, collection)
content = opened(store, collection)
reader = reader_of(store, collection, content)
reader.begin(SOON, question)


def rows() -> None:
    """What may be said now, and what to judge; only this runs again when somebody grades, or more is known."""
    if ground_of(store, collection) != ground:
        st.rerun()
    told = take_sent(store, collection, person)
    answer = reader.begin(0, question)
    if answer is None or answer.decision is None:
        with st.container(border=True):
            st.markdown(_("How sure it is can be told when all judged queries are read and drawn from."))
    else:
        decision_line(answer.decision, (shown.names[a], shown.names[b]), measure)
    st.caption(
        _(
            "Sure of the sign, for the queries judged so far, from the estimates of what is unjudged. Whether it "
            "would hold for other queries is what the Compare page tells."
        )
    )
    if answer is None:
        if far := reader.far(only_judged=True):
            show_far(far)
    elif answer.moves and not (answer.decision and answer.decision.equal):
        st.subheader(_("Judgements that would move it most"))
        st.caption(
            ngettext(
                "{n} unjudged fragment may move the difference; by probability × effect:",
                "{n} unjudged fragments may move the difference; by probability × effect:",
                answer.moves,
            )
        )
        serve_first()
        desk = FlagDesk(
            store, collection, person, content, rows_on("decide", (collection.id, content.key, question))
        )
        is_open = desk.is_open()
        desk.show(
            told,
            lambda count: [(one, flags.DECIDES) for one in answer.first if is_open(one.query, one.fragment)][
                :count
            ],
            reader.far(only_judged=True),
        )


st.fragment(rows, run_every=EVERY_ANSWER)()
