"""Snapshots: the grades and runs as they stood, whatever happened afterwards."""

from __future__ import annotations

import numpy as np
import pytest

from data import collections, judgements, query_tags, rankings, run_roles, settling, snapshots
from data.collections import Collection, Person
from data.fragment_lengths import text_lengths
from data.judgements import Act
from data.run_roles import Role
from data.samples import load_samples
from data.store import Store
from evaluation.values import Results


@pytest.fixture
def ada(store: Store) -> Person:
    return collections.add_person(store, "Ada")


@pytest.fixture
def grade(store: Store, collection: Collection, ada: Person):
    queries, fragments = collections.query_ids(store, collection), collections.fragment_ids(store, collection)

    def give(fragment: str, grade: int | None, act: str = "grade", person: Person = ada) -> int:
        return judgements.append(
            store, collection, person, [Act(queries["q1"], fragments[fragment], act, grade)]
        )

    return give


def at(store: Store, collection: Collection, revision: int) -> list[tuple[int, int]]:
    rows = snapshots.grade_rows_at(store, collection, revision)
    return list(zip(rows.fragment.tolist(), rows.grade.tolist(), strict=True))


def test_the_grades_of_a_revision_are_those_in_force_then(
    store: Store, collection: Collection, grade
) -> None:
    first, second, third = grade("a", 1), grade("a", 3), grade("b", 2)
    assert at(store, collection, first) == [(1, 1)]
    assert at(store, collection, second) == [(1, 3)]
    assert at(store, collection, third) == [(1, 3), (2, 2)]
    assert at(store, collection, 0) == []


def test_an_undo_counts_only_from_its_own_revision_on(
    store: Store, collection: Collection, ada: Person, grade
) -> None:
    grade("a", 1)
    before = grade("a", 3)
    judgements.undo_last(store, collection, ada)
    assert at(store, collection, before) == [(1, 3)]
    assert at(store, collection, judgements.revision(store)) == [(1, 1)]


def test_a_skip_takes_the_grade_away(store: Store, collection: Collection, grade) -> None:
    grade("a", 1)
    assert at(store, collection, grade("a", None, "skip")) == []


def test_now_is_the_same_as_what_the_triggers_keep(
    store: Store, collection: Collection, ada: Person, grade
) -> None:
    bea = collections.add_person(store, "Bea")
    for fragment, given, act, person in (
        ("a", 1, "grade", ada), ("a", 2, "grade", bea), ("b", None, "cant_tell", ada), ("c", 3, "grade", ada),
    ):  # fmt: skip
        grade(fragment, given, act, person)
    judgements.undo_last(store, collection, ada)
    then, now = (
        snapshots.grade_rows_at(store, collection, judgements.revision(store)),
        judgements.grade_rows(store, collection),
    )
    assert np.array_equal(then.grade, now.grade)
    assert np.array_equal(then.fragment, now.fragment)


def test_a_snapshot_names_the_revision_of_now(store: Store, collection: Collection, grade) -> None:
    revision = grade("a", 1)
    taken = snapshots.take(store, collection, "first")
    grade("b", 1)
    assert (taken.revision, snapshots.snapshots(store, collection)) == (revision, [taken])


def test_a_name_is_given_once(store: Store, collection: Collection) -> None:
    snapshots.take(store, collection, "first")
    with pytest.raises(snapshots.NameTaken, match="first"):
        snapshots.take(store, collection, "first")


def test_a_snapshot_needs_a_name(store: Store, collection: Collection) -> None:
    with pytest.raises(ValueError, match="needs a name"):
        snapshots.take(store, collection, "  ")


def again(store: Store, collection: Collection) -> None:
    results = Results(
        "bm25", ["q1"], ["a"], np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int32), np.ones(1)
    )
    with store.writing() as db:
        ids = collections.query_ids(store, collection), collections.fragment_ids(store, collection)
        rankings.add_run(db, collection, results, "other", *ids)


def test_a_snapshot_keeps_the_run_that_was_replaced_later(store: Store, collection: Collection) -> None:
    old = rankings.runs(store, collection)
    moment = old[0].added
    again(store, collection)
    assert snapshots.runs_at(store, collection, moment) == old
    assert [run.id for run in snapshots.run_versions(store, collection)] == [1, 2]
    assert rankings.read_rankings(store, old[0]).fragments.tolist() == [3, 2, 1, 5, 4]


def test_a_run_keeps_its_role_when_it_is_imported_again(store: Store, collection: Collection) -> None:
    run_roles.set_role(store, collection, "bm25", Role("retriever"))
    again(store, collection)
    assert run_roles.roles(store, collection) == {"bm25": Role("retriever")}


def test_a_role_can_be_changed_and_wrong_ones_are_refused(store: Store, collection: Collection) -> None:
    run_roles.set_role(store, collection, "x", Role("retriever"))
    run_roles.set_role(store, collection, "x", Role("reranker", "bm25"))
    assert run_roles.roles(store, collection)["x"] == Role("reranker", "bm25")
    with pytest.raises(ValueError, match="no role"):
        run_roles.set_role(store, collection, "x", Role("boss"))
    with pytest.raises(ValueError, match="rerank its own"):
        run_roles.set_role(store, collection, "x", Role("reranker", "x"))


def test_tags_are_kept_once_each_and_without_blanks(store: Store, collection: Collection) -> None:
    query = collections.queries(store, collection)[0]
    query_tags.set_tags(store, query, ["números", " x ", "x", ""])
    assert query_tags.tags(store, collection) == {query.id: ("números", "x")}


def test_lengths_are_those_of_title_and_text(store: Store, collection: Collection) -> None:
    assert text_lengths(store, [1, 2]) == {1: len("text of a"), 2: len("text of b")}


def test_a_decision_counts_from_its_own_revision_on_until_it_is_taken_back(
    store: Store, collection: Collection, grade
) -> None:
    lead = collections.add_person(store, "Maria", "lead")
    before = grade("a", 3)
    query, fragment = (
        collections.query_ids(store, collection)["q1"],
        collections.fragment_ids(store, collection)["a"],
    )
    decided = settling.settle(store, collection, lead, query, fragment, 1, "so")
    settling.reopen(store, collection, lead, settling.decisions(store, collection)[0])
    moments = (before, decided, judgements.revision(store))
    assert [at(store, collection, revision) for revision in moments] == [[(1, 3)], [(1, 1)], [(1, 3)]]


def test_a_revision_has_the_rule_that_held_then(store: Store, collection: Collection, grade) -> None:
    first = grade("a", 1)
    changed = collections.change_collection(store, collection, rule="strictest")
    second = grade("a", 2)
    collections.change_collection(store, changed, rule="mean", threshold=1.5)
    assert snapshots.rule_at(store, collection, first - 1) == ("median", 1.0)
    assert snapshots.rule_at(store, collection, second - 1) == ("strictest", 1.0)
    assert snapshots.rule_at(store, collection, second) == ("mean", 1.5)


def test_a_snapshot_keeps_its_rule_when_nothing_was_judged_until_the_next_one(
    store: Store, collection: Collection, grade
) -> None:
    grade("a", 1)
    taken, given = [], ("strictest", "majority") * 5
    for number, rule in enumerate(given):
        collection = collections.change_collection(store, collection, rule=rule)
        taken.append(snapshots.take(store, collection, f"{number}"))
    rules = [snapshots.rule_at(store, collection, one.revision, one.created) for one in taken]
    assert rules == [(rule, 1.0) for rule in given]
    assert snapshots.rule_at(store, collection, taken[-1].revision) == ("majority", 1.0)


def test_a_snapshot_has_the_run_of_then_however_fast_the_next_one_comes(
    store: Store, collection: Collection
) -> None:
    for number in range(5):
        before = rankings.runs(store, collection)
        taken = snapshots.take(store, collection, f"{number}")
        again(store, collection)
        assert snapshots.runs_at(store, collection, taken.created) == before


def test_the_revision_of_a_collection_is_not_moved_by_another(
    store: Store, collection: Collection, ada: Person, grade
) -> None:
    first = grade("a", 1)
    other = load_samples(store)[-1]
    assert judgements.revision(store) > first
    assert judgements.revision_of(store, collection, judgements.revision(store)) == first
    assert judgements.revision_of(store, other, first) == 0
