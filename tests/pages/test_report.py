"""The report says by itself what the page says: what each figure shows, in which language, in which order."""

from __future__ import annotations

import re
from html import unescape

import pytest

from components.verdicts import claims_first
from components.words import speaking
from data import collections, snapshots
from data.samples import load_samples
from data.store import Store
from evaluation.comparison import WORTH
from evaluation.measures import parse_measure
from pages.parts.charts_of_runs import differences_of, means, recall, spreads, wins
from pages.parts.compared import EVERY, compared, verdicts
from pages.parts.comparing import Choice
from pages.parts.findings import table_of
from pages.parts.measures import MAIN
from pages.parts.report import report_of


@pytest.fixture(scope="module")
def choice(tmp_path_factory: pytest.TempPathFactory) -> Choice:
    store = Store(tmp_path_factory.mktemp("report") / "quilate.db")
    load_samples(store)
    shown = compared(store, collections.find_collection(store, "Help centre"))
    return Choice(shown, MAIN, 0, (1, 2, 3), WORTH, EVERY)


def html(choice: Choice, run: str = "", language: str = "en") -> str:
    """The report without its pictures."""
    whole = speaking(language, lambda: report_of(choice, table_of(choice), run).as_html())
    return unescape(re.sub(r"<svg.*?</svg>", "", whole, flags=re.DOTALL))


def captions(report: str) -> list[str]:
    return re.findall(r"<figcaption>(.*?)</figcaption>", report)


def test_each_figure_says_what_it_shows_of_which_runs(choice: Choice) -> None:
    assert captions(html(choice)) == [
        "Each run's mean on nDCG@10, exponential gain over 28 queries; the lines are 95 % intervals.",
        "“reranked” minus “bm25” on nDCG@10, exponential gain: a bar for each of 28 queries.",
        "Queries on which each run is better than “bm25” on nDCG@10, exponential gain, the same, or worse.",
        "Mean recall at k over 28 queries; the bands are 95 % intervals: “bm25”, “reranked”.",
        "How many of 28 queries have which value of nDCG@10, exponential gain; a row for each run.",
    ]


def test_the_run_that_was_chosen_on_the_page_is_shown_query_by_query(choice: Choice) -> None:
    assert "“rrf” minus “bm25”" in captions(html(choice, "rrf"))[1]
    assert "“reranked” minus “bm25”" in captions(html(choice, "of another comparison"))[1]


def test_sentences_stand_in_the_order_of_the_page(choice: Choice) -> None:
    names = choice.shown.names
    found = claims_first(verdicts(choice.shown, MAIN, 0, (1, 2, 3), WORTH, EVERY))
    told = re.findall(r"class='verdict'>“(\w+)”", html(choice))
    assert told == [names[verdict.run] for verdict in found] == ["reranked", "char_ngrams", "rrf"]


def test_a_spanish_report_has_no_english_headings_points_or_missing_numbers(choice: Choice) -> None:
    groups = html(choice, language="es").split("<h2>Grupos de consultas</h2>")[1].split("<h2>")[0]
    heads = re.findall(r"<th [^>]*>([^<]*)<", groups)
    assert heads[:4] == ["Etiqueta", "Ejecución", "Consultas", "Referencia"]
    assert heads[-1] == "p, sin corregir"
    assert "NaN" not in groups
    assert "nan" not in groups
    assert not re.search(r">[+-]?\d\.\d", groups)
    assert (
        "<td class='number'>0,061</td><td class='number'>0,531</td><td class='number'>+0,470</td>" in groups
    )


def test_the_report_explains_its_table(choice: Choice) -> None:
    said = html(choice)
    assert "<b>Bold</b>: the best of a measure; ≈: cannot be told from it" in said
    assert "n: the queries that count" in said
    assert "Groups are small" in said
    assert "<th>Baseline</th><td>bm25</td>" in said
    assert "<th>Measure that decides</th><td>nDCG@10, exponential gain</td>" in said


def test_a_measure_that_no_page_shows_leads_the_table_of_its_report(choice: Choice) -> None:
    other = Choice(choice.shown, parse_measure("nDCG@7"), 0, (1, 2, 3), WORTH, EVERY)
    table = table_of(other)
    assert [measure.name for measure in table.measures][:2] == ["nDCG@7", MAIN.name]
    assert table.means.shape == table.low.shape == table.leaders.close.shape == (4, 14)
    assert "<small>decides</small>nDCG@7" in html(other)


def test_a_saved_picture_says_of_what_it_is(choice: Choice) -> None:
    found = verdicts(choice.shown, MAIN, 0, (1, 2, 3), WORTH, EVERY)
    for drawing in (
        means(choice),
        differences_of(choice, 3),
        wins(choice, found),
        recall(choice),
        spreads(choice),
    ):
        picture = unescape(re.sub(r"<[^>]+>", " ", drawing.svg()))
        assert drawing.caption.split(":")[0][:60] in picture
        assert "Collection: Help centre · Queries: all · Revision of the qrels" in picture


def test_a_picture_of_some_queries_at_a_moment_says_so(choice: Choice) -> None:
    store, collection = choice.shown.store, choice.shown.collection
    snapshots.take(store, collection, "before")
    then = compared(store, collection, snapshots.snapshots(store, collection)[0])
    picture = means(Choice(then, MAIN, 0, (1, 2, 3), WORTH, "envíos")).svg()
    assert "Queries: envíos · As of: before" in unescape(picture)
