"""A colour and dash for each run, the same on every chart; for colour-blind readers too, in light and dark."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

# Okabe & Ito (2008) without black, which dark pages swallow; then the same colours with other dashes.
_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#8A8A8A", "#B8A800")
_DASHES = (
    [1, 0],
    [6, 3],
    [2, 2],
    [8, 2, 2, 2],
    [14, 4],
    [2, 6],
    [12, 3, 2, 3, 2, 3],
    [6, 3, 6, 3, 2, 3],
)


def run_colour(runs: Sequence[str], title: str) -> alt.Color:
    """The colour of each run, in the order of the collection's runs."""
    colours = [_COLOURS[place % len(_COLOURS)] for place in range(len(runs))]
    return alt.Color("run:N", title=title, scale=alt.Scale(domain=list(runs), range=colours))


def run_dash(runs: Sequence[str], title: str) -> alt.StrokeDash:
    """The dash of each run's line: solid for the first eight, then others; 64 runs each look like no other."""
    dashes = [_DASHES[place // len(_COLOURS) % len(_DASHES)] for place in range(len(runs))]
    return alt.StrokeDash("run:N", title=title, scale=alt.Scale(domain=list(runs), range=dashes))
