"""TREC runs and qrels: what is read, what is refused, and with which words."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.formats.trec import read_qrels, read_run, write_qrels, write_run
from data.problems import BadFile
from evaluation.values import Grades, Results


def rows(run: Results) -> list[tuple[str, str, float]]:
    return [
        (run.query_ids[q], run.fragment_ids[f], score)
        for q, f, score in zip(run.query.tolist(), run.fragment.tolist(), run.score.tolist(), strict=True)
    ]


def judged(qrels: Grades) -> list[tuple[str, str, int]]:
    return [
        (qrels.query_ids[q], qrels.fragment_ids[f], grade)
        for q, f, grade in zip(
            qrels.query.tolist(), qrels.fragment.tolist(), qrels.grade.tolist(), strict=True
        )
    ]


def refusal(read, content: bytes) -> str:
    with pytest.raises(BadFile) as caught:
        read(content, file="f")
    return str(caught.value)


def test_run_keeps_ids_scores_and_the_order_of_the_file() -> None:
    run = read_run(b"2 Q0 b 1 1e-3 tag\n1 Q0 a 7 -.5 tag\n")
    assert rows(run) == [("2", "b", 0.001), ("1", "a", -0.5)]
    assert (run.query_ids, run.name) == (["2", "1"], "tag")


def test_query_01_and_query_1_stay_two_queries() -> None:
    qrels = read_qrels(b"01 0 a 1\n1 0 a 0\n")
    assert judged(qrels) == [("01", "a", 1), ("1", "a", 0)]


@pytest.mark.parametrize("odd", ["\u00a0", "\u3000", "\u0085", "\u2028", "\x1c", "\x0b", "\x0c"])
def test_only_ascii_blanks_and_tabs_part_columns(odd: str) -> None:
    run = read_run(f"q{odd}1 Q0 d{odd}1 1 2.0 r\n".encode())
    assert rows(run) == [(f"q{odd}1", f"d{odd}1", 2.0)]


def test_composed_and_decomposed_letters_stay_different_ids() -> None:
    qrels = read_qrels("1 0 caf\u00e9 1\n1 0 cafe\u0301 2\n".encode())
    assert [fragment for _, fragment, _ in judged(qrels)] == ["caf\u00e9", "cafe\u0301"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\n\n", b"\r\n \t\r\n"])
def test_every_line_end_and_blank_line_is_accepted(end: bytes) -> None:
    qrels = read_qrels(b"1 0 a 1" + end + b"\t2   0\tb  0 " + end)
    assert judged(qrels) == [("1", "a", 1), ("2", "b", 0)]


def test_line_numbers_count_blank_and_cr_lines() -> None:
    assert refusal(read_qrels, b"1 0 a 1\r\r\n1 0 b yes\n") == (
        'f:3: the grade “yes” is not a whole number: "1 0 b yes"'
    )


def test_byte_order_mark_is_stripped_and_said() -> None:
    qrels = read_qrels(b"\xef\xbb\xbf1 0 a 1\n", file="f")
    assert judged(qrels) == [("1", "a", 1)]
    assert [notice.message for notice in qrels.notices] == [
        "f:1: a byte order mark stood before the first line and was left out"
    ]


def test_seventh_column_of_a_run_is_not_used() -> None:
    assert rows(read_run(b"1 Q0 a 1 2.0 my tag\n")) == [("1", "a", 2.0)]


def test_different_tags_are_said() -> None:
    run = read_run(b"1 Q0 a 1 2.0 x\n1 Q0 b 1 2.0 y\n")
    assert run.name == "x"
    assert run.notices[0].values == {"tag": "x"}


@pytest.mark.parametrize(
    ("written", "value"), [("inf", np.inf), ("-INF", -np.inf), ("1e400", np.inf), ("5.", 5.0)]
)
def test_infinite_and_short_numbers_are_scores(written: str, value: float) -> None:
    assert rows(read_run(f"1 Q0 a 1 {written} r".encode())) == [("1", "a", value)]


@pytest.mark.parametrize("written", ["nan", "abc", "1_000", "0x10", "1.0f", "--1", ".", "١"])
def test_what_is_no_number_is_no_score(written: str) -> None:
    message = refusal(read_run, f"1 Q0 a 1 {written} r\n".encode())
    assert message == f'f:1: the score “{written}” is not a number: "1 Q0 a 1 {written} r"'


@pytest.mark.parametrize("written", ["1.0", "yes", "0.5", "1e3", "1_0", "-", "٣"])
def test_what_is_no_whole_number_is_no_grade(written: str) -> None:
    message = refusal(read_qrels, f"1 0 a {written}\n".encode())
    assert message == f'f:1: the grade “{written}” is not a whole number: "1 0 a {written}"'


def test_grades_are_bounded() -> None:
    assert judged(read_qrels(b"1 0 a -1000000\n1 0 b +3\n")) == [("1", "a", -1_000_000), ("1", "b", 3)]
    assert "the grade 1000001 is outside ±1000000" in refusal(read_qrels, b"1 0 a 1000001\n")


def test_a_run_of_five_columns_is_refused_with_its_line() -> None:
    message = refusal(read_run, b"1 Q0 d1 1 0.7 r\n1 Q0 d3 1 0.5\n")
    assert message == 'f:2: 5 columns, a TREC run has 6: "1 Q0 d3 1 0.5"'


@pytest.mark.parametrize(
    ("line", "said"), [("1 a 1", "3 columns"), ("1 0 a 1 extra", "5 columns"), ("1", "1 column")]
)
def test_qrels_have_exactly_four_columns(line: str, said: str) -> None:
    assert refusal(read_qrels, line.encode()).endswith(f'{said}, TREC qrels have 4: "{line}"')


def test_a_hash_line_is_refused_and_a_hash_id_is_data() -> None:
    """trec_eval 10 takes `#` lines for comments, so a query whose id begins with it vanishes."""
    assert judged(read_qrels(b"#1 0 a 1\n")) == [("#1", "a", 1)]
    assert refusal(read_qrels, b"1 0 a 1\n# end\n") == (
        'f:2: “#” starts no comment in TREC files; take the line out: "# end"'
    )


def test_duplicates_are_refused_with_both_lines() -> None:
    assert refusal(read_run, b"1 Q0 a 1 2 r\n2 Q0 a 1 2 r\n1 Q0 a 2 1 r\n") == (
        "f:3: query “1” has fragment “a” twice, first on line 1"
    )
    assert refusal(read_qrels, b"1 0 a 1\n1 0 a 1\n") == (
        "f:2: query “1”, fragment “a” is judged twice, first on line 1"
    )


def test_two_grades_of_one_pair_are_both_told() -> None:
    assert refusal(read_qrels, b"1 0 a 1\n1 0 a 0\n") == (
        "f:2: query “1”, fragment “a” has grade 0, but on line 1 grade 1"
    )


def test_a_judgement_that_stands_again_with_the_same_grade_is_taken_once_and_said() -> None:
    qrels = read_qrels(b"1 0 a 1\n1 0 b 0\n1 0 a 1\n", file="f", same_once=True)
    assert judged(qrels) == [("1", "a", 1), ("1", "b", 0)]
    assert qrels.notices[0].message == (
        "f:3: 1 judgement stands twice with the same grade and is taken once; it is repeated on line 3"
    )


def test_text_that_is_not_utf8_is_refused_with_its_line() -> None:
    message = refusal(read_qrels, b"1 0 a 1\n1 0 caf\xe9 1\n")
    assert message == 'f:2: not UTF-8 text; save the file as UTF-8: "1 0 caf\\xe9 1"'
    assert (
        refusal(read_qrels, "1 0 a 1".encode("utf-16")) == "f:1: this is UTF-16 text; save the file as UTF-8"
    )


def test_a_nul_byte_is_refused_with_its_line() -> None:
    message = refusal(read_qrels, b"1 0 a 1\n1 0 b\0 1\n")
    assert message.startswith("f:2: a NUL byte: this is no text file, or a damaged one")


def test_a_line_that_never_ends_is_refused() -> None:
    message = refusal(read_qrels, b"1 0 a 1\n" + b"x" * (17 << 20))
    assert message == "f: a line longer than 16 MB: this is no text file of lines"


def test_the_first_hundred_problems_are_kept_and_all_are_counted() -> None:
    with pytest.raises(BadFile) as caught:
        read_qrels(b"x\n" * 250)
    assert (len(caught.value.problems), caught.value.total) == (100, 250)
    assert str(caught.value).endswith("\nand 150 more problems")


def test_long_lines_are_shortened_in_messages() -> None:
    assert len(refusal(read_qrels, b"x" * 5000)) < 300


def test_an_empty_file_is_an_empty_set() -> None:
    assert rows(read_run(b"")) == []
    assert judged(read_qrels(b"")) == []


def test_gzip_is_read_and_a_damaged_one_is_refused(tmp_path: Path) -> None:
    packed = gzip.compress(b"1 Q0 a 1 2 r\n" * 1)
    path = tmp_path / "run.trec.gz"
    path.write_bytes(packed)
    assert rows(read_run(path)) == rows(read_run(io.BytesIO(packed))) == [("1", "a", 2.0)]
    assert refusal(read_run, packed[:-9]).startswith("f: the gzip file ends early or is damaged")


def test_lines_of_text_can_be_read_too() -> None:
    assert judged(read_qrels(["1 0 a 1\n", "1 0 b 2"])) == [("1", "a", 1), ("1", "b", 2)]


def test_a_written_run_is_ranked_and_keeps_its_scores() -> None:
    run = read_run(b"1 Q0 a 9 0.1 r\n2 Q0 a 9 1 r\n1 Q0 c 9 0.30000000000000004 r\n1 Q0 b 9 0.1 r\n")
    file = io.BytesIO()
    write_run(run, file, tag="my run")
    assert file.getvalue().decode().splitlines() == [
        "1 Q0 c 1 0.30000000000000004 my_run",
        "1 Q0 b 2 0.1 my_run",
        "1 Q0 a 3 0.1 my_run",
        "2 Q0 a 1 1.0 my_run",
    ]


@pytest.mark.parametrize("bad", ["a b", "a\tb", "a\nb", "", "\ufeffa", "\ud800"])
def test_ids_that_would_break_a_line_are_not_written(bad: str) -> None:
    one = np.zeros(1, dtype=np.int32)
    file = io.BytesIO()
    with pytest.raises(BadFile, match="the fragment id"):
        write_qrels(Grades(["q"], [bad], one, one, one), file)
    assert file.getvalue() == b""


IDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=" \t\r\n\0\ufeff"), min_size=1)


@settings(deadline=None)
@given(st.dictionaries(st.tuples(IDS, IDS), st.integers(-1_000_000, 1_000_000)))
def test_written_qrels_read_back_equal(grades: dict[tuple[str, str], int]) -> None:
    lines = [f"{query} 0 {fragment} {grade}" for (query, fragment), grade in grades.items()]
    file = io.BytesIO()
    write_qrels(read_qrels(lines), file)
    assert judged(read_qrels(file.getvalue())) == [(q, f, grade) for (q, f), grade in grades.items()]


@settings(deadline=None)
@given(st.dictionaries(st.tuples(IDS, IDS), st.floats(allow_nan=False)))
def test_written_runs_read_back_equal(scores: dict[tuple[str, str], float]) -> None:
    run = read_run([f"{query} Q0 {fragment} 1 {score!r} r" for (query, fragment), score in scores.items()])
    file = io.BytesIO()
    write_run(run, file)
    assert sorted(rows(read_run(file.getvalue()))) == sorted(rows(run))
    assert {(q, f): score for q, f, score in rows(run)} == scores
