"""What the routes for programs give and take."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from data import collections, exporting_runs, rankings, snapshots
from data.collections import Collection
from data.formats.targets import TARGETS
from data.store import Store
from tests.api.conftest import AT

RUN = "q1 Q0 a 1 2.0 any\nq1 Q0 c 2 1.0 any\n"
GRADE = {"event_id": "e1", "act": "grade", "query_id": "q2", "fragment_id": "e", "grade": 2}


def test_a_run_that_is_put_is_there_under_the_name_of_its_address(
    lead: TestClient, store: Store, judged: Collection
) -> None:
    answer = lead.put(f"{AT}/runs/new", content=RUN)
    assert (answer.status_code, answer.json()["state"], answer.json()["results"]) == (201, "new", 2)
    found = exporting_runs.results(store, judged, "new")
    assert [found.fragment_ids[i] for i in found.fragment.tolist()] == ["a", "c"]


def test_the_same_run_again_changes_nothing_and_another_takes_its_place(lead: TestClient) -> None:
    states = [
        lead.put(f"{AT}/runs/new", content=content).json()["state"]
        for content in (RUN, RUN, RUN.replace("2.0", "3.0"))
    ]
    assert states == ["new", "same", "replaced"]


@pytest.mark.parametrize(
    "content",
    [
        "q1\ta\t1\nq1\tc\t2\n",
        '{"q1": {"a": 2.0, "c": 1.0}}',
        '{"q1": {"a": 2, "c": 1}}',
        '{"query": "text of q1", "results": [{"id": "a", "score": 2}, {"id": "c", "score": 1}]}\n',
    ],
)
def test_a_run_may_have_any_format_of_runs(lead: TestClient, content: str) -> None:
    answer = lead.put(f"{AT}/runs/new", content=content)
    assert (answer.status_code, answer.json().get("results")) == (201, 2), answer.text


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        ("qid;doc;sim\nq1;a;2.0\nq1;c;1.0\n", "run:query=qid,fragment=doc,score=sim"),
        ("frage,doc,platz\ntext of q1,c,2\ntext of q1,a,1\n", "run:query_text=frage,fragment=doc,rank=platz"),
        ('{"q": "q1", "d": "a", "s": 2}\n{"q": "q1", "d": "c", "s": 1}\n', "run:query=q,fragment=d,score=s"),
    ],
)
def test_a_table_is_a_run_once_its_columns_are_named(
    lead: TestClient, store: Store, judged: Collection, content: str, columns: str
) -> None:
    answer = lead.put(f"{AT}/runs/new", content=content, params={"columns": columns})
    assert answer.status_code == 201, answer.text
    found = exporting_runs.results(store, judged, "new")
    assert found.query_ids == ["q1"]
    assert [found.fragment_ids[i] for i in found.fragment.tolist()] == ["a", "c"]


@pytest.mark.parametrize("content", ["q1 0 a 3\nq1 0 c 1\n", "query,docid,rating\ntext of q1,a,3\n"])
def test_judgements_in_the_place_of_a_run_are_refused_with_what_else_to_say(
    lead: TestClient, content: str
) -> None:
    answer = lead.put(f"{AT}/runs/new", content=content)
    assert answer.status_code == 422
    assert "?kind=" in answer.json()["detail"]
    assert "?columns=run:" in answer.json()["detail"]


def test_a_table_without_header_is_a_run_by_the_numbers_of_its_columns(lead: TestClient) -> None:
    content = "q1\ta\t3.5\nq1\tc\t1.0\n"
    open_ = lead.put(f"{AT}/runs/new", content=content)
    assert "?columns=run:query=1,fragment=2,score=3" in open_.json()["detail"]
    answer = lead.put(f"{AT}/runs/new", content=content, params={"columns": "run:query=1,fragment=2,score=3"})
    assert (answer.status_code, answer.json()["results"]) == (201, 2)


def test_numbers_that_may_be_scores_or_grades_are_asked_about(lead: TestClient) -> None:
    open_ = lead.put(f"{AT}/files/x.json", content='{"q1": {"a": 2}}')
    assert (open_.status_code, "?kind=dict%20qrels" in open_.json()["detail"]) == (422, True)
    told = lead.put(f"{AT}/files/x.json", content='{"q1": {"a": 2}}', params={"kind": "dict qrels"})
    assert told.json()["files"][0]["brings"] == {"judgements": 1}


def test_a_table_whose_columns_are_open_is_refused_with_the_answer_that_fits(lead: TestClient) -> None:
    answer = lead.put(f"{AT}/runs/new", content="qid,doc_id,score\nq1,a,2.0\n")
    assert answer.status_code == 422
    assert "?columns=run:query=qid,fragment=doc_id,score=score" in answer.json()["detail"]


@pytest.mark.parametrize("columns", ["run", "run:", "run:query=q,colour=c", "nothing:query=q"])
def test_columns_that_name_no_roles_are_refused(lead: TestClient, columns: str) -> None:
    answer = lead.put(f"{AT}/runs/new", content=RUN, params={"columns": columns})
    assert (answer.status_code, answer.json()["type"]) == (400, "urn:quilate:bad-parameter")


def test_a_hint_can_be_pasted_into_an_address(lead: TestClient) -> None:
    ratings = "query,docid,rating\nwhat?,a,Très relevant\nwhat?,b,so & so\n".encode()
    asked = lead.put(f"{AT}/files/ratings.csv", content=ratings).json()["detail"]
    query = asked.partition("such as ?")[2].removesuffix(".")
    assert query == "scale=Tr%C3%A8s%20relevant=3,so%20%26%20so=3"
    assert lead.put(f"{AT}/files/ratings.csv?{query}", content=ratings).status_code == 200


def test_a_scale_that_leads_to_no_grade_of_ours_is_a_bad_parameter(lead: TestClient) -> None:
    ratings = b"query,docid,rating\nwhat?,a,1\nwhat?,b,4\n"
    answer = lead.put(f"{AT}/files/ratings.csv", content=ratings, params={"scale": "1=9,4=3"})
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("“scale”: “1=9”: a part is written GRADE=0")


def test_a_grade_that_the_file_does_not_have_is_said(lead: TestClient) -> None:
    ratings = b"query,docid,rating\nwhat?,a,4\n"
    answer = lead.put(f"{AT}/files/ratings.csv", content=ratings, params={"scale": "4=3,7=2"}).json()
    assert any("a grade that no file has: 7" in notice for notice in answer["files"][0]["notices"])


def test_judgements_of_another_scale_come_in_once_it_is_mapped(lead: TestClient) -> None:
    ratings = "query,docid,rating\ntext of q2,e,5\ntext of q2,d,1\n"
    open_ = lead.put(f"{AT}/files/ratings.csv", content=ratings)
    assert (open_.status_code, "?scale=1=0,5=3" in open_.json()["detail"]) == (422, True)
    answer = lead.put(f"{AT}/files/ratings.csv", content=ratings, params={"scale": "1=0,5=2"})
    assert answer.json()["files"][0]["grades"] == {"0": 1, "2": 1}
    assert "q2 0 e 2\n" in lead.get(f"{AT}/qrels").text


def test_texts_are_split_as_said(lead: TestClient, store: Store, judged: Collection) -> None:
    text = "# A\none\n\n# B\ntwo\n"
    before = collections.sizes(store, judged).fragments
    lead.put(f"{AT}/files/fees.md", content=text, params={"split": "whole"})
    assert collections.sizes(store, judged).fragments == before + 1


def test_a_check_alone_imports_nothing_and_says_what_to_answer(lead: TestClient, store: Store) -> None:
    answer = lead.put(f"{AT}/files/x.csv", content="a,b\n1,2\n", params={"check": "true"})
    told = answer.json()
    assert (answer.status_code, told["accepted"], told["imported"]) == (200, False, False)
    assert told["files"][0]["asks"] == ["columns"]
    assert told["files"][0]["hints"][0].startswith("say which column is what, such as ?columns=")


def test_a_name_with_a_slash_is_reached(lead: TestClient, store: Store) -> None:
    collections.get_or_create_collection(store, "a/b c")
    at = "/api/collections/a%2Fb%20c"
    assert lead.put(f"{at}/runs/bm25%2Fv2%20ü", content=RUN).status_code == 201
    assert lead.get(f"{at}/scores").json()["runs"][0]["name"] == "bm25/v2 ü"
    missing = lead.get("/api/collections/a%2Fd/scores").json()
    assert (missing["status"], missing["instance"]) == (404, "/api/collections/a%2Fd/scores")
    assert "a/d" in missing["detail"]


def test_as_of_a_snapshot_compares_the_runs_as_they_were(
    lead: TestClient, store: Store, judged: Collection
) -> None:
    lead.put(f"{AT}/runs/other", content="q1 Q0 c 1 2.0 x\n")
    snapshots.take(store, judged, "then")
    lead.put(f"{AT}/runs/other", content="q1 Q0 b 1 2.0 x\n")
    lead.put(f"{AT}/runs/later", content=RUN)
    asked = {"baseline": "bm25", "run": "other", "measure": "RR"}
    now, then = (
        lead.get(f"{AT}/comparison", params={**asked, **as_of}).json() for as_of in ({}, {"as_of": "then"})
    )
    assert (now["runs"][0]["after"], then["runs"][0]["after"]) == (0, 1)
    late = lead.get(f"{AT}/comparison", params={**asked, "run": "later", "as_of": "then"})
    assert late.json()["detail"] == 'No run of "small" was called "later". There were: bm25, other.'
    names = [run["name"] for run in lead.get(f"{AT}/scores", params={"as_of": "then"}).json()["runs"]]
    assert names == ["bm25", "other"]


def test_a_broken_run_is_refused_with_line_and_reason_and_nothing_is_kept(
    lead: TestClient, store: Store, judged: Collection
) -> None:
    answer = lead.put(f"{AT}/runs/new", content=RUN + "q1 Q0 b 3 one any\n")
    problem = answer.json()
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert problem["errors"][0]["line"] == 3
    assert [run.name for run in rankings.runs(store, judged)] == ["bm25"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "empty"),
        ("q1 0 a 1\n", "judgements"),
        ("q1 Q0 a 1 2.0 one\nq1 Q0 a 1 2.0 two\n", "twice"),
        ("\x00\x01\x02", "neither text nor Parquet"),
    ],
)
def test_a_body_that_is_no_single_run_is_refused_in_words(lead: TestClient, content: str, said: str) -> None:
    answer = lead.put(f"{AT}/runs/new", content=content)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


@pytest.mark.parametrize("is_announced", [True, False])
def test_a_body_beyond_the_limit_is_refused(
    lead: TestClient, monkeypatch: pytest.MonkeyPatch, is_announced: bool
) -> None:
    monkeypatch.setenv("QUILATE_LARGEST_RUN_MB", "0.0001")
    body = b"x" * 200
    answer = lead.put(f"{AT}/runs/new", content=body if is_announced else iter([body]))
    assert (answer.status_code, answer.json()["type"]) == (413, "urn:quilate:too-large")
    assert "QUILATE_LARGEST_RUN_MB" in answer.json()["detail"]


def test_runs_put_at_the_same_time_are_all_there_whole(
    lead: TestClient, store: Store, judged: Collection
) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: lead.put(f"{AT}/runs/run{n % 4}", content=RUN), range(8)))
    assert {answer.status_code for answer in answers} <= {200, 201}
    assert sorted(run.name for run in rankings.runs(store, judged)) == [
        "bm25",
        "run0",
        "run1",
        "run2",
        "run3",
    ]


def test_qrels_come_with_their_hash_and_revision(lead: TestClient) -> None:
    answer = lead.get(f"{AT}/qrels")
    assert answer.text == "q1 0 a 1\nq1 0 c 3\n"
    assert answer.headers["quilate-sha256"] == hashlib.sha256(answer.content).hexdigest()
    assert answer.headers["quilate-revision"] == "2"


@pytest.mark.parametrize("target", TARGETS)
def test_qrels_come_in_every_format_that_the_app_exports(lead: TestClient, target: str) -> None:
    answer = lead.get(f"{AT}/qrels", params={"format": target})
    assert answer.status_code == 200, answer.text
    assert answer.content


def test_qrels_can_be_of_the_past_and_of_one_person_and_binary(lead: TestClient) -> None:
    assert lead.get(f"{AT}/qrels", params={"as_of": "1"}).text == "q1 0 c 3\n"
    assert lead.get(f"{AT}/qrels", params={"threshold": 2}).text == "q1 0 a 0\nq1 0 c 1\n"
    assert lead.get(f"{AT}/qrels", params={"annotator": "Nobody"}).status_code == 404
    assert lead.get(f"{AT}/qrels", params={"manifest": "true"}).json()["counts"]["pairs"] == 2


def test_scores_are_the_means_of_each_run(lead: TestClient) -> None:
    # q1: c b a, of which c 3 and a 1 are relevant: both among the first 3, one of the first 2.
    answer = lead.get(f"{AT}/scores", params={"measure": ["R@3", "P@2"], "per_query": "true"})
    measures = answer.json()["runs"][0]["measures"]
    assert (measures["R@3"]["mean"], measures["P@2"]["mean"]) == (1.0, 0.5)
    assert measures["P@2"]["per_query"] == {"q1": 0.5}


def test_a_gate_fails_where_a_run_is_significantly_worse(lead: TestClient, store: Store) -> None:
    queries = [f"n{number}" for number in range(12)]
    good = "".join(f"{query} Q0 c 1 2 x\n{query} Q0 a 2 1 x\n" for query in queries)
    bad = "".join(f"{query} Q0 a 1 2 x\n" for query in queries)
    lead.put(f"{AT}/runs/good", content=good)
    lead.put(f"{AT}/runs/bad", content=bad)
    events = [{**GRADE, "event_id": query, "query_id": query, "fragment_id": "c"} for query in queries]
    assert lead.post(f"{AT}/judgements", json=events).status_code == 200
    worse = lead.get(
        f"{AT}/comparison", params={"baseline": "good", "run": "bad", "measure": "nDCG@10"}
    ).json()
    better = lead.get(
        f"{AT}/comparison", params={"baseline": "bad", "run": "good", "measure": "nDCG@10"}
    ).json()
    assert (worse["gate"], worse["runs"][0]["claim"]) == ("failed", "worse")
    assert (better["gate"], better["runs"][0]["claim"]) == ("passed", "better")


def test_a_gate_is_undecided_where_a_run_answers_none_of_the_queries(lead: TestClient) -> None:
    lead.put(f"{AT}/runs/lost", content="q2 Q0 e 1 2 x\n")
    for baseline, run in (("bm25", "lost"), ("lost", "bm25")):
        answer = lead.get(f"{AT}/comparison", params={"baseline": baseline, "run": run}).json()
        assert answer["gate"] == "undecided"
        assert any("“lost” has no results for any of the queries" in one for one in answer["cautions"])


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/api/collections/none/qrels", 404),
        ("/api/nothing", 404),
        (f"{AT}/qrels?treshold=2", 400),
        (f"{AT}/qrels?threshold=-4", 400),
        (f"{AT}/qrels?format=nothing", 400),
        (f"{AT}/qrels?tag=nothing", 404),
        (f"{AT}/qrels?tag=a&tag=b", 400),
        (f"{AT}/scores?measure=nothing", 400),
        (f"{AT}/scores?run=nothing", 404),
        (f"{AT}/comparison?baseline=bm25", 400),
        (f"{AT}/comparison?baseline=bm25&run=bm25", 400),
        (f"{AT}/comparison?baseline=bm25&run=x&worth=nan", 400),
        (f"{AT}/log?after=-1", 400),
        (f"{AT}/log?limit=0", 400),
    ],
)
def test_what_cannot_be_answered_is_a_problem_that_says_what_to_do(
    lead: TestClient, address: str, status: int
) -> None:
    answer = lead.get(address)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json().keys() >= {"type", "title", "status", "detail", "instance"}


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ("%FF%FE", "it is not UTF-8"),
        ("%FE%FD", "it is not UTF-8"),
        ("%ED%A0%80", "it is not UTF-8"),
        ("%20%C2%A0", "it is blank"),
        ("a" * 201, "it has 201 characters"),
        ("a%0Ab", "it has a line break"),
    ],
)
@pytest.mark.parametrize("address", [AT + "/runs/{}", AT + "/files/{}", "/api/collections/{}/runs/new"])
def test_what_can_be_no_name_is_refused_and_nothing_is_kept(
    lead: TestClient, store: Store, judged: Collection, address: str, sent: str, why: str
) -> None:
    before = rankings.digests(store, judged)
    answer = lead.put(address.format(sent), content=RUN)
    assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")
    assert why in answer.json()["detail"]
    assert rankings.digests(store, judged) == before


def test_a_name_may_have_200_characters(lead: TestClient) -> None:
    assert lead.put(f"{AT}/runs/{'%C3%BC' * 200}", content=RUN).json()["run"] == "ü" * 200


def test_of_a_kind_that_is_not_known_it_says_what_stands_in_the_way_and_what_to_say(lead: TestClient) -> None:
    detail = lead.put(f"{AT}/runs/new", content="q1 Q0 a 1 2.0\nq1 Q0 c 2 1.0\n").json()["detail"]
    assert detail.startswith("new:1: 5 columns")
    assert detail.endswith(
        "Say which one it is (on the command line with --kind; load-kinds lists them). Here that is ?kind=."
    )
    assert "in all" not in detail
