"""Columns of ids as Arrow keeps them: hashed without making Python strings, looked up, read where asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from data.formats.blocks import Unsure
from evaluation.values import Int

Hashes = NDArray[np.uint64]
Found = tuple[NDArray[np.int64], Int]
"""Rows that hold known ids, and the places of these ids."""

_ODD = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_WORD = 8
_FIRST_BYTES = np.array([(1 << (8 * size)) - 1 for size in range(_WORD + 1)], dtype=np.uint64)
_TABLE_BITS = range(12, 25)


def starts_of(texts: pa.StringArray) -> NDArray[np.int32]:
    """Where each text begins in `bytes_of(texts)`, and where the last one ends: int32 [n + 1]."""
    _, offsets, _ = texts.buffers()
    return np.frombuffer(offsets, np.int32)[texts.offset : texts.offset + len(texts) + 1]


def bytes_of(texts: pa.StringArray) -> NDArray[np.uint8]:
    """The UTF-8 of all texts, one behind the other."""
    content = texts.buffers()[2]
    return np.zeros(0, np.uint8) if content is None else np.frombuffer(content, np.uint8)


def hashes(texts: pa.StringArray) -> Hashes:
    """A 64-bit hash of each text without NUL: different for different texts of up to 8 bytes, nearly surely
    for longer ones."""
    starts = starts_of(texts)
    sizes = np.diff(starts)
    words = _words(bytes_of(texts))
    hashed = mixed(words[starts[:-1]] & _FIRST_BYTES[np.minimum(sizes, _WORD)])
    at = _WORD
    while len(longer := np.flatnonzero(sizes > at)):
        word = words[starts[longer] + at] & _FIRST_BYTES[np.minimum(sizes[longer] - at, _WORD)]
        hashed[longer] = mixed(hashed[longer] ^ word)
        at += _WORD
    return hashed


def mixed(words: Hashes) -> Hashes:
    """`words` spread over all 64 bits, one to one, in place."""
    for _ in range(2):
        words *= _ODD
        words ^= words >> _HALF
    return words


def _words(content: NDArray[np.uint8]) -> Hashes:
    """The 8 bytes from every place on as one integer: a view on a copy with 8 zeros behind it."""
    padded = np.zeros(len(content) + _WORD, np.uint8)
    padded[: len(content)] = content
    return np.ndarray((len(content) + 1,), "<u8", padded, strides=(1,))


class KnownIds:
    """Ids to be told apart in a large column; all others are not looked at closer."""

    def __init__(self, ids: Sequence[str]) -> None:
        self.ids = ids
        self._bytes = [text.encode() for text in ids]
        self._sizes = np.array([len(text) for text in self._bytes], dtype=np.int32)
        hashed = hashes(pa.array(ids, pa.string()))
        self._order = np.argsort(hashed)
        self._hashes = hashed[self._order]
        bits = min(max(len(ids).bit_length() + 5, _TABLE_BITS.start), _TABLE_BITS.stop - 1)
        self._shift = np.uint64(64 - bits)
        self._seen = np.zeros(1 << bits, dtype=np.bool_)
        self._seen[self._hashes >> self._shift] = True

    def find(self, texts: pa.StringArray, hashed: Hashes) -> Found:
        """Where known ids stand in `texts`. hashed: `hashes(texts)`.

        Raises Unsure if a text has the hash of a known id and is another.
        """
        rows = np.flatnonzero(self._seen.take((hashed >> self._shift).view(np.int64)))
        if not len(self.ids) or not len(rows):
            return rows[:0], np.zeros(0, np.int32)
        place = np.minimum(np.searchsorted(self._hashes, hashed[rows]), len(self.ids) - 1)
        same = self._hashes[place] == hashed[rows]
        rows, codes = rows[same], self._order[place[same]].astype(np.int32)
        starts, content = starts_of(texts), bytes_of(texts).data
        start, end = starts[rows], starts[rows + 1]
        long = (end - start > _WORD) | (self._sizes[codes] > _WORD)
        spans = zip(start[long].tolist(), end[long].tolist(), codes[long].tolist(), strict=True)
        if any(content[begin:stop] != self._bytes[code] for begin, stop, code in spans):
            raise Unsure
        return rows, codes


class TextColumn(Sequence[str]):
    """Texts that become Python strings only when they are asked for."""

    def __init__(self, chunks: Sequence[pa.StringArray]) -> None:
        self._chunks = chunks
        self._starts = np.cumsum([0, *(len(chunk) for chunk in chunks)])

    def __len__(self) -> int:
        return int(self._starts[-1])

    def __getitem__(self, row: int) -> str:  # type: ignore[override]
        return self.take(np.array([row]))[0]

    def take(self, rows: NDArray[np.integer[Any]]) -> list[str]:
        """The texts at `rows`, in their order."""
        chunk_of = np.searchsorted(self._starts, rows, side="right") - 1
        taken: list[str] = [""] * len(rows)
        for number in np.unique(chunk_of).tolist():
            asked = np.flatnonzero(chunk_of == number)
            inside = rows[asked] - self._starts[number]
            starts, content = starts_of(self._chunks[number]), bytes_of(self._chunks[number]).tobytes()
            spans = zip(asked.tolist(), starts[inside].tolist(), starts[inside + 1].tolist(), strict=True)
            for place, start, end in spans:
                taken[place] = content[start:end].decode()
        return taken
