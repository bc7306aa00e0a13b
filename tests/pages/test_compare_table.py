"""The table of the Compare page follows the measure that decides."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from data.samples import load_samples
from data.store import Store
from tests.pages.conftest import Open


@pytest.fixture
def page(store: Store, open_page: Open) -> AppTest:
    load_samples(store)
    return open_page("compare", collection="Help centre")


def told(page: AppTest) -> tuple[list[str], list[float]]:
    """The heads of the table, and the first number of each row."""
    html = next(one.proto.body for one in page.get("html") if "class='runs'" in one.proto.body)
    heads = re.findall(r"<th[^>]*>(?:<small>decides</small>)?([^<]+)", html)
    return heads[1:], [
        float(number) for number in re.findall(r"<td class='deciding'><span[^>]*>([\d.]+)", html)
    ]


def test_the_measure_that_decides_leads_the_table_and_sorts_it(page: AppTest) -> None:
    assert told(page)[0][0] == "nDCG@10, exponential gain"
    page.selectbox(key="choose measure").set_value("R@50").run()
    heads, numbers = told(page)
    assert heads[0] == "R@50"
    assert numbers == sorted(numbers, reverse=True)
    assert not page.exception


def test_a_sort_that_somebody_chose_stays(page: AppTest) -> None:
    page.selectbox(key="choose sort").set_value("RR").run()
    page.selectbox(key="choose measure").set_value("R@50").run()
    assert page.selectbox(key="choose sort").value == "RR"
