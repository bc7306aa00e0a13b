"""Vectors of fragments and queries, made elsewhere: a NumPy archive (.npz) or a Parquet file."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import parquet

from data.problems import Reading
from evaluation.words import N_

MOST_BYTES = 8 << 30
ARRAYS = ("fragment_ids", "fragment_vectors", "query_ids", "query_vectors")
COLUMNS = ("kind", "id", "vector")
KINDS = ("fragment", "query")

UNREADABLE = N_("neither a NumPy archive (.npz) nor a Parquet file that can be read: {why}")
TOO_LARGE = N_("unpacked it would be larger than {most} bytes")
NO_ARRAY = N_("the array “{name}” is missing; needed are {needed}")
NO_COLUMN = N_("the column “{name}” is missing; needed are {needed}")
BAD_KIND = N_("“{kind}” is neither “fragment” nor “query”")
NOT_NUMBERS = N_("the vectors of “{kind}” are not rows of numbers of one length")
COUNTS = N_("there are {ids} ids and {vectors} vectors of “{kind}”")
LENGTHS = N_("vectors of fragments have {fragments} numbers, those of queries {queries}")
TWICE = N_("the id “{id}” of a “{kind}” stands twice")
EMPTY_VECTOR = N_("the vector of “{id}” is 0, or has a number that is not finite")
NO_ID = N_("the id is missing")
NONE = N_("there are no vectors of “{kind}”")


@dataclass(frozen=True)
class Vectors:
    """Some vectors by external id, each of length 1. vectors: float32 [n, dimensions]."""

    ids: list[str]
    vectors: NDArray[np.float32]


@dataclass(frozen=True)
class VectorsFile:
    """The vectors of one model."""

    fragments: Vectors
    queries: Vectors


def read_vectors(source: bytes | Path, file: str | None = None) -> VectorsFile:
    """`.npz` with `ARRAYS`, or Parquet with `COLUMNS` (kind: fragment or query; vector: a list of numbers).

    Nothing in the file is run: an archive with Python objects in it is refused. Raises BadFile for what is missing,
    twice, of different lengths, 0, or not finite.
    """
    reading = Reading(file or (source.name if isinstance(source, Path) else "vectors"))
    content: BytesIO | Path = BytesIO(source) if isinstance(source, bytes) else source
    found: dict[str, tuple[Sequence[str], Any]] = {}
    try:
        found = _npz(content, reading) if zipfile.is_zipfile(content) else _parquet(content, reading)
    except (ValueError, OSError, zipfile.BadZipFile, pa.ArrowException) as error:
        reading.refuse(None, "", UNREADABLE, why=str(error).partition("\n")[0])
    reading.finish()
    checked = {kind: _checked(kind, *found[kind], reading) for kind in KINDS}
    reading.finish()
    one, other = (checked[kind].vectors.shape[1] for kind in KINDS)
    if one != other:
        reading.refuse(None, "", LENGTHS, fragments=one, queries=other)
    reading.finish()
    return VectorsFile(checked["fragment"], checked["query"])


def _npz(content: BytesIO | Path, reading: Reading) -> dict[str, tuple[Sequence[str], Any]]:
    with zipfile.ZipFile(content) as archive:
        if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
            reading.refuse(None, "", TOO_LARGE, most=MOST_BYTES)
            return {}
    if isinstance(content, BytesIO):
        content.seek(0)
    with np.load(content, allow_pickle=False) as arrays:
        for name in ARRAYS:
            if name not in arrays:
                reading.refuse(None, "", NO_ARRAY, name=name, needed=", ".join(ARRAYS))
        if reading.total:
            return {}
        return {
            kind: (
                np.atleast_1d(arrays[f"{kind}_ids"]).astype(str).tolist(),
                arrays[f"{kind}_vectors"],
            )
            for kind in KINDS
        }


def _parquet(content: BytesIO | Path, reading: Reading) -> dict[str, tuple[Sequence[str], Any]]:
    if isinstance(content, BytesIO):
        content.seek(0)
    table = parquet.read_table(content)
    for name in COLUMNS:
        if name not in table.column_names:
            reading.refuse(None, "", NO_COLUMN, name=name, needed=", ".join(COLUMNS))
    if reading.total:
        return {}
    kinds, ids = (table[name].cast(pa.string()).to_pylist() for name in COLUMNS[:2])
    for line, (kind, text) in enumerate(zip(kinds, ids, strict=True), start=1):
        if kind not in KINDS:
            reading.refuse(line, "", BAD_KIND, kind=kind)
        elif not text:
            reading.refuse(line, "", NO_ID)
    vectors = _rows(table["vector"].combine_chunks())
    if vectors is None:
        reading.refuse(None, "", NOT_NUMBERS, kind=", ".join(KINDS))
    if reading.total or vectors is None:
        return {}
    rows = {kind: [i for i, one in enumerate(kinds) if one == kind] for kind in KINDS}
    return {kind: ([ids[i] for i in rows[kind]], vectors[rows[kind]]) for kind in KINDS}


def _rows(column: pa.Array) -> NDArray[np.float32] | None:
    """Lists of numbers as rows, None where they are not all of one length."""
    if not len(column) or column.null_count or not hasattr(column, "flatten"):
        return None
    flat = column.flatten()
    if flat.null_count or len(flat) % len(column):
        return None
    width = len(flat) // len(column)
    varies = pa.types.is_list(column.type) or pa.types.is_large_list(column.type)
    if varies and set(np.diff(column.offsets.to_numpy()).tolist()) != {width}:
        return None
    numbers: NDArray[np.float32] = flat.to_numpy(zero_copy_only=False).astype(np.float32)
    return numbers.reshape(len(column), width)


def _checked(kind: str, ids: Sequence[str], given: Any, reading: Reading) -> Vectors:
    """The vectors at length 1; what is wrong with them goes to `reading`."""
    nothing = Vectors([], np.zeros((0, 1), dtype=np.float32))
    if not len(ids):
        reading.refuse(None, "", NONE, kind=kind)
        return nothing
    try:
        as_given = np.asarray(given)
        rows = as_given.astype(np.float32) if as_given.dtype.kind in "fiu" else np.zeros(0, np.float32)
    except (TypeError, ValueError):
        rows = np.zeros(0, dtype=np.float32)
    if rows.ndim != 2 or not rows.shape[1]:
        reading.refuse(None, "", NOT_NUMBERS, kind=kind)
        return nothing
    if len(rows) != len(ids):
        reading.refuse(None, "", COUNTS, kind=kind, ids=len(ids), vectors=len(rows))
        return nothing
    seen: set[str] = set()
    for text in ids:
        if text in seen:
            reading.refuse(None, "", TWICE, kind=kind, id=text)
        seen.add(text)
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    for place in np.flatnonzero(~((length > 0) & np.isfinite(length)).ravel()).tolist():
        reading.refuse(None, "", EMPTY_VECTOR, id=ids[place])
    with np.errstate(invalid="ignore", divide="ignore"):
        return Vectors(list(ids), (rows / length).astype(np.float32))
