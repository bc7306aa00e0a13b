"""Four real, small retrievers, so that the sample runs differ for reasons that a reader can follow.

Each takes the texts of n fragments and q queries and gives scores as float64 [q, n]; 0 means not retrieved.
None of them sees a grade.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

Scores = NDArray[np.float64]

STEM_LENGTH = 5
_SPANISH = """
a al algo aqui asi aun cada como con cual cuando cuanto de del desde donde dos e el ella en entre era es
esa ese eso esta estaba este esto fue ha hace hacer hago han hasta hay he la las le les lo los mas me mi
mia mientras muy nada ni no nos nuestra nuestras nuestro nuestros o os para pero por porque que quien
quiero se si sido sin sobre sois son soy su sus tan tanto te tengo ti tiene tienes toda todas todo todos
tu tus u un una unas uno unos va vez y ya yo vosotros tenemos teneis
"""
FUNCTION_WORDS = frozenset(_SPANISH.split())


def bm25(fragments: Sequence[str], queries: Sequence[str], k1: float = 1.2, b: float = 0.75) -> Scores:
    """Okapi BM25 over words as they are written: lower case, but accents, endings and typos all count.

    Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), with the idf of Lucene.
    """
    words = CountVectorizer(token_pattern=r"\w+")
    counts = words.fit_transform(fragments).toarray().astype(np.float64)
    asked = words.transform(queries).toarray().astype(np.float64)
    length = counts.sum(axis=1, keepdims=True)
    saturated = counts * (k1 + 1) / (counts + k1 * (1 - b + b * length / length.mean()))
    return asked @ (saturated * _idf(counts)).T


def char_ngrams(fragments: Sequence[str], queries: Sequence[str]) -> Scores:
    """Cosine of tf-idf over 3 to 5 letters of each word, accents removed: forgives endings and typos."""
    pieces = TfidfVectorizer(
        analyzer="char_wb", ngram_range=(3, 5), strip_accents="unicode", sublinear_tf=True
    )
    weights = pieces.fit_transform(fragments)
    return (pieces.transform(queries) @ weights.T).toarray()


def reciprocal_rank_fusion(rankings: Sequence[Sequence[int]], fragments: int, constant: int = 60) -> Scores:
    """Fused scores [fragments] of several rankings (fragment indices, best first) of one query.

    score = sum over rankings of 1 / (constant + rank). Source: Cormack, Clarke and Büttcher, SIGIR 2009.
    """
    fused = np.zeros(fragments)
    for ranking in rankings:
        fused[list(ranking)] += 1 / (constant + np.arange(1, len(ranking) + 1))
    return fused


def rerank(titles: Sequence[str], texts: Sequence[str], queries: Sequence[str], first: Scores) -> Scores:
    """Scores [q, n] for what `first` retrieved: how much of the query a fragment covers, and how tightly.

    Words are cut to their first letters without accents ("devolución", "devolver" -> "devol") and weighted by
    idf. A linear mix, its shares set by hand, of coverage of the text, coverage of the title, nearness and
    likeness in letters; then each fragment leans on the best one of its article, which has the same title.
    """
    whole = [f"{title} {text}" for title, text in zip(titles, texts, strict=True)]
    stems = CountVectorizer(analyzer=content_stems)
    in_text = stems.fit_transform(whole).toarray()
    weight = _idf(in_text)
    asked = (stems.transform(queries).toarray() > 0) * weight
    total = np.maximum(asked.sum(axis=1, keepdims=True), 1e-9)
    coverage = asked @ (in_text / (in_text + 0.5)).T / total
    title_coverage = asked @ (stems.transform(titles).toarray() > 0).T / total
    near = np.array(
        [[nearness(content_stems(query), content_stems(text)) for text in texts] for query in queries]
    )
    alike = char_ngrams(whole, queries)
    alike /= np.maximum(alike.max(axis=1, keepdims=True), 1e-9)
    own = 0.4 * coverage + 0.1 * title_coverage + 0.1 * near + 0.4 * alike
    article = np.array([[title == other for other in titles] for title in titles])
    best = np.array([np.where(article, row, 0.0).max(axis=1) for row in own])
    return np.where(first > 0, 0.7 * own + 0.3 * best, 0.0)


def content_stems(text: str) -> list[str]:
    """The words of `text` that carry meaning, without accents, cut to their first letters."""
    plain = unicodedata.normalize("NFKD", text.lower())
    words = re.findall(r"\w+", "".join(letter for letter in plain if not unicodedata.combining(letter)))
    return [word[:STEM_LENGTH] for word in words if word not in FUNCTION_WORDS]


def nearness(asked: Sequence[str], stems: Sequence[str]) -> float:
    """1 / the smallest distance between two different asked stems in a text, 0 if it has fewer than two."""
    wanted = set(asked)
    places = [(place, stem) for place, stem in enumerate(stems) if stem in wanted]
    gaps = [later[0] - earlier[0] for earlier, later in pairwise(places) if earlier[1] != later[1]]
    return 1 / min(gaps) if gaps else 0.0


def _idf(counts: NDArray[np.float64]) -> Scores:
    having = (counts > 0).sum(axis=0)
    return np.log1p((len(counts) - having + 0.5) / (having + 0.5))
