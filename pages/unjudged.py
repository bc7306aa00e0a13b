"""Unjudged: fragments that are likely relevant and that nobody has judged, in two lists, graded on the spot."""

from __future__ import annotations

import streamlit as st

from components.empty import no_candidates, nothing_yet
from components.words import _, ngettext, whole
from data import flags, slots
from data.permissions import LEAD
from evaluation.unjudged.flags import FOUND
from pages.parts import choices
from pages.parts.agreed import rule_sentence
from pages.parts.auditing import audit_section, audited, how_right
from pages.parts.live import live_scores
from pages.parts.opened import opened
from pages.parts.same_texts import same_texts
from pages.parts.stopping import stops_table
from pages.parts.suspect_rows import suspect_rows
from pages.parts.suspects import reading, suspects

AT_ONCE = 5

store = choices.open_store()
person = choices.person(store)
collection = choices.collection(store)
st.title(_("Unjudged"))
if collection is None or person is None:
    nothing_yet()
    st.stop()
content = opened(store, collection)
if not content.pool.fragments.size:
    no_candidates()
    st.stop()
st.write(
    _(
        "Scores treat what nobody has judged as not relevant, so a run that finds something new is punished for it. "
        "These fragments are likely relevant, by the runs that found them and by their text. "
        "A flag is a guess, never a judgement: it counts when you grade it."
    )
)
st.caption(rule_sentence(collection.rule, collection.threshold))


with reading() as progress:
    model = suspects(store, collection, progress)
if model.without_vector:
    st.caption(
        ngettext(
            "Vectors are not used: {n} query or candidate has none.",
            "Vectors are not used: {n} queries and candidates have none.",
            model.without_vector,
        )
    )
elif model.tier == "dense":
    st.caption(_("Evidence: the runs, the texts and the imported vectors."))
elif model.tier == "ranks":
    st.caption(_("Evidence: the runs alone, since no candidate has a text."))
live = live_scores(store, collection)
drawn = audited(store, collection, content, live)
lists = {flags.AGREED: _("Several runs agree"), flags.ALONE: _("Only one run found it")}
how_right(lists, flags.judged_flags(store, collection), drawn)
audit_section(drawn, content, live)
same_texts(store, collection, person, model)
listed = st.segmented_control(
    _("List"),
    list(lists),
    default=flags.AGREED,
    format_func=lists.__getitem__,
    required=True,
    help=_("A run has found what is among its first {n}.").format(n=whole(FOUND)),
)
others = slots.elsewhere(store, collection, person)
is_lead = person.role == LEAD
found = model.top(
    listed, AT_ONCE, lambda query, fragment: is_lead or not others.has(content.queries[query].id, fragment)
)
if not is_lead and (others.pairs or others.queries):
    st.caption(_("What others are reading at this moment, and queries given to others, are left out here."))
if not found:
    st.success(_("Nothing in this list is left to judge."))
suspect_rows(store, collection, person, [(suspect, suspect.listed) for suspect in found])
stops_table(store, collection, content, model)
