"""Large tables of judgements read as columns, or not at all: what is not certain goes to the careful reader.

Certain is a Parquet table of plain size, or a CSV file without quotes, carriage returns and empty lines, whose ids
are text, none empty, whose grades are whole numbers, none missing, and in which no (query, fragment) stands twice.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv, parquet

from data.formats.blocks import Unsure
from data.formats.content import IMPORTED, Judgements
from data.formats.lines import UTF8_BOM
from data.formats.sample import PARQUET
from data.formats.trec import HIGHEST_GRADE
from evaluation.values import Int

_ODD = (b'"', b"\r", b"\0", b"\n\n", b"\t", UTF8_BOM)
_MANY, _LARGEST = 1_000_000, 64 << 20
"""Rows and unpacked bytes beyond which, unless the file itself is as large, the careful reader decides."""


def judgements(source: bytes | Path, names: Mapping[str, str]) -> Judgements:
    """What `table.read` gives of columns query, fragment and grade (`names`: role → column). Raises Unsure."""
    wanted = [names[role] for role in ("query", "fragment", "grade")]
    try:
        query, fragment, grade = _csv(source, wanted) if _is_text(source) else _columns(source, wanted)
    except (pa.ArrowException, OSError, ValueError, KeyError) as error:
        raise Unsure from error
    query_ids, query_codes = _ids(query)
    fragment_ids, fragment_codes = _ids(fragment)
    scale, grade_codes = _grades(grade)
    pairs = query_codes.astype(np.int64) * len(fragment_ids) + fragment_codes
    if len(np.unique(pairs)) != len(pairs):
        raise Unsure
    nobody = np.zeros(len(pairs), dtype=np.int32)
    return Judgements(
        query_ids, fragment_ids, [IMPORTED], scale, query_codes, fragment_codes, nobody, grade_codes
    )


def _is_text(source: bytes | Path) -> bool:
    if isinstance(source, bytes):
        return not source.startswith(PARQUET)
    with source.open("rb") as file:
        return file.read(len(PARQUET)) != PARQUET


def _csv(source: bytes | Path, wanted: list[str]) -> list[pa.Array]:
    """The columns of a file whose lines Arrow and Python's csv part alike: there is nothing to quote in them."""
    content = source if isinstance(source, bytes) else source.read_bytes()
    if content.startswith(b"\n") or any(odd in content for odd in _ODD):
        raise Unsure
    if content.partition(b"\n")[0].decode() != ",".join(wanted):
        raise Unsure
    table = csv.read_csv(
        pa.BufferReader(content),
        csv.ReadOptions(block_size=len(content) + 1),
        csv.ParseOptions(quote_char=False, escape_char=False, ignore_empty_lines=False),
        csv.ConvertOptions(
            column_types=dict(zip(wanted, (pa.string(), pa.string(), pa.int64()), strict=True)),
            null_values=[],
            strings_can_be_null=False,
        ),
    )
    if not len(table):
        raise Unsure
    return [table.column(name).combine_chunks() for name in wanted]


def _columns(source: bytes | Path, wanted: list[str]) -> list[pa.Array]:
    with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as file:
        whole = parquet.ParquetFile(file)
        rows = whole.metadata.num_rows
        groups = (whole.metadata.row_group(place) for place in range(whole.num_row_groups))
        packed = file.seek(0, io.SEEK_END)
        unpacked = sum(group.total_byte_size for group in groups)
        if not rows or rows > max(_MANY, packed) or unpacked > max(_LARGEST, 20 * packed):
            raise Unsure
        table = whole.read(columns=wanted)
    return [table.column(name).combine_chunks() for name in wanted]


def _ids(column: pa.Array) -> tuple[list[str], Int]:
    """Each id once, in the order first seen, and the places of the rows'."""
    if column.type not in (pa.string(), pa.large_string()) or column.null_count:
        raise Unsure
    coded = column.dictionary_encode()
    ids: list[str] = coded.dictionary.to_pylist()
    if any(not name or "\0" in name for name in ids):
        raise Unsure
    return ids, _codes(coded)


def _grades(column: pa.Array) -> tuple[list[str], Int]:
    if not pa.types.is_integer(column.type) or column.null_count:
        raise Unsure
    coded = column.dictionary_encode()
    grades: list[int] = coded.dictionary.to_pylist()
    if any(abs(grade) > HIGHEST_GRADE for grade in grades):
        raise Unsure
    return [str(grade) for grade in grades], _codes(coded)


def _codes(coded: pa.DictionaryArray) -> NDArray[np.int32]:
    codes: NDArray[np.int32] = coded.indices.to_numpy(zero_copy_only=False).astype(np.int32)
    return codes
