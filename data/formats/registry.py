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
    documents,
    fast,
    few_columns,
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
    rre,
    srw,
    table,
    trec_shape,
)
from data.formats.content import Content, JudgementRows, judgements_of
from data.formats.sample import Sample
from data.formats.trec import NOT_A_GRADE, QrelsFile
from data.problems import BadFile, Reading
from evaluation.words import N_

TOO_DEEP = N_("the file is nested too deeply")

Looks = Callable[[Sample], str | None]
Reader = Callable[..., Content]


@dataclass(frozen=True)
class Format:
    """A format that is read.

    looks_like: why a file may be this, or None. read: (source, reading) → content,
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
    found = fast.read_run(source, file=reading.file, finite=True)
    return Content(runs=[found], notices=found.notices)


def _trec_qrels(source: bytes | Path, reading: Reading) -> Content:
    return _graded(fast.read_trec_qrels, few_columns.read_decimal, source, reading)


def _beir_qrels(source: bytes | Path, reading: Reading) -> Content:
    return _graded(fast.read_beir_qrels, _beir_labels, source, reading)


def _beir_labels(source: bytes | Path, reading: Reading) -> Content:
    judged = JudgementRows(reading, labels=True)
    for line, _, query, fragment, grade in beir.judged_rows(source, reading):
        judged.add(line, query, fragment, grade)
    return Content(judgements=judged.finish(), notices=reading.finish())


def _graded(
    read_whole: Callable[..., QrelsFile], read_any: Reader, source: bytes | Path, reading: Reading
) -> Content:
    """Qrels as evaluators take them; where a grade is no whole number, with grades that are mapped afterwards."""
    try:
        found = read_whole(source, reading.file, same_once=True)
    except BadFile as bad:
        if any(problem.template == NOT_A_GRADE for problem in bad.problems):
            return read_any(source, reading)
        raise
    return Content(judgements=judgements_of(found), notices=found.notices)


def _looks_like_prose(sample: Sample) -> str | None:
    """Markdown by its ending; plain text only where its lines are not those of results or of a table."""
    shapes = (trec_shape.looks_like_run, trec_shape.looks_like_qrels, few_columns.looks_like_ms_marco)
    is_plain = sample.ending in ("txt", "text")
    is_other = is_plain and (table.is_certain(sample) or any(looks_like(sample) for looks_like in shapes))
    return None if is_other else prose.looks_like(sample)


COLUMNS, SPLIT = "columns", "split"

_ALL = (
    Format("queries", N_("queries (BEIR queries.jsonl)"), beir.looks_like_queries, _beir_queries),
    Format("fragments", N_("fragments (BEIR corpus.jsonl)"), beir.looks_like_corpus, _beir_fragments),
    Format("golden", N_("golden dataset (Quilate)"), golden_jsonl.looks_like, golden_jsonl.read),
    Format("rag", N_("queries, fragments and a run (RAG)"), rag.looks_like, rag.read),
    Format("ragas", N_("samples with contexts (ragas)"), ragas.looks_like, ragas.read),
    Format("documents", N_("fragments (LangChain, LlamaIndex)"), documents.looks_like, documents.read),
    Format("label studio", N_("judgements (Label Studio)"), label_studio.looks_like, label_studio.read),
    Format("argilla", N_("judgements (Argilla)"), argilla.looks_like, argilla.read),
    Format("book", N_("judgements (Quepid book)"), quepid_json.looks_like_book, quepid_json.read_book),
    Format("srw", N_("judgements (Search Relevance Workbench)"), srw.looks_like, srw.read),
    Format("rank_eval", N_("judgements (_rank_eval)"), rank_eval.looks_like, rank_eval.read),
    Format("rre", N_("judgements (RRE)"), rre.looks_like, rre.read),
    Format("case", N_("judgements (Quepid)"), quepid_json.looks_like_ratings, quepid_json.read_ratings),
    Format("dict qrels", N_("qrels (ranx, pytrec_eval)"), nested.looks_like, nested.read_qrels),
    Format("dict run", N_("run (ranx, pytrec_eval)"), nested.looks_like, nested.read_run),
    Format("autorag qa", N_("queries and ground truth (AutoRAG)"), autorag.looks_like_qa, autorag.read_qa),
    Format("autorag corpus", N_("fragments (AutoRAG)"), autorag.looks_like_corpus, autorag.read_corpus),
    Format("beir qrels", N_("qrels (BEIR tsv)"), beir.looks_like_qrels, _beir_qrels),
    Format("own", N_("judgements or run (Quilate, ir_datasets)"), table.looks_like_own, table.read_own),
    Format("rated csv", N_("judgements (query, docid, rating)"), rated_csv.looks_like, rated_csv.read),
    Format("book csv", N_("judgements (Quepid book CSV)"), quepid_book_csv.looks_like, quepid_book_csv.read),
    Format("ltr", N_("judgements (LTR text)"), few_columns.looks_like_ltr, few_columns.read_ltr),
    Format("prose", N_("fragments (text or Markdown)"), _looks_like_prose, prose.read, SPLIT),
    Format("run", N_("run (TREC, 6 columns)"), trec_shape.looks_like_run, _trec_run),
    Format("ms marco", N_("run (MS MARCO)"), few_columns.looks_like_ms_marco, few_columns.read_ms_marco),
    Format("decimal", N_("qrels (Quepid TREC)"), few_columns.looks_like_decimal, few_columns.read_decimal),
    Format("qrels", N_("qrels (TREC, 4 columns)"), trec_shape.looks_like_qrels, _trec_qrels),
    Format("table", N_("a table (columns to be named)"), table.looks_like, table.read, COLUMNS),
)
_OF_RUNS = ("run", "ms marco", "dict run")
FORMATS = {format_.key: format_ for format_ in _ALL}
"""key → format, the more particular ones first."""


def candidates(sample: Sample, *, wants_run: bool = False) -> list[tuple[Format, str]]:
    """The formats that the file may be in, the likeliest first, each with why. wants_run: a run was asked for."""
    found = [(format_, why) for format_ in _ALL if (why := format_.looks_like(sample))]
    if wants_run or nested.is_rather_run(sample):
        found.sort(key=lambda pair: pair[0].key not in _OF_RUNS)
    return found


def is_sure(key: str, sample: Sample, *, wants_run: bool = False) -> bool:
    """Whether what the file was recognised as needs no confirmation."""
    if key in ("dict qrels", "dict run"):
        return wants_run or nested.is_sure(sample)
    return not (key == "prose" and sample.ending in ("txt", "text"))


def read(format_: Format, source: bytes | Path, reading: Reading, answer: Any = None) -> Content:
    """What the file brings. answer: `table.Columns` or a key of `prose.SPLITS`, as the format asks.

    Raises BadFile with everything that is wrong in it.
    """
    try:
        if format_.asks and answer is not None:
            return format_.read(source, reading, answer)
        return format_.read(source, reading)
    except RecursionError:
        reading.refuse(None, "", TOO_DEEP)
        reading.finish()
        raise
