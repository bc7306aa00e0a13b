"""One query read from the store: its rankings, the order in which queries are worth opening, grading in place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

from components import address, grading
from components.figures import as_table, written
from components.grades import act_name
from components.plain import literal
from components.rankings import Column, Place
from components.saved import say_saved
from components.scores import measure_label
from components.words import _, decimal, decimal_signed, whole
from data import collections, query_tags, rankings, slots
from data.collections import Fragment, Query
from data.judgements import Act
from data.permissions import allows
from evaluation.judging import NOT_RETRIEVED, UNJUDGED
from evaluation.measures import Measure
from evaluation.one_query import contrast, disagreement, order_by, rank_shares, unjudged
from evaluation.values import Float
from pages.parts import choices
from pages.parts.compared import Compared, grade_pairs, grid, tagged
from pages.parts.defining import how_link
from pages.parts.measures import MAIN

SIDE_BY_SIDE = 4
LISTED = 500


@dataclass(frozen=True)
class Asked:
    """A query, its rankings as shown, every fragment that they hold or that is relevant, and the agreed grades.

    missed: relevant fragments that none of the collection's runs found, however deep.
    """

    query: Query
    columns: list[Column]
    fragments: dict[int, Fragment]
    grades: dict[int, int]
    missed: list[int]


def another(shown: Compared, baseline: int) -> int:
    """A run that is not the baseline, where there is one."""
    return next((run for run in reversed(range(len(shown.runs))) if run != baseline), baseline)


def first_names(shown: Compared, baseline: int, other: int) -> list[str]:
    """The runs that are shown side by side unless somebody chooses."""
    chosen = (
        {baseline, other, *range(len(shown.runs))} if len(shown.runs) <= SIDE_BY_SIDE else {baseline, other}
    )
    return [shown.names[run] for run in sorted(chosen)]


def order_names() -> dict[str, str]:
    """The orders of queries."""
    return {
        "difference": _("difference on the measure"),
        "disagreement": _("disagreement of all runs"),
        "unjudged": _("unjudged among the first 10"),
        "contrast": _("contrast of the two rankings"),
        "import": _("order of import"),
    }


def ordered_queries(
    shown: Compared, measure: Measure, baseline: int, other: int, order: str, tag: str
) -> dict[str, str]:
    """query_id → a line that names it and the value it is ordered by; the first 500."""
    places = tagged(shown, tag)
    values = _order_values(shown, measure, baseline, other, order)[places]
    by_value = np.arange(len(places)) if order == "import" else order_by(np.abs(values))
    lines = {}
    for row in by_value[:LISTED].tolist():
        query = shown.queries[places[row]]
        value = "" if order == "import" else f" · {_number(values[row], order)}"
        lines[query.query_id] = f"{query.query_id} · {query.text[:80]}{value}"
    wanted = address.current().get("query")
    if wanted not in lines and any(query.query_id == wanted for query in shown.queries):
        lines[str(wanted)] = str(wanted)
    return lines


def _number(value: float, order: str) -> str:
    if order == "unjudged":
        return whole(int(value))
    return decimal_signed(value) if order == "difference" else decimal(value)


def _order_values(shown: Compared, measure: Measure, baseline: int, other: int, order: str) -> Float:
    values = shown.of(measure)
    if order == "disagreement":
        return disagreement(values)
    if order == "unjudged":
        return unjudged(grid(shown).grade, grid(shown).fragment).astype(np.float64)
    if order == "contrast":
        return contrast(grid(shown).fragment[baseline], grid(shown).fragment[other])
    return values[other] - values[baseline]


def step_buttons(ordered: list[str], query_id: str) -> None:
    """To the query before and after."""
    place = ordered.index(query_id)
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, step, icon in (
            (_("Before"), -1, ":material/chevron_left:"),
            (_("Next"), 1, ":material/chevron_right:"),
        ):
            goal = ordered[(place + step) % len(ordered)]
            st.button(label, icon=icon, on_click=address.put, args=("query", goal))
        st.caption(_("{place} of {all}").format(place=whole(place + 1), all=whole(len(ordered))))


def ask(shown: Compared, query_id: str, runs: list[int], measure: Measure, depth: int) -> Asked:
    """The query with everything that the page shows of it."""
    number = next(i for i, query in enumerate(shown.queries) if query.query_id == query_id)
    query = shown.queries[number]
    pairs = grade_pairs(shown.store, shown.collection, shown.snapshot)
    of_query = np.flatnonzero(pairs.query == query.id)
    grades = dict(zip(pairs.fragment[of_query].tolist(), pairs.grade[of_query].tolist(), strict=True))
    every = grid(shown).fragment[:, number]
    found = rankings.found_at_all(shown.store, shown.runs, query.id)
    missed = [fragment for fragment, grade in grades.items() if grade >= 1 and fragment not in found]
    first = every[runs, :depth]
    wanted = {*first[first != NOT_RETRIEVED].tolist(), *missed}
    fragments = collections.fragments(shown.store, wanted)
    values = shown.of(measure)[:, number]
    columns = [
        Column(shown.names[run], float(values[run]), _places(every[run], grades, fragments, depth, measure))
        for run in runs
    ]
    return Asked(query, columns, fragments, grades, missed)


def _places(
    ranking: np.ndarray, grades: dict[int, int], fragments: dict[int, Fragment], depth: int, measure: Measure
) -> list[Place]:
    ids = [fragment for fragment in ranking.tolist() if fragment != NOT_RETRIEVED]
    shares = rank_shares(
        np.array([grades.get(fragment, UNJUDGED) for fragment in ids], dtype=np.int16), _cutoff(measure)
    )
    return [
        Place(
            fragment, fragments[fragment].fragment_id, fragments[fragment].title, grades.get(fragment), share
        )
        for fragment, share in zip(ids[:depth], shares.tolist(), strict=False)
    ]


def _cutoff(measure: Measure) -> int:
    return measure.cutoff if isinstance(measure.cutoff, int) else 10


def not_found(asked: Asked) -> None:
    """The relevant fragments that no run found."""
    if not asked.missed:
        return
    heading = _("Relevant, and found by no run")
    st.markdown(f"**{heading}**")
    for fragment in asked.missed:
        one = asked.fragments[fragment]
        words = f"{one.title or one.fragment_id} ({one.fragment_id})"
        st.markdown(f"- {literal(words)} · {literal(act_name('grade', asked.grades[fragment]))}")


def values_table(shown: Compared, query: Query, runs: list[int]) -> None:
    """Every measure of this query, for the chosen runs."""
    number = next(i for i, one in enumerate(shown.queries) if one.id == query.id)
    table = pd.DataFrame({_("Measure"): [measure_label(measure) for measure in shown.measures]})
    for run in runs:
        table[shown.names[run]] = shown.scores[run, number]
    with st.expander(_("All measures of this query"), icon=":material/functions:"):
        as_table(written(table, {shown.names[run]: 3 for run in runs}), height="content")
        how_link(MAIN, shown.names[runs[0]], query.query_id)


def grade_here(shown: Compared, asked: Asked) -> None:
    """Reads one fragment of the query, and grades it; unjudged ones come first."""
    person = choices.person(shown.store)
    if (
        person is None
        or not allows(person.role, "grade")
        or shown.snapshot is not None
        or not asked.fragments
    ):
        return
    st.subheader(_("Read and grade"))
    order = sorted(asked.fragments, key=lambda one: (one in asked.grades, -asked.grades.get(one, 0)))
    by_id = {asked.fragments[one].fragment_id: one for one in order}
    fragment_id = address.one_of(
        _("Fragment"), list(by_id), "fragment", shown=lambda one: _line(asked, by_id[one])
    )
    fragment = asked.fragments[by_id[fragment_id]]
    grading.fragment_card(fragment.title, fragment.text, fragment.source, fragment.fragment_id)

    def give(act: str, grade: int | None) -> None:
        done = Act(asked.query.id, fragment.id, act, grade, source="list", reason="one query")
        if refused := slots.append_free(shown.store, shown.collection, person, [done]):
            grading.say_not_saved(refused.values())
            return
        st.toast(_("Saved: {what}").format(what=literal(act_name(act, grade))))
        left = [one for one in order if one not in asked.grades and one != fragment.id]
        if left:
            address.put("fragment", asked.fragments[left[0]].fragment_id)

    if slots.elsewhere(shown.store, shown.collection, person).has(asked.query.id, fragment.id):
        grading.held_by_others()
    grading.grade_buttons(f"{asked.query.id}-{fragment.id}", give)


def _line(asked: Asked, fragment: int) -> str:
    one = asked.fragments[fragment]
    grade = asked.grades.get(fragment)
    state = _("unjudged") if grade is None else act_name("grade", grade)
    return f"{one.fragment_id} · {one.title} · {state}"


def tags_form(shown: Compared, asked: Asked) -> None:
    """The query's tags; leads can change them."""
    person = choices.person(shown.store)
    given = list(shown.tags[shown.queries.index(asked.query)])
    if person is None or person.role != "lead":
        if given:
            st.caption(_("Tags: {tags}").format(tags=literal(", ".join(given))))
        return
    every = sorted({tag for of_query in shown.tags for tag in of_query})
    tags = st.multiselect(
        _("Tags of this query"), every, given, key=f"tags {asked.query.id} {given}", accept_new_options=True
    )
    if tags != given and st.button(_("Save tags"), type="primary"):
        query_tags.set_tags(shown.store, asked.query, tags)
        say_saved()
        st.rerun()
