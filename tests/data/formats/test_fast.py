"""The fast reader gives what the careful reader gives, to the last bit, or leaves the file to it."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.formats import beir, blocks, fast, trec
from data.formats.blocks import Unsure
from data.formats.texts import KnownIds, Packed, coded, mixed
from data.problems import BadFile
from evaluation.values import PartlyCoded
from tests.evaluation.cases import GOLDEN, golden_names

PLAIN = b"1 Q0 d1 1 9.5 tag\n1 Q0 d2 2 8.25 tag\n2 Q0 d1 1 -1e-3 tag\n"

IDS = st.sampled_from(
    [
        "1",
        "01",
        "d1",
        "NA",
        "null",
        "nan",
        "",
        '"q"',
        "a,b",
        "é",
        "日本語日本語",
        "\ufeff1",
        "x" * 20,
        "x" * 19,
    ]
)
SCORES = st.sampled_from(
    [
        "1",
        "1.5",
        "+2",
        "-.5",
        "5.",
        "1e-3",
        "1E400",
        "inf",
        "nan",
        "0x10",
        "1_0",
        "1d3",
        "abc",
        "",
        "-0",
        "1e",
    ]
)
SCORES |= st.floats().map(repr) | st.floats(width=32).map(str) | st.integers().map(str)
GRADES = st.sampled_from(
    ["0", "1", "-1", "+1", "01", "1.0", "0x10", "yes", "", "1000000", "1000001", "9" * 19]
)
TAGS = st.sampled_from(["tag"] * 20 + ["Q0", "other", "", "a b", "é"])
SEPARATORS = st.sampled_from([" "] * 40 + ["\t", "  ", " \t", "\u00a0", "\x0b", "\x00"])
ENDS = st.sampled_from(["\n"] * 20 + ["\r\n", "\r", "\n\n", " \n", "\n \n", "\n\x1c", "\u2028", "\x85\n"])
ODD_BYTES = st.sampled_from(
    [b""] * 12 + [b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b"\xc3", b"# a comment\n", b"\n"]
)


@st.composite
def files(draw: st.DrawFn, columns: list[st.SearchStrategy[str]]) -> bytes:
    """Lines near a format: mostly right, each part now and then another."""
    separator = draw(SEPARATORS)
    text = ""
    for _ in range(draw(st.integers(0, 8))):
        cells = [draw(column) for column in columns]
        cells = cells[: draw(st.sampled_from([len(cells)] * 20 + [0, len(cells) - 1]))]
        text += (draw(SEPARATORS) if draw(st.integers(0, 20)) == 0 else separator).join(cells) + draw(ENDS)
    content = text.encode()
    at = draw(st.integers(0, len(content)))
    return content[:at] + draw(ODD_BYTES) + content[at:].removesuffix(draw(st.sampled_from([b"", b"\n"])))


RUNS = files(
    [
        IDS,
        st.sampled_from(["Q0", "Q0", "0", "", "é"]),
        IDS,
        st.sampled_from(["1", "0", "1.5", "-", ""]),
        SCORES,
        TAGS,
    ]
)
QRELS = files([IDS, st.sampled_from(["0", "0", "Q0", "", "é"]), IDS, GRADES])
BLOCKS = st.sampled_from([16, 64, 1 << 20])


def columns_of(file: trec.RunFile | trec.QrelsFile) -> dict[str, Any]:
    """The fields with arrays as bytes, so that −0 is not 0."""
    return {
        name: (value.dtype, value.tobytes()) if isinstance(value, np.ndarray) else value
        for name, value in vars(file).items()
    }


def outcome(read: Any, *given: Any, **options: Any) -> Any:
    try:
        return columns_of(read(*given, **options))
    except BadFile as error:
        return str(error)


@settings(deadline=None)
@given(RUNS, BLOCKS)
def test_a_run_is_read_or_refused_as_by_the_careful_reader(content: bytes, block: int) -> None:
    with patch.object(blocks, "BLOCK", block):
        assert outcome(fast.read_run, content) == outcome(trec.read_run, content)


@settings(deadline=None)
@given(QRELS, BLOCKS)
def test_qrels_are_read_or_refused_as_by_the_careful_reader(content: bytes, block: int) -> None:
    with patch.object(blocks, "BLOCK", block):
        assert outcome(fast.read_qrels, content) == outcome(trec.read_qrels, content)


@settings(deadline=None)
@given(files([IDS, IDS, GRADES]), BLOCKS)
def test_beir_qrels_are_read_or_refused_as_by_the_careful_reader(rows: bytes, block: int) -> None:
    content = f"{beir.HEADER}\n".encode() + rows.replace(b" ", b"\t")
    with patch.object(blocks, "BLOCK", block):
        assert outcome(fast.read_qrels, content) == outcome(beir.read_qrels, content)


KNOWN = st.sampled_from(["1", "01", "NA", '"q"', "日本語日本語", "x" * 20, "x" * 19, "d1"])
ROWS = st.lists(st.tuples(KNOWN, KNOWN, st.integers(0, 9)), min_size=1, unique_by=lambda row: row[:2])


@settings(deadline=None)
@given(ROWS, st.lists(KNOWN, unique=True), st.sampled_from([64, 1 << 20]))
def test_known_ids_keep_their_place_and_all_others_their_text(
    rows: list[tuple[str, str, int]], known: list[str], block: int
) -> None:
    rows = sorted(rows, key=lambda row: row[0])
    with patch.object(blocks, "BLOCK", block):
        run = fast.read_run(run_of(rows), known=KnownIds(known))
    assert isinstance(run.fragment_ids, PartlyCoded)
    assert [run.query_ids[query] for query in run.query] == [query for query, _, _ in rows]
    assert [run.fragment_ids[code] for code in run.fragment] == [fragment for _, fragment, _ in rows]
    places = {code for code in run.fragment.tolist() if code < len(known)}
    assert places == {known.index(fragment) for _, fragment, _ in rows if fragment in known}


def test_a_query_that_is_not_together_is_read_all_the_same() -> None:
    rows = [("1", "a", 1), ("2", "a", 1), ("3", "a", 1), ("2", "b", 1), ("1", "b", 1), ("2", "c", 1)]
    content = run_of(rows)
    assert is_read_fast(content)
    for block in (16, 32, 64):
        with patch.object(blocks, "BLOCK", block):
            assert columns_of(fast.read_run(content)) == columns_of(trec.read_run(content))


@pytest.mark.parametrize("block", [16, 32, 64, 128, 1 << 20])
def test_a_pair_twice_is_found_however_far_apart(block: int) -> None:
    rows = [("1", "a", 1), ("2", "a", 1), ("3", "a", 1), ("4", "a", 1), ("5", "a", 1), ("2", "a", 1)]
    with patch.object(blocks, "BLOCK", block), pytest.raises(BadFile, match=r"^run:6: .*first on line 2"):
        fast.read_run(run_of(rows))


def run_of(rows: list[tuple[str, str, int]]) -> bytes:
    return "".join(f"{query} Q0 {fragment} 1 {score} r\n" for query, fragment, score in rows).encode()


def is_read_fast(content: bytes) -> bool:
    return isinstance(fast.read_run(content, known=KnownIds([])).fragment_ids, PartlyCoded)


@pytest.mark.parametrize(
    "content",
    [
        PLAIN,
        PLAIN.removesuffix(b"\n"),
        PLAIN.replace(b"\n", b"\r\n"),
        PLAIN.replace(b" ", b"\t"),
        b"\n" + PLAIN + b"\n\n",
        gzip.compress(PLAIN, mtime=0),
        gzip.compress(PLAIN[:29], mtime=0) + gzip.compress(PLAIN[29:], mtime=0),
        PLAIN.replace(b"d1", "日本".encode()),
        PLAIN.replace(b"d1", b'"d,1'),
        PLAIN.replace(b"Q0 d2", b"0 NA"),
    ],
)
def test_plain_files_are_read_fast(content: bytes) -> None:
    assert is_read_fast(content)


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + PLAIN,
        PLAIN + b"2 Q0 d2 2 inf tag\n",
        PLAIN + b"2 Q0 d2 2 7 other\n",
        PLAIN + b"2 Q0 d2 2 7 tag more\n",
        PLAIN + b"2 Q0  d2 2 7 tag\n",
        PLAIN + b"2\tQ0 d2 2 7 tag\n",
        PLAIN.replace(b"\n", b"\r"),
    ],
)
def test_odd_files_are_left_to_the_careful_reader(content: bytes) -> None:
    assert not is_read_fast(content)
    assert columns_of(fast.read_run(content)) == columns_of(trec.read_run(content))


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (PLAIN + b"2 Q0 d1 2 7 tag\n", 4),
        (PLAIN + b"1 Q0 d2 2 7 tag\n", 4),
        (PLAIN + b"2 Q0 d2 2 nan tag\n", 4),
        (PLAIN + b"2 Q0 d2 2 7 \xff\n", 4),
        (PLAIN.replace(b"Q0 d2", b"\xff d2"), 2),
        (PLAIN.replace(b" 1 9.5", b" \xff 9.5"), 1),
    ],
)
@pytest.mark.parametrize("block", [64, 1 << 20])
def test_a_fault_far_into_the_file_is_named_with_its_line(content: bytes, line: int, block: int) -> None:
    with patch.object(blocks, "BLOCK", block), pytest.raises(BadFile, match=f"^run:{line}: "):
        fast.read_run(content)


def test_a_damaged_gzip_file_is_refused() -> None:
    with pytest.raises(BadFile, match="gzip"):
        fast.read_run(gzip.compress(PLAIN, mtime=0)[:-9])


def test_a_path_is_read_as_its_bytes_are(tmp_path: Path) -> None:
    path = tmp_path / "run.trec"
    path.write_bytes(PLAIN)
    assert (
        columns_of(fast.read_run(path))
        == columns_of(fast.read_run(str(path)))
        == columns_of(fast.read_run(PLAIN))
    )


def test_other_sources_are_read_too() -> None:
    assert columns_of(fast.read_run(PLAIN.splitlines(keepends=True))) == columns_of(trec.read_run(PLAIN))


@pytest.mark.skipif(not GOLDEN.is_dir(), reason="the golden cases are not beside the project")
@pytest.mark.parametrize("case", golden_names())
def test_golden_files_are_read_or_refused_as_by_the_careful_reader(case: str) -> None:
    run, qrels = GOLDEN / case / "run.txt", GOLDEN / case / "qrels.txt"
    assert outcome(fast.read_run, run) == outcome(trec.read_run, run)
    assert outcome(fast.read_qrels, qrels) == outcome(trec.read_qrels, qrels)


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30)


@settings(deadline=None)
@given(st.lists(TEXTS | st.sampled_from(["", "12345678", "123456789", "x" * 16, "x" * 17])))
def test_texts_have_equal_hashes_if_and_only_if_they_are_equal(texts: list[str]) -> None:
    hashed = Packed.from_texts(texts).hashes()
    assert len(set(hashed.tolist())) == len(set(texts))


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(["", "a", "b", "12345678", "12345678a", "12345678b", "x" * 30, "x" * 31]), min_size=1
    )
)
def test_a_change_is_where_a_text_differs_from_the_one_before(texts: list[str]) -> None:
    expected = [row for row, text in enumerate(texts) if row == 0 or text != texts[row - 1]]
    assert Packed.from_texts(texts).changes().tolist() == expected


@settings(deadline=None)
@given(
    st.lists(
        st.lists(TEXTS | st.sampled_from(["a", "12345678", "123456789", "x" * 40]), min_size=1), min_size=1
    )
)
def test_texts_of_all_blocks_are_coded_in_the_order_first_seen(chunks: list[list[str]]) -> None:
    texts = [text for chunk in chunks for text in chunk]
    ids, codes = coded([Packed.from_texts(chunk) for chunk in chunks])
    assert ids == list(dict.fromkeys(texts))
    assert [ids[code] for code in codes] == texts


def test_two_ids_that_somebody_made_to_have_one_hash_stay_two() -> None:
    first, other = (np.frombuffer(word, "<u8").copy() for word in (b"d1000000", b"d2000000"))
    end = np.frombuffer(b"abcdefgh", "<u8") ^ mixed(first) ^ mixed(other)
    twins = [b"d1000000abcdefgh", b"d2000000" + end.tobytes()]
    packed = Packed(np.array([0, 16, 32]), np.frombuffer(b"".join(twins), np.uint8))
    assert len(set(packed.hashes().tolist())) == 1
    with pytest.raises(Unsure):
        coded([packed])
