"""Makes the four runs of the help centre from its texts: `python -m data.sample.make_runs`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from data.sample import retrievers

HELP_CENTRE = Path(__file__).parent / "help_centre"
DEPTH = 50
DECIMALS = (
    6  # scores are rounded before they are ordered, so that the order in the file is that of its scores
)

Ranking = list[tuple[int, float]]


def main() -> None:
    write_runs(HELP_CENTRE, HELP_CENTRE / "runs")


def write_runs(collection: Path, target: Path) -> None:
    """Writes `target`/NAME.trec for each retriever; the same texts give the same bytes."""
    fragments = read_lines(collection / "corpus.jsonl")
    queries = read_lines(collection / "queries.jsonl")
    target.mkdir(parents=True, exist_ok=True)
    for name, rankings in make_runs(fragments, queries).items():
        lines = [
            f"{query['_id']} Q0 {fragments[index]['_id']} {rank} {score:.{DECIMALS}f} {name}\n"
            for query, ranking in zip(queries, rankings, strict=True)
            for rank, (index, score) in enumerate(ranking, start=1)
        ]
        (target / f"{name}.trec").write_text("".join(lines), encoding="utf-8", newline="\n")


def make_runs(fragments: Sequence[dict], queries: Sequence[dict]) -> dict[str, list[Ranking]]:
    """The rankings of each run, in the order of `queries`: (index of the fragment, score), best first."""
    ids = [fragment["_id"] for fragment in fragments]
    titles = [fragment["title"] for fragment in fragments]
    texts = [fragment["text"] for fragment in fragments]
    asked = [query["text"] for query in queries]
    whole = [f"{title} {text}" for title, text in zip(titles, texts, strict=True)]
    words = _rankings(retrievers.bm25(whole, asked), ids)
    pieces = _rankings(retrievers.char_ngrams(whole, asked), ids)
    fused = np.array(
        [
            retrievers.reciprocal_rank_fusion([[index for index, _ in ranking] for ranking in pair], len(ids))
            for pair in zip(words, pieces, strict=True)
        ]
    )
    both = _rankings(fused, ids)
    candidates = np.zeros_like(fused)
    for row, ranking in enumerate(both):
        for index, score in ranking:
            candidates[row, index] = score
    reranked = _rankings(retrievers.rerank(titles, texts, asked, candidates), ids)
    return {"bm25": words, "char_ngrams": pieces, "rrf": both, "reranked": reranked}


def _rankings(scores: retrievers.Scores, ids: Sequence[str]) -> list[Ranking]:
    """For each query the first fragments with a score, ties by id descending as everywhere in the app."""
    rounded = np.round(scores, DECIMALS)
    by_id = sorted(range(len(ids)), key=ids.__getitem__, reverse=True)
    return [
        [
            (index, float(row[index]))
            for index in sorted(by_id, key=lambda i: -row[i])[:DEPTH]
            if row[index] > 0
        ]
        for row in rounded
    ]


def read_lines(path: Path) -> list[dict]:
    """The objects of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    main()
