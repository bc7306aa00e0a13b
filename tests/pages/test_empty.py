"""Every page says what to do when there is nothing to show, and never breaks on it."""

from __future__ import annotations

import pytest

from data import collections
from data.collections import Collection
from data.store import Store
from tests.pages.conftest import Open

PAGES = ("collection", "grade", "unjudged", "compare", "load", "export", "measures")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_works_without_any_collection(open_page: Open, name: str) -> None:
    assert not open_page(name).exception


@pytest.mark.parametrize("name", PAGES)
def test_a_page_works_with_an_empty_collection(open_page: Open, store: Store, name: str) -> None:
    collections.get_or_create_collection(store, "empty")
    assert not open_page(name, collection="empty").exception


@pytest.mark.parametrize("name", PAGES)
def test_a_page_works_without_judgements(open_page: Open, collection: Collection, name: str) -> None:
    assert not open_page(name, collection=collection.name).exception


@pytest.mark.parametrize("name", ["collection", "grade", "compare", "export"])
def test_a_page_without_a_collection_says_to_import_one(open_page: Open, name: str) -> None:
    assert "There is no collection yet" in open_page(name).info[0].value


def test_grading_without_a_run_says_to_import_one(open_page: Open, store: Store) -> None:
    collections.get_or_create_collection(store, "empty")
    assert "Import a run first" in open_page("grade", collection="empty").info[0].value


def test_comparing_without_a_judgement_says_to_grade(open_page: Open, collection: Collection) -> None:
    assert "Nothing is judged yet" in open_page("compare", collection=collection.name).info[0].value


@pytest.mark.parametrize(
    ("name", "role"), [("grade", "annotator"), ("compare", "viewer"), ("unjudged", "viewer")]
)
def test_who_may_not_import_is_not_sent_to_import(
    open_page: Open, store: Store, name: str, role: str
) -> None:
    assert "A lead has to import one first" in open_page("collection", role).info[0].value
    collections.get_or_create_collection(store, "empty")
    page = open_page(name, role, "empty")
    assert "A lead has to import" in page.info[0].value
    assert [link.proto.label for link in page.main.get("page_link") if "Import" in link.proto.label] == []


@pytest.mark.parametrize("name", ["compare", "export", "collection"])
def test_who_may_not_grade_is_not_sent_to_grade(open_page: Open, collection: Collection, name: str) -> None:
    page = open_page(name, "viewer", collection.name)
    assert [link.proto.label for link in page.main.get("page_link") if "Grade" in link.proto.label] == []
