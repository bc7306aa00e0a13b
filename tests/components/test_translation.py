"""The Spanish catalogue says everything that the app says, with the same values in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_from_file
from babel.messages.pofile import read_po

from components.said import refused, said, told
from components.words import decimal, decimal_mark, ngettext, percent, speaking, whole
from data.formats.golden import NO_FRAGMENT_TEXT
from data.problems import Problem
from evaluation.cautions import DIFFERENT_STAGES
from evaluation.measures import UnknownMeasure, parse_measure
from tests.conftest import ROOT

SPANISH = ROOT / "components/locale/es/LC_MESSAGES/quilate.po"
ROOMS = [ROOT / room for room in ("commands", "components", "data", "evaluation", "pages")]
ENTRIES = sorted(ROOT.glob("*.py"))
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "counted": (1, 2)}
METHOD = [("**.py", "python")]

Words = str | tuple[str, ...]


def extracted() -> set[Words]:
    """Every string that `make strings` finds in the app's own files."""
    found: set[Words] = set()
    for room in ROOMS:
        found |= {words for _file, _line, words, *_ in extract_from_dir(room, METHOD, keywords=KEYWORDS)}
    for entry in ENTRIES:
        found |= {words for _line, words, *_ in extract_from_file("python", entry, keywords=KEYWORDS)}
    return found


def marked() -> Iterator[tuple[str, str]]:
    """(file:line, text) of every marked literal, as Python itself parses the files."""
    files = [
        *ENTRIES,
        *(file for room in ROOMS for file in room.rglob("*.py")),
    ]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
                for text in node.args[: len(KEYWORDS[node.func.id] or [1])]:
                    if isinstance(text, ast.Constant):
                        yield f"{file.relative_to(ROOT)}:{text.lineno}", text.value


def forms(words: Words | list[str]) -> tuple[str, ...]:
    """One form, or the singular and the plural."""
    return (words,) if isinstance(words, str) else tuple(words)


def placeholders(text: str) -> list[str]:
    """The values that a template takes."""
    return sorted(re.findall(r"\{[^}]*\}", text))


@pytest.fixture(scope="module")
def spanish() -> Catalog:
    """The catalogue as the app reads it."""
    with SPANISH.open("rb") as file:
        return read_po(file, locale="es")


def test_every_string_of_the_app_has_a_spanish_translation(spanish: Catalog) -> None:
    untranslated = [
        words for words in extracted() if not (spanish.get(words) and all(forms(spanish.get(words).string)))
    ]

    assert untranslated == []


def test_no_marked_string_is_hidden_from_the_extractor() -> None:
    seen = {text for words in extracted() for text in forms(words)}

    hidden = [place for place, text in marked() if text and text not in seen]

    assert hidden == []


def test_a_translation_takes_the_values_of_its_original(spanish: Catalog) -> None:
    wrong = [
        translated
        for message in spanish
        if message.id
        for original, translated in zip(forms(message.id), forms(message.string), strict=True)
        if placeholders(original) != placeholders(translated)
    ]

    assert wrong == []


def test_a_translation_keeps_code_and_emphasis(spanish: Catalog) -> None:
    wrong = [
        translated
        for message in spanish
        if message.id
        for original, translated in zip(forms(message.id), forms(message.string), strict=True)
        if re.findall(r"`|\*\*", original) != re.findall(r"`|\*\*", translated)
    ]

    assert wrong == []


def test_the_catalogue_has_no_fuzzy_and_no_obsolete_entries(spanish: Catalog) -> None:
    assert [message.id for message in spanish if message.id and message.fuzzy] == []
    assert list(spanish.obsolete) == []


def test_spanish_has_one_singular_and_one_plural(spanish: Catalog) -> None:
    assert (spanish.num_plurals, spanish.plural_expr) == (2, "(n != 1)")


@pytest.mark.parametrize(
    ("n", "words"),
    [(0, "0 consultas"), (1, "1 consulta"), (2, "2 consultas"), (1_000_000, "1.000.000 consultas")],
)
def test_a_count_takes_its_spanish_plural(n: int, words: str) -> None:
    assert speaking("es", lambda: ngettext("{n} query", "{n} queries", n)) == words


def test_a_count_may_stand_beside_another_value() -> None:
    one, many = "{n} agreed grade of {pairs} would change.", "{n} agreed grades of {pairs} would change."

    assert speaking("es", lambda: ngettext(one, many, 2, pairs="10")) == "Cambiarían 2 notas acordadas de 10."


def test_numbers_have_a_spanish_decimal_comma() -> None:
    words = speaking("es", lambda: (decimal(0.4863, 3), whole(12345), percent(0.5), decimal_mark()))

    assert words == ("0,486", "12.345", "50\N{NO-BREAK SPACE}%", ",")


def test_a_name_that_is_no_measure_is_refused_in_spanish() -> None:
    with pytest.raises(UnknownMeasure) as caught:
        parse_measure("R@0")

    words = speaking("es", lambda: refused(caught.value))

    assert words.startswith(
        "no se entiende la medida «R@0»: el corte de R es un número entero de 1 a 1.000.000. Se entienden "
    )


def test_a_caution_names_stages_and_runs_as_spanish_writes_them() -> None:
    values = {"baseline": "bm25", "role": "retriever", "runs": ["dense", "mixed"]}

    words = speaking("es", lambda: said(DIFFERENT_STAGES, values))

    assert words.startswith("«bm25» es recuperador; de otra etapa son: «dense», «mixed».")


@pytest.mark.parametrize(
    ("code", "count", "words"),
    [
        ("en", 1, "1 fragment has no text"),
        ("en", 2, "2 fragments have no text"),
        ("es", 1, "1 fragmento no tiene texto"),
        ("es", 2, "2 fragmentos no tienen texto"),
    ],
)
def test_what_is_said_of_a_file_is_in_the_singular_for_one(code: str, count: int, words: str) -> None:
    assert speaking(code, lambda: told(NO_FRAGMENT_TEXT, {"count": count})) == words
    assert code == "es" or Problem("f", None, "", NO_FRAGMENT_TEXT, {"count": count}).message == f"f: {words}"
