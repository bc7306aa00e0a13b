"""Large TREC runs and qrels read by pyarrow in parallel, or not at all: whatever is not certain here goes to
the careful reader, which gives the same columns, or names the line.

Certain is a plain file: UTF-8, one kind of separator standing singly, no byte below blank but line ends, one
run tag, finite scores, and no two (query, fragment) pairs whose 64-bit hashes are equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv

from data.formats import beir, trec
from data.formats.blocks import Unsure, first_line, in_parallel
from data.formats.lines import UTF8_BOM, Source, text_lines
from data.formats.texts import Found, Hashes, KnownIds, Packed, TextColumn, coded, mixed
from data.problems import Reading
from evaluation.values import Float, Int, PartlyCoded

_GRADE = re.compile(r"-?[0-9]{1,6}")

_RUN = ("query", "Q0", "fragment", "rank", "score", "tag")
_QRELS = ("query", "iteration", "fragment", "grade")
_BEIR_QRELS = ("query", "fragment", "grade")
_READ_AS = {
    "query": pa.binary(),
    "fragment": pa.binary(),
    "score": pa.float64(),
    "grade": pa.dictionary(pa.int32(), pa.string()),
    "tag": pa.bool_(),
}


def read_run(
    source: Source,
    name: str | None = None,
    known: KnownIds | None = None,
    file: str | None = None,
    finite: bool = False,
) -> trec.RunFile:
    """What `trec.read_run` gives, many times as fast where the file is plain.

    known: if given, only these fragments are told apart between queries and `fragment_ids` is a
    `PartlyCoded`, which saves most of the time and memory; a file that is not plain is coded in full even so.
    file: what messages call the file. finite: refuse infinite scores.
    """
    try:
        return _read_run(source, name, known)
    except Unsure:
        return trec.read_run(source, name, file, finite)


def read_qrels(source: Source, file: str | None = None) -> trec.QrelsFile:
    """What `trec.read_qrels` gives, or `beir.read_qrels` if the first line is the header of BEIR qrels."""
    is_beir = next((line for _, line in text_lines(source, Reading(""))), None) == beir.HEADER
    return read_beir_qrels(source, file) if is_beir else read_trec_qrels(source, file)


def read_trec_qrels(source: Source, file: str | None = None, same_once: bool = False) -> trec.QrelsFile:
    """What `trec.read_qrels` gives."""
    try:
        return _read_qrels(source, _QRELS)
    except Unsure:
        return trec.read_qrels(source, file, same_once)


def read_beir_qrels(source: Source, file: str | None = None, same_once: bool = False) -> trec.QrelsFile:
    """What `beir.read_qrels` gives."""
    try:
        return _read_qrels(source, _BEIR_QRELS)
    except Unsure:
        return beir.read_qrels(source, file, same_once)


@dataclass(frozen=True)
class _Layout:
    """How the lines of one file are parted, and the run tag that the first has and all must repeat."""

    columns: tuple[str, ...]
    separator: str
    tag: str

    @property
    def may_hold_blanks(self) -> bool:
        """In BEIR's files tabs alone part the columns."""
        return self.separator == " " or self.columns is _BEIR_QRELS


@dataclass(frozen=True)
class _Rest:
    """The columns of one block of lines but the query. number: score or grade."""

    fragment: Packed
    number: NDArray[Any]
    known: Found


@dataclass(frozen=True)
class _Part:
    """One block of lines. queries: of each group of rows that have one; sizes: of the groups.

    pairs: hashes of (query, fragment), none of them twice; only those of the first and the last group where
    each query is together, since others are not expected to go on in another block.
    """

    queries: list[str]
    sizes: NDArray[np.int64]
    is_together: bool
    pairs: Hashes
    rest: _Rest


def _read_run(source: Source, name: str | None, known: KnownIds | None) -> trec.RunFile:
    layout, queries, query, parts = _read(source, _RUN, known or KnownIds(()))
    fragment_ids: Sequence[str]
    if known is None:
        fragment_ids, fragment = _fragments(parts)
    else:
        fragment_ids = PartlyCoded(known.ids, TextColumn([part.fragment for part in parts]))
        fragment = _partly_coded(len(known.ids), parts)
    score = np.concatenate([part.number for part in parts])
    return trec.RunFile(name or layout.tag, queries, fragment_ids, query, fragment, score)


def _read_qrels(source: Source, columns: tuple[str, ...]) -> trec.QrelsFile:
    _, queries, query, parts = _read(source, columns, KnownIds(()))
    fragments, fragment = _fragments(parts)
    grade = np.concatenate([part.number for part in parts])
    return trec.QrelsFile(queries, fragments, query, fragment, grade)


def _read(
    source: Source, columns: tuple[str, ...], known: KnownIds
) -> tuple[_Layout, list[str], Int, list[_Rest]]:
    """(layout, query ids, the query of each row, the other columns)."""
    layout = _layout(first_line(source), columns)
    has_header = columns is _BEIR_QRELS
    parts = in_parallel(source, lambda block: _part(block, layout, known), has_header)
    if not parts:
        raise Unsure
    return layout, *_queries(parts), [part.rest for part in parts]


def _layout(line: str, columns: tuple[str, ...]) -> _Layout:
    separator = "\t" if "\t" in line else " "
    texts = line.split(separator)
    if len(texts) != len(columns) or not all(texts):
        raise Unsure
    return _Layout(columns, separator, texts[-1])


def _part(block: memoryview, layout: _Layout, known: KnownIds) -> _Part:
    """The columns of the lines of `block`. Raises Unsure unless every one of them is certain."""
    _check_bytes(block, layout)
    table = _table(block, layout)
    query, fragment = Packed.of(table["query"].chunk(0)), Packed.of(table["fragment"].chunk(0))
    if not (query.sizes.all() and fragment.sizes.all()):
        raise Unsure
    groups = query.changes()
    queries, sizes = query.texts(groups), np.diff(groups, append=len(table))
    hashed = fragment.hashes()
    pairs = np.repeat(mixed(Packed.from_texts(queries).hashes()), sizes) ^ hashed
    _check_none_twice(pairs)
    is_together = len(set(queries)) == len(queries)
    if is_together and len(queries) > 2:
        pairs = np.concatenate((pairs[: sizes[0]], pairs[-sizes[-1] :]))
    number = _scores(table["score"]) if "score" in layout.columns else _grades(table["grade"])
    rest = _Rest(fragment, number, known.find(fragment, hashed))
    return _Part(queries, sizes, is_together, pairs, rest)


def _check_bytes(block: memoryview, layout: _Layout) -> None:
    """UTF-8; nothing below blank but line ends and the separator, which stands singly; no other blanks.

    Nor a byte order mark, of which Arrow would rob an id.
    """
    content = np.frombuffer(block, np.uint8)
    expected = np.count_nonzero(content == ord("\n"))
    if layout.separator == "\t":
        expected += np.count_nonzero(content == ord("\t"))
    if np.count_nonzero(content < ord(" ")) != expected:
        raise Unsure
    if not layout.may_hold_blanks and np.any(content == ord(" ")):
        raise Unsure
    if np.any((content[1:] | content[:-1]) == ord(layout.separator)) or block[: len(UTF8_BOM)] == UTF8_BOM:
        raise Unsure
    if content.max() > ord("\x7f"):
        try:
            str(block, "utf-8")
        except UnicodeDecodeError as error:
            raise Unsure from error


def _table(block: memoryview, layout: _Layout) -> pa.Table:
    types = {name: _READ_AS[name] for name in layout.columns if name in _READ_AS}
    try:
        table = csv.read_csv(
            pa.BufferReader(pa.py_buffer(block)),
            csv.ReadOptions(use_threads=False, block_size=len(block) + 1, column_names=layout.columns),
            csv.ParseOptions(delimiter=layout.separator, quote_char=False, escape_char=False),
            csv.ConvertOptions(
                column_types=types,
                include_columns=list(types),
                null_values=[],
                strings_can_be_null=False,
                true_values=[layout.tag],
                false_values=[],
            ),
        )
    except pa.ArrowInvalid as error:
        raise Unsure from error
    if not len(table):
        raise Unsure
    return table


def _scores(column: pa.ChunkedArray) -> Float:
    score: Float = _numbers(column.chunk(0), np.float64)
    if not np.isfinite(score).all():
        raise Unsure
    return score


def _grades(column: pa.ChunkedArray) -> Int:
    written = column.chunk(0)
    texts = written.dictionary.to_pylist()
    if not all(map(_GRADE.fullmatch, texts)):
        raise Unsure
    grade = np.array([int(text) for text in texts], dtype=np.int32)
    return cast(Int, grade[_numbers(written.indices, np.int32)])


def _numbers(column: pa.Array, kind: type[np.generic]) -> NDArray[Any]:
    """A view of Arrow's own buffer; its `to_numpy` would import pandas first."""
    return np.frombuffer(column.buffers()[1], kind)[column.offset : column.offset + len(column)]


def _check_none_twice(pairs: Hashes) -> None:
    """By hash, so that a pair that stands twice cannot pass; two that merely share one are not certain."""
    if _has_twins((pairs >> np.uint64(32)).astype(np.uint32)) and _has_twins(pairs):
        raise Unsure


def _has_twins(numbers: NDArray[np.unsignedinteger[Any]]) -> bool:
    ordered = np.sort(numbers)
    return bool(np.any(ordered[1:] == ordered[:-1]))


def _queries(parts: list[_Part]) -> tuple[list[str], Int]:
    """The query ids of all parts, each once in the order first seen, and their places.

    Raises Unsure if a query that goes on in another part has a pair twice, or was not expected to go on.
    """
    ids, codes = _coded(part.queries for part in parts)
    goes_on = np.bincount([code for part_codes in codes for code in set(part_codes.tolist())]) > 1
    if any(goes_on[code[1:-1]].any() for code, part in zip(codes, parts, strict=True) if part.is_together):
        raise Unsure
    _check_none_twice(np.concatenate([part.pairs for part in parts]))
    return ids, np.repeat(np.concatenate(codes), np.concatenate([part.sizes for part in parts]))


def _fragments(parts: list[_Rest]) -> tuple[list[str], Int]:
    """The fragment ids of all parts, each once in the order first seen, and their places."""
    return coded([part.fragment for part in parts])


def _coded(columns: Iterable[list[str]]) -> tuple[list[str], list[Int]]:
    place: dict[str, int] = {}
    codes = [
        np.array([place.setdefault(text, len(place)) for text in texts], dtype=np.int32) for texts in columns
    ]
    return list(place), codes


def _partly_coded(known: int, parts: list[_Rest]) -> Int:
    """Fragment codes for `PartlyCoded`: the known ones by their place, all others by their row."""
    rows = sum(len(part.number) for part in parts)
    fragment = np.arange(known, known + rows, dtype=np.int32)
    start = 0
    for part in parts:
        found, codes = part.known
        fragment[start + found] = codes
        start += len(part.number)
    return fragment
