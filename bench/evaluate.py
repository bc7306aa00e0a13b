"""The same large files evaluated by `cli.py evaluate`, pytrec_eval-terrier, ranx and ir_measures.

Each tool reads the files and takes the means of nine measures in its own process; the best run is shown,
with its peak memory and the largest difference of any per-query value from ours. The files are those of
bench/make_large_run.py. Use: python bench/evaluate.py FOLDER [--repeat 3] [--only ours,ranx]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

MEASURES = {
    "nDCG@10": ("ndcg_cut_10", "ndcg@10"),
    "P@5": ("P_5", "precision@5"),
    "P@10": ("P_10", "precision@10"),
    "R@5": ("recall_5", "recall@5"),
    "R@10": ("recall_10", "recall@10"),
    "R@20": ("recall_20", "recall@20"),
    "R@50": ("recall_50", "recall@50"),
    "RR": ("recip_rank", "mrr"),
    "Success@5": ("success_5", "hit_rate@5"),
}
Values = dict[str, dict[str, float]]
"""Measure → query → value."""


def main(folder: Path, repeat: int, tools: list[str]) -> None:
    qrels, runs = folder / "qrels.txt", sorted(folder.glob("run*.trec"))
    ours_values = our_values(qrels, runs[0])
    print(f"{runs[0].name}, {runs[0].stat().st_size / 1e6:.0f} MB, best of {repeat}")
    print(f"{'tool':22} {'seconds':>8} {'ratio':>6} {'peak MB':>8} {'largest difference':>19}")
    first = 0.0
    for tool in tools:
        measured = [timed(tool, qrels, [runs[0]]) for _ in range(repeat)]
        seconds, memory = min(row[0] for row in measured), max(row[1] for row in measured)
        first = first or seconds
        apart = difference(measured[0][2] or ours_values, ours_values)
        print(f"{tool:22} {seconds:8.2f} {seconds / first:6.1f} {memory:8.0f} {apart:19.1e}", flush=True)
    if len(runs) > 1 and "ours" in tools:
        seconds, memory, _ = min(timed("ours", qrels, runs) for _ in range(repeat))
        print(f"{f'ours, {len(runs)} runs':22} {seconds:8.2f} {'':6} {memory:8.0f}")


def timed(tool: str, qrels: Path, runs: list[Path]) -> tuple[float, float, Values | None]:
    """(seconds from the start of the process to its means, peak MB, values if the tool wrote them)."""
    command = [sys.executable, __file__, "--tool", tool, str(qrels), *map(str, runs)]
    if tool == "ours":
        command = our_command(qrels, *runs)
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    assert child.stdout is not None
    written = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.monotonic() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{tool} ended with exit code {child.returncode}")
    if tool == "ours":
        return seconds, usage.ru_maxrss / 1024, None
    answer = json.loads(written)
    return answer["at"] - start, usage.ru_maxrss / 1024, answer["values"]


def our_command(qrels: Path, *runs_and_options: str | Path) -> list[str]:
    measures = [word for name in MEASURES for word in ("-m", name)]
    words = ["--qrels", str(qrels), *map(str, runs_and_options), *measures]
    return [sys.executable, "cli.py", "evaluate", *words, "--format", "json"]


def our_values(qrels: Path, run: Path) -> Values:
    done = subprocess.run(
        our_command(qrels, run, "--per-query"), cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    measures = json.loads(done.stdout)["runs"][0]["measures"]
    return {name: {q: v or 0.0 for q, v in measures[name]["per_query"].items()} for name in MEASURES}


def difference(theirs: Values, ours: Values) -> float:
    return max(abs(theirs[name][query] - value) for name in ours for query, value in ours[name].items())


def by_pytrec_eval(qrels: str, run: str) -> Callable[[], Values]:
    import pytrec_eval

    with open(qrels) as judged, open(run) as ranked:
        evaluator = pytrec_eval.RelevanceEvaluator(
            pytrec_eval.parse_qrel(judged), {names[0] for names in MEASURES.values()}
        )
        values = evaluator.evaluate(pytrec_eval.parse_run(ranked))
    for names in MEASURES.values():
        pytrec_eval.compute_aggregated_measure(names[0], [row[names[0]] for row in values.values()])
    return lambda: {ours: {q: row[names[0]] for q, row in values.items()} for ours, names in MEASURES.items()}


def by_ranx(qrels: str, run: str) -> Callable[[], Values]:
    from ranx import Qrels, Run, evaluate

    judged, ranked = Qrels.from_file(qrels, kind="trec"), Run.from_file(run, kind="trec")
    evaluate(judged, ranked, [names[1] for names in MEASURES.values()])
    scores = ranked.scores
    return lambda: {
        ours: {q: float(v) for q, v in scores[names[1]].items()} for ours, names in MEASURES.items()
    }


def by_ir_measures(qrels: str, run: str) -> Callable[[], Values]:
    import ir_measures

    measures = [ir_measures.parse_measure(name) for name in MEASURES]
    _, values = ir_measures.calc(measures, ir_measures.read_trec_qrels(qrels), ir_measures.read_trec_run(run))

    def found() -> Values:
        rows: Values = {name: {} for name in MEASURES}
        for value in values:
            rows[str(value.measure)][value.query_id] = value.value
        return rows

    return found


TOOLS = {"pytrec_eval-terrier": by_pytrec_eval, "ranx": by_ranx, "ir_measures": by_ir_measures}


def as_tool(tool: str, qrels: str, run: str) -> None:
    values = TOOLS[tool](qrels, run)
    at = time.monotonic()
    print(json.dumps({"at": at, "values": values()}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", default=",".join(["ours", *TOOLS]))
    parser.add_argument("--tool", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.tool:
        as_tool(chosen.tool, *chosen.files)
    else:
        main(Path(chosen.files[0]), chosen.repeat, chosen.only.split(","))
