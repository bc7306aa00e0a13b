"""The address of a page holds every choice, links carry what was chosen last, nothing is taken for another."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from data import collections, judgements, query_tags, snapshots
from data.judgements import Act
from data.samples import load_samples
from data.store import Store
from tests.conftest import ROOT
from tests.pages.conftest import Open


@pytest.fixture
def samples(store: Store) -> Store:
    load_samples(store)
    return store


def end(page: AppTest) -> AppTest:
    """What `frame.show` does at the end of a run, which a test of one page leaves out."""
    page.query_params.update(page.session_state["address unwritten"])
    del page.session_state["address unwritten"]
    return page


def carried(page: AppTest, title: str) -> dict[str, list[str]]:
    """What the link of that title takes along."""
    link = next(one.proto for one in page.get("page_link") if one.proto.label == title)
    return parse_qs(link.query_string, keep_blank_values=True)


def test_a_link_carries_the_choice_that_was_made_last(samples: Store, open_page: Open) -> None:
    page = end(open_page("compare", collection="Help centre"))
    end(page.selectbox(key="choose baseline").set_value("rrf").run())
    page.multiselect(key="choose without").set_value(["bm25"]).run()
    assert carried(page, "One query")["baseline"] == ["rrf"]
    assert carried(page, "One query")["without"] == ["bm25"]


def test_a_newer_address_is_not_undone_by_what_was_chosen_before(samples: Store, open_page: Open) -> None:
    page = open_page("compare", collection="Help centre")
    end(page.selectbox(key="choose baseline").set_value("rrf").run())
    page.query_params["baseline"] = "reranked"
    page.run()
    assert carried(page, "One query")["baseline"] == ["reranked"]
    assert page.selectbox(key="choose baseline").value == "reranked"


def test_a_snapshot_may_be_called_now(samples: Store, open_page: Open) -> None:
    collection = collections.find_collection(samples, "Help centre")
    snapshots.take(samples, collection, "now")
    page = open_page("compare", collection="Help centre")
    as_of = page.selectbox(key="choose as-of")
    assert (as_of.value, as_of.options) == ("", ["now", "now"])
    assert not page.exception


def test_a_tag_may_be_called_all(samples: Store, open_page: Open) -> None:
    collection = collections.find_collection(samples, "Help centre")
    tagged = collections.queries(samples, collection)[0]
    query_tags.set_tags(samples, tagged, ["all"])
    page = open_page("history", collection="Help centre")
    told = page.dataframe[0].value
    page.selectbox(key="choose tag").set_value("all").run()
    assert not page.dataframe[0].value.equals(told)


def test_a_snapshot_may_be_called_as_a_step_of_history_is(samples: Store, open_page: Open) -> None:
    collection = collections.find_collection(samples, "Help centre")
    steps = open_page("history", collection="Help centre").selectbox(key="choose from")
    judge_something(samples)
    snapshots.take(samples, collection, steps.value)
    page = open_page("history", collection="Help centre")
    assert len(page.selectbox(key="choose from").options) == len(steps.options) + 1
    assert not page.exception


def judge_something(store: Store) -> None:
    collection = collections.find_collection(store, "Help centre")
    query = next(iter(collections.query_ids(store, collection).values()))
    fragment = next(iter(collections.fragment_ids(store, collection).values()))
    judgements.append(
        store, collection, collections.add_person(store, "Ana"), [Act(query, fragment, "grade", 1)]
    )


@pytest.mark.parametrize(
    ("key", "label"),
    [("baseline", "Baseline"), ("measure", "Measure that decides"), ("worth", "worth having")],
)
def test_what_the_address_asks_for_in_vain_is_said(
    samples: Store, open_page: Open, key: str, label: str
) -> None:
    page = end(open_page("compare", collection="Help centre"))
    page.query_params[key] = "gone"
    end(page.run())
    said = [one.value for one in page.warning if "“gone”" in one.value]
    assert len(said) == 1
    assert label in said[0]
    page.run()
    assert not any("“gone”" in one.value for one in page.warning)


def test_a_collection_that_is_not_there_is_said(samples: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUILATE_DATABASE", str(samples.path))
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    page.session_state["person"] = collections.add_person(samples, "Lea", "lead").name
    page.query_params["collection"] = "zzz"
    page.run()
    assert any("“zzz”" in one.value for one in page.warning)


def test_history_ends_at_now_unless_another_moment_is_chosen(samples: Store, open_page: Open) -> None:
    page = open_page("history", collection="Help centre")
    assert page.selectbox(key="choose to").value == ""
