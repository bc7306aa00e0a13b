"""Reads test collections and replays judging on them, one judgement at a time, for the benches."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer

from evaluation.unjudged import Candidates, Collection, Model, Terms, candidates, terms

DEPTH = 100
QUERIES = 60
DIMENSIONS = 200
TINY = 1e-12  # so that no vector is 0
Order = Callable[["Task", "Query", int], Sequence[int]]


@dataclass(frozen=True, eq=False)
class Query:
    """One query: its runs' fragment numbers, the full grades, and the relevant among its pool."""

    number: int
    text: str
    rankings: Sequence[Sequence[int]]
    grades: Mapping[int, int]
    pool: NDArray[np.int64]
    relevant: frozenset[int]


@dataclass(eq=False)
class Task:
    """A test collection cut to at most `QUERIES` queries that have something relevant in their pool."""

    name: str
    runs: Sequence[str]
    queries: Sequence[Query]
    terms: Mapping[int, Terms]
    texts: Mapping[int, str]
    _pools: dict[tuple[int, str], Candidates] = field(default_factory=dict)

    def pool(self, number: int, tier: str) -> Candidates:
        """The query's candidates, built once, with what the tier looks at."""
        if (number, tier) not in self._pools:
            query = self.queries[number]
            words = None if tier == "ranks" else self.terms
            more = (self.vectors[0], self.vectors[1][number]) if tier == "dense" else (None, None)
            self._pools[number, tier] = candidates(query.rankings, DEPTH, words, terms(query.text), *more)
        return self._pools[number, tier]

    @cached_property
    def vectors(self) -> tuple[Mapping[int, NDArray[np.float64]], NDArray[np.float64]]:
        """Stand-ins for embeddings, of the used fragments by number and of all queries: latent semantic analysis.

        tf-idf of the whole corpus, cut to `DIMENSIONS` by a seeded singular value decomposition.
        """
        numbers = sorted(self.texts)
        words = TfidfVectorizer(sublinear_tf=True, min_df=2)
        counts = words.fit_transform([self.texts[i] for i in numbers])
        svd = TruncatedSVD(min(DIMENSIONS, min(counts.shape) - 1), random_state=0)
        of_text = dict(zip(numbers, svd.fit_transform(counts), strict=True))
        asked = svd.transform(words.transform([query.text for query in self.queries]))
        return {i: of_text[i] + TINY for i in self.terms}, asked + TINY

    def collection(self, model: Model) -> Collection:
        """Its pools with nothing judged."""
        rankings = [query.rankings for query in self.queries]
        return Collection(rankings, lambda number: self.pool(number, model.tier), model, DEPTH)


@lru_cache(maxsize=16)
def read(folder: Path, most: int = QUERIES) -> Task:
    """The collection in `folder` (corpus, queries, qrels.tsv, runs/*.trec.gz), queries evenly spread."""
    corpus = [json.loads(line) for line in (folder / "corpus.jsonl").open(encoding="utf-8")]
    number = {row["_id"]: index for index, row in enumerate(corpus)}
    texts = {number[row["_id"]]: f"{row.get('title', '')} {row['text']}".strip() for row in corpus}
    grades: dict[str, dict[int, int]] = {}
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query_id, fragment_id, grade = line.split("\t")
        grades.setdefault(query_id, {})[number[fragment_id]] = int(grade)
    rows = [json.loads(line) for line in (folder / "queries.jsonl").open(encoding="utf-8")]
    rows = [row for row in rows if row["_id"] in grades]
    rows = [rows[int(i)] for i in np.linspace(0, len(rows) - 1, min(most, len(rows)))]
    files = sorted((folder / "runs").glob("*.trec.gz"))
    runs = [_rankings(file, number) for file in files]
    queries: list[Query] = []
    for row in rows:
        rankings = [run.get(row["_id"], []) for run in runs]
        pool = np.unique([f for ranking in rankings for f in ranking[:DEPTH]])
        relevant = frozenset(f for f in pool.tolist() if grades[row["_id"]].get(f, 0) > 0)
        if relevant:
            queries.append(Query(len(queries), row["text"], rankings, grades[row["_id"]], pool, relevant))
    used = {int(f) for query in queries for f in query.pool}
    names = [file.name.removesuffix(".trec.gz") for file in files]
    return Task(folder.name, names, queries, {f: terms(texts[f]) for f in used}, texts)


def play(
    task: Task, collection: Collection, rounds: int, noise: float = 0.0, seed: int = 0
) -> Iterator[tuple[int, list[list[int]]]]:
    """Judges one fragment a query and round, the most likely one; gives the round and what is judged so far.

    noise: share of judgements that go to a fragment drawn at random. Yields before each round and at the end.
    """
    rng = np.random.default_rng(seed)
    served: list[list[int]] = [[] for _ in task.queries]
    for count in range(rounds):
        yield count, served
        for query in task.queries:
            estimate = collection.estimate(query.number)
            if len(estimate.fragments):
                best = int(np.argmax(estimate.probability))
                pick = rng.integers(len(estimate.fragments)) if rng.random() < noise else best
                fragment = int(estimate.fragments[pick])
                served[query.number].append(fragment)
                collection.judge(query.number, fragment, query.grades.get(fragment, 0))
    yield rounds, served


def recall(task: Task, served: Sequence[Sequence[int]], count: int) -> NDArray[np.float64]:
    """Share of the pool's relevant fragments among each query's first `count` judged, float64 [queries]."""
    found = [len(q.relevant & set(served[q.number][:count])) / len(q.relevant) for q in task.queries]
    return np.array(found)


def _rankings(file: Path, number: Mapping[str, int]) -> dict[str, list[int]]:
    """A run in the one ranking order: score descending, ties by fragment_id descending."""
    rows: dict[str, list[tuple[float, str]]] = {}
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            query_id, _, fragment_id, _, score, _ = line.split()
            rows.setdefault(query_id, []).append((float(score), fragment_id))
    return {query: [number[f] for _, f in sorted(found, reverse=True)] for query, found in rows.items()}
