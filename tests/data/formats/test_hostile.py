"""Bad input is refused with a message: no crash, no hang, no half import, no memory far beyond the file."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.checking import Answers, Upload, check_files
from data.formats import registry
from data.formats.opened import opened, unzipped
from data.formats.registry import FORMATS
from data.formats.table import Columns
from data.problems import BadFile, Reading
from data.store import Store
from tests.data.formats import layouts

CORPUS = b'{"_id": "a", "title": "A", "text": "alpha"}\n'
SEEDS = [
    *(value for name, value in sorted(vars(layouts).items()) if name.isupper() and isinstance(value, bytes)),
    layouts.autorag_qa(),
    CORPUS,
    b"q1 Q0 a 1 2.0 bm25\n",
    b"q1 0 a 3\n",
    b"query-id\tcorpus-id\tscore\nq1\ta\t2\n",
    b"# Heading\ntext\n",
]
COLUMNS = Columns("judgements", {"query": "query", "fragment": "docid", "grade": "rating"})


def zipped(*entries: tuple[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return file.getvalue()


def refusal(store: Store, content: bytes, name: str = "f.jsonl") -> str:
    """What the check says of a file that it refuses."""
    (file,) = check_files(store, "shop", [Upload(name, content)]).files
    assert file.verdict == "refused"
    return "\n".join(problem.message for problem in file.problems)


def test_a_gzip_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = gzip.compress(b"\0" * (300 << 20), 9)
    tracemalloc.start()
    with pytest.raises(BadFile, match="more than 200 times as large"):
        opened(bomb, "bomb.gz")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200 << 20


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(BadFile, match="more than 200 times as large"):
        unzipped(zipped(("corpus.jsonl", b"\0" * (300 << 20))), "bomb.zip")


def peak_of(content: bytes, read: Callable[[bytes, str], object], why: str) -> int:
    """How many bytes it takes to refuse the archive in these words."""
    tracemalloc.start()
    with pytest.raises(BadFile, match=why):
        read(content, "bomb")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_what_unpacks_to_more_than_the_largest_run_is_refused_with_that_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("QUILATE_LARGEST_RUN_MB", "2")
    content = b"\0" * (40 << 20)
    why = "unpacked it has more than 2 MB; .* set QUILATE_LARGEST_RUN_MB"
    assert peak_of(gzip.compress(content), opened, why) < 8 << 20
    assert peak_of(zipped(("a.jsonl", content[: 20 << 20]), ("b.jsonl", content)), unzipped, why) < 1 << 20


def test_a_zip_that_says_too_little_of_its_sizes_is_refused_unread() -> None:
    size = 40 << 20
    archive = zipped(("corpus.jsonl", b"\0" * size))
    lying = archive.replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert peak_of(lying, unzipped, "the zip file is damaged") < 8 << 20


def test_a_file_that_is_unpacked_is_held_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUILATE_LARGEST_RUN_MB", "20")
    packed, size = gzip.compress(b"q1 Q0 a 1 2.0 bm25 \n" * (1 << 20)), 20 << 20
    tracemalloc.start()
    file = opened(packed, "run.gz")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (len(file.source), file.lines) == (size, 1 << 20)  # type: ignore[arg-type]
    assert peak < 1.5 * size


@pytest.mark.parametrize(
    "path", ["../corpus.jsonl", "/etc/corpus.jsonl", "a/../../b.jsonl", "C:\\a.jsonl", "a\\b"]
)
def test_paths_that_lead_out_of_an_archive_are_refused(path: str) -> None:
    with pytest.raises(BadFile, match="leads out of it"):
        unzipped(zipped((path, CORPUS)), "f.zip")


def test_a_link_in_an_archive_is_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        link = zipfile.ZipInfo("corpus.jsonl")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(BadFile, match="no plain file"):
        unzipped(file.getvalue(), "f.zip")


def test_an_archive_inside_an_archive_is_refused() -> None:
    with pytest.raises(BadFile, match="an archive inside an archive"):
        unzipped(zipped(("inner.zip", zipped(("corpus.jsonl", CORPUS)))), "f.zip")


def test_the_files_of_an_archive_are_checked_one_by_one(store: Store) -> None:
    archive = zipped(
        ("set/corpus.jsonl", CORPUS), ("set/README.md", b"# About"), ("__MACOSX/._corpus.jsonl", b"x")
    )
    files = check_files(store, "shop", [Upload("set.zip", archive)]).files
    assert [(file.name, file.verdict) for file in files] == [("set.zip/set/corpus.jsonl", "fine")]


def test_a_line_that_never_ends_is_refused(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "long.tsv"
    path.write_bytes(b"query-id\tcorpus-id\tscore\n" + b"x" * (40 << 20))
    tracemalloc.start()
    (file,) = check_files(store, "shop", [Upload("long.tsv", path)]).files
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "a line longer than 16 MB" in file.problems[0].message
    assert peak < 3 * (40 << 20)


@pytest.mark.parametrize(
    "content",
    [
        b'{"_id": "a", "text": "a\\u0000b"}\n',
        b'{"_id": "a\\ud800", "text": "x"}\n',
        b'{"_id": "a", "text": "\0"}\n',
    ],
)
def test_text_that_is_no_text_is_refused(store: Store, content: bytes) -> None:
    assert ":1: " in refusal(store, content + CORPUS)


@pytest.mark.parametrize("opening", ["[", '{"a":'])
@pytest.mark.parametrize("around", ["%s", '{"judgmentRatings": [%s', '{"query": "x", "results": %s', "[%s"])
def test_deep_json_is_refused(store: Store, opening: str, around: str) -> None:
    assert refusal(store, (around % (opening * 100_000)).encode(), "f.json")


def test_half_a_quoted_cell_is_refused_with_the_line_on_which_it_begins(store: Store) -> None:
    assert "f.csv:3: " in refusal(store, b'query,docid,rating\nx,a,1\n"y,b,1\nz,c,2\n', "f.csv")


def test_bytes_that_are_neither_utf8_nor_latin1_are_refused_with_their_line(store: Store) -> None:
    assert "f.txt:2: not UTF-8" in refusal(store, b"q1 0 caf\xc3\xa9 1\nq1 0 caf\xe9 2\n", "f.txt")


def test_latin1_is_offered_with_a_line_and_read_only_when_confirmed(store: Store) -> None:
    upload = Upload("f.csv", "query,docid,rating\nKöln,a,1\n".encode("latin-1"))
    (file,) = check_files(store, "shop", [upload]).files
    assert (file.asks, file.suggested_encoding, file.example) == (("encoding",), "windows-1252", "Köln,a,1")
    said = {"f.csv": Answers(encoding="windows-1252")}
    (file,) = check_files(store, "shop", [upload], said).files
    assert file.content is not None
    assert [query.text for query in file.content.queries] == ["Köln"]
    assert "converted from Latin-1" in file.notices[0].message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_utf16_and_marked_utf8_are_converted_and_said(store: Store, encoding: str) -> None:
    (file,) = check_files(
        store, "shop", [Upload("f.csv", "query,docid,rating\nKöln,a,1\n".encode(encoding))]
    ).files
    assert (file.encoding, file.verdict) == (encoding, "look")
    assert file.content is not None
    assert [query.text for query in file.content.queries] == ["Köln"]


def test_json_takes_less_than_three_times_the_file(tmp_path: Path) -> None:
    rating = [{"docId": f"document-{n:09}", "rating": "3.000"} for n in range(150)]
    body = {
        "judgmentRatings": [
            {"query": f"a query of some words, number {n}", "ratings": rating} for n in range(2000)
        ]
    }
    path = tmp_path / "srw.json"
    path.write_text(json.dumps(body))
    tracemalloc.start()
    content = registry.read(FORMATS["srw"], path, Reading("f"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert content.judgements is not None
    assert len(content.judgements.grade) == 300_000
    assert peak < 3 * path.stat().st_size


KEYS = [
    *(
        "query",
        "queries",
        "query_text",
        "ratings",
        "rating",
        "docId",
        "doc_id",
        "query_doc_pairs",
        "judgements",
    ),
    *(
        "judgmentRatings",
        "requests",
        "id",
        "_id",
        "text",
        "results",
        "data",
        "annotations",
        "result",
        "value",
    ),
    *("choices", "fields", "responses", "user_input", "retrieved_contexts", "relevant_documents", "gain"),
    *("placeholders", "$query", "topics", "query_groups", "page_content", "kwargs", "fragments", "grade"),
]
MUTATIONS: list[Callable[[bytes, int, bytes], bytes]] = [
    lambda seed, at, junk: seed[:at] + junk + seed[at:],
    lambda seed, at, junk: seed[:at],
    lambda seed, at, junk: seed[:at] + junk + seed[at + len(junk) :],
    lambda seed, at, junk: seed[at:] + seed[:at],
    lambda seed, at, junk: seed[:at] + seed[at : at + 9] * 3 + seed[at:],
]


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(SEEDS),
    st.sampled_from(MUTATIONS),
    st.floats(0, 1),
    st.binary(max_size=8)
    | st.sampled_from([b"\xff\xfe", b'"', b"\\ud800", b"\0", b"NaN", b"1e999", b"9" * 5000, b"{", b"]"]),
    st.sampled_from([".csv", ".json", ".jsonl", ".txt", ".md", ".parquet", ""]),
)
def test_damaged_files_are_read_or_refused_but_never_crash(
    store: Store,
    seed: bytes,
    mutation: Callable[[bytes, int, bytes], bytes],
    place: float,
    junk: bytes,
    ending: str,
) -> None:
    content = mutation(seed, int(place * len(seed)), junk)
    (file,) = check_files(store, "shop", [Upload(f"f{ending}", content)]).files
    assert file.verdict in ("fine", "look", "asks", "refused")


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode), st.sampled_from(sorted(FORMATS)))
def test_any_bytes_read_as_any_format_are_read_or_refused(content: bytes, key: str) -> None:
    answer = {"columns": COLUMNS, "split": "headings"}.get(FORMATS[key].asks or "")
    with contextlib.suppress(BadFile):
        registry.read(FORMATS[key], content, Reading("f"), answer)


@settings(deadline=None, max_examples=100)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(KEYS),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    ),
    st.sampled_from(sorted(key for key, format_ in FORMATS.items() if not format_.asks)),
)
def test_json_of_any_shape_is_read_or_refused(value: object, key: str) -> None:
    with contextlib.suppress(BadFile):
        registry.read(FORMATS[key], json.dumps(value).encode(), Reading("f"))
