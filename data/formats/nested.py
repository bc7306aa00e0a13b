"""`{"query": {"fragment": number}}`: how ranx saves qrels and runs as JSON, and pytrec_eval takes them."""

from __future__ import annotations

import json
import re
from pathlib import Path, PurePath
from typing import BinaryIO

import numpy as np

from data.formats import json_text
from data.formats.content import Content, JudgementRows
from data.formats.golden import Golden
from data.formats.results import ResultRows, run_name
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.values import Results
from evaluation.words import N_

WHOLE = N_("query → fragment → whole number")
DECIMAL = N_("query → fragment → number")
INFINITE = N_("query “{query}”, fragment “{fragment}”: its score is infinite, which JSON cannot hold")
NOT_NESTED = N_("“{key}” is not a query with its fragments and numbers")

HIGHEST_DECIMAL_GRADE = 10
"""Grades with decimals are means of a scale; scales end here at the latest."""
_RUN_WORDS = {"run", "runs", "result", "results", "ranking", "rankings"}
_QRELS_WORDS = {
    "qrel", "qrels", "judgement", "judgements", "judgment", "judgments", "grades", "ratings", "relevance",
    "gold", "golden",
}  # fmt: skip
_OWN_QRELS = re.compile(r"-[0-9]{4}-[0-9]{2}-[0-9]{2}-(?:ranx|pytrec_eval)\.json$")


def looks_like(sample: Sample) -> str | None:
    """Why the file may be a run or qrels, or None: nothing in it says which of the two."""
    numbers = _numbers(sample)
    return None if not numbers else WHOLE if all(map(_is_whole, numbers)) else DECIMAL


def is_rather_run(sample: Sample) -> bool:
    """Whether the file is likelier a run than qrels: its name says so, or its numbers have decimals."""
    named = _named(sample)
    return named == "run" if named else any(isinstance(number, float) for number in _numbers(sample))


def is_sure(sample: Sample) -> bool:
    """Whether it is certain which of the two the file is: by its name, or because no grade is such a number."""
    return bool(_named(sample)) or any(
        not _is_whole(number) and not 0 <= number <= HIGHEST_DECIMAL_GRADE for number in _numbers(sample)
    )


def read_qrels(source: bytes | Path, reading: Reading) -> Content:
    """Grades that name nobody. Raises BadFile for what is no number."""
    judged = JudgementRows(reading)
    for piece in json_text.members(source, reading):
        if isinstance(piece.value, dict):
            for fragment, grade in piece.value.items():
                judged.add(piece.line, piece.key, fragment, grade)
        else:
            reading.refuse(piece.line, "", NOT_NESTED, key=piece.key)
    return Content(judgements=judged.finish(), notices=reading.finish())


def read_run(source: bytes | Path, reading: Reading) -> Content:
    """A run named by its file. A query without results is not kept. Raises BadFile for what is no number."""
    rows = ResultRows(reading)
    for piece in json_text.members(source, reading):
        if isinstance(piece.value, dict):
            for fragment, score in piece.value.items():
                rows.add(piece.line, piece.key, fragment, score)
        else:
            reading.refuse(piece.line, "", NOT_NESTED, key=piece.key)
    return Content(runs=[rows.finish(run_name(reading.file))], notices=reading.finish())


def write_qrels(golden: Golden, file: BinaryIO) -> None:
    """`{query: {fragment: grade}}`; queries without judgement are left out, since ranx cannot take them."""
    graded = {query: dict(pairs) for query, pairs in golden.pairs_by_query().items()}
    file.write(json.dumps(graded, ensure_ascii=False).encode())


def write_run(results: Results, file: BinaryIO) -> None:
    """`{query: {fragment: score}}`. Raises BadFile for an infinite score, which JSON cannot hold."""
    reading = Reading("export")
    for row in np.flatnonzero(~np.isfinite(results.score)).tolist():
        ids = results.query_ids[results.query[row]], results.fragment_ids[results.fragment[row]]
        reading.refuse(None, "", INFINITE, query=ids[0], fragment=ids[1])
    reading.finish()
    found: dict[str, dict[str, float]] = {}
    columns = (results.query.tolist(), results.fragment.tolist(), results.score.tolist())
    for query, fragment, score in zip(*columns, strict=True):
        found.setdefault(results.query_ids[query], {})[results.fragment_ids[fragment]] = score
    file.write(json.dumps(found, ensure_ascii=False).encode())


def _named(sample: Sample) -> str:
    """ "run" or "qrels" where the file's name says which; else ""."""
    name = PurePath(sample.name.replace("\\", "/")).name.lower()
    words = set(re.split(r"[^a-z]+", name))
    if _OWN_QRELS.search(name) and all(isinstance(number, int) for number in _numbers(sample)):
        return "qrels"
    is_run, is_qrels = bool(words & _RUN_WORDS), bool(words & _QRELS_WORDS)
    return "" if is_run == is_qrels else "run" if is_run else "qrels"


def _is_whole(number: int | float) -> bool:
    return isinstance(number, int) or number.is_integer()


def _numbers(sample: Sample) -> list[int | float]:
    """The numbers of the file's first queries; none if anything else stands there."""
    found: list[int | float] = []
    for values in sample.members.values():
        for value in values:
            if not isinstance(value, dict):
                return []
            for number in value.values():
                if isinstance(number, bool) or not isinstance(number, int | float):
                    return []
                found.append(number)
    return found
