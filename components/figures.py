"""Numbers in tables, written in the reader's language; Streamlit's own formats know English alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from components.words import decimal, decimal_signed, whole

_MOST_ROWS = 2000
"""Rows that are written one by one in good time; longer tables have their numbers rounded."""


def as_table(rows: Any, **options: Any) -> None:
    """`st.dataframe` without its row numbers, and with a dash where there is no value."""
    st.dataframe(rows, **{"hide_index": True, "placeholder": "–", **options})


def written(
    frame: pd.DataFrame, places: Mapping[str, int], signed: Collection[str] = ()
) -> Styler | pd.DataFrame:
    """The table for `st.dataframe`, its columns of `places` with that many decimals; sorted by the numbers still.

    signed: the columns where a number above 0 has its +. Other columns of whole numbers get their digit groups.
    """
    if len(frame) > _MOST_ROWS:
        return frame.round(dict(places))
    wholes = [name for name in frame.columns if pd.api.types.is_integer_dtype(frame[name])]
    return frame.style.format(
        {
            **dict.fromkeys(wholes, whole),
            **{
                name: partial(number, places=digits, is_signed=name in signed)
                for name, digits in places.items()
            },
        }
    )


def number(value: float | None, places: int, is_signed: bool = False) -> str:
    """One cell: with this many decimals, a dash where there is no value; is_signed: with a + above 0."""
    if value is None:
        return "–"
    return decimal_signed(value, places) if is_signed else decimal(value, places)
