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

BITS = 17
BUCKETS = 1 << BITS  # for words, and as many again for character n-grams
GRAM = 5  # characters; 4 and 5 together take more than twice as long and find no more
COMMON = 8  # terms in more fragments than this are multiplied as a dense matrix: the same result, sooner

Weights = NDArray[np.float32]
Cosines = NDArray[np.float32]  # no more is known of them, and a pool's are many

_UNSPACED = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x2E80, 0xA4CF), (0xF900, 0xFAFF))
_POWERS = np.uint64(0x9E3779B97F4A7C15) ** np.arange(1, 65, dtype=np.uint64)
_MIX = np.uint64(0xBF58476D1CE4E5B9)


@dataclass(frozen=True)
class Terms:
    """One text as hashed terms. words, grams: int32, rising, grams from `BUCKETS` up.

    weight: float32, 1 + ln of how often each is there, those of words first; length: characters.
    """

    words: Int
    grams: Int
    weight: Weights
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
    """The terms of a text: its words, and the 5-grams of characters within words (as `char_wb`).

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
    words, often = _counted(np.concatenate((_words(padded), _pairs(padded, unspaced))))
    grams, grams_often = _counted(_grams(padded))
    weight = (1 + np.log(np.concatenate((often, grams_often)))).astype(np.float32)
    return Terms(words, grams + BUCKETS, weight, len(text))


def likeness(pool: Sequence[Terms], query: Terms) -> Likeness:
    """tf-idf cosines within a pool and with its query: sublinear tf, idf = ln((1 + n) / (1 + df)) + 1.

    Source: scikit-learn `TfidfVectorizer(sublinear_tf=True)`, fitted on the pool alone.
    """
    n, sizes = len(pool), np.array([len(part) for t in pool for part in (t.words, t.grams)])
    column = np.concatenate([part for t in pool for part in (t.words, t.grams)])
    df = np.bincount(column, minlength=2 * BUCKETS)
    idf = (np.log((1 + n) / (1 + np.arange(n + 1))) + 1).astype(np.float32)
    often = df[column]
    value = np.concatenate([t.weight for t in pool]) * idf[often]
    value *= np.repeat(_inverse(_sums(value * value, sizes)), sizes)
    asked = np.zeros(2 * BUCKETS, dtype=np.float32)
    terms_asked = np.concatenate((query.words, query.grams))
    asked[terms_asked] = query.weight * idf[df[terms_asked]]
    square = np.array([part @ part for part in (asked[:BUCKETS], asked[BUCKETS:])])
    asked_here = _sums(value * asked[column], sizes).reshape(n, 2) * _inverse(square)
    of_words, of_grams = asked_here.T.astype(np.float64)
    length = np.array([t.length for t in pool], dtype=np.float64)
    fragments = _products(value, column, often, sizes.reshape(n, 2).sum(axis=1)) / np.float32(2)
    np.fill_diagonal(fragments, 1.0)
    return Likeness(fragments, of_words, of_grams, length)


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


def _grams(padded: NDArray[np.uint64]) -> NDArray[np.uint64]:
    count = len(padded) - GRAM + 1
    if count < 1:
        return np.zeros(0, dtype=np.uint64)
    hashed = np.zeros(count, dtype=np.uint64)
    within = np.ones(count, dtype=bool)
    for place in range(GRAM):
        here = padded[place : place + count]
        hashed += here * _POWERS[GRAM * 6 + place]
        if 0 < place < GRAM - 1:
            within &= here != 0
    return hashed[within]


def _counted(hashed: NDArray[np.uint64]) -> tuple[Int, NDArray[np.int64]]:
    mixed = (hashed ^ (hashed >> np.uint64(29))) * _MIX
    bucket = (mixed >> np.uint64(64 - BITS)).astype(np.int32)
    found, count = np.unique(bucket, return_counts=True)
    return found, count


def _sums(values: Weights, sizes: NDArray[np.int64]) -> Weights:
    """The sum of each stretch of `sizes` values."""
    total, some = np.zeros(len(sizes), dtype=np.float32), sizes > 0
    if some.any():
        total[some] = np.add.reduceat(values, (np.cumsum(sizes) - sizes)[some])
    return total


def _inverse(square: Weights) -> Weights:
    """1 / √square, 1 where it is 0."""
    return (1 / np.sqrt(np.where(square > 0, square, 1))).astype(np.float32)


def _products(value: Weights, column: Int, often: NDArray[np.int64], sizes: NDArray[np.int64]) -> Cosines:
    """X Xᵀ of sparse rows of `sizes` entries each; often: how many rows have the entry's column.

    Common columns by a dense product, the others by a sparse one, those of one row not at all.
    """
    ends = np.concatenate(([0], np.cumsum(sizes)))
    common = often > COMMON
    present = np.zeros(2 * BUCKETS, dtype=bool)
    present[column[common]] = True
    place = np.cumsum(present, dtype=np.int32) - 1

    def rows(kept: NDArray[np.bool_], columns: Int, width: int) -> sp.csr_matrix:
        starts = np.concatenate(([0], np.cumsum(kept)))[ends]
        return sp.csr_matrix((value[kept], columns, starts), shape=(len(sizes), width))

    rare = (often > 1) & ~common
    wide = rows(common, place[column[common]], int(place[-1]) + 1).toarray()
    thin = rows(rare, column[rare], 2 * BUCKETS)
    product: Cosines = wide @ wide.T
    product += (thin @ thin.T).toarray()
    return product
