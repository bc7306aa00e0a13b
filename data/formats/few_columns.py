"""Short formats whose columns are parted by blanks or tabs: MS MARCO runs, LTR lines, Quepid's decimal qrels."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO

from data.formats.columns import refuse_unwritable_ids
from data.formats.content import Content, JudgementRows, Texts, judged_by_text, written_grade
from data.formats.golden import Golden, refuse_same_texts, shown
from data.formats.lines import text_lines
from data.formats.results import ResultRows, run_name
from data.formats.sample import Sample
from data.formats.trec import NO_COMMENTS, UNWRITABLE_ID
from data.formats.trec_shape import COLUMN, has_iterations
from data.problems import Reading
from evaluation.words import N_, counted

MS_MARCO = N_("three columns: query, fragment, and a rank that rises from 1")
LTR = N_("lines like “3 qid:17 # fragment query”")
DECIMAL = N_("four columns, the grades with decimals")
MS_MARCO_COLUMNS = counted(
    "{columns} column, a MS MARCO run has 3", "{columns} columns, a MS MARCO run has 3", "columns"
)
NOT_A_RANK = N_("the rank “{rank}” is not a whole number from 1")
NOT_LTR = N_("not a line like “3 qid:17 # fragment query”")
QRELS_COLUMNS = counted(
    "{columns} column, TREC qrels have 4", "{columns} columns, TREC qrels have 4", "columns"
)

_LTR = re.compile(
    r"([^ \t]+)[ \t]+qid:([^ \t]+)(?:[ \t]+[0-9]+:[^ \t#]+)*[ \t]*#[ \t]*([^ \t]+)(?:[ \t](.*))?"
)
_SPLITS_AN_ID = re.compile(r"[ \t\r\n]|^\ufeff|^$")


def looks_like_ms_marco(sample: Sample) -> str | None:
    """Why the file may be a MS MARCO run, or None."""
    rows = [COLUMN.findall(line) for line in sample.lines]
    if not rows or sample.is_json or any(len(row) != 3 for row in rows):
        return None
    before: tuple[str, int] | None = None
    for query, _, rank in rows:
        if not rank.isdecimal() or int(rank) != (before[1] + 1 if before and before[0] == query else 1):
            return None
        before = query, int(rank)
    return MS_MARCO


def looks_like_ltr(sample: Sample) -> str | None:
    """Why the file may be LTR lines with documents, or None."""
    fitting = sum(bool(_LTR.fullmatch(line.strip(" \t"))) for line in sample.lines)
    return LTR if fitting and fitting > len(sample.lines) // 2 else None


def looks_like_decimal(sample: Sample) -> str | None:
    """Why the file may be Quepid's TREC export, or None."""
    rows = [COLUMN.findall(line) for line in sample.lines]
    fits = bool(rows) and all(len(row) == 4 and written_grade(row[3]) is not None for row in rows)
    return DECIMAL if fits and has_iterations(rows) and any("." in row[3] for row in rows) else None


def read_ms_marco(source: bytes | Path, reading: Reading) -> Content:
    """`query fragment rank`, a run named by its file; the score is the rank below 0, so that rank 1 is best."""
    rows = ResultRows(reading)
    for line, text in text_lines(source, reading):
        columns = COLUMN.findall(text)
        if len(columns) != 3:
            reading.refuse(line, text, MS_MARCO_COLUMNS, columns=len(columns))
        elif not columns[2].isascii() or not columns[2].isdecimal() or not int(columns[2][:12]) > 0:
            reading.refuse(line, text, NOT_A_RANK, rank=columns[2])
        else:
            rows.add(line, columns[0], columns[1], -int(columns[2][:12]))
    return Content(runs=[rows.finish(run_name(reading.file))], notices=reading.finish())


def read_ltr(source: bytes | Path, reading: Reading) -> Content:
    """`grade qid:query # fragment text of the query`: SVMlight's text form as Quepid writes it."""
    queries, judged = Texts("q"), JudgementRows(reading)
    for line, text in text_lines(source, reading):
        found = _LTR.fullmatch(text.strip(" \t"))
        if found is None:
            reading.refuse(line, text, NOT_LTR)
            continue
        grade, query, fragment, words = found.groups()
        judged.add(line, queries.id(words) if words else query, fragment, grade)
    return judged_by_text(queries, judged, reading)


def read_decimal(source: bytes | Path, reading: Reading) -> Content:
    """TREC qrels with grades such as 3.0 or words, which are mapped afterwards; empty lines may stand between."""
    judged = JudgementRows(reading, labels=True)
    for line, text in text_lines(source, reading):
        columns = COLUMN.findall(text)
        if text.lstrip(" \t").startswith("#") and not (len(columns) == 4 and written_grade(columns[3])):
            reading.refuse(line, text, NO_COMMENTS)
        elif len(columns) != 4:
            reading.refuse(line, text, QRELS_COLUMNS, columns=len(columns))
        else:
            judged.add(line, columns[0], columns[2], columns[3])
    return Content(judgements=judged.finish(), notices=reading.finish())


def write_ltr(golden: Golden, file: BinaryIO) -> None:
    """LTR lines, queries numbered from 1. Raises BadFile for ids with blanks and for two queries of one text."""
    refuse_same_texts(golden)
    refuse_unwritable_ids(UNWRITABLE_ID, _SPLITS_AN_ID, [], golden.grades.fragment_ids)
    number = 0
    for query, graded in golden.by_query():
        number += bool(graded)
        words = " ".join(shown(query).split())
        for fragment, grade in graded:
            file.write(f"{grade} qid:{number} # {fragment} {words}\n".encode())
