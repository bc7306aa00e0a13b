"""Every format that is read, in the order in which a file is compared with them: one row a format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data.formats import (
    argilla,
    autorag,
    beir,
    columns_of_text,
    documents,
    fast,
    golden_jsonl,
    label_studio,
    nested,
    prose,
    quepid_book_csv,
    quepid_json,
    rag,
    ragas,
    rank_eval,
    rated_csv,
    recognise,
    rre,
    srw,
    table,
    trec,
)
from data.formats.content import Content, judgements_of
from data.formats.sample import Sample, sample
from data.problems import Reading
from evaluation.words import N_

TOO_DEEP = N_("the file is nested too deeply")

Looks = Callable[[Sample], str | None]
Reader = Callable[..., Content]


@dataclass(frozen=True)
class Format:
    """A format that is read.

    looks_like: why a file may be this (a template with {columns}), or None. read: (source, reading) → content,
    and the answer as a third where `asks` names a question: "columns" or "split".
    """

    key: str
    title: str
    looks_like: Looks
    read: Reader
    asks: str | None = None


def _beir_fragments(source: bytes | Path, reading: Reading) -> Content:
    found = beir.read_corpus(source, file=reading.file)
    return Content(fragments=found.fragments, notices=found.notices)


def _beir_queries(source: bytes | Path, reading: Reading) -> Content:
    found = beir.read_queries(source, file=reading.file)
    return Content(queries=found.queries, notices=found.notices)


def _trec_run(source: bytes | Path, reading: Reading) -> Content:
    found = trec.read_run(source, file=reading.file)
    return Content(runs=[found], notices=found.notices)


def _trec_qrels(source: bytes | Path, reading: Reading) -> Content:
    found = trec.read_qrels(source, file=reading.file)
    return Content(judgements=judgements_of(found), notices=found.notices)


def _beir_qrels(source: bytes | Path, reading: Reading) -> Content:
    found = beir.read_qrels(source, file=reading.file)
    return Content(judgements=judgements_of(found), notices=found.notices)
