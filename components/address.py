"""Choices that stand in the address of the page, so that a link shows what the sender saw.

What is chosen is written there once, at the end of a run (`write_all`): each writing is a step of the browser's Back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any
from urllib.parse import urlparse

import streamlit as st

from components.plain import literal
from components.words import _

_SEPARATOR, _ON = "|", "on"
_SEEN, _PAGE, _UNWRITTEN = "address seen", "address page", "address unwritten"


def one_of(
    label: str,
    options: Sequence[str],
    key: str,
    default: str | None = None,
    shown: Callable[[str], str] = str,
    help: str | None = None,
) -> str:
    """A chooser of one option whose value is the parameter `key` of the address."""
    first = options[0] if default is None else default
    _adopt(label, key, lambda text: text if text in options else None, first)
    if st.session_state[_widget(key)] not in options:
        st.session_state[_widget(key)] = first
    value: str = st.selectbox(label, options, key=_widget(key), format_func=shown, help=help)
    return _write(key, value)


def tab(
    label: str, options: Sequence[str], key: str, shown: Callable[[str], str], default: str | None = None
) -> str:
    """As `one_of`, as a row of buttons."""
    first = options[0] if default is None else default
    _adopt(label, key, lambda text: text if text in options else None, first)
    value = st.segmented_control(
        label, options, key=_widget(key), format_func=shown, label_visibility="collapsed", required=True
    )
    return _write(key, first if value is None else value)


def several(
    label: str, options: Sequence[str], key: str, default: Sequence[str], help: str | None = None
) -> list[str]:
    """A chooser of any number of options, in the order of `options`."""

    def read(text: str) -> list[str] | None:
        return [one for one in text.split(_SEPARATOR) if one in options] or None

    _adopt(label, key, read, list(default))
    kept = [one for one in st.session_state[_widget(key)] if one in options]
    st.session_state[_widget(key)] = kept
    value = st.multiselect(label, options, key=_widget(key), help=help)
    _write(key, value)
    return [one for one in options if one in value]


def whole_number(label: str, key: str, default: int, low: int, high: int, help: str | None = None) -> int:
    """A chooser of a whole number."""
    _adopt(label, key, lambda text: _within(int, text, low, high), min(max(default, low), high))
    return int(_write(key, st.number_input(label, low, high, key=_widget(key), help=help)))


def number(
    label: str, key: str, default: float, low: float, high: float, step: float, help: str | None = None
) -> float:
    """A chooser of a number, shown with as many places as its step has, two at least."""
    _adopt(label, key, lambda text: _within(float, text, low, high), default)
    places = max(2, -Decimal(str(step)).as_tuple().exponent)
    value = st.number_input(label, low, high, step=step, format=f"%.{places}f", key=_widget(key), help=help)
    return float(_write(key, value))


def switch(label: str, key: str) -> bool:
    """A switch, off unless the address says otherwise."""
    _adopt(label, key, {_ON: True, "": False}.get, False)
    st.toggle(label, key=_widget(key))
    return bool(_write(key, st.session_state[_widget(key)]))


def put(key: str, value: str) -> None:
    """Sets a choice from outside its chooser, before that is drawn."""
    st.session_state[_widget(key)] = value
    _write(key, value)


def link(page: str, label: str, icon: str, **choices: str) -> None:
    """A link to a page with the choices of this one, and `choices`."""
    st.page_link(page, label=label, icon=icon, query_params={**current(), **choices})


def current() -> dict[str, str]:
    """What the address says at the end of this run, also of choosers that are drawn later than this is asked."""
    seen = st.session_state.get(_SEEN, {})
    written: dict[str, str] = {**st.query_params.to_dict(), **st.session_state.get(_UNWRITTEN, {})}
    chosen = {key: st.session_state.get(_widget(key)) for key in written if written[key] == seen.get(key)}
    return written | {key: _as_text(value) for key, value in chosen.items() if value is not None}


def asked_in_vain(label: str, text: str) -> None:
    """Says that the address asks for what is not here."""
    words = _("The address asks for “{text}” as “{label}”, which is not here. Something else is shown.")
    st.warning(words.format(text=literal(text), label=literal(label)), icon=":material/link_off:")


def write(key: str, value: str) -> None:
    """Has the address say so at the end of the run."""
    st.session_state.setdefault(_UNWRITTEN, {})[key] = value


def write_all() -> None:
    """At the end of a run, once."""
    unwritten = st.session_state.pop(_UNWRITTEN, {})
    new = {key: text for key, text in unwritten.items() if st.query_params.get(key) != text}
    if new:
        st.query_params.update(new)


def _adopt(label: str, key: str, read: Callable[[str], Any], default: Any) -> None:
    """Takes over the address's value where it is not the one that was written there last."""
    widget, kept = _widget(key), _kept(key)
    text = _text(key)
    seen = st.session_state.setdefault(_SEEN, {})
    page = urlparse(st.context.url or "").path
    is_new = text is not None and text != seen.get(key)
    value = read(text) if is_new else None
    if value is not None:
        st.session_state[widget] = st.session_state[kept] = value
    elif widget not in st.session_state or st.session_state.get(_PAGE, {}).get(key) != page:
        # A chooser of the same key on another page is a new one to Streamlit, and would start at its default.
        st.session_state[widget] = st.session_state.get(kept, default)
    st.session_state.setdefault(_PAGE, {})[key] = page
    if is_new and value is None:
        asked_in_vain(label, text)


def _write(key: str, value: Any) -> Any:
    """Keeps the choice for other pages of the session, and writes it into the address."""
    st.session_state[_kept(key)] = value
    text = _as_text(value)
    st.session_state.setdefault(_SEEN, {})[key] = text
    write(key, text)
    return value


def _text(key: str) -> str | None:
    return st.session_state.get(_UNWRITTEN, {}).get(key, st.query_params.get(key))


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return _ON if value else ""
    return _SEPARATOR.join(value) if isinstance(value, list) else str(value)


def _widget(key: str) -> str:
    return f"choose {key}"


def _kept(key: str) -> str:
    return f"chosen {key}"


def _within(kind: Callable[[str], Any], text: str, low: float, high: float) -> Any:
    try:
        value = kind(text)
    except ValueError:
        return None
    return value if low <= value <= high else None
