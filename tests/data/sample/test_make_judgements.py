"""The judgements of the help centre leave work to do, and two people have seen some of it differently."""

import json
from collections import Counter
from datetime import UTC, datetime

import pytest

from data.sample.make_judgements import DEPARTURES, TRUTH, read_pool, read_truth, write_judgements
from data.sample.make_runs import HELP_CENTRE, read_lines

QUERIES = {query["_id"] for query in read_lines(HELP_CENTRE / "queries.jsonl")}


@pytest.fixture(scope="module")
def acts() -> list[dict]:
    return read_lines(HELP_CENTRE / "judgements.jsonl")


@pytest.fixture(scope="module")
def graded(acts) -> dict[tuple[str, str], dict[str, int]]:
    grades: dict[tuple[str, str], dict[str, int]] = {}
    for act in acts:
        if act["act"] == "grade":
            grades.setdefault((act["query_id"], act["fragment_id"]), {})[act["annotator"]] = act["grade"]
    return grades


@pytest.fixture(scope="module")
def pool() -> set[tuple[str, str]]:
    found = read_pool(HELP_CENTRE / "runs")
    return {(query, fragment) for query, fragments in found.items() for fragment in fragments}


def test_making_the_judgements_again_gives_the_same_bytes(tmp_path):
    write_judgements(tmp_path / "again.jsonl")

    assert (tmp_path / "again.jsonl").read_bytes() == (HELP_CENTRE / "judgements.jsonl").read_bytes()


def test_between_25_and_40_percent_of_the_pool_is_graded(graded, pool):
    assert set(graded) <= pool
    assert 0.25 <= len(graded) / len(pool) <= 0.40


def test_both_annotators_graded_72_pairs_and_differ_on_13_of_them_once_by_two(graded):
    both = [grades for grades in graded.values() if len(grades) == 2]
    gaps = Counter(abs(grades["Ana"] - grades["Luis"]) for grades in both)

    assert gaps == {0: 59, 1: 12, 2: 1}


def test_only_a_grade_has_a_grade(acts):
    assert all(("grade" in act) == (act["act"] == "grade") for act in acts)
    assert {act.get("grade") for act in acts} == {0, 1, 2, 3, None}


def test_there_are_skips_notes_and_pairs_that_could_not_be_told(acts):
    assert Counter(act["act"] for act in acts) == {"grade": 535, "skip": 3, "cant_tell": 2}
    assert sum("note" in act for act in acts) == 12


def test_nobody_judges_a_pair_twice_and_every_act_has_its_own_id(acts):
    judged = {(act["annotator"], act["query_id"], act["fragment_id"]) for act in acts}

    assert len({act["event_id"] for act in acts}) == len(judged) == len(acts)


def test_acts_stand_in_order_of_time_within_november_2026_and_nobody_overlaps_themselves(acts):
    times = [datetime.fromisoformat(act["at"]) for act in acts]
    ends = {}

    assert times == sorted(times)
    assert all(datetime(2026, 11, 1, tzinfo=UTC) <= at < datetime(2026, 12, 1, tzinfo=UTC) for at in times)
    for act, at in zip(acts, times, strict=True):
        start = at.timestamp() - act["milliseconds"] / 1000
        assert start >= ends.get(act["annotator"], 0)
        ends[act["annotator"]] = at.timestamp()


def test_nine_queries_are_left_wholly_unjudged(acts):
    unjudged = QUERIES - {act["query_id"] for act in acts}

    assert sorted(unjudged) == ["q04", "q12", "q17", "q23", "q25", "q29", "q35", "q38", "q41"]


def test_relevant_fragments_remain_to_be_found_in_queries_that_were_judged(graded):
    begun = {query for query, _ in graded}
    missed = {pair for pair in read_truth(TRUTH) if pair not in graded and pair[0] in begun}

    assert len(missed) == 22
    assert ("q28", "reembolsos#1") in missed


def test_every_departure_is_an_act_and_a_grade_beyond_them_is_the_known_one(acts):
    departures = json.loads(DEPARTURES.read_text(encoding="utf-8"))
    truth = read_truth(TRUTH)
    made = {"/".join((act["annotator"], act["query_id"], act["fragment_id"])): act for act in acts}

    assert set(departures) <= set(made)
    for key, act in made.items():
        if key not in departures:
            assert act["grade"] == truth.get((act["query_id"], act["fragment_id"]), 0)
