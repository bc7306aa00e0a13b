"""TREC runs and qrels, read so that every refusal names its line, and written so that they read back equal.

Columns are parted by ASCII blanks and tabs and by nothing else, so an id may hold any other character
(U+00A0, U+3000 or U+0085 included) and is kept byte for byte. `#` is no comment: where it does not read as
data it is refused, so no query whose id begins with it can vanish.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from data.formats.columns import Ids, refuse_duplicates, refuse_number, refuse_unwritable_ids
from data.formats.joined import write_lines
from data.formats.lines import Source, file_label, text_lines
from data.problems import Problem, Reading
from evaluation.values import Grades, Results, code_point_rank
from evaluation.words import N_, counted

HIGHEST_GRADE = 1_000_000

RUN_COLUMNS = counted("{columns} column, a TREC run has 6", "{columns} columns, a TREC run has 6", "columns")
QRELS_COLUMNS = counted(
    "{columns} column, TREC qrels have 4", "{columns} columns, TREC qrels have 4", "columns"
)
NOT_FINITE = N_("the score “{score}” is infinite; a collection keeps scores that other tools can read")
NO_COMMENTS = N_("“#” starts no comment in TREC files; take the line out")
NOT_A_SCORE = N_("the score “{score}” is not a number")
NOT_A_GRADE = N_("the grade “{grade}” is not a whole number")
GRADE_TOO_LARGE = N_("the grade {grade} is outside ±{highest}")
RETRIEVED_TWICE = N_("query “{query}” has fragment “{fragment}” twice, first on line {first}")
JUDGED_TWICE = N_("query “{query}”, fragment “{fragment}” is judged twice, first on line {first}")
SEVERAL_TAGS = N_("the lines carry different run tags; the first, “{tag}”, names the run")
UNWRITABLE_ID = N_(
    "the {kind} id “{id}” cannot stand in a TREC file: it is empty, or has a blank, tab or line end"
)

_NUMBER = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?)", re.IGNORECASE)
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_SPLITS_AN_ID = re.compile(r"[ \t\r\n]|^\ufeff|^$")


@dataclass(frozen=True)
class RunFile(Results):
    """The results of one run file, and what there is to say about the file."""

    notices: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class QrelsFile(Grades):
    """The grades of one qrels file, and what there is to say about the file."""

    notices: tuple[Problem, ...] = ()


def read_run(
    source: Source, name: str | None = None, file: str | None = None, finite: bool = False
) -> RunFile:
    """A TREC run: `query Q0 fragment rank score tag`; the rank and all after the tag are not used.

    name: of the run; else the tag of the first line, else the file's. file: what messages call the file.
    Scores are decimal numbers or ±inf, as in trec_eval; finite: infinite ones are refused. Raises BadFile with
    every problem: columns, scores that are no number, a fragment twice for one query, text that is not UTF-8.
    """
    reading = Reading(file or file_label(source, "run"))
    queries, fragments, tags = Ids(), Ids(), Ids()
    query, fragment, score, line = array("i"), array("i"), array("d"), array("q")
    for number, text in text_lines(source, reading):
        columns = _columns(text)
        if len(columns) < 6:
            _refuse_columns(reading, number, text, RUN_COLUMNS, len(columns))
        elif not _NUMBER.fullmatch(columns[4]):
            refuse_number(reading, number, text, NOT_A_SCORE, score=columns[4])
        elif finite and not math.isfinite(float(columns[4])):
            reading.refuse(number, text, NOT_FINITE, score=columns[4])
        else:
            query.append(queries.index(columns[0]))
            fragment.append(fragments.index(columns[2]))
            score.append(float(columns[4]))
            line.append(number)
            tags.index(columns[5])
    refuse_duplicates(reading, RETRIEVED_TWICE, queries.ids, fragments.ids, query, fragment, line)
    if len(tags.ids) > 1:
        reading.note(None, SEVERAL_TAGS, tag=tags.ids[0])
    return RunFile(
        name=name or (tags.ids[0] if tags.ids else reading.file),
        query_ids=queries.ids,
        fragment_ids=fragments.ids,
        query=np.array(query, dtype=np.int32),
        fragment=np.array(fragment, dtype=np.int32),
        score=np.array(score, dtype=np.float64),
        notices=reading.finish(),
    )


def read_qrels(source: Source, file: str | None = None, same_once: bool = False) -> QrelsFile:
    """TREC qrels: `query iteration fragment grade`, exactly 4 columns; the iteration is not used.

    Grades are whole numbers within ±1,000,000. same_once: a judgement that stands again with the same grade is
    taken once and said, instead of refused. Raises BadFile with every problem, as `read_run` does.
    """
    reading = Reading(file or file_label(source, "qrels"))
    return graded(_judged(source, reading), reading, same_once)


def graded(rows: Iterable[tuple[int, str, str, str, str]], reading: Reading, same_once: bool) -> QrelsFile:
    """The qrels of (line number, line, query_id, fragment_id, grade as written).

    Grades and same_once as for `read_qrels`. Raises BadFile with every problem, those of the reading among them.
    """
    queries, fragments = Ids(), Ids()
    query, fragment, grades, line = array("i"), array("i"), array("i"), array("q")
    for number, text, query_id, fragment_id, written in rows:
        grade = read_grade(reading, number, text, written)
        if grade is not None:
            query.append(queries.index(query_id))
            fragment.append(fragments.index(fragment_id))
            grades.append(grade)
            line.append(number)
    keep = refuse_duplicates(
        reading, JUDGED_TWICE, queries.ids, fragments.ids, query, fragment, line, grades, same_once
    )
    return QrelsFile(
        query_ids=queries.ids,
        fragment_ids=fragments.ids,
        query=np.array(query, dtype=np.int32)[keep],
        fragment=np.array(fragment, dtype=np.int32)[keep],
        grade=np.array(grades, dtype=np.int32)[keep],
        notices=reading.finish(),
    )


def read_grade(reading: Reading, number: int, text: str, written: str) -> int | None:
    """The grade that `written` is, or None after a problem has been noted."""
    if not _WHOLE_NUMBER.fullmatch(written):
        if text.lstrip(" \t").startswith("#"):
            reading.refuse(number, text, NO_COMMENTS)
        else:
            refuse_number(reading, number, text, NOT_A_GRADE, grade=written)
        return None
    grade = int(written)
    if abs(grade) > HIGHEST_GRADE:
        reading.refuse(number, text, GRADE_TOO_LARGE, grade=written, highest=HIGHEST_GRADE)
        return None
    return grade


def write_run(results: Results, file: BinaryIO, tag: str | None = None) -> None:
    """A TREC run, UTF-8, each query's results in the ranking order, scores as they are (`repr`).

    tag: the last column; else the run's name with blanks made “_”. Raises BadFile, before a byte is
    written, for an id that would break or merge columns.
    """
    refuse_unwritable_ids(UNWRITABLE_ID, _SPLITS_AN_ID, results.query_ids, results.fragment_ids)
    tag = re.sub(r"[ \t\r\n]+", "_", tag or results.name) or "run"
    order = np.lexsort(
        (-code_point_rank(results.fragment_ids)[results.fragment], -results.score, results.query)
    )
    rank, before = 0, -1
    for query, fragment, score in zip(
        results.query[order].tolist(),
        results.fragment[order].tolist(),
        results.score[order].tolist(),
        strict=True,
    ):
        rank = rank + 1 if query == before else 1
        before = query
        ids = results.query_ids[query], results.fragment_ids[fragment]
        file.write(f"{ids[0]} Q0 {ids[1]} {rank} {score!r} {tag}\n".encode())


def write_qrels(grades: Grades, file: BinaryIO) -> None:
    """TREC qrels, UTF-8, in the order of the rows. Raises BadFile as `write_run` does."""
    refuse_unwritable_ids(UNWRITABLE_ID, _SPLITS_AN_ID, grades.query_ids, grades.fragment_ids)
    write_lines(
        file, " ", (grades.query_ids, grades.query), "0", (grades.fragment_ids, grades.fragment), grades.grade
    )


def graded_pairs(grades: Grades) -> Iterator[tuple[str, str, int]]:
    """(query_id, fragment_id, grade) of every row."""
    query_ids: Sequence[str] = grades.query_ids
    columns = (grades.query.tolist(), grades.fragment.tolist(), grades.grade.tolist())
    for query, fragment, grade in zip(*columns, strict=True):
        yield query_ids[query], grades.fragment_ids[fragment], grade


def _judged(source: Source, reading: Reading) -> Iterator[tuple[int, str, str, str, str]]:
    """The rows of TREC qrels for `graded`; lines of other columns become problems."""
    for number, text in text_lines(source, reading):
        columns = _columns(text)
        if len(columns) == 4:
            yield number, text, columns[0], columns[2], columns[3]
        else:
            _refuse_columns(reading, number, text, QRELS_COLUMNS, len(columns))


def _columns(text: str) -> list[str]:
    columns = text.replace("\t", " ").split(" ")
    return [column for column in columns if column] if "" in columns else columns


def _refuse_columns(reading: Reading, number: int, text: str, template: str, columns: int) -> None:
    if text.lstrip(" \t").startswith("#"):
        reading.refuse(number, text, NO_COMMENTS)
    else:
        reading.refuse(number, text, template, columns=columns)
