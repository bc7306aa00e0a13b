"""A decision counts instead of the grades, which stay; taken back, the rule holds again; the log tells it all."""

from __future__ import annotations

import pytest

from data import audit, collections, exporting, guidelines, judgements, settling
from data.collections import Collection, Person
from data.judgements import Act
from data.store import Store
from evaluation.agreement import agreed


@pytest.fixture
def pair(store: Store, collection: Collection) -> tuple[int, int]:
    return collections.query_ids(store, collection)["q1"], collections.fragment_ids(store, collection)["a"]


@pytest.fixture
def lead(store: Store, collection: Collection, pair: tuple[int, int]) -> Person:
    """A lead, after Ana gave the pair 3 ("whole answer") and Luis 0."""
    for name, grade, note in (("Ana", 3, "whole answer"), ("Luis", 0, "")):
        person = collections.add_person(store, name)
        judgements.append(store, collection, person, [Act(*pair, "grade", grade, note)])
    return collections.add_person(store, "Maria", "lead")


def qrels(store: Store, collection: Collection) -> list[int]:
    return exporting.qrels(store, collections.find_collection(store, collection.name), agreed).grade.tolist()


def test_a_decision_counts_and_the_grades_stay(
    store: Store, collection: Collection, lead: Person, pair: tuple[int, int]
) -> None:
    settling.settle(store, collection, lead, *pair, 2, "Half of it is about returns.")
    assert qrels(store, collection) == [2]
    assert [row.grade for row in judgements.held(store, pair[0])] == [3, 0]


def test_taken_back_the_rule_holds_again(
    store: Store, collection: Collection, lead: Person, pair: tuple[int, int]
) -> None:
    settling.settle(store, collection, lead, *pair, 2, "so")
    settling.reopen(store, collection, lead, settling.decisions(store, collection)[0])
    assert (qrels(store, collection), settling.decisions(store, collection)) == ([1], [])


def test_taken_back_an_earlier_decision_holds_again(
    store: Store, collection: Collection, lead: Person, pair: tuple[int, int]
) -> None:
    for grade in (2, 3):
        settling.settle(store, collection, lead, *pair, grade, "so")
    settling.reopen(store, collection, lead, settling.decisions(store, collection)[0])
    assert qrels(store, collection) == [2]


@pytest.mark.parametrize(("rule", "grade"), [("median", 1), ("majority", 0), ("strictest", 0), ("mean", 2)])
def test_the_rule_of_the_collection_makes_the_qrels(
    store: Store, collection: Collection, lead: Person, rule: str, grade: int
) -> None:
    collections.change_collection(store, collection, rule=rule)
    assert qrels(store, collection) == [grade]


def test_what_disagrees_is_listed_until_it_is_settled(
    store: Store, collection: Collection, lead: Person, pair: tuple[int, int]
) -> None:
    assert settling.disagreeing(store, collection) == [(*pair, (3, 0))]
    settling.settle(store, collection, lead, *pair, 2, "so")
    assert settling.disagreeing(store, collection) == []


def test_opinions_come_with_their_notes(
    store: Store, collection: Collection, lead: Person, pair: tuple[int, int]
) -> None:
    found = settling.opinions(store, collection, *pair)
    assert [(one.person, one.grade, one.note) for one in found] == [
        ("Ana", 3, "whole answer"),
        ("Luis", 0, ""),
    ]


@pytest.mark.parametrize(("grade", "reason"), [(2, " "), (4, "so")])
def test_a_decision_needs_a_reason_and_a_grade(
    store: Store, collection: Collection, lead: Person, pair: tuple[int, int], grade: int, reason: str
) -> None:
    with pytest.raises(ValueError, match=r"a decision needs a reason|a grade is 0"):
        settling.settle(store, collection, lead, *pair, grade, reason)


def test_a_leads_own_undo_in_grading_leaves_decisions_alone(
    store: Store, collection: Collection, lead: Person, pair: tuple[int, int]
) -> None:
    settling.settle(store, collection, lead, *pair, 2, "so")
    assert judgements.undo_last(store, collection, lead) is None


def test_the_log_tells_who_decided_what_and_why_under_which_guidelines(
    store: Store, collection: Collection, lead: Person, pair: tuple[int, int]
) -> None:
    guidelines.write(store, collection, lead, "Be strict.")
    settling.settle(store, collection, lead, *pair, 0, "Says nothing of it.")
    newest, luis, _ana = audit.entries(store, collection)
    assert (newest.person, newest.act, newest.grade, newest.note) == (
        "Maria",
        "adjudicate",
        0,
        "Says nothing of it.",
    )
    assert (newest.guidelines, luis.guidelines) == (1, None)


def test_guidelines_have_versions_however_they_are_changed(
    store: Store, collection: Collection, lead: Person
) -> None:
    first = guidelines.write(store, collection, lead, "Be strict.")
    collections.change_collection(store, first, guidelines="Be kind.")
    found = guidelines.versions(store, collection)
    assert [(one.version, one.text, one.person) for one in found] == [
        (2, "Be kind.", ""),
        (1, "Be strict.", "Maria"),
    ]


def test_the_same_guidelines_are_no_new_version(store: Store, collection: Collection, lead: Person) -> None:
    first = guidelines.write(store, collection, lead, "Be strict.")
    guidelines.write(store, first, lead, "Be strict.")
    assert len(guidelines.versions(store, collection)) == 1


def test_remarks_are_answered_by_the_lead(
    store: Store, collection: Collection, lead: Person, pair: tuple[int, int]
) -> None:
    ana = collections.add_person(store, "Ana")
    guidelines.remark(store, collection, ana, "What of tables?", pair[0], unclear=True)
    guidelines.answer(store, guidelines.remarks(store, collection)[0], "They count.")
    (found,) = guidelines.remarks(store, collection, pair[0])
    assert (found.text, found.unclear, found.answered) == ("What of tables?", True, "They count.")


def test_that_the_guidelines_are_unclear_is_a_remark_without_a_text(
    store: Store, collection: Collection, pair: tuple[int, int]
) -> None:
    ana = collections.add_person(store, "Ana")
    guidelines.remark(store, collection, ana, " ", pair[0], unclear=True)
    (found,) = guidelines.remarks(store, collection, pair[0])
    assert (found.text, found.unclear) == ("", True)
    with pytest.raises(ValueError, match="characters"):
        guidelines.remark(store, collection, ana, " ", pair[0])


def test_a_lead_takes_back_what_a_person_did_in_a_span_as_new_rows(
    store: Store, collection: Collection, lead: Person, pair: tuple[int, int]
) -> None:
    ana = next(one for one in collections.people(store) if one.name == "Ana")
    at = audit.entries(store, collection, ana)[0].received
    assert audit.undo_between(store, collection, lead, ana, "2000-01-01", "2001-01-01") == 0
    assert audit.undo_between(store, collection, lead, ana, at, at) == 1
    assert [row.grade for row in judgements.held(store, pair[0])] == [0]
    assert audit.count(store, collection) == 3


def test_an_export_of_the_log_can_leave_names_out_and_runs_no_formula(
    store: Store, collection: Collection, pair: tuple[int, int]
) -> None:
    ana = collections.add_person(store, "Ana")
    judgements.append(store, collection, ana, [Act(*pair, "grade", 3, '=HYPERLINK("x")')])
    text = audit.as_csv(store, collection, names=False).decode()
    assert "Ana" not in text
    assert text.splitlines()[1].split(",")[2:7] == ["annotator 1", "grade", "q1", "a", "3"]
    assert "'=HYPERLINK" in text
