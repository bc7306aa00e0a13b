"""Vectors of a collection: kept by id, replaced as a whole, ids of others passed over."""

from __future__ import annotations

import numpy as np
import pytest

from data import collections
from data.collections import Collection
from data.formats.vectors import Vectors, VectorsFile
from data.problems import BadFile
from data.store import Store
from data.vectors import FRAGMENT, QUERY, Brought, have, imported, put_vectors, vectors


def some(fragments: list[str], dimensions: int = 2) -> VectorsFile:
    rows = np.eye(max(len(fragments), dimensions), dtype=np.float32)[:, :dimensions]
    return VectorsFile(Vectors(fragments, rows[: len(fragments)]), Vectors(["q1"], rows[:1]))


def test_vectors_are_found_again_by_id(store: Store, collection: Collection) -> None:
    assert imported(store, collection) == ""
    assert put_vectors(store, collection, some(["a", "stranger"])) == Brought(1, 1, 1)
    known = collections.fragment_ids(store, collection)["a"]
    found = vectors(store, collection, FRAGMENT, [known, known + 1])
    assert {i: row.tolist() for i, row in found.items()} == {known: pytest.approx([1, 0])}
    assert imported(store, collection) > ""


def test_new_vectors_take_the_place_of_all_before(store: Store, collection: Collection) -> None:
    put_vectors(store, collection, some(["a", "b"]))
    put_vectors(store, collection, some(["c"], dimensions=3))
    ids = collections.fragment_ids(store, collection)
    assert have(store, collection, FRAGMENT) == {ids["c"]}
    assert have(store, collection, QUERY) == {collections.query_ids(store, collection)["q1"]}


def test_a_file_of_other_ids_is_refused_and_what_was_there_stays(
    store: Store, collection: Collection
) -> None:
    put_vectors(store, collection, some(["a"]))
    before = imported(store, collection)
    with pytest.raises(BadFile, match="no id of a “fragment” is in the collection; the first is “0”"):
        put_vectors(store, collection, some(["0", "1"]))
    assert (len(have(store, collection, FRAGMENT)), imported(store, collection)) == (1, before)
