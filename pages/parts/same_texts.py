"""A text is graded once: its grade is offered to the fragments with the same text, and somebody has to take it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from components import grading
from components.suspects import Offered, offer_line
from components.words import ngettext
from data import collections, flags, judgements, slots
from data.collections import Collection, Person
from data.judgements import Act
from data.permissions import LEAD, allows
from data.store import Store
from evaluation.contradictions import Offer
from pages.parts.opened import Opened, opened
from pages.parts.suspects import Suspects

AT_ONCE = 3


def same_texts(store: Store, collection: Collection, person: Person, model: Suspects) -> None:
    """A list, opened by a press, with a button for each of the first offers; nothing where nobody may grade."""
    if not allows(person.role, "grade"):
        return
    content = opened(store, collection)
    found = _open_to(store, collection, person, content, model)
    if not found:
        return
    label = ngettext("{n} copy to grade", "{n} copies to grade", len(found))
    with st.popover(label, icon=":material/content_copy:"):
        _offers(store, collection, person, content, found)


def _offers(
    store: Store, collection: Collection, person: Person, content: Opened, found: list[tuple[int, Offer]]
) -> None:
    texts = collections.fragments(store, {offer.of for _query, offer in found[:AT_ONCE]})
    for query, offer in found[:AT_ONCE]:
        one = texts[offer.of]
        row = Offered(
            key=f"{query}-{offer.of}",
            query=content.queries[query].text or content.queries[query].query_id,
            title=one.title or one.text[:80],
            fragment_id=one.fragment_id,
            grade=offer.grade,
            others=len(offer.others),
        )
        take = partial(_take_over, store, collection, person, content, query, offer, one.fragment_id)
        offer_line(row, take)


def _open_to(
    store: Store, collection: Collection, person: Person, content: Opened, model: Suspects
) -> list[tuple[int, Offer]]:
    """The offers, with those fragments alone that the person may grade now; a lead may grade all.

    Annotators are offered what they have given themselves: another's grade would be an opinion to lean on.
    """
    offered = [(query, offer) for query, offer in model.offers() if offer.grade in judgements.GRADES]
    if not offered or person.role == LEAD:
        return offered
    others = slots.elsewhere(store, collection, person)
    own = judgements.held_grades(store, collection, person)
    open_ = [
        (
            query,
            replace(
                offer,
                others=tuple(one for one in offer.others if not others.has(content.queries[query].id, one)),
            ),
        )
        for query, offer in offered
        if own.get((content.queries[query].id, offer.of)) == offer.grade
    ]
    return [(query, offer) for query, offer in open_ if offer.others]


def _take_over(
    store: Store, collection: Collection, person: Person, content: Opened, query: int, offer: Offer, of: str
) -> None:
    """Commits the grade for all of the offer's fragments, each as an act with where it comes from as the reason."""
    row_id, why = content.queries[query].id, flags.same_text(of)
    acts = [
        Act(row_id, fragment, "grade", offer.grade, source="flagged", reason=why) for fragment in offer.others
    ]
    grading.say_not_saved(slots.append_free(store, collection, person, acts).values())
