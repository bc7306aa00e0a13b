"""How long the server takes to draw the Compare page after a change of choice, from click to last element.

A database is made with runs whose results are drawn at random around a known order; the app's own script is then run
for one baseline and measure after the other, so that no verdict is there already. Two sizes: 50 queries × 10 runs,
and 7,000 queries × 10 runs (10,000 randomisation draws for all pairs with the baseline are part of it).
Use: python -m bench.compare_page [--queries 50] [--changes 40] [--depth 50]
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

import numpy as np
from streamlit.logger import set_log_level
from streamlit.testing.v1 import AppTest

from data import collections, judgements, rankings
from data.collections import Collection
from data.store import Store
from evaluation.values import Results

ROOT = Path(__file__).resolve().parents[1]
RUNS, FRAGMENTS, JUDGED = 10, 5_000, 15
BUDGET = {50: 0.3, 7_000: 1.5}


def main(queries: int, changes: int, depth: int) -> None:
    set_log_level("error")  # it warns at every call that no browser is there
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "bench.db")
        fill(store, queries, depth)
        os.environ["QUILATE_DATABASE"] = str(store.path)
        page = open_page(store)
        seconds, busy = np.array([change(page, place) for place in range(changes)]).T
    print(f"{queries} queries × {RUNS} runs × {len(measures(page))} measures, {changes} changes of choice")
    for name, values in (("elapsed", seconds), ("processor", busy)):
        print(
            f"{name:9} median {np.median(values) * 1000:5.0f} ms, p95 {np.quantile(values, 0.95) * 1000:5.0f} ms"
        )
    if queries in BUDGET:
        print(f"aim {BUDGET[queries] * 1000:.0f} ms")


def open_page(store: Store) -> AppTest:
    """The Compare page, drawn once."""
    person = collections.add_person(store, "bench", "lead")
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    page.session_state["person"] = person.name
    page.run()
    page.switch_page("pages/compare.py").run()
    assert not page.exception, page.exception
    return page


def measures(page: AppTest) -> list[str]:
    """The measures that can be chosen."""
    return list(page.selectbox(key="choose measure").options)


def change(page: AppTest, place: int) -> tuple[float, float]:
    """Seconds, elapsed and of the processor, that the script runs after another baseline or measure was chosen."""
    box = page.selectbox(key="choose baseline" if place % 2 else "choose measure")
    box.select_index((box.index + 1) % len(box.options))
    start, start_busy = time.perf_counter(), time.process_time()
    page.run()
    seconds = time.perf_counter() - start, time.process_time() - start_busy
    assert not page.exception, page.exception
    return seconds


def fill(store: Store, queries: int, depth: int) -> None:
    """A collection with ten runs of different quality, and 15 judgements for each query."""
    rng = np.random.default_rng(7)
    collection = collections.get_or_create_collection(store, "bench")
    tags = ('["short"]', '["long"]', '["rare", "long"]')
    with store.writing() as db:
        collections.put_queries(
            db, collection, ((f"q{i}", f"query {i}", "", tags[i % 3]) for i in range(queries))
        )
        collections.put_fragments(
            db, collection, ((f"f{i}", "", f"text {i}", "", None) for i in range(FRAGMENTS))
        )
    ids = collections.query_ids(store, collection), collections.fragment_ids(store, collection)
    relevance = rng.random((queries, FRAGMENTS), dtype=np.float32)
    with store.writing() as db:
        for run in range(RUNS):
            results = one_run(rng, relevance, run, depth)
            rankings.add_run(db, collection, results, f"digest {run}", *ids)
    grade(store, collection, relevance, ids)


def one_run(rng: np.random.Generator, relevance: np.ndarray, run: int, depth: int) -> Results:
    """The first `depth` by relevance with noise, more of it in later runs."""
    queries = len(relevance)
    first = np.empty((queries, depth), dtype=np.int32)
    for query in range(queries):
        seen = relevance[query] + rng.normal(0, 0.0005 * (run + 1), FRAGMENTS)
        best = np.argpartition(-seen, depth)[:depth]
        first[query] = best[np.argsort(-seen[best])]
    return Results(
        f"run {run}",
        [f"q{i}" for i in range(queries)],
        [f"f{i}" for i in range(FRAGMENTS)],
        np.repeat(np.arange(queries, dtype=np.int32), depth),
        first.ravel(),
        np.tile(np.arange(depth, 0, -1, dtype=np.float64), queries),
    )


def grade(
    store: Store, collection: Collection, relevance: np.ndarray, ids: tuple[dict[str, int], dict[str, int]]
) -> None:
    """Grades 3 … 0 for the fragments that are most relevant."""
    queries, fragments = ids
    person = collections.add_person(store, "imported", "import")
    best = np.argsort(-relevance, axis=1)[:, :JUDGED]
    rows = (
        (queries[f"q{query}"], fragments[f"f{fragment}"], max(0, 3 - place // 3), "", "")
        for query, row in enumerate(best.tolist())
        for place, fragment in enumerate(row)
    )
    with store.writing() as db:
        judgements.import_grades(db, collection, person, rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--queries", type=int, default=50)
    parser.add_argument("--changes", type=int, default=40)
    parser.add_argument("--depth", type=int, default=50)
    options = parser.parse_args()
    main(options.queries, options.changes, options.depth)
