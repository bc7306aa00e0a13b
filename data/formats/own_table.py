"""Quilate's own tables: qrels and judgements with ids for programs, and one with texts for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from data.formats import delimited
from data.formats.columns import refuse_unwritable_ids
from data.formats.golden import Golden
from data.formats.joined import taken, write_lines
from data.formats.trec import graded_pairs
from evaluation.values import Results, code_point_rank
from evaluation.words import N_

UNWRITABLE_ID = N_(
    "the {kind} id “{id}” cannot stand in a tab-separated file: it is empty, or has a tab or line end"
)
QRELS = ("query_id", "fragment_id", "grade")
JUDGEMENTS = (*QRELS, "person", "note")
RUN = ("query_id", "fragment_id", "score", "rank", "run")
IR_DATASETS = ("query_id", "doc_id", "relevance", "iteration")

_SPLITS_AN_ID = re.compile(r"[\t\r\n]|^$")


def write_csv(golden: Golden, file: BinaryIO) -> None:
    """The agreed grades, exactly as they are."""
    delimited.write(file, _with_header(QRELS, graded_pairs(golden.grades)))


def write_judgements_csv(golden: Golden, file: BinaryIO) -> None:
    """Each annotator's grades and notes, exactly as they are."""
    delimited.write(file, _with_header(JUDGEMENTS, _judgement_rows(golden)))


def write_ir_datasets(golden: Golden, file: BinaryIO) -> None:
    """The qrels as ir_datasets lists them. Raises BadFile for ids with a tab or line end."""
    grades = golden.grades
    refuse_unwritable_ids(UNWRITABLE_ID, _SPLITS_AN_ID, grades.query_ids, grades.fragment_ids)
    file.write(("\t".join(IR_DATASETS) + "\n").encode())
    write_lines(
        file,
        "\t",
        (grades.query_ids, grades.query),
        (grades.fragment_ids, grades.fragment),
        grades.grade,
        "0",
    )


def write_parquet(golden: Golden, file: BinaryIO) -> None:
    """The agreed grades; ids are text, grades int32."""
    grades = golden.grades
    columns = [taken(grades.query_ids, grades.query), taken(grades.fragment_ids, grades.fragment)]
    parquet.write_table(pa.table([*columns, pa.array(grades.grade)], names=list(QRELS)), file)


def write_for_people(golden: Golden, file: BinaryIO) -> None:
    """A row a judged pair with its texts, for a spreadsheet; no cell runs as a formula."""
    delimited.write_for_people(file, people_rows(golden))


def people_rows(golden: Golden) -> Iterator[list[object]]:
    """Header and rows of the table for people: texts, the agreed grade, each annotator's, their notes.

    A query without judgement is a row without fragment.
    """
    people, judged = list(golden.judgements.people), golden.judged_by()
    yield [
        "query_id", "query", "information_need", "fragment_id", "title", "text", "grade", *people, "notes"
    ]  # fmt: skip
    for query, graded in golden.by_query():
        start: list[object] = [query.query_id, query.text, query.information_need]
        for name, grade in graded:
            rows = judged.get((query.query_id, name), [])
            by_person: dict[str, object] = {person: own for person, own, _ in rows}
            notes = "\n".join(f"{person}: {note}" for person, _, note in rows if note)
            fragment = golden.fragment(name)
            grades = [by_person.get(person, "") for person in people]
            yield [*start, name, fragment.title, fragment.text, grade, *grades, notes]
        if not graded:
            yield [*start, "", "", "", "", *("" for _ in people), ""]


def write_run_csv(results: Results, file: BinaryIO) -> None:
    """A run in ranking order, with the scores as they are."""
    query, fragment, score, rank = _ranked(results)
    rows = zip(
        query.to_pylist(), fragment.to_pylist(), score.tolist(), rank.tolist(), [results.name] * len(rank),
        strict=True,
    )  # fmt: skip
    delimited.write(file, _with_header(RUN, rows))


def write_run_parquet(results: Results, file: BinaryIO) -> None:
    """A run in ranking order."""
    query, fragment, score, rank = _ranked(results)
    name = pa.array([results.name] * len(rank), pa.string())
    columns = [query, fragment, pa.array(score), pa.array(rank), name]
    parquet.write_table(pa.table(columns, names=list(RUN)), file)


def write_rows(header: Sequence[str], rows: Sequence[Sequence[object]], form: str, file: BinaryIO) -> None:
    """Any plain table as "csv" or "parquet", such as the scores of every query."""
    if form == "csv":
        delimited.write(file, [header, *rows])
        return
    columns = zip(*rows, strict=True) if rows else ([] for _ in header)
    parquet.write_table(pa.table([pa.array(list(column)) for column in columns], names=list(header)), file)


def _with_header(header: Sequence[str], rows: Iterator[tuple[object, ...]]) -> Iterator[Sequence[object]]:
    yield header
    yield from rows


def _judgement_rows(golden: Golden) -> Iterator[tuple[object, ...]]:
    for row, (person, query, fragment, grade) in enumerate(golden.judgements.rows()):
        yield query, fragment, grade, person, golden.judgements.notes.get(row, "")


def _ranked(results: Results) -> tuple[pa.Array, pa.Array, np.ndarray, np.ndarray]:
    """(query ids, fragment ids, scores, ranks) in ranking order."""
    by_id = code_point_rank(results.fragment_ids)[results.fragment]
    order = np.lexsort((-by_id, -results.score, results.query))
    query = results.query[order]
    starts = np.flatnonzero(np.concatenate(([True], query[1:] != query[:-1]))) if len(query) else query
    rank = np.arange(len(query)) - np.repeat(starts, np.diff(np.append(starts, len(query)))) + 1
    names = taken(results.query_ids, query), taken(results.fragment_ids, results.fragment[order])
    return *names, results.score[order], rank.astype(np.int32)
