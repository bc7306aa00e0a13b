"""Import: checked first, then all or nothing; the same files twice change nothing."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from data import collections, judgements, rankings
from data.checking import Answers, Check, Upload, check_files
from data.importing import Cancelled, find_uploads, import_checked
from data.store import Store

CORPUS = Upload(
    "corpus.jsonl",
    b'{"_id": "a", "title": "A", "text": "alpha"}\n{"_id": "b", "title": "", "text": "beta"}\n',
)
QUERIES = Upload("queries.jsonl", b'{"_id": "q1", "text": "first?"}\n')
RUN = Upload("bm25.trec", b"q1 Q0 b 1 2.0 bm25\nq1 Q0 a 2 1.0 bm25\n")
QRELS = Upload("qrels.txt", b"q1 0 a 3\n")
EVERYTHING = [CORPUS, QUERIES, RUN, QRELS]


def check(store: Store, *uploads: Upload) -> Check:
    return check_files(store, "shop", uploads)


def test_everything_arrives(store: Store) -> None:
    collection = import_checked(store, check(store, *EVERYTHING))
    assert collections.sizes(store, collection) == collections.Sizes(
        queries=1, fragments=2, runs=1, judgements=1
    )


def test_the_order_of_the_files_does_not_matter(store: Store) -> None:
    files = check(store, *reversed(EVERYTHING)).files
    assert [(file.kind, file.verdict) for file in files] == [
        ("qrels", "fine"), ("run", "fine"), ("queries", "fine"), ("fragments", "fine")
    ]  # fmt: skip


def test_the_same_files_twice_change_nothing(store: Store) -> None:
    import_checked(store, check(store, *EVERYTHING))
    before = "\n".join(store.db.conn.iterdump())
    again = check(store, *EVERYTHING)
    import_checked(store, again)
    assert [file.same for file in again.files] == [2, 1, 2, 1]
    assert "\n".join(store.db.conn.iterdump()) == before


def test_a_refused_file_stops_the_import_and_names_the_line(store: Store) -> None:
    bad = check(store, CORPUS, Upload("bad.trec", b"q1 Q0 b 1 2.0 bm25\nq1 Q0 a 2 bm25\n"))
    assert not bad.accepted
    assert bad.files[1].problems[0].message == ('bad.trec:2: 5 columns, a TREC run has 6: "q1 Q0 a 2 bm25"')
    with pytest.raises(ValueError, match="refused"):
        import_checked(store, bad)
    assert collections.all_collections(store) == []


def test_an_error_while_importing_leaves_nothing(store: Store) -> None:
    checked = check(store, *EVERYTHING)

    def stop(share: float) -> None:
        if share > 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        import_checked(store, checked, stop)
    assert collections.all_collections(store) == []
    assert store.db.table("fragments").count == 0


def test_progress_ends_at_one(store: Store) -> None:
    told: list[float] = []
    import_checked(store, check(store, *EVERYTHING), told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_ids_that_no_file_explains_are_counted_and_kept_without_text(store: Store) -> None:
    checked = check(store, RUN)
    assert (checked.files[0].unknown_queries, checked.files[0].unknown_fragments) == (1, 2)
    collection = import_checked(store, checked)
    assert set(collections.fragment_ids(store, collection)) == {"a", "b"}


@pytest.mark.parametrize("fragment_id", ["007", " 7", "Nike", "nike", "http://a/b?c=d", "\u00e9", "e\u0301"])
def test_ids_are_kept_byte_for_byte(store: Store, fragment_id: str) -> None:
    line = f'{{"_id": "{fragment_id}", "title": "", "text": "x"}}\n'.encode()
    collection = import_checked(store, check(store, Upload("corpus.jsonl", line)))
    assert list(collections.fragment_ids(store, collection)) == [fragment_id]


def test_ids_without_text_are_kept_byte_for_byte(store: Store) -> None:
    odd = [
        '"q"',
        "a\\b",
        "null",
        "1e5",
        "007",
        "\x01",
        "\x7f",
        "\x85",
        "\u2028",
        "\u00e9",
        "e\u0301",
        "\U0001f600",
    ]
    lines = "".join(f"q1 Q0 {name} 1 {-rank} bm25\n" for rank, name in enumerate(odd))
    collection = import_checked(store, check(store, Upload("bm25.trec", lines.encode())))
    assert sorted(collections.fragment_ids(store, collection)) == sorted(odd)


def test_two_runs_with_one_tag_are_named_by_their_files(store: Store) -> None:
    collection = import_checked(store, check(store, RUN, Upload("new/reranked.trec.gz", RUN.source)))
    assert [run.name for run in rankings.runs(store, collection)] == ["bm25", "reranked"]


def test_two_qrels_files_that_contradict_each_other_are_refused(store: Store) -> None:
    assert check(store, QRELS, Upload("other.txt", b"q1 0 a 2\n")).files[1].verdict == "refused"


def test_a_changed_grade_is_a_new_row_of_the_log(store: Store) -> None:
    import_checked(store, check(store, *EVERYTHING))
    changed = check(store, Upload("qrels.txt", b"q1 0 a 1\n"))
    collection = import_checked(store, changed)
    assert (changed.files[0].changed, judgements.revision(store)) == (1, 2)
    assert judgements.grade_rows(store, collection).grade.tolist() == [1]


def test_metadata_gives_source_and_position(store: Store) -> None:
    line = b'{"_id": "a#2", "title": "T", "text": "x", "metadata": {"source": "a.md", "position": 2}}\n'
    collection = import_checked(store, check(store, Upload("corpus.jsonl", line)))
    ids = collections.fragment_ids(store, collection)
    (fragment,) = collections.fragments(store, ids.values()).values()
    assert (fragment.source, fragment.position) == ("a.md", 2)


@pytest.mark.parametrize("content", [b"", b"hello world\n", b"a b c\n", b"[1, 2]\n", b"\x89PNG\x00\xff"])
def test_a_file_of_no_known_kind_is_refused(store: Store, content: bytes) -> None:
    assert check(store, Upload("what.dat", content)).files[0].verdict == "refused"


def test_a_text_file_becomes_fragments_only_when_somebody_says_so(store: Store) -> None:
    text = Upload("what.txt", b"hello world\n")
    assert check(store, text).files[0].asks == ("kind",)
    answered = check_files(store, "shop", [text], {"what.txt": Answers(kind="prose")})
    assert answered.files[0].parts == {"fragments": 1}


def test_a_folder_is_searched_and_what_is_passed_over_is_said(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name in ("corpus.jsonl", "runs/a.trec.gz", "README.md"):
        (tmp_path / name).touch()
    uploads, passed_over = find_uploads([tmp_path])
    assert [Path(upload.name).name for upload in uploads] == ["corpus.jsonl", "a.trec.gz"]
    assert [path.name for path in passed_over] == ["README.md"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cranfield", (225, 1398, 14, 1836)),
        ("cacm", (52, 3204, 13, 796)),
        ("cisi", (76, 1460, 13, 3114)),
        ("xquad-es", (238, 240, 14, 1190)),
    ],
)
def test_a_real_collection_is_read_whole(
    store: Store, shared: Path, name: str, expected: tuple[int, int, int, int]
) -> None:
    uploads, _ = find_uploads([shared / "collections" / name])
    collection = import_checked(store, check_files(store, name, uploads))
    assert dataclasses.astuple(collections.sizes(store, collection)) == expected
