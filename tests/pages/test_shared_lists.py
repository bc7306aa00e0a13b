"""The lists of the Unjudged page, while somebody else is reading what stands in them."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from data import collections, flags, judgements, reservations
from data.collections import Collection, Person
from data.store import Store
from tests.pages.conftest import Open, flag_rows, grade_row

KEY = "1-3"  # c of q1, the run's first


@pytest.fixture
def ana(store: Store) -> Person:
    return collections.add_person(store, "Ana")


def ana_reads_c(store: Store, collection: Collection, ana: Person) -> None:
    with store.writing() as db:
        reservations.hold(db, collection, ana, 1, [(1, {3: ""})])


def keys(page: AppTest) -> list[str]:
    return flag_rows(page)["list"]["rows"]


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
    assert "For somebody else" in flag_rows(page)["items"][KEY]["flag"]["held"]
    assert flag_rows(grade_row(page, KEY, 2))["taken"] == ["e1"]
    assert judgements.held_by_name(store, collection, "a lead") == {("q1", "c"): 2}


def test_what_went_to_somebody_since_the_list_was_drawn_is_refused_with_the_reason(
    store: Store, collection: Collection, ana: Person, open_page: Open
) -> None:
    page = show_found_by_one(open_page("unjudged", "annotator", collection.name))
    ana_reads_c(store, collection, ana)
    refused = flag_rows(grade_row(page, KEY, 2))["refused"]
    assert "somebody else is reading it" in refused[0]["reason"]
    assert judgements.held_by_name(store, collection, "a annotator") == {}


def test_who_grades_sees_no_run_rank_or_probability(
    store: Store, collection: Collection, open_page: Open
) -> None:
    page = show_found_by_one(open_page("unjudged", "annotator", collection.name))
    shown = flag_rows(page)
    assert not shown["looks_only"]
    assert set(shown["items"][KEY]["flag"]) == {"query"}
    assert not any(word in json.dumps(shown["items"]) for word in ("bm25", "rank", "%"))


def test_who_only_looks_cannot_grade(store: Store, collection: Collection, open_page: Open) -> None:
    page = show_found_by_one(open_page("unjudged", "viewer", collection.name))
    assert flag_rows(page)["looks_only"]
    grade_row(page, KEY, 2)
    assert judgements.revision(store) == 0


def test_a_graded_row_stays_where_it_is_with_the_time_it_took_and_can_be_taken_back(
    store: Store, collection: Collection, open_page: Open
) -> None:
    page = show_found_by_one(open_page("unjudged", "lead", collection.name))
    before = keys(page)
    page = grade_row(page, KEY, 2, milliseconds=1500, note="why")
    assert keys(page)[: len(before)] == before
    assert flag_rows(page)["list"]["given"][KEY]["grade"] == 2
    log = store.db.conn.execute("SELECT milliseconds, note, source FROM judgement_log").fetchall()
    assert log == [(1500, "why", "flagged")]
    page = grade_row(page, KEY, 0, "e2", act="undo", undoes_event="e1")
    assert flag_rows(page)["list"]["given"] == {}
    assert judgements.held_by_name(store, collection, "a lead") == {}


def test_a_flag_that_is_judged_counts_with_the_probability_that_was_shown(
    store: Store, collection: Collection, open_page: Open
) -> None:
    page = show_found_by_one(open_page("unjudged", "lead", collection.name))
    grade_row(page, KEY, 2)
    told = flags.judged_flags(store, collection)
    assert [(one.listed, one.relevant) for one in told] == [(flags.ALONE, True)]
    assert 0 < told[0].probability < 1
