"""Gathers the results of runs row by row, with the checks that every format shares."""

from __future__ import annotations

import math
from array import array
from pathlib import PurePath

import numpy as np

from data.formats.columns import Ids
from data.formats.content import name_of
from data.formats.trec import RETRIEVED_TWICE, RunFile
from data.problems import Reading
from evaluation.words import N_

NOT_A_SCORE = N_("the score “{score}” is not a number")
AGAIN = N_("{count} results stand twice in their ranking; the first of each is kept, as on line {first}")


class ResultRows:
    """The results of one run. keep_first: a fragment that stands twice in a ranking is said, not refused."""

    def __init__(self, reading: Reading, *, keep_first: bool = False) -> None:
        self._reading, self._keep_first = reading, keep_first
        self._queries, self._fragments = Ids(), Ids()
        self._query, self._fragment, self._score = array("i"), array("i"), array("d")
        self._lines: dict[tuple[int, int], int] = {}
        self._again, self._again_line = 0, 0

    def __len__(self) -> int:
        return len(self._score)

    def add(self, line: int, query: object, fragment: object, score: object) -> None:
        """One result as it stands in the file; what is wrong with it becomes a problem."""
        query_id = name_of(self._reading, line, "query", query)
        fragment_id = name_of(self._reading, line, "fragment", fragment)
        number = _number(score)
        if number is None:
            self._reading.refuse(line, "", NOT_A_SCORE, score=score)
        if query_id is None or fragment_id is None or number is None:
            return
        pair = self._queries.index(query_id), self._fragments.index(fragment_id)
        if pair in self._lines:
            self._add_again(line, query_id, fragment_id, self._lines[pair])
            return
        self._lines[pair] = line
        self._query.append(pair[0])
        self._fragment.append(pair[1])
        self._score.append(number)

    def finish(self, name: str) -> RunFile:
        """The run under that name. Problems stay in the reading."""
        if self._again:
            self._reading.note(self._again_line, AGAIN, count=self._again, first=self._again_line)
        return RunFile(
            name=name,
            query_ids=self._queries.ids,
            fragment_ids=self._fragments.ids,
            query=np.array(self._query, dtype=np.int32),
            fragment=np.array(self._fragment, dtype=np.int32),
            score=np.array(self._score, dtype=np.float64),
        )

    def _add_again(self, line: int, query: str, fragment: str, first: int) -> None:
        if self._keep_first:
            self._again += 1
            self._again_line = self._again_line or line
        else:
            self._reading.refuse(line, "", RETRIEVED_TWICE, query=query, fragment=fragment, first=first)


def run_name(file: str) -> str:
    """The run's name where the file does not say one: the file's, without folder and endings."""
    name = PurePath(file.replace("\\", "/")).name.removesuffix(".gz")
    return name.rsplit(".", 1)[0] or name or "run"


def _number(score: object) -> float | None:
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
