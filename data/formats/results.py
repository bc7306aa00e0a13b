"""Gathers the results of runs row by row, with the checks that every format shares."""

from __future__ import annotations

import math
from array import array
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from data.formats.columns import Ids, refuse_number
from data.formats.content import Named, as_said, name_of
from data.formats.trec import NOT_FINITE, RETRIEVED_TWICE, RunFile
from data.problems import Reading
from evaluation.values import Int
from evaluation.words import N_, counted

NOT_A_SCORE = N_("the score “{score}” is not a number")
AGAIN = counted(
    "{count} result stands twice in its ranking; the first is kept, as on line {first}",
    "{count} results stand twice in their ranking; the first of each is kept, as on line {first}",
)


class ResultRows:
    """The results of one run. keep_first: a fragment that stands twice in a ranking is said, not refused."""

    def __init__(self, reading: Reading, *, keep_first: bool = False) -> None:
        self._reading, self._keep_first = reading, keep_first
        self._queries, self._fragments = Ids(), Ids()
        self._query, self._fragment, self._score = array("i"), array("i"), array("d")
        self._line = array("q")

    def __len__(self) -> int:
        return len(self._score)

    def add(self, line: int, query: object, fragment: object, score: object) -> None:
        """One result as it stands in the file; what is wrong with it becomes a problem."""
        query_id = name_of(self._reading, line, "query", query)
        fragment_id = name_of(self._reading, line, "fragment", fragment)
        number = number_of(score)
        if number is None:
            refuse_number(self._reading, line, "", NOT_A_SCORE, score=score)
        elif not math.isfinite(number):
            self._reading.refuse(line, "", NOT_FINITE, score=score)
        if query_id is None or fragment_id is None or number is None:
            return
        self._query.append(self._queries.index(query_id))
        self._fragment.append(self._fragments.index(fragment_id))
        self._score.append(number)
        self._line.append(line)

    def finish(self, name: str, texts: Named | None = None) -> RunFile:
        """The run under that name. texts: of the ids that were made from them. Problems stay in the reading."""
        queries, fragments = self._queries.ids, self._fragments.ids
        said = [as_said(query_id, texts or {}) for query_id in queries]
        query, fragment = np.array(self._query, dtype=np.int32), np.array(self._fragment, dtype=np.int32)
        keep = self._once(query, fragment, said, fragments)
        return RunFile(
            name=name,
            query_ids=queries,
            fragment_ids=fragments,
            query=query[keep],
            fragment=fragment[keep],
            score=np.array(self._score, dtype=np.float64)[keep],
        )

    def _once(self, query: Int, fragment: Int, queries: list[str], fragments: list[str]) -> NDArray[np.bool_]:
        """Which rows to keep: each fragment of a ranking once, after saying or refusing the others."""
        keep = np.zeros(len(query), dtype=np.bool_)
        pair = query.astype(np.int64) * max(len(fragments), 1) + fragment
        _, first, place = np.unique(pair, return_index=True, return_inverse=True)
        keep[first] = True
        again = np.flatnonzero(~keep).tolist()
        if self._keep_first and again:
            line = self._line[again[0]]
            self._reading.note(line, AGAIN, count=len(again), first=line)
            return keep
        for row in again:
            ids = {"query": queries[query[row]], "fragment": fragments[fragment[row]]}
            line = self._line[int(first[place[row]])]
            self._reading.refuse(self._line[row], "", RETRIEVED_TWICE, **ids, first=line)
        return keep


def run_name(file: str) -> str:
    """The run's name where the file does not say one: the file's, without folder and endings, ".run.json" too."""
    name = PurePath(file.replace("\\", "/")).name.removesuffix(".gz")
    return name.rsplit(".", 1)[0].removesuffix(".run") or name or "run"


def number_of(score: object) -> float | None:
    """A score as a number, also where it is written as text; None for what is none, “nan” included."""
    """A score as a number, also where it is written as text; None for what is none, "nan" included."""
    if isinstance(score, str):
        try:
            score = float(score) if "_" not in score else None
        except ValueError:
            return None
    if isinstance(score, bool) or not isinstance(score, int | float):
        return None
    try:
        number = float(score)
    except OverflowError:
        return None
    return None if math.isnan(number) else number
