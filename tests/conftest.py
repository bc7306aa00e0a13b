"""What tests of several rooms share: a fresh database, a small collection, and where the reference data is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

from data import collections, rankings
from data.collections import Collection
from data.store import Store
from evaluation.values import Results

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"


@pytest.fixture
def shared() -> Path:
    """The reference collections and values beside the project; skips where they are absent."""
    if not SHARED.is_dir():
        pytest.skip("the reference data (a folder `shared` beside the project) is not here")
    return SHARED


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A new, empty database."""
    return Store(tmp_path / "quilate.db")


@pytest.fixture
def collection(store: Store) -> Collection:
    """Two queries q1, q2; fragments a–e; one run "bm25": q1 → c b a, q2 → e d."""
    made = collections.get_or_create_collection(store, "small")
    with store.writing() as db:
        db.table("queries").insert_all(
            {"collection_id": made.id, "query_id": name, "text": f"text of {name}"} for name in ("q1", "q2")
        )
        db.table("fragments").insert_all(
            {"collection_id": made.id, "fragment_id": name, "text": f"text of {name}"} for name in "abcde"
        )
        rankings.add_run(
            db,
            made,
            Results(
                name="bm25",
                query_ids=["q1", "q2"],
                fragment_ids=list("abcde"),
                query=np.array([0, 0, 0, 1, 1], dtype=np.int32),
                fragment=np.array([0, 1, 2, 3, 4], dtype=np.int32),
                score=np.array([1.0, 2.0, 3.0, 4.0, 5.0]),
            ),
            "digest",
            collections.query_ids(store, made),
            collections.fragment_ids(store, made),
        )
    return made
