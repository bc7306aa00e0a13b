"""Short ways to write one ranking and its grades, and to find the golden cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.measures import compute, parse_measure
from evaluation.values import Grades, Int, Results, judge

GOLDEN = Path(__file__).resolve().parents[2].parent / "shared" / "measures" / "golden"


def value(measure: str, ranking: str, grades: dict[str, int]) -> float:
    """The measure of one ranking, fragment_ids parted by blanks."""
    return float(compute(judge([ranking.split()], [grades]), [parse_measure(measure)])[0, 0])


def golden_names() -> list[str]:
    return sorted(path.name for path in GOLDEN.iterdir() if path.is_dir()) if GOLDEN.is_dir() else []


def golden_values(case: str) -> dict[str, Any]:
    return json.loads((GOLDEN / case / "values.json").read_text())


def measure_of(key: str, level: int) -> str | None:
    """The measure that a golden value belongs to, at relevance level `level`; None where there is none."""
    name, at, cutoff = key.partition("@")
    rel = f"rel={level}"
    if name.startswith("Judged"):
        k, _, returned = cutoff.partition("_")
        return f"Judged@{k}" if returned else f"Judged(of='cutoff')@{k}"
    plain = {
        "nDCG": "nDCG",
        "nDCG_exp": "nDCG(dcg='exp-log2')",
        "ERR": "ERR",
        "num_ret": "NumRet",
        "RBP_0.9": f"RBP(p=0.9,{rel})",
        "RBP_0.9_residual": "RBP_residual(p=0.9)",
        "bpref": f"Bpref({rel})",
        "num_rel": f"NumRel({rel})",
        "num_rel_ret": f"NumRelRet({rel})",
    }
    thresholded = ("P", "R", "Success", "RR", "AP", "Rprec", "infAP", "IPrec")
    written = f"{name}({rel})" if name in thresholded else plain.get(name)
    return f"{written}{at}{cutoff}" if written else None


def results_and_grades(
    run: dict[str, dict[str, float]], qrels: dict[str, dict[str, int]]
) -> tuple[Results, Grades]:
    """The columns of a run and of qrels that are dicts: query_id → fragment_id → score or grade."""
    queries, fragments, scores = _columns(run)
    results = Results("run", *_ids(queries, fragments), np.array(scores, dtype=np.float64))
    queries, fragments, grades = _columns(qrels)
    return results, Grades(*_ids(queries, fragments), np.array(grades, dtype=np.int32))


def _columns(rows: dict[str, dict[str, Any]]) -> tuple[list[str], list[str], list[Any]]:
    flat = [(query, fragment, held) for query, row in rows.items() for fragment, held in row.items()]
    return [row[0] for row in flat], [row[1] for row in flat], [row[2] for row in flat]


def _ids(queries: list[str], fragments: list[str]) -> tuple[list[str], list[str], Int, Int]:
    query_ids, fragment_ids = list(dict.fromkeys(queries)), list(dict.fromkeys(fragments))
    query = np.array([query_ids.index(text) for text in queries], dtype=np.int32)
    fragment = np.array([fragment_ids.index(text) for text in fragments], dtype=np.int32)
    return query_ids, fragment_ids, query, fragment
