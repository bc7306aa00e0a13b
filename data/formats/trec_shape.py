"""Whether the lines of a file have the shape of TREC runs or qrels, told from what stands in the columns.

Lines of text have as many words as a run has columns now and then, so their number alone says nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from data.formats.sample import Sample
from evaluation.words import N_

RUN_LINES = N_("lines of six columns")
QRELS_LINES = N_("lines of four columns")

COLUMN = re.compile(r"[^ \t]+")
_NUMBER = re.compile(
    r"[+-]?(?:(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?|nan)", re.IGNORECASE
)
_WHOLE = re.compile(r"[0-9]{1,9}")
_ITERATION = re.compile(r"[0-9]{1,2}(?:\.[0-9])?")
_NO_ITERATION = ("0", "q0")


def looks_like_run(sample: Sample) -> str | None:
    """Why the file may be a TREC run, or None; some malformed lines do not matter, so that they can be named."""
    rows = _rows(sample)
    fitting, others = sum(map(_fits_run, rows)), sum(map(_fits_qrels, rows))
    return RUN_LINES if fitting > others and _are_most(fitting, rows, sample) else None


def looks_like_qrels(sample: Sample) -> str | None:
    """Why the file may be TREC qrels, or None; some malformed lines do not matter."""
    rows = _rows(sample)
    fitting = [row for row in rows if _fits_qrels(row)]
    is_qrels = _are_most(len(fitting), rows, sample) and has_iterations(fitting)
    return QRELS_LINES if is_qrels else None


def has_iterations(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the second of four columns is that of qrels, which nobody uses, and not a fragment's id.

    It is 0 or Q0, or one number, or the round in which was judged; rounds of rows that are counted from 1 are ids.
    """
    second = {row[1].lower() for row in rows}
    if second <= set(_NO_ITERATION):
        return True
    if not all(_ITERATION.fullmatch(cell) for cell in second):
        return False
    return (len(second) == 1 and len(rows) > 1) or not _are_ranks(rows)


def _are_ranks(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the third column counts the rows of each query from 0 or 1."""
    seen: Counter[str] = Counter()
    counted = []
    for row in rows:
        counted.append(seen[row[0]])
        seen[row[0]] += 1
    written = [row[2] for row in rows]
    return any(written == [str(place + first) for place in counted] for first in (0, 1))


def _rows(sample: Sample) -> list[list[str]]:
    """The columns of the lines, none for JSON; a comment, which is refused when it is read, does not count."""
    rows = [COLUMN.findall(line) for line in sample.lines if not sample.is_json]
    return [row for row in rows if not row[0].startswith("#") or _fits_run(row) or _fits_qrels(row)]


def _are_most(fitting: int, rows: Sequence[object], sample: Sample) -> bool:
    """Whether half of the lines fit, and all of them where commas or the like part them into columns as well."""
    is_other = sample.is_parted and not (sample.delimiter == "\t" and len(sample.header) >= 4)
    return bool(fitting) and (fitting == len(rows) if is_other else 2 * fitting >= len(rows))


def _fits_run(row: Sequence[str]) -> bool:
    """`query Q0 fragment rank score tag`: two of Q0, rank and score are what they should be."""
    if len(row) < 6:
        return False
    found = (row[1].lower() in _NO_ITERATION, bool(_WHOLE.fullmatch(row[3])), bool(_NUMBER.fullmatch(row[4])))
    return sum(found) >= 2


def _fits_qrels(row: Sequence[str]) -> bool:
    """`query iteration fragment grade`: the grade is a number, or a word behind an iteration that is sure."""
    if len(row) != 4:
        return False
    return row[1].lower() in _NO_ITERATION or bool(_ITERATION.fullmatch(row[1]) and _NUMBER.fullmatch(row[3]))
