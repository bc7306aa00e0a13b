"""Qrels out of the store, in the formats that other tools read."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import UTC, datetime
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from data import collections, judgements
from data.collections import Collection
from data.formats import beir, trec
from data.judgements import GradeRows
from data.store import Store
from evaluation.values import Grades

Column = NDArray[np.int64]
Agree = Callable[[GradeRows, str, float], tuple[Column, Column, Column]]
"""(rows with a row a judgement, rule, threshold) → query, fragment, grade with a row a pair: the agreed grade."""

QRELS_FORMATS: dict[str, Callable[[Grades, BinaryIO], None]] = {
    "trec": trec.write_qrels,
    "beir": beir.write_qrels,
}
ENDINGS = {"trec": "qrels", "beir": "tsv"}


def qrels(store: Store, collection: Collection, agree: Agree) -> Grades:
    """The collection's qrels with external ids, ordered by query and fragment as these were imported.

    Only graded pairs: what nobody graded, was put off or left open as "can't tell" is not in it.
    """
    store.check("export")
    rows = judgements.grade_rows(store, collection)
    query, fragment, grade = agree(rows, collection.rule, collection.threshold)
    query_ids, query_codes = _coded(
        {i: name for name, i in collections.query_ids(store, collection).items()}, query
    )
    fragment_names = {i: name for name, i in collections.fragment_ids(store, collection).items()}
    fragment_ids, fragment_codes = _coded(fragment_names, fragment)
    return Grades(query_ids, fragment_ids, query_codes, fragment_codes, grade.astype(np.int32))


def write_qrels(grades: Grades, format: str) -> bytes:
    """The qrels as a file of that format ("trec" or "beir").

    Raises BadFile for ids that the format cannot hold, each named.
    """
    file = io.BytesIO()
    QRELS_FORMATS[format](grades, file)
    return file.getvalue()


def file_name(collection: Collection, format: str) -> str:
    """A name for the file: collection, day, ending; with nothing in it that a file system refuses."""
    safe = "".join(c if c.isalnum() or c in "-_" else "-" for c in collection.name).strip("-") or "collection"
    return f"{safe}-{datetime.now(UTC):%Y-%m-%d}.{ENDINGS[format]}"


def _coded(names: dict[int, str], ids: Column) -> tuple[list[str], NDArray[np.int32]]:
    unique, codes = np.unique(ids, return_inverse=True)
    return [names[i] for i in unique.tolist()], codes.astype(np.int32)
