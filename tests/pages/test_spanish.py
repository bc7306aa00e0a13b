"""Pages speak Spanish to a reader who chose it."""

from __future__ import annotations

from data.collections import Collection
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
