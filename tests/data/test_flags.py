"""What the log says of flagged fragments."""

from data import collections, flags, judgements
from data.collections import Collection
from data.judgements import Act
from data.store import Store


def grade_with(store: Store, collection: Collection, reason: str) -> tuple[int, int]:
    pair = collections.query_ids(store, collection)["q1"], collections.fragment_ids(store, collection)["a"]
    act = Act(*pair, "grade", 2, source="flagged", reason=reason)
    judgements.append(store, collection, collections.add_person(store, "Ana"), [act])
    return pair


def test_a_flag_that_was_judged_is_told_with_its_list_and_probability(store: Store, collection: Collection):
    grade_with(store, collection, flags.reason(flags.ALONE, 0.25))
    assert flags.judged_flags(store, collection) == [flags.Flagged("alone", 0.25, True)]


def test_what_may_decide_between_runs_is_no_flag(store: Store, collection: Collection):
    pair = grade_with(store, collection, flags.reason(flags.DECIDES, 0.25))
    assert flags.judged_flags(store, collection) == []
    assert flags.served_fragments(store, pair[0]) == {pair[1]}


def test_a_grade_that_was_taken_over_tells_nothing_of_the_model(store: Store, collection: Collection):
    pair = grade_with(store, collection, flags.same_text("b#1"))
    assert flags.judged_flags(store, collection) == []
    assert flags.served_fragments(store, pair[0]) == set()
