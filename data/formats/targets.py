"""Every format that qrels and golden datasets are written in: one row a format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from data.formats import (
    autorag,
    beir,
    datasette,
    few_columns,
    golden_jsonl,
    label_studio,
    nested,
    own_table,
    quepid_book_csv,
    quepid_json,
    quepid_limits,
    ragas,
    rank_eval,
    rated_csv,
    rre,
    srw,
    trec,
    xlsx,
)
from data.formats.golden import Golden, about_grades, about_queries, about_relevance, about_texts
from data.problems import Problem
from evaluation.words import N_

GRADED, RELEVANT, EACH = "graded", "relevant", "each"


@dataclass(frozen=True)
class Target:
    """A format that is written.

    holds: GRADED, the agreed grades; RELEVANT, only which fragments are relevant; EACH, every annotator's grade.
    texts: whether it holds the fragments' texts. by_text: whether it names queries by their text.
    reads: the format by which it is read back ("" where the module has a reader of its own).
    for_people: cells are made harmless for spreadsheets.
    """

    key: str
    title: str
    ending: str
    write: Callable[[Golden, BinaryIO], None]
    reads: str
    holds: str = GRADED
    texts: bool = False
    by_text: bool = False
    keeps_unjudged: bool = False
    for_people: bool = False
    warns: Callable[[Golden], Iterator[Problem]] = lambda golden: iter(())

    def warnings(self, golden: Golden) -> Iterator[Problem]:
        """What there is to know before the file is written; what it cannot hold at all is raised by `write`."""
        yield from about_queries(golden, keeps_unjudged=self.keeps_unjudged, by_text=self.by_text)
        yield from about_grades(golden)
        if self.texts:
            yield from about_texts(golden)
        if self.holds == RELEVANT:
            yield from about_relevance(golden)
        yield from self.warns(golden)


def _trec(golden: Golden, file: BinaryIO) -> None:
    trec.write_qrels(golden.grades, file)


def _beir(golden: Golden, file: BinaryIO) -> None:
    beir.write_qrels(golden.grades, file)


_ALL = (
    Target("trec", N_("TREC qrels: trec_eval, ir_measures, ranx"), "qrels", _trec, "qrels"),
    Target("beir", N_("BEIR qrels (tsv with header)"), "tsv", _beir, "beir qrels"),
    Target("ranx", N_("ranx Qrels (JSON)"), "json", nested.write_qrels, "dict qrels"),
    Target("pytrec_eval", N_("pytrec_eval qrels (JSON)"), "json", nested.write_qrels, "dict qrels"),
    Target("ir_datasets", N_("ir_datasets-like tsv"), "tsv", own_table.write_ir_datasets, "own"),
    Target("csv", N_("CSV for programs: query_id, fragment_id, grade"), "csv", own_table.write_csv, "own"),
    Target("parquet", N_("Parquet: query_id, fragment_id, grade"), "parquet", own_table.write_parquet, "own"),
    Target(
        "judgements", N_("CSV for programs: each annotator's grade and note"), "csv",
        own_table.write_judgements_csv, "own", EACH,
    ),
    Target(
        "golden", N_("golden dataset (JSON Lines): texts, grades, notes"), "jsonl",
        golden_jsonl.write, "golden", EACH, texts=True, keeps_unjudged=True,
    ),
    Target(
        "datasette", N_("SQLite with full-text search, for Datasette"), "db",
        datasette.write, "", texts=True, keeps_unjudged=True,
    ),
    Target(
        "xlsx", N_("Excel workbook for people"), "xlsx", xlsx.write, "",
        texts=True, keeps_unjudged=True, for_people=True, warns=xlsx.warn,
    ),
    Target(
        "spreadsheet", N_("CSV for a spreadsheet: texts, grades, notes"), "csv", own_table.write_for_people, "",
        texts=True, keeps_unjudged=True, for_people=True,
    ),
    Target(
        "quepid", N_("Quepid basic CSV (query, docid, rating)"), "csv",
        rated_csv.write, "rated csv", by_text=True, keeps_unjudged=True, warns=quepid_limits.warn_csv,
    ),
    Target(
        "quepid-book", N_("Quepid book CSV (a column a judge)"), "csv",
        quepid_book_csv.write, "book csv", EACH, by_text=True, warns=quepid_limits.warn_judged,
    ),
    Target(
        "quepid-book-json", N_("Quepid book JSON"), "json",
        quepid_json.write_book, "book", EACH, texts=True, by_text=True, warns=quepid_limits.warn_book,
    ),
    Target("srw", N_("OpenSearch Search Relevance Workbench (JSON)"), "json", srw.write, "srw", by_text=True),
    Target("rank_eval", N_("Elasticsearch _rank_eval (JSON)"), "json", rank_eval.write, "rank_eval"),
    Target("rre", N_("RRE ratings, by document"), "json", rre.write, "rre", by_text=True),
    Target(
        "rre-by-gain", N_("RRE ratings, by gain, as Quepid imports"), "json",
        rre.write_by_gain, "rre", by_text=True, warns=quepid_limits.warn_judged,
    ),
    Target("ltr", N_("LTR (SVMlight text)"), "txt", few_columns.write_ltr, "ltr", by_text=True),
    Target(
        "label-studio", N_("Label Studio tasks with annotations"), "json",
        label_studio.write, "label studio", EACH, texts=True,
    ),
    Target("ragas", N_("ragas ground truth (JSON Lines)"), "jsonl", ragas.write, "ragas", RELEVANT, texts=True),
    Target("autorag", N_("AutoRAG qa (Parquet)"), "parquet", autorag.write_qa, "autorag qa", RELEVANT),
)  # fmt: skip
TARGETS = {target.key: target for target in _ALL}
"""key → target, in the order in which they are offered."""
