"""Choices that stand in the address of the page, so that a link shows what the sender saw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlparse

import streamlit as st

_SEPARATOR, _ON = "|", "on"
_SEEN, _PAGE = "address seen", "address page"


def one_of(
    label: str,
    options: Sequence[str],
    key: str,
    default: str | None = None,
    shown: Callable[[str], str] = str,
    help: str | None = None,
) -> str:
    """A chooser of one option whose value is the parameter `key` of the address."""
    _adopt(key, lambda text: text if text in options else None, default or options[0])
    if st.session_state[_widget(key)] not in options:
        st.session_state[_widget(key)] = default or options[0]
    value: str = st.selectbox(label, options, key=_widget(key), format_func=shown, help=help)
    return _write(key, value)


def tab(
    label: str, options: Sequence[str], key: str, shown: Callable[[str], str], default: str | None = None
) -> str:
    """As `one_of`, as a row of buttons."""
    _adopt(key, lambda text: text if text in options else None, default or options[0])
    value = st.segmented_control(
        label, options, key=_widget(key), format_func=shown, label_visibility="collapsed", required=True
    )
    return _write(key, value or default or options[0])


def several(
    label: str, options: Sequence[str], key: str, default: Sequence[str], help: str | None = None
) -> list[str]:
    """A chooser of any number of options, in the order of `options`."""

    def read(text: str) -> list[str] | None:
        return [one for one in text.split(_SEPARATOR) if one in options] or None

    _adopt(key, read, list(default))
    kept = [one for one in st.session_state[_widget(key)] if one in options]
    st.session_state[_widget(key)] = kept
    value = st.multiselect(label, options, key=_widget(key), help=help)
    _write(key, _SEPARATOR.join(value))
    return [one for one in options if one in value]


def whole_number(label: str, key: str, default: int, low: int, high: int, help: str | None = None) -> int:
    """A chooser of a whole number."""
    _adopt(key, lambda text: _within(int, text, low, high), min(max(default, low), high))
    return int(_write(key, st.number_input(label, low, high, key=_widget(key), help=help)))


def number(
    label: str, key: str, default: float, low: float, high: float, step: float, help: str | None = None
) -> float:
    """A chooser of a number."""
    _adopt(key, lambda text: _within(float, text, low, high), default)
    value = st.number_input(label, low, high, step=step, format="%.2f", key=_widget(key), help=help)
    return float(_write(key, value))


def switch(label: str, key: str) -> bool:
    """A switch, off unless the address says otherwise."""
    _adopt(key, {_ON: True, "": False}.get, False)
    st.toggle(label, key=_widget(key))
    _write(key, _ON if st.session_state[_widget(key)] else "")
    st.session_state[_kept(key)] = st.session_state[_widget(key)]
    return is_on(key)


def is_on(key: str) -> bool:
    """Whether a switch is on, for what is drawn before it."""
    return bool(st.session_state.get(_widget(key), st.query_params.get(key) == _ON))


def put(key: str, value: str) -> None:
    """Sets a choice from outside its chooser, before that is drawn."""
    st.session_state[_widget(key)] = value
    _write(key, value)


def link(page: str, label: str, icon: str, **choices: str) -> None:
    """A link to a page with the choices of this one, and `choices`."""
    kept: Mapping[str, str] = {**st.query_params.to_dict(), **choices}
    st.page_link(page, label=label, icon=icon, query_params=kept)


def _adopt(key: str, read: Callable[[str], Any], default: Any) -> None:
    """Takes over the address's value where it is not the one that was written there last."""
    widget, kept = _widget(key), _kept(key)
    text = st.query_params.get(key)
    seen = st.session_state.setdefault(_SEEN, {})
    page = urlparse(st.context.url or "").path
    if text is not None and text != seen.get(key) and (value := read(text)) is not None:
        st.session_state[widget] = st.session_state[kept] = value
    elif widget not in st.session_state or st.session_state.get(_PAGE, {}).get(key) != page:
        # A chooser of the same key on another page is a new one to Streamlit, and would start at its default.
        st.session_state[widget] = st.session_state.get(kept, default)
    st.session_state.setdefault(_PAGE, {})[key] = page


def _write(key: str, value: Any) -> Any:
    """Keeps the choice for other pages of the session, and writes it into the address."""
    st.session_state[_kept(key)] = value.split(_SEPARATOR) if _is_list(key) and value else value
    text = str(value)
    st.session_state.setdefault(_SEEN, {})[key] = text
    if st.query_params.get(key) != text:
        st.query_params[key] = text
    return value


def _is_list(key: str) -> bool:
    return isinstance(st.session_state.get(_widget(key)), list)


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
