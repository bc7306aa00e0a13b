"""On any number: how it is computed, and what other tools say too."""

from __future__ import annotations

import pandas as pd
import pytest

from data.samples import load_samples
from data.store import Store
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
