"""How alike the texts of one query's pool are: words and character n-grams, for any language, no stemmer.

Only the pool is vectorised, so a collection may have any number of fragments. Terms are hashed: there is no
vocabulary to keep, and a fragment's terms are worked out once for all the queries that retrieve it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from evaluation.values import Float, Int

BUCKETS = 1 << 19
GRAM_LENGTHS = (4, 5)
COMMON = 16  # terms in more fragments than this are multiplied as a dense matrix: the same result, sooner

Cosines = NDArray[np.float32]  # no more is known of them, and a pool's are many

_UNSPACED = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x2E80, 0xA4CF), (0xF900, 0xFAFF))
_POWERS = np.uint64(0x9E3779B97F4A7C15) ** np.arange(1, 65, dtype=np.uint64)
_MIX = np.uint64(0xBF58476D1CE4E5B9)


@dataclass(frozen=True)
class Terms:
    """One text as hashed terms. words, grams: int32, rising; *_weight: float64, 1 + ln of how often."""

    words: Int
    words_weight: Float
    grams: Int
    grams_weight: Float
    length: int


@dataclass(frozen=True)
class Likeness:
    """Cosines in one pool of n fragments, the mean of those on words and on character n-grams, 0 … 1.

    fragments: float32 [n, n]; query_words, query_grams: float64 [n]; length: characters, float64 [n].
    """

    fragments: Cosines
    query_words: Float
    query_grams: Float
    length: Float


def terms(text: str) -> Terms:
    """The terms of a text: its words, and the 4- and 5-grams of characters within words (as `char_wb`).

    In scripts without blanks between words, pairs of characters stand for words. Case and width are folded.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    points = np.frombuffer(folded.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    seen, where = np.unique(points, return_inverse=True)
    kind = np.array([_kind(int(point)) for point in seen], dtype=np.int8)[where]
    letter = kind > 0
    kept = letter | np.concatenate(([False], letter[:-1]))
    padded = np.concatenate(([0], np.where(letter, points, 0)[kept], [0])).astype(np.uint64)
    unspaced = np.concatenate(([False], (kind == 2)[kept], [False]))
    words, words_weight = _counted(np.concatenate((_words(padded), _pairs(padded, unspaced))))
    grams, grams_weight = _counted(np.concatenate([_grams(padded, length) for length in GRAM_LENGTHS]))
    return Terms(words, words_weight, grams, grams_weight, len(text))


def likeness(pool: Sequence[Terms], query: Terms) -> Likeness:
    """tf-idf cosines within a pool and with its query: sublinear tf, idf = ln((1 + n) / (1 + df)) + 1.

    Source: scikit-learn `TfidfVectorizer(sublinear_tf=True)`, fitted on the pool alone.
    """
    words = _weighted(
        [t.words for t in pool], [t.words_weight for t in pool], query.words, query.words_weight
    )
    grams = _weighted(
        [t.grams for t in pool], [t.grams_weight for t in pool], query.grams, query.grams_weight
    )
    length = np.array([t.length for t in pool], dtype=np.float64)
    return Likeness(_mean_gram((words, grams), len(pool)), words.with_query, grams.with_query, length)


@lru_cache(maxsize=1 << 16)
def _kind(point: int) -> int:
    """0 between words; 1 a letter, digit or mark; 2 one of a script that sets no blanks between words."""
    if unicodedata.category(chr(point))[0] not in "LNM":
        return 0
    return 2 if any(low <= point <= high for low, high in _UNSPACED) else 1


def _words(padded: NDArray[np.uint64]) -> NDArray[np.uint64]:
    inside = padded != 0
    starts = np.flatnonzero(inside & ~np.concatenate(([False], inside[:-1])))
    if not len(starts):
        return np.zeros(0, dtype=np.uint64)
    place = np.arange(len(padded)) - np.repeat(
        np.concatenate(([0], starts)), np.diff(np.concatenate(([0], starts, [len(padded)])))
    )
    words: NDArray[np.uint64] = np.add.reduceat(padded * _MIX * _POWERS[place % len(_POWERS)], starts)
    return words


def _pairs(padded: NDArray[np.uint64], unspaced: NDArray[np.bool_]) -> NDArray[np.uint64]:
    both = unspaced[:-1] & unspaced[1:]
    pairs: NDArray[np.uint64] = (padded[:-1] * _POWERS[40] + padded[1:] * _POWERS[41])[both]
    return pairs


def _grams(padded: NDArray[np.uint64], length: int) -> NDArray[np.uint64]:
    count = len(padded) - length + 1
    if count < 1:
        return np.zeros(0, dtype=np.uint64)
    hashed = np.zeros(count, dtype=np.uint64)
    within = np.ones(count, dtype=bool)
    for place in range(length):
        here = padded[place : place + count]
        hashed += here * _POWERS[length * 6 + place]
        if 0 < place < length - 1:
            within &= here != 0
    return hashed[within]


def _counted(hashed: NDArray[np.uint64]) -> tuple[Int, Float]:
    mixed = (hashed ^ (hashed >> np.uint64(29))) * _MIX
    bucket = (mixed >> np.uint64(64 - 19)).astype(np.int32)
    found, count = np.unique(bucket, return_counts=True)
    return found, 1 + np.log(count)


@dataclass(frozen=True)
class _Weighted:
    """A pool's texts as unit vectors: one entry for each text (row) and term, float32; often: texts with the term.

    place: int32, the term's number among the common or among the rare ones, which are counted apart;
    with_query: cosines with the query, float64 [n].
    """

    row: Int
    place: Int
    value: NDArray[np.float32]
    often: Int
    common: int
    rare: int
    with_query: Float


def _weighted(found: Sequence[Int], weights: Sequence[Float], query: Int, query_weight: Float) -> _Weighted:
    n = len(found)
    sizes = np.array([len(row) for row in found])
    column = np.concatenate(found)
    df = np.bincount(column, minlength=BUCKETS)
    idf = np.log((1 + n) / (1 + np.arange(n + 1))) + 1
    often = df[column].astype(np.int32)
    value = np.concatenate(weights) * idf[often]
    norm = np.sqrt(_sums(value * value, sizes))
    value *= np.repeat(1 / np.where(norm > 0, norm, 1.0), sizes)
    asked = np.zeros(BUCKETS)
    asked[query] = query_weight * idf[df[query]]
    with_query = _sums(value * asked[column], sizes) / (float(np.sqrt(asked @ asked)) or 1.0)
    place = np.zeros(BUCKETS, dtype=np.int32)
    common, rare = np.flatnonzero(df > COMMON), np.flatnonzero((df > 1) & (df <= COMMON))
    place[common], place[rare] = np.arange(len(common)), np.arange(len(rare))
    row: Int = np.repeat(np.arange(n, dtype=np.int32), sizes)
    small = value.astype(np.float32)
    return _Weighted(row, place[column], small, often, len(common), len(rare), with_query)


def _sums(values: Float, sizes: NDArray[np.int64]) -> Float:
    """The sum of each stretch of `sizes` values."""
    total, some = np.zeros(len(sizes)), sizes > 0
    if some.any():
        total[some] = np.add.reduceat(values, (np.cumsum(sizes) - sizes)[some])
    return total


def _mean_gram(parts: Sequence[_Weighted], n: int) -> Cosines:
    """The mean of the parts' X Xᵀ, 1 on the diagonal.

    Common terms by a dense product, the others by a sparse one, those of one text not at all.
    """
    wide = np.zeros((n, sum(part.common for part in parts)), dtype=np.float32)
    rows, columns, values, start, width = [], [], [], 0, 0
    for part in parts:
        common = part.often > COMMON
        wide[part.row[common], start + part.place[common]] = part.value[common]
        rare = (part.often > 1) & ~common
        rows.append(part.row[rare])
        columns.append(width + part.place[rare])
        values.append(part.value[rare])
        start, width = start + part.common, width + part.rare
    entries = (np.concatenate(rows), np.concatenate(columns))
    sparse = sp.csr_matrix((np.concatenate(values), entries), shape=(n, max(1, width)))
    gram: Cosines = wide @ wide.T
    gram += (sparse @ sparse.T).toarray()
    gram /= len(parts)
    np.fill_diagonal(gram, 1.0)
    return gram
