"""The lists of the Unjudged page, while somebody else is reading what stands in them."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from data import collections, judgements, reservations
from data.collections import Collection, Person
from data.store import Store
from tests.pages.conftest import Open

KEY = "flag-0-3-2"  # grade 2 for c, the run's first for q1


@pytest.fixture
def ana(store: Store) -> Person:
    return collections.add_person(store, "Ana")


def ana_reads_c(store: Store, collection: Collection, ana: Person) -> None:
    with store.writing() as db:
        reservations.hold(db, collection, ana, 1, [(1, {3: ""})])


def keys(page: AppTest) -> set[str]:
    return {button.key for button in page.button if button.key and button.key.startswith("flag-")}


def show_found_by_one(page: AppTest) -> AppTest:
    """The list of what only one run found: the collection has no more than one."""
    return next(one for one in page.segmented_control if one.label == "List").set_value("alone").run()


def test_what_somebody_reads_is_not_listed_for_an_annotator(
    store: Store, collection: Collection, ana: Person, open_page: Open
) -> None:
    ana_reads_c(store, collection, ana)
    page = show_found_by_one(open_page("unjudged", "annotator", collection.name))
    assert KEY not in keys(page)
    assert keys(page)


def test_a_lead_is_told_that_somebody_reads_it_and_may_grade_it(
    store: Store, collection: Collection, ana: Person, open_page: Open
) -> None:
    ana_reads_c(store, collection, ana)
    page = show_found_by_one(open_page("unjudged", "lead", collection.name))
    assert any("For somebody else" in caption.value for caption in page.caption)
    page.button(key=KEY).click().run()
    assert judgements.held_by_name(store, collection, "a lead") == {("q1", "c"): 2}


def test_what_went_to_somebody_since_the_list_was_drawn_is_refused_with_the_reason(
    store: Store, collection: Collection, ana: Person, open_page: Open
) -> None:
    page = show_found_by_one(open_page("unjudged", "annotator", collection.name))
    ana_reads_c(store, collection, ana)
    page.button(key=KEY).click().run()
    assert "somebody else is reading it" in page.toast[0].value
    assert judgements.held_by_name(store, collection, "a annotator") == {}


def test_who_grades_sees_no_run_rank_or_probability(
    store: Store, collection: Collection, open_page: Open
) -> None:
    page = show_found_by_one(open_page("unjudged", "annotator", collection.name))
    assert any(button.label.startswith("3 · ") for button in page.button)
    assert not any("rank" in caption.value for caption in page.caption)
    assert "Likely relevant" not in {metric.label for metric in page.metric}
