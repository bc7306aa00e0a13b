"""Long columns of ids as Arrow keeps them: hashed, compared and looked up without making Python strings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
_FILTER_BITS = range(12, 28)


@dataclass(frozen=True)
class Packed:
    """Texts in UTF-8 one behind the other: uint8 `content`; starts [n + 1], the last is the end."""

    starts: NDArray[np.integer[Any]]
    content: NDArray[np.uint8]

    @staticmethod
    def from_texts(texts: Sequence[str]) -> Packed:
        """A copy of Python strings."""
        encoded = [text.encode() for text in texts]
        starts = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
        return Packed(starts, np.frombuffer(b"".join(encoded), np.uint8))

    @staticmethod
    def of(texts: pa.BinaryArray) -> Packed:
        """A view of Arrow's own buffers."""
        _, starts, content = texts.buffers()
        return Packed(
            np.frombuffer(starts, np.int32)[texts.offset : texts.offset + len(texts) + 1],
            np.zeros(0, np.uint8) if content is None else np.frombuffer(content, np.uint8),
        )

    @staticmethod
    def joined(chunks: Sequence[Packed]) -> Packed:
        """A copy of all chunks' texts, one chunk behind the other; starts are int64."""
        starts = np.cumsum(np.concatenate([[0], *(chunk.sizes for chunk in chunks)]), dtype=np.int64)
        content = [chunk.content[chunk.starts[0] : chunk.starts[-1]] for chunk in chunks]
        return Packed(starts, np.concatenate(content))

    @property
    def sizes(self) -> NDArray[np.integer[Any]]:
        return np.diff(self.starts)

    def texts(self, rows: NDArray[np.integer[Any]]) -> list[str]:
        """The texts at `rows` as Python strings."""
        content = self.content.tobytes()
        spans = zip(self.starts[rows].tolist(), self.starts[rows + 1].tolist(), strict=True)
        if content.isascii():
            text = content.decode()
            return [text[start:end] for start, end in spans]
        return [content[start:end].decode() for start, end in spans]

    def changes(self) -> NDArray[np.int64]:
        """Rows whose text differs from that of the row before, the first row among them."""
        first, later = self._words()
        differs = np.append(True, (self.sizes[1:] != self.sizes[:-1]) | (first[1:] != first[:-1]))
        for rows, words in later:
            follows = np.flatnonzero(np.diff(rows) == 1) + 1
            differs[rows[follows]] |= words[follows] != words[follows - 1]
        return np.flatnonzero(differs)

    def hashes(self) -> Hashes:
        """A 64-bit hash of each text, none of which holds NUL.

        Different for different texts of up to 8 bytes, nearly surely for longer ones.
        """
        hashed, later = self._words()
        mixed(hashed)
        for rows, words in later:
            hashed[rows] = mixed(hashed[rows] ^ words)
        return hashed

    def repeat(self, others: NDArray[np.int64]) -> bool:
        """Whether each row's text is that of the row that `others` names, whose size and hash are the same."""
        return all(
            np.array_equal(words, words[np.searchsorted(rows, others[rows])])
            for rows, words in self._words()[1]
        )

    def _words(self) -> tuple[Hashes, Iterator[tuple[NDArray[np.int64], Hashes]]]:
        """The first 8 bytes of each text as one number, short ones filled up with zeros.

        Then, 8 bytes further on each time, (rows that are so long, their bytes).
        """
        padded = np.zeros(len(self.content) + _WORD, np.uint8)
        padded[: len(self.content)] = self.content
        from_any_place = np.ndarray((len(self.content) + 1,), "<u8", padded.data, strides=(1,))
        starts, sizes = self.starts[:-1], self.sizes

        def later() -> Iterator[tuple[NDArray[np.int64], Hashes]]:
            at = _WORD
            while len(rows := np.flatnonzero(sizes > at)):
                left = np.minimum(sizes[rows] - at, _WORD)
                yield rows, from_any_place[starts[rows] + at] & _FIRST_BYTES[left]
                at += _WORD

        return from_any_place[starts] & _FIRST_BYTES[np.minimum(sizes, _WORD)], later()


def mixed(words: Hashes) -> Hashes:
    """`words` spread over all 64 bits, one to one, in place."""
    for _ in range(2):
        words *= _ODD
        words ^= words >> _HALF
    return words


def coded(chunks: Sequence[Packed]) -> tuple[list[str], Int]:
    """The texts of all chunks, each once in the order first seen, and each row's place among them, int32 [n].

    By sorted hashes, since a table of millions of texts takes several times the memory and time. Raises Unsure if
    different texts have one hash. No text holds NUL.
    """
    first, group = _first_seen(np.concatenate([chunk.hashes() for chunk in chunks]))
    sizes, others = np.concatenate([chunk.sizes for chunk in chunks]), first[group]
    if not np.array_equal(sizes, sizes[others]):
        raise Unsure
    if sizes.max() > _WORD and not Packed.joined(chunks).repeat(others):
        raise Unsure
    del sizes, others
    by_row = np.argsort(first)
    place = np.empty(len(first), np.int32)
    place[by_row] = np.arange(len(first), dtype=np.int32)
    return TextColumn(chunks).ascending(first[by_row]), place[group]


def _first_seen(hashed: Hashes) -> tuple[NDArray[np.int64], Int]:
    """(the first row of each group of equal hashes, the group of each row)."""
    order = np.argsort(hashed)
    ordered = hashed[order]
    is_new = np.append(True, ordered[1:] != ordered[:-1])
    group = np.empty(len(order), np.int32)
    group[order] = np.cumsum(is_new, dtype=np.int32) - 1
    return np.minimum.reduceat(order, np.flatnonzero(is_new)), group


class KnownIds:
    """Ids to be told apart in a large column; all others are not looked at closer."""

    def __init__(self, ids: Sequence[str]) -> None:
        self.ids = ids
        packed = Packed.from_texts(ids)
        self._sizes = packed.sizes
        hashed = packed.hashes()
        self._order = np.argsort(hashed)
        self._hashes = hashed[self._order]
        bits = min(max(len(ids).bit_length() + 5, _FILTER_BITS.start), _FILTER_BITS.stop - 1)
        self._byte, self._bit = np.uint64(64 - bits + 3), np.uint64(64 - bits)
        self._filter = np.zeros(1 << (bits - 3), dtype=np.uint8)
        np.bitwise_or.at(self._filter, (hashed >> self._byte).view(np.int64), self._mask(hashed))

    def _mask(self, hashed: Hashes) -> NDArray[np.uint8]:
        bit = (hashed >> self._bit).astype(np.uint8) & np.uint8(7)
        mask: NDArray[np.uint8] = np.left_shift(np.uint8(1), bit)
        return mask

    def find(self, texts: Packed, hashed: Hashes) -> Found:
        """Where known ids stand in `texts`. hashed: of `texts`.

        Raises Unsure if a text has the hash of a known id and is another.
        """
        filtered = self._filter.take((hashed >> self._byte).view(np.int64)) & self._mask(hashed)
        rows = np.flatnonzero(filtered)
        if not len(self.ids) or not len(rows):
            return rows[:0], np.zeros(0, np.int32)
        rows = rows[np.argsort(hashed[rows])]
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
        for number in set(chunk_of.tolist()):
            asked = np.flatnonzero(chunk_of == number)
            texts = self._chunks[number].texts(rows[asked] - self._starts[number])
            for place, text in zip(asked.tolist(), texts, strict=True):
                taken[place] = text
        return taken

    def ascending(self, rows: NDArray[np.integer[Any]]) -> list[str]:
        """The texts at `rows`, which ascend."""
        bounds = np.searchsorted(rows, self._starts)
        taken: list[str] = []
        for chunk, row, start, end in zip(
            self._chunks, self._starts[:-1], bounds[:-1], bounds[1:], strict=True
        ):
            taken += chunk.texts(rows[start:end] - row)
        return taken
