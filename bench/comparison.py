"""Whether the comparison claims as seldom, and its intervals hold as often, as they say: simulations.

Runs that do not differ are compared 2,000 times with 20 and with 50 queries; a test at 5 % may claim a difference in
about 5 % of them, and an interval of 95 % must hold the true difference in about 95 %. Then the same for real runs,
if a folder of collections (qrels.tsv and runs/*.gz, TREC) is given: queries drawn with replacement from a pair of
runs, whose difference over all queries is the truth.
Use: python -m bench.comparison [--collections FOLDER] [--repeats 2000]
"""

from __future__ import annotations

import argparse
import gzip
import itertools
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np

from evaluation.comparison import compare
from evaluation.intervals import mean_intervals
from evaluation.measures import compute, parse_measure
from evaluation.power import detectable
from evaluation.significance import sign_flip
from evaluation.values import Float, judge

QUERIES = (20, 50)
DRAWS = 2_000
Population = Callable[[np.random.Generator, tuple[int, int]], Float]

ALIKE: dict[str, Population] = {
    "differences are normal": lambda rng, shape: rng.normal(0, 0.2, shape),
    "two systems as good as each other": lambda rng, shape: (
        rng.beta(0.8, 0.8, shape) - rng.beta(0.8, 0.8, shape)
    ),
    "half of the queries unchanged": lambda rng, shape: rng.normal(0, 0.3, shape) * (rng.random(shape) < 0.5),
    "hit or miss (Success@5)": lambda rng, shape: (
        (rng.random(shape) < 0.6).astype(float) - (rng.random(shape) < 0.6)
    ),
}
MEASURES = ("nDCG(dcg='exp-log2')@10", "R@10", "RR", "P@5")


def main(repeats: int, folder: Path | None) -> None:
    rng = np.random.default_rng(20)
    print(
        f"runs that do not differ, {repeats} repeats: claims of the test at 5 %, coverage of the intervals at 95 %"
    )
    print(f"{'':36} {'queries':>7} {'claims':>7} {'studentised':>12} {'BCa':>7}")
    for name, draw in ALIKE.items():
        for queries in QUERIES:
            differences = draw(rng, (queries, repeats))
            claims = (sign_flip(differences) <= 0.05).mean()
            covered = [coverage(differences, method, 0.0).mean() for method in ("studentised", "bca")]
            print(f"{name:36} {queries:7} {claims:7.1%} {covered[0]:12.1%} {covered[1]:7.1%}", flush=True)
    print("\nfive runs that do not differ from the baseline: share of repeats with any claim, after Holm")
    for queries in QUERIES:
        print(f"{queries:4} queries {familywise(rng, queries, repeats):7.1%}", flush=True)
    print(
        "\na true difference of the size that is called detectable: share of repeats in which it is claimed"
    )
    for queries in QUERIES:
        print(f"{queries:4} queries {power(rng, queries, repeats):7.1%}", flush=True)
    if folder:
        real(rng, folder)


def coverage(differences: Float, method: str, truth: float | Float) -> np.ndarray:
    """Whether each column's interval holds the truth."""
    low, high = mean_intervals(differences, method=method, draws=DRAWS)
    return (low <= truth + 1e-12) & (high >= truth - 1e-12)


def familywise(rng: np.random.Generator, queries: int, repeats: int) -> float:
    """How often any of five runs is claimed better or worse where none is."""
    claims = 0
    for _ in range(repeats // 10):
        scores = rng.beta(0.8, 0.8, (6, queries))
        claims += any(verdict.claim for verdict in compare(scores, 0, [1, 2, 3, 4, 5]))
    return claims / (repeats // 10)


def power(rng: np.random.Generator, queries: int, repeats: int) -> float:
    """How often a difference as large as `detectable` says is found."""
    true = detectable(np.array([0.2]), queries)[0]
    return float((sign_flip(rng.normal(true, 0.2, (queries, repeats))) <= 0.05).mean())


def real(rng: np.random.Generator, folder: Path) -> None:
    """Coverage over pairs of real runs: mean over the pairs, and the lowest in twenty."""
    print("\nreal runs, 400 draws of queries for each of every ninth pair: coverage of the true difference")
    print(
        f"{'':18} {'queries':>7} {'pairs':>6} {'studentised':>12} {'5 % lowest':>11} {'BCa':>7} {'5 % lowest':>11}"
    )
    for collection in sorted(path for path in folder.iterdir() if (path / "qrels.tsv").exists()):
        scores = scores_of(collection)
        for queries in QUERIES:
            found: dict[str, list[float]] = defaultdict(list)
            for one, other, measure in pairs(scores):
                change = scores[one, :, measure] - scores[other, :, measure]
                change = change[~np.isnan(change)]
                if np.count_nonzero(change) / len(change) * queries < 6:
                    continue
                drawn = rng.choice(change, (queries, 400))
                for method in ("studentised", "bca"):
                    found[method].append(float(coverage(drawn, method, change.mean()).mean()))
            means = [(np.mean(found[m]), np.quantile(found[m], 0.05)) for m in ("studentised", "bca")]
            numbers = f"{means[0][0]:12.1%} {means[0][1]:11.1%} {means[1][0]:7.1%} {means[1][1]:11.1%}"
            print(f"{collection.name:18} {queries:7} {len(found['bca']):6} {numbers}", flush=True)


def pairs(scores: Float) -> list[tuple[int, int, int]]:
    """Every ninth pair of runs, on every measure."""
    every = list(itertools.combinations(range(len(scores)), 2))[::9]
    return [(one, other, measure) for measure in range(scores.shape[2]) for one, other in every]


def scores_of(collection: Path) -> Float:
    """Values of all the collection's runs, float64 [run, query, measure]."""
    qrels: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (collection / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, fragment, grade = line.split("\t")
        qrels[query][fragment] = int(grade)
    measures = [parse_measure(name) for name in MEASURES]
    values = []
    for path in sorted((collection / "runs").glob("*.gz")):
        ranking: dict[str, list[str]] = defaultdict(list)
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                columns = line.split()
                ranking[columns[0]].append(columns[2])
        judged = judge([ranking.get(query, []) for query in qrels], list(qrels.values()))
        values.append(compute(judged, measures))
    return np.array(values)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=2_000)
    parser.add_argument("--collections", type=Path)
    options = parser.parse_args()
    main(options.repeats, options.collections)
