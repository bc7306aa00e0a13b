"""Before an export for Quepid, what it does not take is said; the limits are those of its database and its import."""

from __future__ import annotations

import pytest

from data import collections, exporting, judgements
from data.formats.targets import TARGETS
from data.judgements import Act
from data.store import Store
from evaluation.agreement import agreed


def said(
    store: Store, key: str, text: str, fragment: str = "d1", name: str = "ana@example.com", need: str = ""
) -> str:
    """All that is said before the export of one query with one grade."""
    made = collections.get_or_create_collection(store, "shop")
    with store.writing() as db:
        collections.put_queries(db, made, [("q1", text, need, "[]")])
        collections.put_fragments(db, made, [(fragment, "", "text", "", None)])
    query, piece = collections.query_ids(store, made)["q1"], collections.fragment_ids(store, made)[fragment]
    judgements.append(store, made, collections.add_person(store, name), [Act(query, piece, "grade", 3)])
    chosen = exporting.golden(store, made, agreed, TARGETS[key])
    return "\n".join(problem.reason for problem in exporting.warnings(chosen, TARGETS[key]))


def test_a_plain_query_has_nothing_to_say(store: Store) -> None:
    assert [
        said(store, key, "red shoes, cheap") for key in ("quepid", "quepid-book", "quepid-book-json")
    ] == [""] * 3


@pytest.mark.parametrize(
    ("text", "fragment"), [('red "suede" shoes, cheap', "d1"), ("red shoes, cheap", "d,1")]
)
def test_a_comma_in_a_line_of_more_than_two_quotes_is_said(store: Store, text: str, fragment: str) -> None:
    assert said(store, "quepid", text, fragment) == (
        "1 query holds a comma in a line of more than two quotes, which Quepid's import does not take: “q1”"
    )


def test_quotes_without_a_comma_are_not_said(store: Store) -> None:
    assert said(store, "quepid", 'red "suede" shoes') == ""


@pytest.mark.parametrize("end", ["\n", "\r"])
def test_a_line_break_in_a_query_is_said(store: Store, end: str) -> None:
    assert said(store, "quepid", f"red{end}shoes") == (
        "1 query holds a line break, and Quepid's import takes each line for a row: “q1”"
    )


@pytest.mark.parametrize("key", ["quepid", "quepid-book", "quepid-book-json", "rre-by-gain"])
def test_what_is_too_long_is_said(store: Store, key: str) -> None:
    assert said(store, key, "a" * 2048, "d" * 500) == ""
    long = said(store, key, "a" * 2049, "e" * 501)
    assert "1 query is longer than the 2048 characters that Quepid takes: “q1”" in long
    assert f"1 fragment_id is longer than the 500 characters that Quepid takes: “{'e' * 60}…”" in long


def test_an_annotator_whose_name_is_no_address_is_said_of_a_book(store: Store) -> None:
    assert said(store, "quepid-book-json", "red shoes", name="Ana") == (
        "1 annotator has no e-mail address for a name, and Quepid knows its users by these: “Ana”"
    )
    assert said(store, "quepid-book", "red shoes", name="Bo") == ""


def test_a_long_information_need_is_said_of_a_book(store: Store) -> None:
    assert said(store, "quepid-book-json", "red shoes", need="n" * 256) == (
        "1 information need is longer than the 255 characters that Quepid takes, that of query “q1”"
    )


def test_it_stands_in_the_manifest(store: Store) -> None:
    said(store, "quepid", "red\nshoes")
    made = collections.find_collection(store, "shop")
    chosen = exporting.golden(store, made, agreed, TARGETS["quepid"])
    manifest = exporting.export(store, made, chosen, TARGETS["quepid"]).manifest
    assert [warning for warning in manifest["warnings"] if "line break" in warning]
