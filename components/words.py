"""The words on the screen: translation, numbers, dates and plurals in the reader's language."""

from __future__ import annotations

import gettext
import io
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from datetime import UTC, datetime, tzinfo
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TypeVar

import streamlit as st
from babel import Locale, dates, numbers
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

T = TypeVar("T")

LANGUAGES = {"en": "English", "es": "Español"}
_LOCALES = Path(__file__).parent / "locale"
LANGUAGE = "language"
_FIXED: ContextVar[str | None] = ContextVar("language", default=None)


def language() -> str:
    """The reader's language: chosen, else the browser's, else English."""
    if fixed := _FIXED.get():
        return fixed
    chosen = st.session_state.get(LANGUAGE) or st.query_params.get(LANGUAGE)
    if chosen in LANGUAGES:
        return str(chosen)
    browser = (st.context.locale or "en").split("-")[0].lower()
    return browser if browser in LANGUAGES else "en"


def spoken(make: Callable[[], T]) -> Callable[[], T]:
    """`make`, in the language of now: for files that are made later, outside the reader's session."""
    return partial(speaking, language(), make)


def speaking(code: str, make: Callable[[], T]) -> T:
    """What `make` gives in this language."""
    before = _FIXED.set(code)
    try:
        return make()
    finally:
        _FIXED.reset(before)


def choose_language(code: str) -> None:
    """Shows everything in this language from now on, for this session; the pages keep it in their address."""
    st.session_state[LANGUAGE] = code


def is_chosen() -> bool:
    """Whether somebody chose the language, rather than the browser."""
    return LANGUAGE in st.session_state or LANGUAGE in st.query_params


@cache
def _translations(code: str) -> gettext.NullTranslations:
    path = _LOCALES / code / "LC_MESSAGES" / "quilate.po"
    if code == "en":
        return gettext.NullTranslations()
    with path.open("rb") as file:
        catalog = read_po(file, locale=code)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _(text: str) -> str:
    """`text` in the reader's language."""
    return _translations(language()).gettext(text) if text else ""


def ngettext(one: str, many: str, n: int, **values: str) -> str:
    """`one` or `many` as n asks for, in the reader's language, with {n} and the other values filled in."""
    return plural(one, many, n).format(n=whole(n), **values)


def plural(one: str, many: str, n: int) -> str:
    """`one` or `many` as n asks for, in the reader's language, nothing filled in."""
    return _translations(language()).ngettext(one, many, n)


def whole(n: int) -> str:
    """A whole number with the language's digit groups."""
    return numbers.format_decimal(int(n), locale=language())


def decimal(value: float, places: int = 3) -> str:
    """A number with this many places, or "–" if it is undefined."""
    return decimals([value], places)[0]


def decimals(values: Iterable[float], places: int = 3) -> list[str]:
    """As `decimal`, for many numbers at once."""
    mark = decimal_mark()
    return ["–" if value != value else f"{value:.{places}f}".replace(".", mark) for value in values]


def decimal_signed(value: float, places: int = 3) -> str:
    """As `decimal`, with its + where it is above 0."""
    return f"{'+' if value > 0 else ''}{decimal(value, places)}"


def percent(share: float) -> str:
    """A share of one as whole per cent."""
    return numbers.format_percent(share, locale=language())


def moment(iso: str, zone: tzinfo | None = None) -> str:
    """A stored UTC time as date and time of the reader's language, in a time zone: that of the reader's browser.

    The month is a word: 11/12 is November to some and December to others. UTC is said where no zone is known.
    """
    zone = zone or zone_of(st.context.timezone or "")
    written = dates.format_datetime(datetime.fromisoformat(iso), "d MMM y, HH:mm", zone or UTC, language())
    return written if zone else f"{written} UTC"


@lru_cache(maxsize=64)
def zone_of(name: str) -> tzinfo | None:
    """The time zone of that name, as browsers give it; None for one that is not known here."""
    try:
        return dates.get_timezone(name) if name else None
    except (LookupError, ValueError, OSError):
        return None


def decimal_mark() -> str:
    """The language's decimal mark, for charts."""
    return _decimal_mark(language())


@cache
def _decimal_mark(code: str) -> str:
    return numbers.get_decimal_symbol(Locale(code))
