"""Scores that know their holes, read from a collection: what each run's score can still become."""

from __future__ import annotations

import streamlit as st

from components import address
from components.charts import frame
from components.charts.holes import holes_chart
from components.holes import LeftOut, holes_caption, holes_table, left_out_table
from components.plain import literal
from components.words import _
from data.collections import Collection
from data.store import Store
from evaluation.estimates import Score, means, plain_values, scores
from evaluation.measures import Measure
from evaluation.pool_bias import leave_one_out, own_judged
from pages.parts.captions import captioned
from pages.parts.compared import EVERY as ALL
from pages.parts.compared import Compared, tagged
from pages.parts.comparing import Choice
from pages.parts.explaining import judged_places
from pages.parts.judged_pools import Only, holes_of
from pages.parts.live import live_scores
from pages.parts.opened import opened
from pages.parts.reading_on import Reader, reader_of, show_far
from pages.parts.suspects import Suspects, judged_suspects, model_key
from pages.parts.while_looked_at import EVERY

SWITCH, RANGES = "holes", "ranges"


def holes_section(choice: Choice) -> None:
    """On demand: what the unjudged may still change about the runs that are compared."""
    st.subheader(_("If the unjudged were judged"))
    if not address.switch(_("Estimate what they may change"), SWITCH):
        st.caption(_("Takes a few seconds for a large collection."))
        return
    if not _can_be_told(choice) or not _is_read(choice):
        return
    if choice.tag != ALL:
        st.caption(_("Of the judged queries with the tag {tag}.").format(tag=literal(choice.tag)))
    chosen = [row[0] for row in _scores_of(choice, (choice.measure,))]
    drawing = holes_chart(choice.names, choice.shown.names, chosen, choice.measure)
    frame.show(
        captioned(drawing, choice.shown, choice.tag),
        _("The score of each run, what it can still become, and the estimate."),
    )
    holes_caption()
    holes_table(choice.names, chosen)
    with st.expander(_("If a run had not been in the pool"), icon=":material/person_remove:"):
        left_out_table(*_left_out(choice), choice.measure)


def ranges_switch(choice: Choice) -> list[list[Score | None]]:
    """A switch, and when it is on each compared run's range and estimate, [run][measure], for the table."""
    if not address.switch(_("With what the unjudged may still change"), RANGES):
        return []
    return ranges(choice) if _can_be_told(choice) and _is_read(choice) else []


def _is_read(choice: Choice) -> bool:
    """Whether the pools of the judged queries are read; else shows how far that is, and looks again."""
    store, collection = choice.shown.store, choice.shown.collection
    reader = reader_of(store, collection, opened(store, collection))
    reader.begin()
    if reader.far(only_judged=True) is None:
        return True
    st.fragment(_wait, run_every=EVERY)(reader)
    return False


def _wait(reader: Reader) -> None:
    reader.begin(0)
    far = reader.far(only_judged=True)
    if far is None:
        st.rerun()
    show_far(far)


def ranges(choice: Choice) -> list[list[Score | None]]:
    """Range and estimate of each compared run, [run][measure shown]; None of a measure that counts judgements."""
    told = tuple(measure for measure in choice.shown.measures if measure.family != "Judged")
    place = {measure: number for number, measure in enumerate(told)}
    return [
        [row[place[measure]] if measure in place else None for measure in choice.shown.measures]
        for row in _scores_of(choice, told)
    ]


def _can_be_told(choice: Choice) -> bool:
    """Whether there are estimates for what is shown; else says why not."""
    if choice.shown.snapshot is not None:
        st.info(
            _(
                "What the unjudged may change is only known for now, not as of a snapshot. Choose “now” to see it."
            )
        )
        return False
    return some_judged(choice.shown, choice.tag)


def some_judged(shown: Compared, tag: str) -> bool:
    """Whether a query with the tag is judged; else says that none is."""
    if judged_places(shown, tag).size:
        return True
    st.info(_("No query with this tag is judged."))
    return False


def numbers_with(shown: Compared, tag: str) -> Only:
    """Numbers of the queries with the tag; None for all."""
    return None if tag == ALL else tuple(tagged(shown, tag).tolist())


def _scores_of(choice: Choice, measures: tuple[Measure, ...]) -> list[list[Score]]:
    """The compared runs' scores, [run][measure], over the queries with the tag."""
    shown = choice.shown
    told = hole_scores(shown.store, shown.collection, measures, numbers_with(shown, choice.tag))
    return [told[run] for run in choice.runs]


def _left_out(choice: Choice) -> tuple[list[LeftOut], int]:
    """The compared runs, each without the judgements that it alone brought; and the pool's depth."""
    store, collection = choice.shown.store, choice.shown.collection
    found = judged_suspects(store, collection)
    told = _changes(
        *_key(store, collection),
        choice.measure.name,
        numbers_with(choice.shown, choice.tag),
        _found=found,
        _measure=choice.measure,
        depth=collection.pool_depth,
    )
    return [LeftOut(choice.shown.names[run], *told[run]) for run in choice.runs], collection.pool_depth


def hole_scores(
    store: Store,
    collection: Collection,
    measures: tuple[Measure, ...],
    only: Only = None,
) -> list[list[Score]]:
    """Every run's scores, [run][measure], in the order of the collection's runs, over the judged queries.

    only: numbers of queries; the others are left out. None: all.
    """
    found = judged_suspects(store, collection)
    names = tuple(measure.name for measure in measures)
    return _scores(*_key(store, collection), names, only, _found=found, _measures=measures)


def _key(store: Store, collection: Collection) -> tuple[str, int, tuple[object, ...], int]:
    """What the numbers here depend on besides the measure."""
    key = model_key(store, collection, opened(store, collection))
    return str(store.path), collection.id, key, live_scores(store, collection).revision


@st.cache_data(max_entries=16, show_spinner=False)
def _scores(
    path: str,
    collection_id: int,
    key: tuple[object, ...],
    revision: int,
    names: tuple[str, ...],
    only: Only,
    _found: Suspects,
    _measures: tuple[Measure, ...],
) -> list[list[Score]]:
    return scores(holes_of(_found, only)[0], _measures)


@st.cache_data(max_entries=16, show_spinner=False)
def _changes(
    path: str,
    collection_id: int,
    key: tuple[object, ...],
    revision: int,
    name: str,
    only: Only,
    depth: int,
    _found: Suspects,
    _measure: Measure,
) -> list[tuple[int, float, float]]:
    """(own judgements, score, change without them) of every run of the collection."""
    made, _queries = holes_of(_found, only)
    plain = means(plain_values(made, [_measure]), made)[:, 0]
    change = leave_one_out(made, [_measure], depth)[:, 0]
    return list(zip(own_judged(made, depth).tolist(), plain.tolist(), change.tolist(), strict=True))
