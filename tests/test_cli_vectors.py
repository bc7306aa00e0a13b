"""The vectors command, and what the app then takes as evidence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from click.testing import CliRunner, Result

from cli import cli
from data import collections
from data.collections import Collection
from data.store import Store
from pages.parts.suspects import judged_suspects


def bring(store: Store, file: Path, name: str = "small") -> Result:
    words = ["vectors", str(file), "--collection", name, "--database", str(store.path)]
    return CliRunner().invoke(cli, words)


def npz(path: Path, fragments: list[str], queries: list[str]) -> Path:
    rows = np.random.default_rng(0).normal(size=(len(fragments) + len(queries), 3))
    np.savez(
        path,
        fragment_ids=np.array(fragments),
        fragment_vectors=rows[: len(fragments)],
        query_ids=np.array(queries),
        query_vectors=rows[len(fragments) :],
    )
    return path


def tier(store: Store, collection: Collection) -> tuple[str, int | None]:
    found = judged_suspects(store, collection)
    return found.tier, found.without_vector


def test_vectors_of_all_candidates_are_evidence(store: Store, collection: Collection, tmp_path: Path) -> None:
    assert tier(store, collection) == ("text", None)
    result = bring(store, npz(tmp_path / "v.npz", [*"abcde", "stranger"], ["q1", "q2"]))
    assert (result.exit_code, result.stdout) == (0, "")
    assert "vectors of 5 fragments and 2 queries" in result.stderr
    assert "1 ids are not in the collection" in result.stderr
    assert tier(store, collection) == ("dense", 0)


def test_vectors_of_some_candidates_are_not(store: Store, collection: Collection, tmp_path: Path) -> None:
    bring(store, npz(tmp_path / "v.npz", list("abcd"), ["q1"]))
    assert tier(store, collection) == ("text", 2)


def test_a_file_that_is_no_vectors_is_refused(store: Store, collection: Collection, tmp_path: Path) -> None:
    (tmp_path / "v.npz").write_text("no vectors")
    result = bring(store, tmp_path / "v.npz")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "v.npz: neither a NumPy archive" in result.stderr


def test_a_collection_that_there_is_not_is_named(store: Store, tmp_path: Path) -> None:
    collections.get_or_create_collection(store, "other")
    result = bring(store, npz(tmp_path / "v.npz", ["a"], ["q1"]), "small")
    assert result.exit_code == 3
    assert "There are: other" in result.stderr
