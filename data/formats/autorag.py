"""AutoRAG's Parquet files: `qa` (qid, query, retrieval_gt, generation_gt) and `corpus` (doc_id, contents)."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
from pyarrow import parquet

from data.formats.beir import BeirFragment, BeirQuery
from data.formats.content import Content, JudgementRows, name_of
from data.formats.golden import Golden, shown
from data.formats.ragas import RELEVANT
from data.formats.sample import Sample
from data.formats.table import column_names, rows
from data.problems import Reading
from evaluation.words import N_

QA = N_("columns qid, query, retrieval_gt")
CORPUS = N_("columns doc_id, contents")
NO_LISTS = N_("“retrieval_gt” is no list of lists of ids")


def looks_like_qa(sample: Sample) -> str | None:
    """Why the file may be a `qa` file, or None."""
    return QA if {"qid", "query", "retrieval_gt"} <= set(column_names(sample)) else None


def looks_like_corpus(sample: Sample) -> str | None:
    """Why the file may be a `corpus` file, or None."""
    return CORPUS if {"doc_id", "contents"} <= set(column_names(sample)) else None


def read_qa(source: bytes | Path, reading: Reading) -> Content:
    """Queries, and every id of the ground truth (alternatives too) as the grade "relevant"."""
    queries: dict[str, BeirQuery] = {}
    judged = JudgementRows(reading, labels=True)
    for line, row in rows(source, reading):
        query = name_of(reading, line, "query", row.get("qid"))
        text = name_of(reading, line, "query", row.get("query"))
        groups = row.get("retrieval_gt")
        if query is None or text is None:
            continue
        queries.setdefault(query, BeirQuery(query, text))
        if not isinstance(groups, list):
            reading.refuse(line, "", NO_LISTS)
            continue
        for group in groups:
            for fragment in dict.fromkeys(group if isinstance(group, list) else [group]):
                judged.add(line, query, fragment, RELEVANT)
    judgements = judged.finish()
    return Content(queries=list(queries.values()), judgements=judgements, notices=reading.finish())


def read_corpus(source: bytes | Path, reading: Reading) -> Content:
    """Fragments. Raises BadFile for rows without id or text."""
    fragments: dict[str, BeirFragment] = {}
    for line, row in rows(source, reading):
        name = name_of(reading, line, "fragment", row.get("doc_id"))
        text = name_of(reading, line, "text", row.get("contents"))
        if name is not None and text is not None:
            fragments.setdefault(name, BeirFragment(name, "", text))
    return Content(fragments=list(fragments.values()), notices=reading.finish())


def write_qa(golden: Golden, file: BinaryIO) -> None:
    """A row a query with a relevant fragment; each fragment is a group of its own, all of them are wanted."""
    columns: dict[str, list[object]] = {"qid": [], "query": [], "retrieval_gt": [], "generation_gt": []}
    for query, graded in golden.by_query():
        relevant = [[name] for name, grade in graded if grade >= golden.relevant_from]
        if relevant:
            for name, value in zip(columns, (query.query_id, shown(query), relevant, []), strict=True):
                columns[name].append(value)
    text, texts = pa.string(), pa.list_(pa.string())
    schema = pa.schema(
        [("qid", text), ("query", text), ("retrieval_gt", pa.list_(texts)), ("generation_gt", texts)]
    )
    parquet.write_table(pa.table(columns, schema=schema), file)
