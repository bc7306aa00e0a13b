"""On any number: how it is computed, and what other tools say too."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from data import collections, judgements, rankings, snapshots
from data.judgements import Act
from data.samples import load_samples
from data.store import Store
from evaluation.measures import parse_measure
from pages.parts.measures import SHOWN
from tests.pages.conftest import Open

WORKED = "Worked example"


def table(page) -> pd.DataFrame:
    return next(one.value for one in page.table if "Tool" in one.value.columns).set_index("Tool")


@pytest.fixture
def samples(store: Store) -> Store:
    load_samples(store)
    return store


def test_the_measures_page_tells_what_other_tools_say(samples: Store, open_page: Open) -> None:
    """Linear gain (trec_eval): 2/log2 3 + 3/log2 5 + 1/log2 7 over 3 + 2/log2 3 + 2/log2 4 + 1/log2 5."""
    said = table(open_page("measures", collection=WORKED))
    assert said["Value"].to_dict() == {
        "Quilate": "0.4863",
        "trec_eval 10": "0.5112",
        "ranx": "0.4863",
        "Quepid": "0.4863",
        "Elasticsearch": "0.4863",
    }
    assert said.loc["trec_eval 10", "Why it differs"] == "linear gain: the grade itself, not 2^grade − 1"


def test_the_compare_page_tells_it_of_the_means_of_a_run(samples: Store, open_page: Open) -> None:
    """33 queries of the sample are judged, and 28 of them have a relevant fragment."""
    page = open_page("compare", collection="Help centre")
    next(one for one in page.get("button_group") if "other tools" in one.label).set_value("P@5").run()
    said = table(page)
    ours, ranx = float(said.loc["Quilate", "Value"]), float(said.loc["ranx", "Value"])
    assert ranx * 33 == pytest.approx(ours * 28, abs=0.002)
    assert said.loc["ranx", "Why it differs"].startswith("counts 0 where no relevant fragment is known")


def test_only_what_changes_the_mean_is_a_reason(samples: Store, open_page: Open) -> None:
    """Of all of them only the queries differ here: 28 of the 33 in our mean."""
    page = open_page("compare", collection="Help centre")
    said = table(ask(page, "nDCG@10, exponential gain"))
    for tool in ("ranx", "Quepid", "Elasticsearch"):
        assert float(said.loc[tool, "Value"]) * 33 == pytest.approx(
            float(said.loc["Quilate", "Value"]) * 28, abs=0.003
        )
        assert said.loc[tool, "Why it differs"].startswith("counts 0 where no relevant fragment is known")
        assert "ideal" not in said.loc[tool, "Why it differs"]


def ask(page, measure: str):
    return (
        next(one for one in page.get("button_group") if "other tools" in one.label).set_value(measure).run()
    )


def in_the_table(page, run: str, column: int) -> str:
    body = next(one.proto.body for one in page.get("html") if "class='runs'" in one.proto.body)
    row = next(row for row in body.split("<tr") if f"<td>{run}" in row)
    return re.findall(r"<span[^>]*>(\d\.\d{4})</span>", row)[column]


def test_with_a_tag_the_value_is_that_of_the_table(samples: Store, open_page: Open) -> None:
    page = open_page("compare", collection="Help centre")
    everywhere = table(ask(page, "P@5")).loc["Quilate", "Value"]
    tag = "devoluciones"
    page = ask(page.selectbox(key="choose tag").set_value(tag).run(), "P@5")
    run = page.selectbox(key="choose of-run").value
    ours = table(page).loc["Quilate", "Value"]
    assert ours == in_the_table(page, run, SHOWN.index(parse_measure("P@5"))) != everywhere


def judge_more(store: Store) -> None:
    """A second lead's grade for the first result of every query of the first run."""
    collection = collections.find_collection(store, "Help centre")
    read = rankings.read_rankings(store, rankings.runs(store, collection)[0])
    firsts = zip(read.queries.tolist(), read.fragments[read.starts[:-1]].tolist(), strict=True)
    acts = [Act(query, fragment, "grade", 3) for query, fragment in firsts]
    judgements.append(store, collection, collections.add_person(store, "Eva", "lead"), acts)


def test_as_of_a_snapshot_the_value_is_that_of_the_table(samples: Store, open_page: Open) -> None:
    snapshots.take(samples, collections.find_collection(samples, "Help centre"), "before")
    judge_more(samples)
    page = ask(open_page("compare", collection="Help centre"), "P@5")
    now = table(page).loc["Quilate", "Value"]
    page = ask(page.selectbox(key="choose as-of").set_value("before").run(), "P@5")
    run = page.selectbox(key="choose of-run").value
    assert (
        table(page).loc["Quilate", "Value"]
        == in_the_table(page, run, SHOWN.index(parse_measure("P@5")))
        != now
    )


def test_the_measures_page_keeps_the_snapshot(samples: Store, open_page: Open) -> None:
    snapshots.take(samples, collections.find_collection(samples, "Help centre"), "before")
    judge_more(samples)
    page = open_page("measures", collection="Help centre")
    now = table(page).loc["Quilate", "Value"]
    page.selectbox(key="choose as-of").set_value("before").run()
    assert table(page).loc["Quilate", "Value"] != now


def test_every_page_with_a_measure_links_to_its_definition(samples: Store, open_page: Open) -> None:
    for name in ("compare", "stages", "cutoffs", "query", "history"):
        page = open_page(name, collection="Help centre")
        assert not page.exception
        assert [link for link in page.get("page_link") if "How is this computed" in link.proto.label] != [], (
            name
        )


def test_the_measure_chosen_stands_in_the_address(samples: Store, open_page: Open) -> None:
    page = open_page("measures", collection=WORKED)
    next(one for one in page.selectbox if one.label == "Measure").set_value("R@5").run()
    assert page.query_params["measure"] == "R@5"


def test_an_annotator_sees_how_it_is_computed_and_no_run(samples: Store, open_page: Open) -> None:
    page = open_page("measures", "annotator", WORKED)
    assert [one.value.shape[1] for one in page.table] == [2]
