"""Long columns of ids as Arrow keeps them: hashed without making Python strings, looked up, read where asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Packed:
    """Texts in UTF-8 one behind the other: uint8 `content`; starts int32 [n + 1], the last one being the end."""

    starts: Int
    content: NDArray[np.uint8]

    @staticmethod
    def of(texts: pa.StringArray) -> Packed:
        """A view of Arrow's own buffers."""
        _, starts, content = texts.buffers()
        return Packed(
            np.frombuffer(starts, np.int32)[texts.offset : texts.offset + len(texts) + 1],
            np.zeros(0, np.uint8) if content is None else np.frombuffer(content, np.uint8),
        )

    @property
    def sizes(self) -> Int:
        return np.diff(self.starts)

    def texts(self, rows: NDArray[np.integer[Any]]) -> list[str]:
        """The texts at `rows` as Python strings."""
        content = self.content.data
        spans = zip(self.starts[rows].tolist(), self.starts[rows + 1].tolist(), strict=True)
        return [str(content[start:end], "utf-8") for start, end in spans]

    def hashes(self) -> Hashes:
        """A 64-bit hash of each text, none of which holds NUL: different for different texts of up to 8 bytes,
        nearly surely for longer ones."""
        sizes = self.sizes
        words = self._words()
        hashed = mixed(words[self.starts[:-1]] & _FIRST_BYTES[np.minimum(sizes, _WORD)])
        at = _WORD
        while len(longer := np.flatnonzero(sizes > at)):
            word = words[self.starts[longer] + at] & _FIRST_BYTES[np.minimum(sizes[longer] - at, _WORD)]
            hashed[longer] = mixed(hashed[longer] ^ word)
            at += _WORD
        return hashed

    def _words(self) -> Hashes:
        """The 8 bytes from every place on as one integer: a view on a copy with 8 zeros behind it."""
        padded = np.zeros(len(self.content) + _WORD, np.uint8)
        padded[: len(self.content)] = self.content
        return np.ndarray((len(self.content) + 1,), "<u8", padded.data, strides=(1,))


def mixed(words: Hashes) -> Hashes:
    """`words` spread over all 64 bits, one to one, in place."""
    for _ in range(2):
        words *= _ODD
        words ^= words >> _HALF
    return words


class KnownIds:
    """Ids to be told apart in a large column; all others are not looked at closer."""

    def __init__(self, ids: Sequence[str]) -> None:
        self.ids = ids
        self._bytes = [text.encode() for text in ids]
        self._sizes = np.array([len(text) for text in self._bytes], dtype=np.int32)
        starts = np.concatenate(([0], np.cumsum(self._sizes))).astype(np.int32)
        hashed = Packed(starts, np.frombuffer(b"".join(self._bytes), np.uint8)).hashes()
        self._order = np.argsort(hashed)
        self._hashes = hashed[self._order]
        bits = min(max(len(ids).bit_length() + 5, _TABLE_BITS.start), _TABLE_BITS.stop - 1)
        self._shift = np.uint64(64 - bits)
        self._seen = np.zeros(1 << bits, dtype=np.bool_)
        self._seen[self._hashes >> self._shift] = True

    def find(self, texts: Packed, hashed: Hashes) -> Found:
        """Where known ids stand in `texts`. hashed: of `texts`.

        Raises Unsure if a text has the hash of a known id and is another.
        """
        rows = np.flatnonzero(self._seen.take((hashed >> self._shift).view(np.int64)))
        if not len(self.ids) or not len(rows):
            return rows[:0], np.zeros(0, np.int32)
        place = np.minimum(np.searchsorted(self._hashes, hashed[rows]), len(self.ids) - 1)
        same = self._hashes[place] == hashed[rows]
        rows, codes = rows[same], self._order[place[same]].astype(np.int32)
        long = np.flatnonzero((texts.sizes[rows] > _WORD) | (self._sizes[codes] > _WORD))
        if texts.texts(rows[long]) != [self.ids[code] for code in codes[long].tolist()]:
            raise Unsure
        return rows, codes


class TextColumn(Sequence[str]):
    """Texts that become Python strings only when they are asked for."""

    def __init__(self, chunks: Sequence[Packed]) -> None:
        self._chunks = chunks
        self._starts = np.cumsum([0, *(len(chunk.starts) - 1 for chunk in chunks)])

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
            texts = self._chunks[number].texts(rows[asked] - self._starts[number])
            for place, text in zip(asked.tolist(), texts, strict=True):
                taken[place] = text
        return taken
