"""Values of pytrec_eval and ranx for many queries, run as its own process: it may crash, and ours must not.

ranx runs uncompiled: compiling takes it half a minute, the values are the same.

Reads {"tool": …, "measures": […], "qrels": …, "run": …} from standard input, writes query → measure → value.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]


class PeerCrashed(Exception):
    """The other tool brought its process down; it says nothing about ours."""


def ask(tool: str, measures: list[str], qrels: Qrels, run: Run) -> dict[str, dict[str, float]]:
    """query → measure (in the tool's own name) → value. Raises PeerCrashed."""
    question = json.dumps({"tool": tool, "measures": measures, "qrels": qrels, "run": run})
    answer = subprocess.run(
        [sys.executable, __file__],
        input=question,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    if answer.returncode in (-signal.SIGSEGV, -signal.SIGABRT):
        raise PeerCrashed(tool)
    assert answer.returncode == 0, answer.stderr
    values: dict[str, dict[str, float]] = json.loads(answer.stdout)
    return values


def pytrec_eval_values(measures: list[str], qrels: Qrels, run: Run) -> Any:
    import pytrec_eval

    return pytrec_eval.RelevanceEvaluator(qrels, set(measures)).evaluate(run)


def ranx_values(measures: list[str], qrels: Qrels, run: Run) -> Any:
    from ranx import Qrels as RanxQrels
    from ranx import Run as RanxRun
    from ranx import evaluate

    ranked = RanxRun(run)
    evaluate(RanxQrels(qrels), ranked, measures, return_mean=False)
    return {
        query: {measure: float(ranked.scores[measure][query]) for measure in measures} for query in ranked.run
    }


if __name__ == "__main__":
    given = json.load(sys.stdin)
    tool = {"pytrec_eval": pytrec_eval_values, "ranx": ranx_values}[given["tool"]]
    json.dump(tool(given["measures"], given["qrels"], given["run"]), sys.stdout)
