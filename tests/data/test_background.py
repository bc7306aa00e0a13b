"""An import beside the page: watched, cancelled, and all or nothing."""

from __future__ import annotations

import json

from data import collections
from data.background import Import
from data.checking import Upload, check_files
from data.store import Store


def large(store: Store, count: int) -> Import:
    lines = "\n".join(json.dumps({"_id": f"d{n}", "text": f"text {n}", "title": ""}) for n in range(count))
    return Import(store, check_files(store, "large", [Upload("corpus.jsonl", lines.encode())]))


def test_it_ends_with_the_collection(store: Store) -> None:
    job = large(store, 10)
    job.wait()
    assert (job.share, job.failure) == (1.0, None)
    assert job.collection == collections.find_collection(store, "large")


def test_cancelling_keeps_nothing(store: Store) -> None:
    job = large(store, 100_000)
    job.cancel()
    job.wait()
    assert (job.is_over, job.collection, job.failure) == (True, None, "")
    assert collections.all_collections(store) == []
