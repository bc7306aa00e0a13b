"""The two sample collections that come with the app, loaded by the same importer as everybody's files."""

from __future__ import annotations

import json
from pathlib import Path

from data import collections, judgements, run_roles
from data.checking import Upload, check_files
from data.collections import Collection
from data.importing import import_checked
from data.judgements import Act
from data.run_roles import Role
from data.store import Store

_FOLDER = Path(__file__).parent / "sample"
SAMPLES = {
    "Worked example": (
        "worked_example",
        "One query with four relevant fragments, small enough to check by hand.",
    ),
    "Help centre": (
        "help_centre",
        "A shop's help centre in Spanish: four runs, about a third of the pool graded.",
    ),
}

ROLES = {
    "Help centre": {
        "bm25": Role("retriever"),
        "char_ngrams": Role("retriever"),
        "rrf": Role("retriever"),
        "reranked": Role("reranker", reranks="rrf"),
    }
}


def load_samples(store: Store) -> list[Collection]:
    """Loads the samples that are not there yet; a collection of the same name is left as it is."""
    there = {collection.name for collection in collections.all_collections(store)}
    return [_load(store, name) for name in SAMPLES if name not in there]


def _load(store: Store, name: str) -> Collection:
    folder, description = SAMPLES[name]
    files = sorted(path for path in (_FOLDER / folder).rglob("*") if path.suffix in (".jsonl", ".trec"))
    uploads = [Upload(path.name, path) for path in files if path.name != "judgements.jsonl"]
    collection = import_checked(store, check_files(store, name, uploads))
    guidelines = _FOLDER / folder / "guidelines.md"
    collection = collections.change_collection(
        store,
        collection,
        description=description,
        guidelines=guidelines.read_text(encoding="utf-8") if guidelines.exists() else "",
    )
    for run, role in ROLES.get(name, {}).items():
        run_roles.set_role(store, collection, run, role)
    acts = _FOLDER / folder / "judgements.jsonl"
    if acts.exists():
        _load_acts(store, collection, acts)
    return collection


def _load_acts(store: Store, collection: Collection, path: Path) -> None:
    queries, fragments = collections.query_ids(store, collection), collections.fragment_ids(store, collection)
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        act = Act(
            query=queries[entry["query_id"]],
            fragment=fragments[entry["fragment_id"]],
            act=entry["act"],
            grade=entry.get("grade"),
            note=entry.get("note", ""),
            milliseconds=entry.get("milliseconds"),
            at=entry["at"],
            event_id=entry["event_id"],
        )
        judgements.append(store, collection, collections.add_person(store, entry["annotator"]), [act])
