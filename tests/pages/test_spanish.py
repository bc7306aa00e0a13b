"""Pages speak Spanish to a reader who chose it."""

from __future__ import annotations

from data.collections import Collection
from data.samples import load_samples
from data.store import Store
from tests.pages.conftest import Open


def test_a_page_shows_spanish(open_page: Open, collection: Collection) -> None:
    page = open_page("collection", collection=collection.name)
    page.session_state["language"] = "es"

    page.run()

    assert not page.exception
    assert [metric.label for metric in page.metric] == ["Fragmentos", "Consultas", "Ejecuciones", "Juicios"]


def test_a_page_asks_in_spanish_when_there_is_nothing_yet(open_page: Open) -> None:
    page = open_page("compare")
    page.session_state["language"] = "es"

    page.run()

    assert page.info[0].value.startswith("Aún no hay ninguna colección.")


def test_the_differences_of_queries_have_a_comma(store: Store, open_page: Open) -> None:
    load_samples(store)
    page = open_page("query", collection="Help centre")
    page.session_state["language"] = "es"
    page.run()
    lines = [line for line in page.selectbox(key="choose query").options if "· +" in line]
    assert lines
    assert all("," in line.rsplit("· +")[1] for line in lines)


def test_a_number_is_shown_with_as_many_places_as_its_step_has(store: Store, open_page: Open) -> None:
    load_samples(store)
    page = open_page("compare", collection="Help centre")
    assert page.number_input(key="choose worth").proto.format == "%.3f"
    page = open_page("cutoffs", role="viewer", collection="Help centre")
    assert page.number_input(key="choose place-worth").proto.format == "%.2f"
