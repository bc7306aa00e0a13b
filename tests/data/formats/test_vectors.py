"""Vectors from a file: read, or refused for a reason."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from data.formats.vectors import read_vectors
from data.problems import BadFile

GOOD: dict[str, Any] = {
    "fragment_ids": ["a", "b"],
    "fragment_vectors": [[3.0, 4.0], [0.0, 2.0]],
    "query_ids": ["q1"],
    "query_vectors": [[1.0, 0.0]],
}
ROWS = [("fragment", "a", [3.0, 4.0]), ("query", "q1", [1.0, 0.0]), ("fragment", "b", [0.0, 2.0])]


def npz(**arrays: Any) -> bytes:
    file = BytesIO()
    np.savez(file, **{name: np.array(rows) for name, rows in arrays.items()})
    return file.getvalue()


def table(rows: list[tuple[Any, Any, Any]]) -> bytes:
    file = BytesIO()
    columns = zip(("kind", "id", "vector"), zip(*rows, strict=True), strict=True)
    parquet.write_table(pa.table({name: list(column) for name, column in columns}), file)
    return file.getvalue()


@pytest.mark.parametrize("content", [npz(**GOOD), table(ROWS)], ids=["npz", "parquet"])
def test_vectors_are_read_and_have_length_1(content: bytes) -> None:
    read = read_vectors(content)
    assert (read.fragments.ids, read.queries.ids) == (["a", "b"], ["q1"])
    assert read.fragments.vectors.tolist() == [pytest.approx([0.6, 0.8]), [0.0, 1.0]]


def test_numbers_for_ids_are_texts_as_everywhere() -> None:
    assert read_vectors(npz(**GOOD | {"query_ids": [7]})).queries.ids == ["7"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"query_ids": ["q1", "q2"]}, "2 ids and 1 vectors"),
        ({"fragment_ids": ["a", "a"]}, "stands twice"),
        ({"fragment_vectors": [[0.0, 0.0], [1.0, 1.0]]}, "“a” is 0"),
        ({"fragment_vectors": [[1.0, 1.0], [np.inf, 1.0]]}, "“b” is 0, or has a number that is not finite"),
        ({"query_vectors": [[1.0, 0.0, 0.0]]}, "have 2 numbers, those of queries 3"),
        ({"query_vectors": [1.0]}, "not rows of numbers"),
        ({"query_ids": [], "query_vectors": []}, "no vectors of “query”"),
    ],
)
def test_what_is_wrong_is_said(change: dict[str, Any], why: str) -> None:
    with pytest.raises(BadFile, match=why):
        read_vectors(npz(**GOOD | change))


def test_a_missing_array_is_named() -> None:
    with pytest.raises(BadFile, match="“query_ids” is missing"):
        read_vectors(npz(**{name: rows for name, rows in GOOD.items() if name != "query_ids"}))


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (("person", "x", [1.0, 1.0]), "neither “fragment” nor “query”"),
        (("query", None, [1.0, 1.0]), "4: the id is missing"),
        (("query", "x", [1.0]), "not rows of numbers of one length"),
        (("query", "x", None), "not rows of numbers of one length"),
    ],
)
def test_a_bad_row_of_a_table_is_refused(row: tuple[Any, Any, Any], why: str) -> None:
    with pytest.raises(BadFile, match=why):
        read_vectors(table([*ROWS, row]))


def test_objects_in_an_archive_are_never_run(tmp_path: Path) -> None:
    class Runs:
        def __reduce__(self) -> tuple[Any, tuple[str]]:
            return (Path.touch, (tmp_path / "ran",))  # type: ignore[return-value]

    with pytest.raises(BadFile, match="neither a NumPy archive"):
        read_vectors(npz(**GOOD | {"fragment_ids": [Runs(), Runs()]}))
    assert not (tmp_path / "ran").exists()


def test_anything_else_is_refused() -> None:
    with pytest.raises(BadFile, match="notes: neither a NumPy archive"):
        read_vectors(b"not vectors at all", "notes")
