"""Unjudged: fragments that are likely relevant and that nobody has judged, in two lists, graded on the spot."""

from __future__ import annotations

from functools import partial

import streamlit as st

from components import suspects as shown
from components.empty import no_candidates, nothing_yet
from components.words import _
from data import collections, flags, judgements
from data.judgements import Act
from pages.parts import choices
from pages.parts.live import live_scores
from pages.parts.opened import opened
from pages.parts.suspects import Suspect, suspects

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


def give(suspect: Suspect, grade: int) -> None:
    """Commits the grade of a flagged fragment."""
    why = flags.reason(suspect.listed, suspect.probability)
    query = content.queries[suspect.query].id
    act = Act(query, suspect.fragment, "grade", grade, source="flagged", reason=why)
    judgements.append(store, collection, person, [act])


def rows(found: list[Suspect]) -> list[shown.Row]:
    """The suspects with their texts."""
    runs = live_scores(store, collection).runs
    wanted = {suspect.fragment for suspect in found} | {s.nearest[0] for s in found if s.nearest}
    texts = collections.fragments(store, wanted)
    return [
        shown.Row(
            key=f"{suspect.query}-{suspect.fragment}",
            query=content.queries[suspect.query].text or content.queries[suspect.query].query_id,
            title=texts[suspect.fragment].title or texts[suspect.fragment].fragment_id,
            text=texts[suspect.fragment].text,
            probability=suspect.probability,
            ranks=[(runs[run], rank) for run, rank in suspect.ranks],
            nearest=(texts[suspect.nearest[0]].text, suspect.nearest[1]) if suspect.nearest else None,
            twins=len(suspect.twins),
        )
        for suspect in found
    ]


bar = st.progress(0.0, text=_("Reading the pools…"))
model = suspects(store, collection, lambda share: bar.progress(share, text=_("Reading the pools…")))
bar.empty()
lists = {flags.AGREED: _("Several runs agree"), flags.ALONE: _("Only one run found it")}
listed = st.segmented_control(
    _("List"), list(lists), default=flags.AGREED, format_func=lists.__getitem__, required=True
)
judged = [flag for flag in flags.judged_flags(store, collection) if flag.listed == listed]
shown.record(sum(flag.relevant for flag in judged), len(judged))
found = model.top(listed, AT_ONCE)
if not found:
    st.success(_("Nothing in this list is left to judge."))
for place, (suspect, row) in enumerate(zip(found, rows(found), strict=True)):
    shown.suspect_row(row, partial(give, suspect) if person.role != "viewer" else None, with_keys=place == 0)
if judged:
    with st.expander(_("How right were the probabilities?")):
        shown.calibration([flag.probability for flag in judged], [flag.relevant for flag in judged])
