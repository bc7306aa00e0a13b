"""Unjudged: fragments that are likely relevant and that nobody has judged, in two lists, graded on the spot."""

from __future__ import annotations

import streamlit as st

from components.empty import no_candidates, nothing_yet
from components.words import _, whole
from data import flags, slots
from data.permissions import LEAD
from evaluation.unjudged.flags import FOUND
from pages.parts import choices
from pages.parts.agreed import rule_sentence
from pages.parts.auditing import audit_section, audited, how_right
from pages.parts.flag_desk import FlagDesk, take_sent
from pages.parts.ground import ground_of
from pages.parts.kept_rows import rows_on
from pages.parts.live import live_scores
from pages.parts.opened import opened
from pages.parts.reading_on import reader_of, say_evidence
from pages.parts.same_texts import same_texts
from pages.parts.stopping import stops_table
from pages.parts.while_looked_at import EVERY, SOON_AFTER

store = choices.open_store()
person = choices.person(store)
collection = choices.collection(store)
st.title(_("Unjudged"))
if collection is None or person is None:
    nothing_yet(choices.may(store, "import"))
    st.stop()
content = opened(store, collection)
if not content.pool.fragments.size:
    no_candidates(choices.may(store, "import"))
    st.stop()
st.write(
    _(
        "Scores treat what nobody has judged as not relevant, so a run that finds something new is punished for it. "
        "These fragments are likely relevant, by the runs that found them and by their text. "
        "A flag is a guess, never a judgement: it counts when you grade it."
    )
)
st.caption(rule_sentence(collection.rule, collection.threshold))

LISTS = {flags.AGREED: _("Several runs agree"), flags.ALONE: _("Only one run found it")}
ground = ground_of(store, collection)
reader = reader_of(store, collection, content)
reader.begin()
is_reading = not reader.is_done
if reader.found:
    say_evidence(reader.found)
if person.role != LEAD and ((others := slots.elsewhere(store, collection, person)).pairs or others.queries):
    st.caption(_("What others are reading at this moment, and queries given to others, are left out here."))


def rows() -> None:
    """The list and what became of its flags; only this runs again when somebody grades, or more is read."""
    if ground_of(store, collection) != ground:
        st.rerun()
    told = take_sent(store, collection, person)
    reader.begin(0 if is_reading else SOON_AFTER)
    live = live_scores(store, collection)
    drawn = audited(store, collection, content, live)
    how_right(
        LISTS, flags.judged_flags(store, collection), drawn, lambda: audit_section(drawn, content, live)
    )
    listed = st.segmented_control(
        _("List"),
        list(LISTS),
        default=flags.AGREED,
        format_func=LISTS.__getitem__,
        required=True,
        help=_("A run has found what is among its first {n}.").format(n=whole(FOUND)),
    )
    kept = rows_on("unjudged", (collection.id, content.key, listed))
    desk = FlagDesk(store, collection, person, content, kept)
    is_open, model = desk.is_open(), reader.found
    desk.show(
        told,
        lambda count: [(one, one.listed) for one in model.top(listed, count, is_open)] if model else [],
        reader.far(),
        lambda: same_texts(store, collection, person, model) if model else None,
    )
    if is_reading and reader.is_done:
        st.rerun()
    if model and not is_reading:
        stops_table(store, collection, content, model)
    else:
        st.caption(_("Which queries are worth going on with is told when all of them are read."))


st.fragment(rows, run_every=EVERY if is_reading else None)()
