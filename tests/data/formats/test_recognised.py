"""What a file is taken for: text with as many words as a run has columns is no run, and nothing is guessed."""

from __future__ import annotations

import io

import pytest

from data import check_report, exporting_runs
from data.checking import Answers, FileCheck, Upload, check_files
from data.formats import registry
from data.formats.results import ResultRows
from data.formats.sample import sample
from data.problems import Reading
from data.store import Store
from evaluation.values import Results

LONG = "an experimental study of a wing in a propeller slipstream"
LETTERS = "Returns are free within thirty days of purchase.\n\nAfter that, the fee is five euros.\n"


def kinds(content: str, name: str = "file") -> list[str]:
    return [format_.key for format_, _ in registry.candidates(sample(content.encode(), name))]


def check(store: Store, content: str | bytes, name: str = "file") -> FileCheck:
    given = content.encode() if isinstance(content, str) else content
    (file,) = check_files(store, "shop", [Upload(name, given)]).files
    return file


@pytest.mark.parametrize(
    ("content", "names"),
    [
        (f"doc_id,title,text\n1,a wing,{LONG}\n2,another,{LONG}\n", ["doc_id", "title", "text"]),
        (f'query_id,query\n1,"{LONG}"\n', ["query_id", "query"]),
        (f"1\t{LONG}\n2\twhat does chattel mean on credit history\n", ["1", LONG]),
        (f"0\t{LONG}, of old, and new\n1\t{LONG}, of new, and old\n", ["0", f"{LONG}, of old, and new"]),
        ("121352\tdefine extreme\n634306\twhat is a chattel\n", ["121352", "define extreme"]),
        (f"query,docid,rating,comment\nwings,1,2,{LONG}\n", ["query", "docid", "rating", "comment"]),
        (f"kennung;text;quelle\n1;{LONG};a\n", ["kennung", "text", "quelle"]),
        ("id,text\n1,one two three four\n2,one two three 4\n", ["id", "text"]),
        ("101\twhat is it\n102\twho is it\n", ["101", "what is it"]),
    ],
)
@pytest.mark.parametrize("name", ["file", "file.csv"])
def test_a_table_of_texts_is_a_table(content: str, names: list[str], name: str) -> None:
    assert kinds(content, name) == ["table"]
    assert list(sample(content.encode(), name).header) == names


@pytest.mark.parametrize(
    "header",
    [
        "Team Name,Case Name,Case ID,Query Text,Doc ID,Doc Position,Title,Rating,x\nT,C,1,star wars,3,1,S,3.0,y",
        "Snapshot Name,Snapshot Time,Case ID,Query Text,Doc ID,Doc Position,title\nS,2024,1,star wars,357,1,Star",
        "Team Name,Case Name,Case ID,Query Text,Score,Date Last Scored,Count,Information Need,Notes,Options\r\n"
        "T,C,1,star wars,0.5,2024-01-01,2,need,,\r\n",
    ],
)
def test_the_other_tables_of_quepid_are_asked_about(store: Store, header: str) -> None:
    assert check(store, header).asks == ("columns",)


def test_tabs_in_every_line_of_a_text_file_make_it_a_table() -> None:
    assert kinds(f"1\t{LONG}\n2\tshort\n", "queries.txt") == ["table"]


@pytest.mark.parametrize(
    "text",
    [
        LETTERS,
        "Sharpen your knives twice a year at least.\nUse a stone for it.\n",
        f"{LONG}\n" * 9,
        "a b 0 d\n",
    ],
)
def test_sentences_are_no_results_whatever_their_number_of_words(store: Store, text: str) -> None:
    file = check(store, text, "letter.txt")
    assert (file.kind, file.asks) == ("prose", ("kind",))


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("q1 Q0 d1 1 2.5 bm25\nq1 Q0 d2 2 bm25\nq1 Q0 d3 3 1.5 bm25\n", "run"),
        ("q1 Q0 d1 1 x bm25\nq1 Q0 d2 2 y bm25\n", "run"),
        ("q1 Q0 http://a,b 1 2.5 bm25\nq1 Q0 http://a,c 2 1.5 bm25\n", "run"),
        ("q1\tQ0\td1\t1\t2.5\tbm25\nq1\tQ0\td2\t2\tlow\tbm25\n", "run"),
        ("q1 0 d1 1\nq1 0 d2\nq1 0 d3 2\n", "qrels"),
        ("1 0 a 1\n1 0 b 01 0 c 2\n", "qrels"),
        ("1 4.5 005b2j4b 2\n1 4 00fmeepz 1\n1 0.5 010vptx3 2\n", "qrels"),
    ],
)
@pytest.mark.parametrize("name", ["file", "file.txt"])
def test_a_bad_line_among_others_does_not_change_what_a_file_is(content: str, kind: str, name: str) -> None:
    assert kinds(content, name)[0] == kind


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("q1 d1 1 2.5\nq1 d2 2 1.5\n", "column 2 of TREC qrels is 0 or Q0, here it is “d1”"),
        ("q1 a d1 b c bm25\n", "column 5 of a TREC run is a score, here it is “c”"),
    ],
)
def test_what_has_the_width_of_results_but_not_their_shape_is_told_why(
    store: Store, content: str, reason: str
) -> None:
    file = check(store, content)
    assert reason in file.problems[0].message
    assert "--kind" in file.problems[1].message


@pytest.mark.parametrize(
    "content", ["q1\tp9\t1\t3.0\nq1\tp8\t2\t2.0\n", "q1\t9\t1\t2\nq1\t8\t2\t1\nq2\t7\t1\t2\n"]
)
def test_ranks_in_the_third_of_four_columns_are_no_fragments(store: Store, content: str) -> None:
    assert check(store, content, "run.tsv").asks == ("columns",)


@pytest.mark.parametrize(
    "header", ["rank", "Position", "score", "run", "similarity", "grade", "label", "Doc Position"]
)
def test_a_column_that_is_no_judge_makes_no_book(store: Store, header: str) -> None:
    file = check(store, f"query,docid,{header}\nwings,d1,1\nwings,d2,2\n")
    assert (file.kind, file.asks) == ("table", ("columns",))


@pytest.mark.parametrize("names", ["Ann", "Ann,Bo"])
def test_a_book_names_its_judges(store: Store, names: str) -> None:
    file = check(store, f"query,docid,{names}\nwings,d1{',1' * len(names.split(','))}\n")
    assert (file.kind, file.people) == ("book csv", tuple(names.split(",")))


BEIR = "query-id\tcorpus-id\tscore\n"
MANY = "".join(f"q{number} 0 d 1\n" for number in range(2000))


@pytest.mark.parametrize(
    ("content", "scale"),
    [
        (BEIR + "q1\td1\t1.0\nq1\td2\t3\n", {"1": 1, "3": 1}),
        (BEIR + "q1\td1\t2.5\n", {"2.5": 1}),
        (BEIR + "q1\td1\trelevant\n", {"relevant": 1}),
        (BEIR + "q1\td1\t\nq1\td2\t2\n", {"2": 1}),
        (MANY + "q1 0 x 2.0\n", {"1": 2000, "2": 1}),
        (MANY + "q1 0 x 2.5\n", {"1": 2000, "2.5": 1}),
        ("q1 0 d1 relevant\nq1 0 d2 no\n", {"no": 1, "relevant": 1}),
        ("q1 0 d1 2.5\nq1 0 d2 good\n", {"2.5": 1, "good": 1}),
    ],
)
def test_grades_of_qrels_are_mapped_wherever_they_stand(
    store: Store, content: str, scale: dict[str, int]
) -> None:
    file = check(store, content)
    assert file.scale == scale
    assert file.asks == (() if scale.keys() <= {"0", "1", "2", "3"} else ("scale",))


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("q1 0 a 2.5\nq1 0 a 1\n", 2),
        ("# ours: not\nq1 0 a good\n", 1),
        ("q1 0 a good\nq1 0 b 2,5\n", 2),
        (BEIR + "q1\td1\tgood\nq1\td2\n", 3),
    ],
)
def test_other_faults_of_such_qrels_are_refused_with_their_line(
    store: Store, content: str, line: int
) -> None:
    file = check(store, content)
    assert file.refused
    assert file.problems[0].line == line


@pytest.mark.parametrize(
    ("name", "content", "kind", "is_sure"),
    [
        ("x.json", '{"q1": {"d1": 3, "d2": 0}}', "dict qrels", False),
        ("x.json", '{"q1": {"d1": 3.0, "d2": 1.0}}', "dict run", False),
        ("x.json", '{"q1": {"d1": 0.9, "d2": 0.5}}', "dict run", False),
        ("x.json", '{"q1": {"d1": 14.25, "d2": 9.5}}', "dict run", True),
        ("x.json", '{"q1": {"d1": -0.5, "d2": -1.5}}', "dict run", True),
        ("runs/bm25.json", '{"q1": {"d1": 0.9}}', "dict run", False),
        ("bm25.run.json", '{"q1": {"d1": 2, "d2": 1}}', "dict run", True),
        ("bm25-results.json", '{"q1": {"d1": 0.9}}', "dict run", True),
        ("qrels.json", '{"q1": {"d1": 3, "d2": 0}}', "dict qrels", True),
        ("run_qrels.json", '{"q1": {"d1": 3, "d2": 0}}', "dict qrels", False),
        ("shop-2026-01-31-ranx.json", '{"q1": {"d1": 3}}', "dict qrels", True),
        ("shop-2026-01-31-pytrec_eval.json", '{"q1": {"d1": 3}}', "dict qrels", True),
        ("shop-2026-01-31-ranx.json", '{"q1": {"d1": 0.3}}', "dict run", False),
    ],
)
def test_nested_numbers_are_a_run_or_qrels_only_where_something_says_which(
    store: Store, name: str, content: str, kind: str, is_sure: bool
) -> None:
    file = check(store, content, name)
    assert (file.kind, file.asks) == (kind, () if is_sure else ("kind",))
    assert {"dict run", "dict qrels"} <= set(file.fits)


def test_who_is_asked_whether_numbers_are_scores_is_told_both_answers(store: Store) -> None:
    file = check(store, '{"q1": {"d1": 3}}')
    assert "--kind 'dict run' for a run or --kind 'dict qrels'" in check_report.hint(file, "kind", "--{} ")
    assert "?kind=dict%20run for a run" in check_report.hint(file, "kind", "?{}=")


@pytest.mark.parametrize(("kind", "parts"), [("dict run", "results"), ("dict qrels", "judgements")])
def test_nested_numbers_are_what_a_person_says(store: Store, kind: str, parts: str) -> None:
    upload = Upload("x.json", b'{"q1": {"d1": 3}}')
    (file,) = check_files(store, "shop", [upload], otherwise=Answers(kind=kind)).files
    assert dict(file.parts) == {parts: 1}


@pytest.mark.parametrize("form", sorted(exporting_runs.RUN_FORMATS))
def test_a_run_that_was_exported_comes_in_again_without_a_question_under_its_name(
    store: Store, form: str
) -> None:
    given = results_of("bm25", [("q1", "d1", 0.9), ("q1", "d2", 0.5)])
    file = io.BytesIO()
    exporting_runs.RUN_FORMATS[form](given, file)
    found = check(store, file.getvalue(), f"bm25.{exporting_runs.RUN_ENDINGS[form]}")
    assert (found.asks, found.parts) == ((), {"results": 2})
    assert found.content is not None
    assert [run.name for run in found.content.runs] == ["bm25"]


def results_of(name: str, rows: list[tuple[str, str, float]]) -> Results:
    """A run of (query_id, fragment_id, score)."""
    gathered = ResultRows(Reading(name))
    for query, fragment, score in rows:
        gathered.add(1, query, fragment, score)
    return gathered.finish(name)


@pytest.mark.parametrize(
    ("content", "name", "is_table"),
    [
        ('{"team_id": 1, "teams": [{"name": "a"}]}', "x.json", False),
        ('{"id": "x", "metrics": {"nDCG": 1}}', "x.json", False),
        ('{"id": "x", "text": "y"}', "x.json", True),
        ('{"question": "x", "documents": ["y"]}', "x.jsonl", True),
        ('{"question": "x", "tags": ["y"]}\n{"question": "z", "tags": []}\n', "x.json", True),
    ],
)
def test_one_nested_object_is_no_table(content: str, name: str, is_table: bool) -> None:
    assert (kinds(content, name)[:1] == ["table"]) is is_table
