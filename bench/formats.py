"""Import of a run of 7 million results and export of a million qrels, beside pandas and ranx with the same files.

Use: python bench/formats.py FOLDER. Each part runs in a process of its own; the peak is of its resident memory.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.make_large_run import write as write_large

QUERIES, DEPTH, FRAGMENTS, JUDGED = 7_000, 1_000, 200_000, 1_000_000


def write_run(path: Path) -> None:
    """7,000 queries with 1,000 results each, of a collection of 200,000 fragments: about 255 MB."""
    rng = np.random.default_rng(7)
    with path.open("w") as file:
        for query in range(QUERIES):
            fragments = (np.arange(DEPTH) * 7_919 + query) % FRAGMENTS
            scores = np.sort(20 + rng.gamma(2, 2, DEPTH))[::-1]
            file.writelines(
                f"{query:07} Q0 {fragment:07} {rank} {score:.6f} bm25\n"
                for rank, (fragment, score) in enumerate(zip(fragments, scores, strict=True), start=1)
            )


def write_qrels(path: Path) -> None:
    """A million grades: 5,000 queries with 200 each."""
    with path.open("w") as file:
        for row in range(JUDGED):
            query, fragment = divmod(row, 200)
            file.write(f"{query:07} 0 {(fragment * 7_919 + query) % FRAGMENTS:07} {row * 7 % 4}\n")


def import_run(folder: Path, run: Path) -> Callable[[], object]:
    """Check and import into a collection that has the 200,000 fragments."""
    from data import collections
    from data.checking import Upload, check_files
    from data.importing import import_checked
    from data.store import Store

    store = Store(folder / "import.db")
    with store.writing() as db:
        made = collections.get_or_create_collection(store, "large")
        names = (f"{n:07}" for n in range(FRAGMENTS))
        collections.put_fragments(db, made, ((name, "", f"text {name}", "", None) for name in names))

    return lambda: import_checked(store, check_files(store, "large", [Upload(run.name, run)]))


def import_unknown(folder: Path, run: Path) -> Callable[[], object]:
    """Check and import into an empty collection, which knows none of the run's 4.6 million fragments."""
    from data.checking import Upload, check_files
    from data.importing import import_checked
    from data.store import Store

    store = Store(folder / "unknown.db")
    return lambda: import_checked(store, check_files(store, "large", [Upload(run.name, run)]))


def import_qrels(folder: Path, qrels: Path) -> Callable[[], object]:
    """Check and import of a million grades, each a row of the log."""
    from data.checking import Upload, check_files
    from data.importing import import_checked
    from data.store import Store

    store = Store(folder / "export.db")
    return lambda: import_checked(store, check_files(store, "large", [Upload("qrels.txt", qrels)]))


def export_qrels(folder: Path, key: str) -> Callable[[], object]:
    """Export with its reading back and its manifest."""
    from data import collections, exporting
    from data.formats.targets import TARGETS
    from data.store import Store
    from evaluation.agreement import agreed, in_words

    store = Store(folder / "export.db")
    large = collections.find_collection(store, "large")

    def export() -> object:
        chosen = exporting.golden(store, large, agreed, TARGETS[key])
        return exporting.export(
            store, large, chosen, TARGETS[key], rule=in_words(large.rule, large.threshold)
        )

    return export


def pandas_reads(run: Path) -> Callable[[], object]:
    """Only the reading of the same run, ids as text."""
    import pandas as pd

    names = ["query", "q0", "fragment", "rank", "score", "tag"]
    return lambda: pd.read_csv(run, sep=" ", names=names, dtype={"query": str, "fragment": str})


def ranx_reads(run: Path) -> Callable[[], object]:
    """Only the reading of the same run."""
    from ranx import Run

    return lambda: Run.from_file(str(run), kind="trec")


def measured(
    made: Callable[..., Callable[[], object]], arguments: tuple[object, ...], answer: object
) -> None:
    """In a process of its own: wall and processor seconds, and the peak of resident memory."""
    work = made(*arguments)
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    seconds = time.perf_counter() - wall, time.process_time() - cpu
    answer.put((*seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6))  # type: ignore[attr-defined]


def say(label: str, made: Callable[..., Callable[[], object]], *arguments: object) -> None:
    """One line of the table."""
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=measured, args=(made, arguments, answer))
    process.start()
    wall, cpu, peak = answer.get(timeout=1800)
    process.join()
    print(f"| {label} | {wall:.1f} s | {cpu:.1f} s | {peak:.2f} GB |", flush=True)


def main(folder: Path) -> None:
    """Writes the inputs where they are not there yet, and prints the table."""
    folder.mkdir(parents=True, exist_ok=True)
    run, qrels = folder / "seven-million.trec", folder / "million.qrels"
    unknown = folder / "run01.trec"
    for path, write in (
        (run, write_run),
        (qrels, write_qrels),
        (unknown, lambda path: write_large(folder, 1)),
    ):
        if not path.exists():
            write(path)
    print(f"run {run.stat().st_size / 1e6:.0f} MB, qrels {qrels.stat().st_size / 1e6:.0f} MB\n")
    print("| what | wall | processor | peak memory |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory(dir=folder) as databases:
        say("import of 7 million results, on disk", import_run, Path(databases), run)
        say("the same of 4.6 million ids that nothing explains", import_unknown, Path(databases), unknown)
        say("pandas reads the run", pandas_reads, run)
        say("ranx reads the run", ranx_reads, run)
        say("import of 1 million qrels into the log", import_qrels, Path(databases), qrels)
        for key in ("trec", "beir", "parquet", "csv"):
            say(f"export of 1 million qrels, {key}, read back", export_qrels, Path(databases), key)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    main(parser.parse_args().folder)
