"""Export: every format reads back equal, and other tools read the same numbers from it."""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import io
import json
import sqlite3
from pathlib import Path

import ir_measures
import numpy as np
import pandas as pd
import pytest
import pytrec_eval
from openpyxl import load_workbook
from ranx import Qrels, Run, evaluate

from data import collections, exporting, exporting_runs, guidelines, judgements, snapshots
from data.checking import Answers, Upload, check_files
from data.collections import Collection
from data.exporting import Choice, Exported
from data.formats.targets import TARGETS
from data.formats.trec import graded_pairs
from data.importing import import_checked
from data.judgements import Act
from data.problems import BadFile
from data.store import Store
from evaluation.agreement import agreed, in_words

QUERIES = [
    ("q 1", "Hotels, in “Köln”\n😀"),
    ("=q2", "=SUM(A1)"),
    ("007", ""),
    ("q4", "never judged"),
    ("q5", "put off"),
]
EVERYTHING = Choice()
FRAGMENTS = ["mydoc.pdf", "http://a/b?c=d", "007", "Nike", "nike", "@cmd", *(f"d{n:02}" for n in range(60))]

RULE = in_words("median", 1.0)


@pytest.fixture
def odd(store: Store) -> Collection:
    """Five queries with every oddity of ids and texts, 66 fragments; Ana grades, Bo agrees or differs."""
    made = collections.get_or_create_collection(store, "odd", guidelines="Be fair.")
    with store.writing() as db:
        collections.put_queries(
            db, made, ((name, text, "", '["t"]' if name == "007" else "[]") for name, text in QUERIES)
        )
        texts = ((name, "", f"text of {name}, with “quotes”", "", None) for name in FRAGMENTS)
        collections.put_fragments(db, made, texts)
    grade_all(store, made)
    return made


def grade_all(store: Store, made: Collection) -> None:
    queries, fragments = collections.query_ids(store, made), collections.fragment_ids(store, made)
    ana, bo = collections.add_person(store, "Ana"), collections.add_person(store, "Bo, the “2nd”")
    acts = [
        Act(queries["q 1"], fragments[name], "grade", n % 4, note="=note" if n == 1 else "")
        for n, name in enumerate(FRAGMENTS)
    ]
    acts += [
        Act(queries["=q2"], fragments["nike"], "grade", 0),
        Act(queries["007"], fragments["007"], "grade", 3),
    ]
    judgements.append(store, made, ana, [*acts, Act(queries["q5"], fragments["nike"], "skip")])
    judgements.append(store, made, bo, [Act(queries["q 1"], fragments["Nike"], "grade", 0)])


def export(store: Store, collection: Collection, key: str, choice: Choice = EVERYTHING) -> Exported:
    target = TARGETS[key]
    chosen = exporting.golden(store, collection, agreed, target, choice)
    return exporting.export(store, collection, chosen, target, choice, RULE)


@pytest.mark.parametrize("key", [key for key in TARGETS if key not in ("trec", "ltr")])
def test_every_format_reads_back_equal_with_odd_ids_and_more_than_fifty_grades(
    store: Store, odd: Collection, key: str
) -> None:
    exported = export(store, odd, key)
    relevant_only = key in ("ragas", "autorag")
    each = TARGETS[key].holds == "each"
    assert exported.compared == (50 if relevant_only else 69 if each else 68)


@pytest.mark.parametrize("key", ["golden", "datasette", "xlsx", "spreadsheet", "quepid"])
def test_queries_without_judgement_stand_in_formats_that_can_hold_them(
    store: Store, odd: Collection, key: str
) -> None:
    exported = export(store, odd, key)
    assert (
        "2 queries have no judgement; they stand in the file without a grade" in exported.manifest["warnings"]
    )


@pytest.mark.parametrize("key", TARGETS)
def test_what_was_put_off_is_no_grade_in_any_format(store: Store, odd: Collection, key: str) -> None:
    chosen = exporting.golden(store, odd, agreed, TARGETS[key])
    agreed_on = {(query, fragment) for query, fragment, _ in graded_pairs(chosen.grades)}
    own = {(query, fragment) for _, query, fragment, _ in chosen.judgements.rows()}
    assert ("q5", "nike") not in agreed_on | own
    assert ("=q2", "nike") in agreed_on


def test_trec_says_which_ids_it_cannot_hold(store: Store, odd: Collection) -> None:
    with pytest.raises(BadFile, match="the query id “q 1” cannot stand in a TREC file"):
        export(store, odd, "trec")


def test_two_queries_of_one_text_are_refused_by_formats_that_know_only_the_text(
    store: Store, odd: Collection
) -> None:
    with store.writing() as db:
        collections.put_queries(db, odd, [("=q2", "Hotels, in “Köln” 😀", "", "[]")])
    with pytest.raises(BadFile, match="2 queries have the same text"):
        export(store, odd, "srw")


def test_a_file_that_does_not_read_back_is_not_handed_out(store: Store, odd: Collection) -> None:
    target = TARGETS["csv"]
    chosen = exporting.golden(store, odd, agreed, target)
    broken = dataclasses.replace(
        target, write=lambda golden, file: file.write(b"query_id,fragment_id,grade\n")
    )
    with pytest.raises(BadFile):
        exporting.export(store, odd, chosen, broken)


def test_the_manifest_says_what_the_file_is(store: Store, odd: Collection) -> None:
    manifest = json.loads(export(store, odd, "csv").manifest_json)
    assert manifest["counts"] == {
        "queries": 5, "judged_queries": 3, "pairs": 68, "judgements": 69, "annotators": 2,
        "grades": {"0": 18, "1": 18, "2": 16, "3": 16},
    }  # fmt: skip
    assert manifest["revision"] == judgements.revision(store)
    assert manifest["agreement"] == RULE


def test_a_snapshot_is_the_past_with_its_undone_acts(store: Store, odd: Collection) -> None:
    snapshots.take(store, odd, "before")
    queries, fragments = collections.query_ids(store, odd), collections.fragment_ids(store, odd)
    ana = collections.add_person(store, "Ana")
    judgements.append(store, odd, ana, [Act(queries["007"], fragments["007"], "grade", 1)])
    then = Choice(exporting.moment_of(store, odd, "before")[0], tag="t")
    assert b"007,007,3" in export(store, odd, "csv", then).content
    assert b"007,007,1" in export(store, odd, "csv", Choice(tag="t")).content
    judgements.undo_last(store, odd, ana)
    assert b"007,007,3" in export(store, odd, "csv", Choice(tag="t")).content
    assert b"007,007,1" in export(store, odd, "csv", Choice(judgements.revision(store) - 1, tag="t")).content


def test_the_manifest_names_the_guidelines_that_held_then(store: Store, odd: Collection) -> None:
    snapshots.take(store, odd, "before")
    pair = collections.query_ids(store, odd)["007"], collections.fragment_ids(store, odd)["007"]
    judgements.append(store, odd, collections.add_person(store, "Ana"), [Act(*pair, "grade", 1)])
    now = collections.change_collection(store, odd, guidelines="Be strict.")
    revision, moment = exporting.moment_of(store, now, "before")
    told = [
        export(store, now, "csv", choice).manifest
        for choice in (Choice(revision, moment=moment), Choice(revision), EVERYTHING)
    ]
    assert [found["guidelines_version"] for found in told] == [1, 1, 2]
    hashes = [hashlib.sha256(text).hexdigest() for text in (b"Be fair.", b"Be fair.", b"Be strict.")]
    assert [found["guidelines"] for found in told] == hashes


def test_guidelines_changed_after_a_moment_did_not_hold_then(store: Store, odd: Collection) -> None:
    revision = judgements.revision(store)
    assert guidelines.held_at(store, odd, revision) == (1, "Be fair.")
    assert guidelines.held_at(store, odd, revision, "2000-01-01") == (0, "")


def test_a_tag_an_annotator_and_a_threshold_choose(store: Store, odd: Collection) -> None:
    assert export(store, odd, "csv", Choice(tag="t")).content == b"query_id,fragment_id,grade\n007,007,3\n"
    theirs = export(store, odd, "csv", Choice(annotator="Bo, the “2nd”")).content
    assert theirs == b"query_id,fragment_id,grade\nq 1,Nike,0\n"
    assert b"007,007,1" in export(store, odd, "csv", Choice(threshold=2)).content
    assert export(store, odd, "ragas", Choice(threshold=3)).compared == 16


def test_names_are_written_only_if_wanted(store: Store, odd: Collection) -> None:
    assert b"Ana" in export(store, odd, "judgements").content
    hidden = export(store, odd, "judgements", Choice(names=False)).content
    assert b"Ana" not in hidden
    assert b"annotator 2" in hidden


def test_what_a_spreadsheet_would_run_is_harmless_for_people_and_exact_for_programs(
    store: Store, odd: Collection
) -> None:
    people = list(csv.reader(io.StringIO(export(store, odd, "spreadsheet").content.decode("utf-8-sig"))))
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in people for cell in row)
    programs = list(csv.reader(io.StringIO(export(store, odd, "judgements").content.decode())))
    assert {"=q2", "@cmd", "=note"} <= {cell for row in programs for cell in row}


def test_a_workbook_keeps_formulas_and_numbers_as_text(store: Store, odd: Collection) -> None:
    sheet = load_workbook(io.BytesIO(export(store, odd, "xlsx").content))["Grades"]
    kinds = {str(cell.value): cell.data_type for row in sheet.iter_rows() for cell in row}
    assert (kinds["=SUM(A1)"], kinds["=q2"], kinds["007"]) == ("s", "s", "s")


def test_a_golden_dataset_goes_into_another_database_whole(
    store: Store, odd: Collection, tmp_path: Path
) -> None:
    other = Store(tmp_path / "other.db")
    check = check_files(other, "copy", [Upload("golden.jsonl", export(store, odd, "golden").content)])
    copy = import_checked(other, check)
    assert export(other, copy, "judgements").content == export(store, odd, "judgements").content


def test_the_sqlite_file_can_be_searched(store: Store, odd: Collection, tmp_path: Path) -> None:
    path = tmp_path / "golden.db"
    path.write_bytes(export(store, odd, "datasette").content)
    rows = sqlite3.connect(path).execute(
        "SELECT count(*) FROM fragments_fts WHERE fragments_fts MATCH 'nike'"
    )
    assert rows.fetchone() == (2,)


@pytest.fixture
def plain(store: Store) -> Collection:
    """Three queries with plain ids, one of them without a relevant fragment; one run."""
    files = [
        Upload("qrels.txt", b"1 0 a 3\n1 0 b 0\n1 0 c 1\n2 0 a 0\n3 0 c 2\n3 0 d 1\n"),
        Upload("run.trec", b"1 Q0 b 1 3 r\n1 Q0 a 2 2 r\n2 Q0 a 1 1 r\n3 Q0 d 1 .5 r\n3 Q0 x 2 .25 r\n"),
    ]
    return import_checked(store, check_files(store, "plain", files))


# By hand: RR of query 1 is 1/2 (a on rank 2), of query 2 is 0, of query 3 is 1.
RECIPROCAL_RANKS = {"1": 0.5, "2": 0.0, "3": 1.0}


def test_ir_measures_reads_the_trec_files(store: Store, plain: Collection, tmp_path: Path) -> None:
    run = io.BytesIO()
    exporting_runs.RUN_FORMATS["trec"](exporting_runs.results(store, plain, "r"), run)
    (tmp_path / "qrels").write_bytes(export(store, plain, "trec").content)
    (tmp_path / "run").write_bytes(run.getvalue())
    found = ir_measures.iter_calc(
        [ir_measures.RR],
        ir_measures.read_trec_qrels(str(tmp_path / "qrels")),
        ir_measures.read_trec_run(str(tmp_path / "run")),
    )
    assert {metric.query_id: metric.value for metric in found} == RECIPROCAL_RANKS


def test_pytrec_eval_takes_its_json(store: Store, plain: Collection) -> None:
    run = io.BytesIO()
    exporting_runs.RUN_FORMATS["json"](exporting_runs.results(store, plain, "r"), run)
    evaluator = pytrec_eval.RelevanceEvaluator(
        json.loads(export(store, plain, "pytrec_eval").content), {"recip_rank"}
    )
    found = evaluator.evaluate(json.loads(run.getvalue()))
    assert {query: values["recip_rank"] for query, values in found.items()} == RECIPROCAL_RANKS


def test_ranx_reads_its_json_and_the_parquet_file(store: Store, plain: Collection, tmp_path: Path) -> None:
    for name, content in (
        ("q.json", export(store, plain, "ranx").content),
        ("q.parquet", export(store, plain, "parquet").content),
    ):
        (tmp_path / name).write_bytes(content)
    run = io.BytesIO()
    exporting_runs.RUN_FORMATS["json"](exporting_runs.results(store, plain, "r"), run)
    qrels = Qrels.from_file(str(tmp_path / "q.json"))
    assert evaluate(qrels, Run(json.loads(run.getvalue())), "mrr") == pytest.approx(0.5)
    frame = pd.read_parquet(tmp_path / "q.parquet").astype({"query_id": object, "fragment_id": object})
    frame["grade"] = frame["grade"].astype(int)
    assert Qrels.from_df(frame, "query_id", "fragment_id", "grade").to_dict() == qrels.to_dict()


def test_pandas_reads_a_run_with_its_scores_and_ranks(store: Store, plain: Collection) -> None:
    file = io.BytesIO()
    exporting_runs.RUN_FORMATS["csv"](exporting_runs.results(store, plain, "r"), file)
    frame = pd.read_csv(io.BytesIO(file.getvalue()), dtype={"query_id": str})
    assert frame["rank"].tolist() == [1, 2, 1, 1, 2]
    assert np.array_equal(frame["score"], [3, 2, 1, 0.5, 0.25])


def test_another_scale_is_mapped_by_the_confirmed_table_which_the_log_keeps(store: Store) -> None:
    upload = Upload("r.csv", b"query,docid,rating\nx,a,4\nx,b,2.5\nx,c,-1\n")
    (asked,) = check_files(store, "s", [upload]).files
    assert (asked.asks, asked.scale) == (("scale",), {"-1": 1, "2.5": 1, "4": 1})
    answers = {"r.csv": Answers(scale={"4": 3, "2.5": 2, "-1": None})}
    made = import_checked(store, check_files(store, "s", [upload], answers))
    assert judgements.judged_rows(store, made).grade.tolist() == [3, 2]
    reasons = [row["reason"] for row in store.db.query("SELECT reason FROM judgement_log")]
    assert reasons[0] == "4 in the file; scale 4=3 2.5=2 -1=-"


def test_judges_become_people_and_the_same_file_twice_changes_nothing(store: Store) -> None:
    upload = Upload("book.csv", b"query,docid,Ann,Bo\nx,a,3,2\n")
    import_checked(store, check_files(store, "s", [upload]))
    before = "\n".join(store.db.conn.iterdump())
    again = check_files(store, "s", [upload])
    import_checked(store, again)
    assert {person.name for person in collections.people(store)} == {"Ann", "Bo"}
    assert "\n".join(store.db.conn.iterdump()) == before


def say_no_answer(store: Store, collection: Collection, name: str, query: str) -> int:
    number = collections.query_ids(store, collection)[query]
    person = collections.add_person(store, name)
    return judgements.append(store, collection, person, [Act(number, None, "no_answer")])


def test_the_manifest_names_unanswered_queries_of_the_chosen_moment_tag_and_annotator(
    store: Store, odd: Collection
) -> None:
    before = say_no_answer(store, odd, "Ana", "007")
    say_no_answer(store, odd, "Cy", "q4")
    judgements.undo_last(store, odd, collections.add_person(store, "Ana"))
    choices = [
        Choice(),
        Choice(revision=before),
        Choice(before, tag="t"),
        Choice(tag="t"),
        Choice(annotator="Ana"),
    ]
    told = [export(store, odd, "csv", choice).manifest["no_answer"] for choice in choices]
    assert told == [["q4"], ["007"], ["007"], [], []]


def test_without_names_the_manifest_names_nobody(store: Store, odd: Collection) -> None:
    exported = export(store, odd, "csv", Choice(annotator="Ana", names=False))
    assert b"Ana" not in exported.manifest_json
    assert exported.manifest["chosen"]["annotator"] == "annotator 1"


def test_a_query_named_by_its_text_is_the_one_that_is_there(store: Store, odd: Collection) -> None:
    check = check_files(store, "odd", [Upload("r.csv", b"query,docid,rating\nnever judged,d01,3\n")])
    import_checked(store, check)
    assert "1 query was found by its text" in check.files[0].notices[0].message
    assert b"q4,d01,3" in export(store, odd, "csv").content


def test_judgements_survive_a_new_split_and_what_is_lost_is_said(store: Store) -> None:
    made = import_checked(
        store,
        check_files(store, "s", [Upload("a.md", b"# A\nalpha beta\n# B\nbeta gamma delta\n# C\nzeta\n")]),
    )
    fragments = collections.fragment_ids(store, made)
    with store.writing() as db:
        collections.put_queries(db, made, [("q", "?", "", "[]")])
    query = collections.query_ids(store, made)["q"]
    judgements.append(
        store,
        made,
        collections.add_person(store, "Ana"),
        [Act(query, f, "grade", 1) for f in fragments.values()],
    )
    (file,) = check_files(store, "s", [Upload("a.md", b"alpha\nbeta\n\nbeta gamma delta epsilon\n")]).files
    assert file.carried_over is not None
    counts = [
        len(part) for part in (file.carried_over.kept, file.carried_over.changed, file.carried_over.lost)
    ]
    assert counts == [1, 1, 1]


@pytest.mark.parametrize("key", TARGETS)
def test_a_collection_without_a_judgement_is_exported_as_a_file_without_one(
    store: Store, collection: Collection, key: str
) -> None:
    chosen = exporting.golden(store, collection, agreed, TARGETS[key])
    assert exporting.export(store, collection, chosen, TARGETS[key]).compared == 0
