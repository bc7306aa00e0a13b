"""Whether a query is worth going on with, in a sentence."""

from __future__ import annotations

import streamlit as st

from components.words import _, ngettext, percent, whole
from evaluation.pool_bias import WORTH, Stop


def stop_words(stop: Stop) -> str:
    """What is left of one query, and how many more are worth judging."""
    left = {"left": whole(round(stop.unfound.expected)), "range": span(stop)}
    if stop.more:
        return ngettext(
            "About {left} ({range}) relevant left in this query: {n} more, or stop.",
            "About {left} ({range}) relevant left in this query: {n} more, or stop.",
            stop.more,
            **left,
        )
    return _(
        "About {left} ({range}) relevant left in this query, none of them easy to find: you may stop."
    ).format(**left)


def stop_line(stop: Stop | None) -> None:
    """The sentence, or that it is being worked out."""
    if stop is None:
        st.caption(_("How much is left of this query is being worked out…"))
        return
    st.caption(
        stop_words(stop),
        help=_(
            "An estimate from the runs and the texts. Worth judging are fragments that are relevant with at least "
            "{share}, by the same estimate."
        ).format(share=percent(WORTH)),
    )


def span(stop: Stop) -> str:
    """The interval of what is left."""
    return f"{whole(round(stop.unfound.low))}–{whole(round(stop.unfound.high))}"
