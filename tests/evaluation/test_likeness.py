import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from evaluation.unjudged.text import likeness, terms

POOL = [
    "The cat sat on the mat",
    "A cat and a dog",
    "Dogs bark at cats in the night",
    "nothing alike here",
] * 6
QUERY = "cats and dogs"


def cosines(vectorizer: TfidfVectorizer) -> tuple[np.ndarray, np.ndarray]:
    x = vectorizer.fit_transform(POOL)
    return (x @ x.T).toarray(), (x @ vectorizer.transform([QUERY]).T).toarray()[:, 0]


@pytest.fixture(scope="module")
def alike():
    return likeness([terms(text) for text in POOL], terms(QUERY))


def test_likeness_to_the_query_in_words_is_that_of_scikit_learn(alike):
    _, query = cosines(TfidfVectorizer(sublinear_tf=True, token_pattern=r"(?u)\b\w+\b"))

    np.testing.assert_allclose(alike.query_words, query, atol=1e-9)


def test_likeness_of_fragments_is_the_mean_of_words_and_grams_of_scikit_learn(alike):
    words, _ = cosines(TfidfVectorizer(sublinear_tf=True, token_pattern=r"(?u)\b\w+\b"))
    # sklearn pads words shorter than n to a shorter gram, which is left out here: hence the tolerance
    grams, _ = cosines(TfidfVectorizer(sublinear_tf=True, analyzer="char_wb", ngram_range=(4, 5)))

    np.testing.assert_allclose(alike.fragments, (words + grams) / 2, atol=0.08)


def test_a_text_is_exactly_like_its_own_copy(alike):
    assert alike.fragments[0, 4] == pytest.approx(1, abs=1e-6)


def test_case_and_width_of_letters_make_no_difference():
    once, folded = terms("Straße ＡＢＣ"), terms("STRASSE abc")

    assert once.words.tolist() == folded.words.tolist()


def test_marks_belong_to_their_word_in_scripts_that_write_vowels_with_them():
    assert len(terms("हिन्दी").words) == 1


def test_texts_without_blanks_are_compared_by_pairs_of_characters():
    first, second = terms("検索評価"), terms("評価指標")

    assert len(set(first.words.tolist()) & set(second.words.tolist())) == 1


@pytest.mark.parametrize("text", ["", "   ", "!?", "a", "\ud800"])
def test_texts_without_words_or_grams_are_like_nothing(text):
    alike = likeness([terms(text), terms("some words here"), terms("other words there")], terms(text))

    assert np.isfinite(alike.fragments).all()
    assert alike.fragments[0, 1] == pytest.approx(0, abs=1e-9)
