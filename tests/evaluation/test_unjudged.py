import numpy as np
import pytest

from evaluation.unjudged import TIERS, Collection, Model, candidates, terms
from evaluation.unjudged.correction import USUAL, Correction, correct
from evaluation.unjudged.grades import grade_shares, likely_tilt, tilted
from evaluation.unjudged.model import probability
from evaluation.unjudged.table import features_of, terms_of
from evaluation.unjudged.text import likeness

TEXTS = {
    0: "reset a forgotten password by mail",
    1: "the password is reset from the sign-in page",
    2: "invoices are sent on the first of the month",
    3: "pay an invoice by card",
    4: "forgotten passwords and locked accounts",
    5: "opening hours of the shop",
}
QUERIES = ["forgotten password", "pay invoices"]
RANKINGS = [[[0, 4, 1, 5], [1, 0, 5, 2]], [[2, 3, 5, 0], [3, 5, 2, 1]]]


def collection(tier: str = "text") -> Collection:
    words = {fragment: terms(text) for fragment, text in TEXTS.items()}
    vectors = (dict(enumerate(np.eye(6) + 0.1)), np.eye(6)[0]) if tier == "dense" else (None, None)
    pools = [
        candidates(runs, 100, None if tier == "ranks" else words, terms(query), *vectors)
        for runs, query in zip(RANKINGS, QUERIES, strict=True)
    ]
    return Collection(RANKINGS, pools.__getitem__, Model.shipped(tier))


def chance(of: Collection, query: int, fragment: int) -> float:
    estimate = of.estimate(query)
    return float(estimate.probability[estimate.fragments.tolist().index(fragment)])


def test_the_pool_has_every_fragment_of_the_runs_first_results_once():
    assert candidates([[7, 3, 9], [3, 8]], depth=2).fragments.tolist() == [3, 7, 8]


def test_a_query_without_results_has_no_pool():
    with pytest.raises(ValueError, match="no run has results"):
        candidates([[], []])


def test_the_estimate_leaves_out_what_is_judged():
    of = collection()
    of.judge(query=0, fragment=4, grade=2)

    assert of.estimate(0).fragments.tolist() == [0, 1, 2, 5]


@pytest.mark.parametrize("tier", TIERS)
def test_probabilities_are_between_0_and_1_and_expected_grades_up_to_the_highest(tier):
    estimate = collection(tier).estimate(0)

    assert ((estimate.probability > 0) & (estimate.probability < 1)).all()
    assert ((estimate.expected > 0) & (estimate.expected <= 3)).all()


def test_a_relevant_fragment_makes_one_like_it_more_likely():
    of = collection()
    before = chance(of, 0, 1) / chance(of, 0, 5)
    of.judge(query=0, fragment=0, grade=3)

    assert chance(of, 0, 1) / chance(of, 0, 5) > before


def test_withdrawing_a_grade_restores_the_estimate_before():
    of = collection()
    of.judge(query=0, fragment=5, grade=0)
    before = of.estimate(1).probability
    of.judge(query=0, fragment=0, grade=3)
    of.withdraw(query=0, fragment=0)

    np.testing.assert_allclose(of.estimate(1).probability, before, rtol=1e-9)


def test_a_second_grade_replaces_the_first():
    of, once = collection(), collection()
    of.judge(query=0, fragment=0, grade=3, informs=False)
    of.judge(query=0, fragment=0, grade=0, informs=False)
    once.judge(query=0, fragment=0, grade=0, informs=False)

    np.testing.assert_allclose(of.estimate(0).probability, once.estimate(0).probability, rtol=1e-9)


def test_a_judgement_from_elsewhere_is_evidence_but_corrects_nothing():
    of = collection()
    of.judge(query=0, fragment=0, grade=3, informs=False)
    of.estimate(0)

    assert of.correction.intercept == 0


def test_a_fragment_outside_the_pool_can_be_judged():
    of = collection()
    of.judge(query=0, fragment=3, grade=1)

    assert of.judged[0] == {3: 1}


def test_vectors_make_a_dense_kernel_and_a_likeness_to_the_query():
    pool = candidates(
        [[0, 1]], vectors={0: np.array([1.0, 0]), 1: np.array([1.0, 1])}, query_vector=np.array([2.0, 0])
    )

    np.testing.assert_allclose(pool.query_cosine["dense"], [1, 0.5**0.5])
    np.testing.assert_allclose(pool.kernels["dense"].cosine, [[1, 0.5**0.5], [0.5**0.5, 1]])


@pytest.mark.parametrize("tier", TIERS)
def test_every_shipped_weight_has_a_sign_that_makes_sense(tier):
    model, features = Model.shipped(tier), features_of(tier)

    assert all(model.weights[name, ""] * sign >= 0 for name, (sign, _) in features.items())


def test_every_term_of_a_tier_is_in_the_tiers_after_it():
    ranks, text, dense = (set(features_of(tier)) for tier in TIERS)

    assert ranks < text < dense
    assert len(set(terms_of("text"))) == len(terms_of("text"))


def test_a_tier_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="ranks, text, dense"):
        features_of("magic")


def test_a_tier_without_weights_says_so():
    with pytest.raises(ValueError, match="only for ranks, text, dense"):
        Model.shipped("magic")


def test_a_relevant_fragment_makes_one_with_a_like_vector_more_likely():
    words = {fragment: terms("") for fragment in range(4)}
    vectors = {0: np.array([1.0, 0]), 1: np.array([1.0, 0.1]), 2: np.array([0, 1.0]), 3: np.array([-1.0, 1])}
    pool = candidates([[0, 1, 2, 3], [0, 2, 1, 3]], 100, words, terms(""), vectors, np.array([1.0, 1]))
    of = Collection([[[0, 1, 2, 3], [0, 2, 1, 3]]], lambda query: pool, Model.shipped("dense"))
    before = chance(of, 0, 1) - chance(of, 0, 2)

    of.judge(query=0, fragment=0, grade=3)

    assert chance(of, 0, 1) - chance(of, 0, 2) > before


def test_no_judgements_correct_nothing():
    nothing = correct(np.zeros(0), np.zeros((0, 2)), np.zeros(0), np.zeros(0, int))

    assert (nothing.intercept, nothing.slope, nothing.runs.tolist()) == (0, 0, [0, 0])


def test_many_relevant_where_few_were_expected_raise_the_intercept_up_to_its_bound():
    surprised = correct(np.full(500, -4.0), np.zeros((500, 1)), np.ones(500), np.arange(500))

    assert surprised.intercept == 2.0


def test_a_run_whose_fragments_are_relevant_gains_worth():
    leaning = np.tile([[1.0, -1.0], [-1.0, 1.0]], (50, 1))

    first, second = correct(np.full(100, -3.0), leaning, np.tile([1.0, 0.0], 50), np.zeros(100, int)).runs

    assert first > 0 > second


def test_a_query_with_more_relevant_ones_than_the_others_is_corrected_on_its_own():
    query = np.repeat(np.arange(8), 10)
    relevant = np.where(query == 0, 1.0, 0.0)

    found = correct(np.full(80, -2.0), np.zeros((80, 1)), relevant, query)

    assert found.queries[0] > 2 > 0 > found.queries[1]
    assert found.unsure[0] < found.spread


def test_queries_that_are_all_alike_have_hardly_a_correction_of_their_own():
    relevant = np.tile([1.0, *[0.0] * 9], 20)

    found = correct(np.full(200, -2.0), np.zeros((200, 1)), relevant, np.repeat(np.arange(20), 10))

    assert found.spread < USUAL


def test_what_is_relevant_only_where_it_is_likely_makes_the_slope_steeper():
    logit = np.repeat([-4.0, -2.0], 100)
    relevant = np.where((logit > -3) & (np.arange(200) % 2 == 0), 1.0, 0.0)

    found = correct(logit, np.zeros((200, 1)), relevant, np.arange(200))

    assert found.slope > 0


def test_with_no_tilt_every_fragment_has_the_shares_of_those_judged():
    assert tilted(np.array([0.2, 0.8]), np.array([-5.0, 5.0]), 0.0).tolist() == [[0.2, 0.8], [0.2, 0.8]]


def test_a_tilt_gives_the_surer_ones_the_higher_grades():
    (shares,) = tilted(np.array([0.5, 0.5]), np.array([1.0]), 1.0)

    # by hand: 0.5 e^(1 x 1) and 0.5 e^(1 x 2), so 1 / (1 + e) and e / (1 + e)
    assert shares.tolist() == pytest.approx([0.26894, 0.73106], abs=1e-5)


def test_high_grades_that_were_the_surest_make_a_tilt():
    shares, logit = np.array([0.5, 0.5]), np.repeat([-1.0, 1.0], 30)

    assert likely_tilt(shares, logit, [1] * 30 + [2] * 30) > 0.3
    assert likely_tilt(shares, logit, [1, 2] * 30) == pytest.approx(0, abs=1e-3)


def test_a_correction_of_nothing_changes_no_logit():
    logit = np.array([-5.0, 0.0, 2.0])

    assert Correction().apply(logit, np.ones((2, 3)), query=0).tolist() == logit.tolist()


def test_the_likely_grades_follow_those_judged():
    assert grade_shares({3: 2, 1: 1}, highest=3).tolist() == pytest.approx([1.1 / 3.3, 0.1 / 3.3, 2.1 / 3.3])


def test_a_probability_of_a_huge_logit_does_not_overflow():
    assert probability(np.array([-1000.0, 0.0, 1000.0])).tolist() == [0, 0.5, 1]


def test_a_fragment_is_alike_to_those_that_other_queries_retrieve_with_it():
    rankings = [[[0, 1, 2]], [[0, 1]], [[2]]]
    pools = [candidates(runs) for runs in rankings]
    of = Collection(rankings, pools.__getitem__, Model.shipped("ranks"))
    of.judge(query=0, fragment=0, grade=2)

    # its column over the queries 1 and 2 is that of fragment 1, and has nothing of fragment 2; unit 0.2
    assert of.features(0)["together_max_relevant"].tolist() == pytest.approx([5, 5, 0])


def test_a_pool_of_texts_of_which_some_are_empty_is_compared():
    alike = likeness([terms(""), terms("one word"), terms(""), terms("one word")], terms("word"))

    assert alike.fragments[1].tolist() == pytest.approx([0, 1, 0, 1])
    assert alike.query_words.tolist() == pytest.approx([0, 0.5**0.5, 0, 0.5**0.5])
