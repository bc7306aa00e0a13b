"""Every format that is read: recognised by its content, and read as its layout says."""

from __future__ import annotations

import pytest

from data.formats import registry
from data.formats.content import Content, made_id
from data.formats.registry import FORMATS
from data.formats.sample import sample
from data.formats.table import Columns
from data.problems import BadFile, Reading
from tests.data.formats import layouts

FEE = made_id("q", "Which fee?")


def kind(content: bytes, name: str = "file") -> str | None:
    found = registry.candidates(sample(content, name))
    return found[0][0].key if found else None


def read(content: bytes, key: str | None = None, name: str = "file", answer: object = None) -> Content:
    return registry.read(FORMATS[key or kind(content, name) or ""], content, Reading(name), answer)


def judged(content: Content) -> list[tuple[str, str, str, str]]:
    """(person, query's text or id, fragment_id, grade)."""
    texts = {query.query_id: query.text for query in content.queries}
    rows = content.judgements.rows() if content.judgements else ()
    return [(person, texts.get(query, query), fragment, grade) for person, query, fragment, grade in rows]


@pytest.mark.parametrize(
    ("content", "key", "expected"),
    [
        (layouts.QUEPID_BASIC, "rated csv", [("imported", "star wars", "3574597", "3")]),
        (
            layouts.QUEPID_BOOK_CSV,
            "book csv",
            [
                ("Ann Lee", "star wars", "3574597", "3"),
                ("Bo Ray", "star wars", "3574597", "2"),
                ("Bo Ray", "star wars", "11", "0"),
            ],
        ),
        (layouts.QUEPID_TREC, "decimal", [("imported", "17", "3574597", "3"), ("imported", "17", "11", "0")]),
        (layouts.QUEPID_LTR, "ltr", [("imported", "star wars", "3574597", "3")]),
        (layouts.QUEPID_RATINGS, "case", [("imported", "star wars", "3574597", "3")]),
        (layouts.QUEPID_IMPORT, "case", [("imported", "star wars", "a b", "3")]),
        (layouts.QUEPID_CASE, "case", [("ann@example.com", "star wars", "d1", "2")]),
        (layouts.QUEPID_BOOK, "book", [("ann@example.com", "Ice Age", "425", "3")]),
        (layouts.QUEPID_RRE, "rre", [("imported", "star wars", "3574597", "3")]),
        (
            layouts.RRE,
            "rre",
            [
                ("imported", "fender", "1", "3"),
                ("imported", "fender", "2", "2"),
                ("imported", "jazz bass", "9", "1"),
            ],
        ),
        (
            layouts.RRE_BY_GAIN,
            "rre",
            [
                ("imported", "fender", "193", "3"),
                ("imported", "fender", "13475", "1"),
                ("imported", "fender", "54138", "1"),
            ],
        ),
        (
            layouts.SRW,
            "srw",
            [("imported", "red dress", "B077ZJXCTS", "3"), ("imported", "red dress", "B07QRCGL3G", "0")],
        ),
        (
            layouts.SRW_CSV,
            "rated csv",
            [("imported", "red dress", "B077ZJXCTS", "3"), ("imported", "red dress", "B07QRCGL3G", "0")],
        ),
        (
            layouts.RANK_EVAL,
            "rank_eval",
            [("imported", "amsterdam", "doc1", "0"), ("imported", "amsterdam", "doc2", "3")],
        ),
        (layouts.RANK_EVAL_TEMPLATE, "rank_eval", [("imported", "amsterdam", "doc2", "3")]),
        (layouts.LABEL_STUDIO, "label studio", [("ann@example.com", "Which fee?", "d1", "3")]),
        (layouts.ARGILLA, "argilla", [("u-1", "Which fee?", "d1", "2")]),
        (layouts.ARGILLA_2, "argilla", [("u-1", "Which fee?", "d1", "2")]),
        (layouts.ARGILLA_FLAT, "argilla", [("u-1", "Which fee?", "d1", "2")]),
        (layouts.RAGAS, "ragas", [("imported", "Which fee?", "d1", "relevant")]),
        (
            layouts.DICT_QRELS,
            "dict qrels",
            [("imported", "q1", "d1", "3"), ("imported", "q1", "d2", "0"), ("imported", "q2", "d1", "1")],
        ),
        (layouts.OWN_CSV, "own", [("Ann", "q1", "007", "3"), ("Bo", "q1", "d2", "0")]),
        (layouts.IR_DATASETS, "own", [("imported", "q1", "d 1", "3")]),
        (
            layouts.autorag_qa(),
            "autorag qa",
            [
                ("imported", "Which fee?", "d1", "relevant"),
                ("imported", "Which fee?", "d2", "relevant"),
                ("imported", "Which fee?", "d3", "relevant"),
            ],
        ),
    ],
)
def test_judgements_are_read_as_the_layout_says(content: bytes, key: str, expected: list[object]) -> None:
    assert kind(content) == key
    assert judged(read(content)) == expected


@pytest.mark.parametrize(
    ("content", "key", "expected"),
    [
        (
            layouts.MS_MARCO,
            "ms marco",
            [("1048585", "7187158", -1), ("1048585", "7187157", -2), ("2", "7187158", -1)],
        ),
        (layouts.DICT_RUN, "dict run", [("q1", "d1", 0.9), ("q1", "d2", 0.5)]),
        (
            layouts.RAG,
            "rag",
            [
                (FEE, "d1", 0.9),
                (FEE, made_id("f", "Else."), 0.5),
                (made_id("q", "Where?"), "d1", 0.2),
            ],
        ),
        (layouts.RAGAS, "ragas", [(FEE, "d1", 2.0), (FEE, "d2", 1.0)]),
        (b"query_id,fragment_id,score,run\nq1,a,2.5,x\n", "own", [("q1", "a", 2.5)]),
    ],
)  # fmt: skip
def test_runs_are_read_as_the_layout_says(content: bytes, key: str, expected: list[object]) -> None:
    assert kind(content) == key
    (run,) = read(content).runs
    columns = zip(run.query.tolist(), run.fragment.tolist(), run.score.tolist(), strict=True)
    assert [(run.query_ids[q], run.fragment_ids[f], score) for q, f, score in columns] == expected


@pytest.mark.parametrize(
    ("content", "key", "name"),
    [
        (layouts.LANGCHAIN, "documents", made_id("f", "The fee is 5.")),
        (layouts.LANGCHAIN_DUMPED, "documents", made_id("f", "The fee is 5.")),
        (layouts.LLAMAINDEX, "documents", "n1"),
        (layouts.LLAMAINDEX_STORE, "documents", "n1"),
        (layouts.autorag_corpus(), "autorag corpus", "d1"),
    ],
)
def test_documents_become_fragments(content: bytes, key: str, name: str) -> None:
    assert kind(content) == key
    assert [(f.fragment_id, f.text) for f in read(content).fragments] == [(name, "The fee is 5.")]


def test_a_book_brings_texts_needs_and_notes() -> None:
    content = read(layouts.QUEPID_BOOK)
    assert [(f.title, f.text) for f in content.fragments] == [("Ice Age", "A mammoth")]
    assert content.queries[0].information_need == "a film"
    assert content.judgements is not None
    assert content.judgements.notes == {0: "exact"}


def test_a_query_that_nobody_rated_is_kept_without_judgement() -> None:
    assert [query.text for query in read(layouts.QUEPID_BASIC).queries] == ["star wars", "star trek"]


@pytest.mark.parametrize(
    "content",
    [
        b'query,docid,rating\n"Hotels, in ""K\xc3\xb6ln""\nand \xf0\x9f\x98\x80",mydoc.pdf,3\n',
        b'\xef\xbb\xbfrating,QUERY,Docid\r\n3,"Hotels, in ""K\xc3\xb6ln""\nand \xf0\x9f\x98\x80",mydoc.pdf\r\n',
    ],
)
def test_csv_keeps_commas_quotes_line_breaks_and_emoji_in_any_order_of_columns(content: bytes) -> None:
    assert judged(read(content)) == [("imported", 'Hotels, in "Köln"\nand 😀', "mydoc.pdf", "3")]


@pytest.mark.parametrize(
    "name", ["http://a/b?c=d", "007", "Nike", "nike", "a b", "=1+1", "قهوة", "é", "e\u0301"]
)
def test_csv_ids_stay_as_they_are(name: str) -> None:
    assert judged(read(f"query,docid,rating\nx,{name},1\n".encode()))[0][2] == name


def test_the_same_row_twice_is_taken_once_and_another_grade_is_refused_with_both_lines() -> None:
    content = read(b"query,docid,rating\nx,d,1\nx,d,1\n")
    assert len(judged(content)) == 1
    assert "1 judgement stands twice" in content.notices[0].message
    with pytest.raises(BadFile, match="grade 2, but on line 2 grade 1"):
        read(b"query,docid,rating\nx,d,1\nx,d,2\n")


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"query,docid,rating\nWhich fee?,d,1\nWhich fee?,d,2\n", "rated csv"),
        (b"query,docid,Ann,Bo\nWhich fee?,d,1,\nWhich fee?,d,2,\n", "book csv"),
        (b"1 qid:1 # d Which fee?\n2 qid:1 # d Which fee?\n", "ltr"),
        (
            b'[{"data": {"query": "Which fee?", "text": "t"}, "annotations": [%s, %s]}]'
            % tuple(
                b'{"completed_by": 1, "result": [{"value": {"choices": ["%d"]}}]}' % grade for grade in (1, 2)
            ),
            "label studio",
        ),
    ],
)
def test_a_contradiction_names_the_text_and_not_the_id_made_from_it(content: bytes, key: str) -> None:
    with pytest.raises(BadFile) as caught:
        read(content, key)
    assert "query “Which fee?”" in str(caught.value)
    assert made_id("q", "Which fee?") not in str(caught.value)
    assert made_id("f", "t") not in str(caught.value)


def test_a_table_of_results_by_text_names_the_text_of_what_stands_twice() -> None:
    columns = Columns("run", {"query": "q", "fragment": "d", "score": "s"}, True)
    with pytest.raises(BadFile, match="query “Which fee?” has fragment “a” twice".replace("?", "[?]")):
        read(b"q,d,s\nWhich fee?,a,2\nWhich fee?,a,1\n", "table", answer=columns)


def test_only_the_start_of_a_long_text_is_told() -> None:
    with pytest.raises(BadFile) as caught:
        read(b"query,docid,rating\n%s,d,1\n%s,d,2\n" % (b"a" * 500, b"a" * 500))
    assert f"query “{'a' * 80}…”" in str(caught.value)


def test_the_blank_that_quepid_puts_before_a_formula_is_taken_off() -> None:
    assert [query.text for query in read(b"query,docid,rating\n =1+1,d,1\n").queries] == ["=1+1"]


def test_judges_of_one_name_are_told_apart() -> None:
    content = read(b"query,docid,Ann,Ann,Anonymous\nx,d,1,2,3\n")
    assert [row[0] for row in judged(content)] == ["Ann", "Ann (2)", "Anonymous"]


def test_scores_that_rise_down_the_list_are_not_taken_for_similarities() -> None:
    content = read(b'{"query":"x","results":[{"id":"a","score":0.1},{"id":"b","score":0.7}]}\n')
    assert content.runs[0].score.tolist() == [2.0, 1.0]
    assert "the order of its list is taken" in content.notices[0].message


def test_a_fragment_that_a_pipeline_returns_twice_counts_once() -> None:
    content = read(b'{"query":"x","results":[{"id":"a","score":2},{"id":"a","score":1}]}\n')
    assert content.runs[0].score.tolist() == [2.0]


def logged(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def test_scores_that_are_written_as_text_are_scores() -> None:
    content = read(logged('{"query":"x","results":[{"id":"a","score":"0.9"},{"id":"b","score":" 1e-1"}]}'))
    assert content.runs[0].score.tolist() == [0.9, 0.1]
    assert content.notices == ()


@pytest.mark.parametrize(
    ("score", "reason"),
    [("0,9", "“0,9” has a decimal comma"), ("nan", "the score “nan” is not a number"), ("inf", "inf")],
)
def test_a_score_written_as_text_that_is_no_finite_number_is_refused_with_its_line(
    score: str, reason: str
) -> None:
    with pytest.raises(BadFile) as caught:
        read(logged(f'{{"query":"x","results":[{{"id":"a","score":"{score}"}}]}}'))
    assert caught.value.problems[0].line == 1
    assert reason in caught.value.problems[0].message


def test_a_query_that_is_asked_again_with_the_same_results_counts_once() -> None:
    line = '{"query":"x","results":[{"id":"a","text":"A","score":2},{"text":"B","score":1}],"at":%d}'
    content = read(logged(line % 1, line % 2, '{"query":"y","results":[]}', line % 3))
    assert content.runs[0].score.tolist() == [2.0, 1.0]
    assert [query.text for query in content.queries] == ["x", "y"]
    assert content.notices[0].message == (
        "file: 2 lines repeat a query with the same results and are taken once; the first stands on line 2"
    )


@pytest.mark.parametrize(
    "again",
    [
        '{"query":"x","results":[{"id":"b","score":2}]}',
        '{"query":"x","results":[{"id":"a","score":3}]}',
        '{"query":"x","results":[]}',
        '{"query":"x","results":null}',
    ],
)
def test_a_query_that_is_asked_again_with_other_results_is_refused_with_the_remedy(again: str) -> None:
    with pytest.raises(BadFile) as caught:
        read(logged('{"query":"x","results":[{"id":"a","score":2}]}', again))
    assert [problem.message for problem in caught.value.problems] == [
        "file:2: the query “x” stands twice and says something else than on line 1; "
        "give each of the lines a query_id of its own"
    ]


def test_lines_of_one_query_with_ids_of_their_own_are_two_queries() -> None:
    line = '{"query_id":"%s","query":"x","results":[{"id":"%s"}]}'
    content = read(logged(line % ("1", "a"), line % ("2", "b")))
    assert [query.query_id for query in content.queries] == ["1", "2"]


def test_one_query_id_for_two_texts_is_refused() -> None:
    line = '{"query_id":"1","query":"%s","results":[{"id":"a"}]}'
    with pytest.raises(BadFile, match="the query “y” stands twice and says something else than on line 1"):
        read(logged(line % "x", line % "y"))


@pytest.mark.parametrize("results", ["null", "[]"])
def test_no_results_are_no_results(results: str) -> None:
    content = read(logged('{"query":"x","results":[{"id":"a"}]}', f'{{"query":"y","results":{results}}}'))
    assert [query.text for query in content.queries] == ["x", "y"]
    assert content.runs[0].query_ids == [made_id("q", "x")]


def test_a_line_without_results_is_still_refused() -> None:
    with pytest.raises(BadFile, match="“results” is missing or is no list"):
        read(logged('{"query":"x","results":[{"id":"a"}]}', '{"query":"y"}'), "rag")


def test_a_ragas_sample_that_stands_twice_counts_once_and_another_is_refused() -> None:
    sample = '{"user_input":"x","retrieved_context_ids":["a"],"reference_context_ids":["%s"]}'
    content = read(logged(sample % "a", sample % "a"))
    assert "1 line repeats a query" in content.notices[0].message
    with pytest.raises(BadFile, match="give each of the lines a query_id of its own"):
        read(logged(sample % "a", sample % "b"))


def test_a_table_is_read_by_the_columns_that_a_person_named() -> None:
    rows = b"Frage;Stelle;Urteil;Wer\nwas?;a;2;Ann\n"
    columns = Columns(
        "judgements", {"query": "Frage", "fragment": "Stelle", "grade": "Urteil", "person": "Wer"}, True
    )
    assert judged(read(rows, "table", answer=columns)) == [("Ann", "was?", "a", "2")]


def test_a_key_that_stands_twice_in_json_is_refused_not_overwritten() -> None:
    with pytest.raises(BadFile, match="the key “d1” stands twice"):
        read(b'{"q1": {"d1": 3, "d1": 0}}', "dict qrels")


def test_markdown_is_split_at_headings_outside_code() -> None:
    text = b"# Fees\nFive.\n```\n# no heading\n```\n## Refunds\nNone.\n"
    found = [(f.title, f.text) for f in read(text, name="fees.md").fragments]
    assert found == [("Fees", "Five.\n```\n# no heading\n```"), ("Fees › Refunds", "None.")]


def test_an_id_made_from_text_does_not_depend_on_line_breaks() -> None:
    assert (
        made_id("f", "one two\nthree") == made_id("f", " one  two three\n") != made_id("f", "one two Three")
    )


def test_a_book_may_stand_in_the_body_of_an_import() -> None:
    body = b'{"team_id": 1,\n "book":\n' + layouts.QUEPID_BOOK + b"}"
    assert kind(body) == "book"
    assert judged(read(body)) == judged(read(layouts.QUEPID_BOOK))


@pytest.mark.parametrize(
    "around", ['{"_index": "x", "_source": %s}', '{"took": 1, "hits": {"hits": [{"_source": %s}]}}']
)
@pytest.mark.parametrize("size", [1, 40_000])
def test_a_judgement_list_may_stand_in_what_a_search_answers(around: str, size: int) -> None:
    ratings = ", ".join(f'{{"docId": "document {place}", "rating": "3.000"}}' for place in range(size))
    stored = f'{{"id": 1, "metadata": {{}}, "judgmentRatings": [{{"query": "red dress", "ratings": [{ratings}]}}]}}'
    content = (around % stored).encode()
    assert kind(content) == "srw"
    found = judged(read(content))
    assert (len(found), found[0]) == (size, ("imported", "red dress", "document 0", "3"))


@pytest.mark.parametrize("second", ["i", "j"])
def test_one_id_under_two_indexes_is_refused_with_both(second: str) -> None:
    ratings = f'{{"_index": "i", "_id": "7", "rating": 1}}, {{"_index": "{second}", "_id": "7", "rating": 1}}'
    content = f'{{"requests": [{{"id": "a", "request": {{}}, "ratings": [{ratings}]}}]}}'.encode()
    if second == "i":
        assert judged(read(content)) == [("imported", "a", "7", "1")]
        return
    with pytest.raises(BadFile, match="“7” stands under two indexes, “i” and “j”"):
        read(content)
