"""What stands beside the grading card: scores of runs for those who compare runs, and never for who only grades."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from data import collections, judgements
from data.collections import Collection
from data.judgements import Act
from data.store import Store
from tests.pages.conftest import Open


@pytest.fixture
def graded(store: Store, collection: Collection) -> Collection:
    """c of q1 has a grade, so that the run has a score."""
    luis = collections.add_person(store, "Luis")
    query, fragment = (
        collections.query_ids(store, collection)["q1"],
        collections.fragment_ids(store, collection)["c"],
    )
    judgements.append(store, collection, luis, [Act(query, fragment, "grade", 2)])
    return collection


def all_switched_on(page: AppTest) -> AppTest:
    for toggle in page.sidebar.toggle:
        toggle.set_value(True)
    return page.run()


def said(page: AppTest) -> str:
    """All that the sidebar shows."""
    texts = [*page.sidebar.get("html"), *page.sidebar.caption, *page.sidebar.markdown]
    return " ".join(str(getattr(text, "value", "") or text.proto) for text in texts)


def test_an_annotator_sees_no_run_and_no_score_while_grading(open_page: Open, graded: Collection) -> None:
    page = all_switched_on(open_page("grade", "annotator", graded.name))
    assert not any("score" in toggle.label for toggle in page.sidebar.toggle)
    assert "bm25" not in said(page)


def test_an_annotator_is_told_how_much_is_left_and_may_leave_the_query(
    open_page: Open, graded: Collection
) -> None:
    page = all_switched_on(open_page("grade", "annotator", graded.name)).run()
    assert "left" in said(page)
    assert "Leave this query" in [button.label for button in page.sidebar.button]


def test_a_lead_sees_the_runs_scores_at_once(open_page: Open, graded: Collection) -> None:
    assert "bm25" in said(open_page("grade", "lead", graded.name))


def test_the_scores_end_when_the_right_to_compare_is_taken_away(
    store: Store, open_page: Open, graded: Collection
) -> None:
    page = open_page("grade", "lead", graded.name)
    store.db.conn.execute("UPDATE people SET role = 'annotator' WHERE name = 'a lead'")
    store.db.conn.commit()
    assert "bm25" not in said(all_switched_on(page.run()))
