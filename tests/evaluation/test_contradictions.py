"""Contradictions and offers, on a few short texts."""

from evaluation.contradictions import Given, Offer, contradictions, offers, plain

LONG = (
    "You have thirty days from the delivery to return what you bought, as long as it is unused and comes in its "
    "box, with the receipt or the confirmation that we sent by mail when you ordered it in the shop or on the web."
)
TEXTS = {
    1: LONG,
    2: f"  {LONG.upper()}\n",
    3: LONG.replace("thirty", "forty"),
    4: "We ship to the islands twice a week, never on Sundays.",
    5: "",
    6: "",
}
ANA, LUIS = 10, 20


def test_the_same_text_under_two_ids_and_two_annotators_is_a_contradiction():
    (found,) = contradictions([Given(7, 1, ANA, 3), Given(7, 2, LUIS, 1)], TEXTS)

    assert (found.query, found.fragments, found.gap) == (7, (1, 2), 2)
    assert found.identical
    assert not found.alone


def test_one_annotator_who_grades_nearly_the_same_text_differently_is_told():
    (found,) = contradictions([Given(7, 1, ANA, 3), Given(7, 3, ANA, 2)], TEXTS)

    assert not found.identical
    assert found.alone


def test_equal_grades_other_queries_and_other_texts_contradict_nothing():
    equal = [Given(7, 1, ANA, 3), Given(7, 2, LUIS, 3), Given(7, 4, LUIS, 0)]

    assert contradictions([*equal, Given(8, 3, ANA, 0)], TEXTS) == []


def test_one_fragment_with_two_grades_is_a_disagreement_and_not_here():
    assert contradictions([Given(7, 1, ANA, 3), Given(7, 1, LUIS, 0)], TEXTS) == []


def test_two_annotators_of_one_fragment_and_its_twin_are_one_contradiction():
    given = [Given(7, 1, ANA, 3), Given(7, 1, LUIS, 2), Given(7, 2, ANA, 3)]

    assert [one.given for one in contradictions(given, TEXTS)] == [tuple(given)]


def test_nearly_the_same_texts_that_a_lead_settled_are_done_with():
    settled = [Given(7, 1, ANA, 3, settled=True), Given(7, 3, ANA, 2, settled=True)]

    assert contradictions(settled, TEXTS) == []


def test_identical_texts_that_were_settled_differently_still_contradict():
    settled = [Given(7, 1, ANA, 3, settled=True), Given(7, 2, ANA, 2, settled=True)]

    assert len(contradictions(settled, TEXTS)) == 1


def test_fragments_without_text_are_not_the_same():
    assert contradictions([Given(7, 5, ANA, 3), Given(7, 6, ANA, 0)], TEXTS) == []


def test_the_widest_gap_comes_first():
    given = [Given(1, 1, ANA, 2), Given(1, 2, ANA, 1), Given(2, 1, ANA, 3), Given(2, 2, ANA, 0)]

    assert [one.gap for one in contradictions(given, TEXTS)] == [3, 1]


def test_case_width_and_blanks_make_no_other_text():
    assert plain(" Ａ  b\n") == plain("a B") == "a b"


def test_a_grade_is_offered_to_the_unjudged_with_the_same_text():
    assert offers({1: 2}, {1: 99, 2: 99, 3: 98, 4: 99}) == [Offer(1, 2, (2, 4))]


def test_nothing_is_offered_where_the_same_text_has_two_grades_or_none():
    assert offers({1: 2, 2: 3, 5: 1}, {1: 99, 2: 99, 3: 99, 4: 98, 6: 98, 5: 0, 7: 0}) == []
