"""Files as people have them: what the neighbouring tools stumbled over, and what spreadsheets and scripts write."""

from __future__ import annotations

import gzip
import io
import json
import zipfile

import pytest
from openpyxl import Workbook

from data import collections, exporting_runs, judgements, scales
from data.checking import Answers, FileCheck, Upload, check_files
from data.formats.table import Columns
from data.importing import import_checked
from data.store import Store
from evaluation.evaluate import evaluate
from evaluation.measures import parse_measure
from evaluation.values import Grades

RATINGS = "query,docid,rating\r\nFähre,d2,1\r\n"
ODD_IDS = [
    "mydoc.pdf",
    "http://a/b?c=d",
    "007",
    "7",
    "Nike",
    "nike",
    "قهوة",
    "😀",
    "é",
    "e\u0301",
    "#1",
    '"q"',
]


def check(store: Store, content: bytes, name: str = "file", answers: Answers | None = None) -> FileCheck:
    (file,) = check_files(store, "shop", [Upload(name, content)], otherwise=answers).files
    return file


def pairs(file: FileCheck) -> list[tuple[str, str, str]]:
    """(query's text or id, fragment_id, grade as written)."""
    assert file.content is not None
    assert file.content.judgements is not None
    texts = {query.query_id: query.text for query in file.content.queries}
    return [(texts.get(query, query), *rest) for _, query, *rest in file.content.judgements.rows()]


def test_semicolons_a_mark_and_windows_line_ends_are_read(store: Store) -> None:
    file = check(store, '\ufeffquery;docid;rating\r\n"Hotels; in Köln";d1;3\r\n'.encode(), "excel.csv")
    assert pairs(file) == [("Hotels; in Köln", "d1", "3")]


def test_ratings_in_words_are_mapped_by_the_person(store: Store) -> None:
    content = b'query,docid,rating\nferry,d1,good\nferry,d2,"bad, really"\n'
    asked = check(store, content)
    assert (asked.asks, asked.scale) == (("scale",), {"bad, really": 1, "good": 1})
    said = check(store, content, answers=Answers(scale=scales.parse("bad, really=0,good=3")))
    assert said.grades == {0: 1, 3: 1}


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("1=0,2=1,bad=-", {"1": 0, "2": 1, "bad": None}),
        ("not relevant, at all=0, yes = 3", {"not relevant, at all": 0, "yes": 3}),
        ("2.50=2,-1=-", {"2.5": 2, "-1": None}),
    ],
)
def test_a_scale_is_read_with_commas_in_its_words(text: str, table: dict[str, int | None]) -> None:
    assert scales.parse(text) == table


def test_the_line_that_tells_excel_the_separator_is_left_out_and_said(store: Store) -> None:
    file = check(store, b"sep=;\r\nquery;docid;rating\r\nferry;d1;3\r\n", "excel.csv")
    assert pairs(file) == [("ferry", "d1", "3")]
    assert "“sep=”" in file.notices[0].message


@pytest.mark.parametrize("header", ["query,docid,Ann,Bo", "query;docid;Ann;Bo", "query\tdocid\tAnn\tBo"])
def test_a_book_may_be_parted_by_other_signs(store: Store, header: str) -> None:
    sign = header[5]
    file = check(store, f"{header}\nx{sign}d{sign}1{sign}2\n".encode(), "book.csv")
    assert file.people == ("Ann", "Bo")
    assert [row[2] for row in pairs(file)] == ["1", "2"]


def test_empty_columns_that_a_spreadsheet_leaves_are_no_judges(store: Store) -> None:
    file = check(store, b"query,docid,rating,,\nferry,d1,3,,\n", "ratings.csv")
    assert (file.kind, file.people, pairs(file)) == ("rated csv", ("imported",), [("ferry", "d1", "3")])


def test_utf16_with_tabs_is_read_as_a_spreadsheet_writes_it(store: Store) -> None:
    file = check(store, RATINGS.replace(",", "\t").encode("utf-16"), "unicode.txt")
    assert (file.encoding, pairs(file)) == ("utf-16", [("Fähre", "d2", "1")])


@pytest.mark.parametrize("text", [RATINGS, RATINGS.replace("Fähre", "ferry")])
def test_utf16_without_its_mark_is_offered_and_read_when_confirmed(store: Store, text: str) -> None:
    content = text.encode("utf-16-le")
    asked = check(store, content)
    assert (asked.asks, asked.suggested_encoding) == (("encoding",), "utf-16-le")
    assert asked.example == "query,docid,rating"
    said = check(store, content, answers=Answers(encoding="utf-16-le"))
    assert said.grades == {1: 1}


@pytest.mark.parametrize("indent", [None, 2])
def test_an_array_is_read_as_lines_are(store: Store, indent: int | None) -> None:
    corpus = [{"_id": "d1", "title": "Fees", "text": "Five."}, {"_id": 7, "title": "", "text": "Six."}]
    file = check(store, json.dumps(corpus, indent=indent).encode(), "corpus.json")
    assert (file.kind, file.verdict) == ("fragments", "fine")
    assert file.content is not None
    assert [piece.fragment_id for piece in file.content.fragments] == ["d1", "7"]


def test_an_array_with_a_fault_names_the_line_of_its_element(store: Store) -> None:
    content = b'[{"_id": "d1", "title": "", "text": "a"},\n {"_id": "d1", "title": "", "text": "b"}]'
    assert check(store, content).problems[0].message == "file:2: the id “d1” stands twice, first on line 1"


def test_line_breaks_within_quotes_are_kept(store: Store) -> None:
    file = check(store, b'query,docid,rating\r\n"first\r\nsecond, ""third""",d1,3\r\nx,d2,1\r\n')
    assert pairs(file) == [('first\r\nsecond, "third"', "d1", "3"), ("x", "d2", "1")]


def test_folders_in_a_zip_are_gone_through_and_what_systems_add_is_left_out(store: Store) -> None:
    packed = zipped(
        {
            "data/corpus.jsonl": '{"_id": "d1", "title": "", "text": "five"}\n',
            "data/qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t1\n",
            "__MACOSX/data/._corpus.jsonl": "x",
            "data/README.md": "# hi",
            "data/.DS_Store": "x",
        }
    )
    files = check_files(store, "shop", [Upload("all.zip", packed)]).files
    assert [(file.name, file.kind) for file in files] == [
        ("all.zip/data/corpus.jsonl", "fragments"),
        ("all.zip/data/qrels/test.tsv", "beir qrels"),
    ]


@pytest.mark.parametrize("name", ["run.trec", "run.trec.gz", "run.csv", "run.zip", "run"])
@pytest.mark.parametrize("packed", [False, True])
def test_gzip_is_known_by_its_content_whatever_the_name(store: Store, name: str, packed: bool) -> None:
    content = b"q1 Q0 d1 1 1.5 r\n"
    file = check(store, gzip.compress(content) if packed else content, name)
    assert (file.kind, file.rows) == ("run", 1)


@pytest.mark.parametrize(
    ("grades", "asks", "told"),
    [("3.0 1.0", (), {3: 1, 1: 1}), ("3 1.0", (), {3: 1, 1: 1}), ("2.5 0", ("scale",), None)],
)
def test_qrels_with_floats_are_whole_or_asked_about(
    store: Store, grades: str, asks: tuple[str, ...], told: dict[int, int] | None
) -> None:
    first, second = grades.split()
    file = check(store, f"q1 0 d1 {first}\nq1 0 d2 {second}\n".encode())
    assert (file.asks, file.grades) == (asks, told)


def workbook() -> bytes:
    file = io.BytesIO()
    Workbook().save(file)
    return file.getvalue()


def zipped(entries: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in entries.items():
            archive.writestr(name, text)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "file: the file is empty"),
        (b"\n\n  \n", "file: there is nothing in the file but blanks and line ends"),
        (b"query,docid,rating\n", "file: nothing that can be imported stands in it"),
        (
            b"query_id;fragment_id;score\nq1;d1;1,5\n",
            "file:2: “1,5” has a decimal comma; numbers are written with a point here: 1.5",
        ),
        (
            b"q1 Q0 d1 1 1,5 r\n",
            "file:1: “1,5” has a decimal comma; numbers are written with a point here: 1.5: ",
        ),
        (
            b"query;docid;rating\nx;d1;2,5\n",
            "file:2: “2,5” has a decimal comma; numbers are written with a point here: 2.5",
        ),
        (b"# made by us\nq1 0 d1 3\n", "file:1: “#” starts no comment in TREC files; take the line out: "),
        (b'[{"_id": "q1", "text": "which fee?"}, {"_id": "q2", "te', "file: not JSON: Unterminated string"),
        (
            workbook(),
            "file: an Excel, Word or other office file; save the table as CSV (UTF-8) and load that",
        ),
        (zipped({"a.png": "x"}), "file: none of the files in the archive can be imported: a.png"),
        (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj", "file: neither text nor Parquet"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "file: neither text nor Parquet"),
    ],
)
def test_what_cannot_be_read_is_refused_with_place_reason_and_remedy(
    store: Store, content: bytes, message: str
) -> None:
    file = check(store, content)
    assert file.verdict == "refused"
    assert file.problems[0].message.startswith(message)


def test_a_tab_within_a_text_is_refused_with_the_remedy(store: Store) -> None:
    columns = Answers("table", columns=Columns("fragments", {"text": "text", "id": "id"}))
    file = check(store, b"id\ttext\nd1\tone\ttwo\n", "texts.tsv", columns)
    assert file.problems[0].message.startswith("texts.tsv:2: 3 columns, the header has 2; tabs always part")


@pytest.mark.parametrize(
    ("layout", "end"),
    [("{q} 0 {d} 1", "\n"), ("{q} 0 {d} 1", "\r\n"), ("{q}\t0\t{d}\t1", "\n")],
    ids=["blanks", "CRLF", "tabs"],
)
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["unmarked", "marked"])
def test_trec_ids_stay_as_they_are(store: Store, layout: str, end: str, mark: str) -> None:
    text = mark + "".join(layout.format(q=name, d=name) + end for name in ODD_IDS)
    collection = import_checked(store, check_files(store, "shop", [Upload("qrels", text.encode())]))
    assert sorted(collections.fragment_ids(store, collection)) == sorted(ODD_IDS)
    assert sorted(collections.query_ids(store, collection)) == sorted(ODD_IDS)


@pytest.mark.parametrize("name", [*ODD_IDS, "a b", " a"])
def test_ids_of_other_formats_stay_as_they_are(store: Store, name: str) -> None:
    files = [
        f"query-id\tcorpus-id\tscore\n{name}\t{name}\t1\n",
        json.dumps({name: {name: 1}}),
        json.dumps({"judgmentRatings": [{"query": name, "ratings": [{"docId": name, "rating": "1.000"}]}]}),
    ]
    assert [pairs(check(store, text.encode(), "qrels")) for text in files] == [[(name, name, "1")]] * 3


def test_queries_that_differ_by_case_or_hold_emoji_are_kept_apart(store: Store) -> None:
    ratings = Upload("r.csv", "query,docid,rating\nNike,d,3\nnike,d,1\nshoes 👟,d,2\n".encode())
    collection = import_checked(store, check_files(store, "shop", [ratings]))
    assert [query.text for query in collections.queries(store, collection)] == ["Nike", "nike", "shoes 👟"]


def test_ids_that_are_addresses_are_scored(store: Store) -> None:
    run = Upload("bm25.trec", b"q1 Q0 http://a/b?c=d 1 2.0 bm25\nq1 Q0 my.doc.pdf 2 1.0 bm25\n")
    qrels = Upload("qrels", b"q1 0 http://a/b?c=d 0\nq1 0 my.doc.pdf 3\n")
    collection = import_checked(store, check_files(store, "shop", [run, qrels]))
    (file,) = check_files(store, "shop", [qrels]).files
    assert file.content is not None
    judged = file.content.judgements
    assert judged is not None
    grades = Grades(judged.query_ids, judged.fragment_ids, judged.query, judged.fragment, judged.grade * 3)
    found = evaluate(exporting_runs.results(store, collection, "bm25"), grades, [parse_measure("RR")])
    assert found.values.tolist() == [[0.5]]


def test_a_query_that_stands_twice_in_a_workbench_list_is_one(store: Store) -> None:
    twice = [
        {"query": "dress", "ratings": [{"docId": name, "rating": grade}]}
        for name, grade in (("a", "3.000"), ("b", "0.000"))
    ]
    file = check(store, json.dumps({"judgmentRatings": twice}).encode())
    assert pairs(file) == [("dress", "a", "3"), ("dress", "b", "0")]
    assert file.parts["queries"] == 1


def test_an_empty_grade_is_no_judgement_and_no_zero(store: Store) -> None:
    ratings = Upload("r.csv", b"query,docid,rating\nx,a,\nx,b,0\n")
    collection = import_checked(store, check_files(store, "shop", [ratings]))
    names = {number: name for name, number in collections.fragment_ids(store, collection).items()}
    (person,) = collections.people(store)
    held = judgements.held_grades(store, collection, person)
    assert {names[fragment]: grade for (_, fragment), grade in held.items()} == {"b": 0}
