"""What an audit says: how right the probabilities are, and how many relevant fragments are missing."""

from __future__ import annotations

import streamlit as st

from components.words import _, decimal, ngettext, percent, whole
from evaluation.calibration import Calibration
from evaluation.pool_bias import Unfound


def audit_lines(missing: Unfound, queries: int, right: Calibration) -> None:
    """Two sentences; what they rest on is in the second's help."""
    drawn = ngettext(
        "Audit: {n} judged fragment was drawn at random, {relevant} relevant; the model expected {expected}.",
        "Audit: {n} judged fragments were drawn at random, {relevant} relevant; the model expected {expected}.",
        right.count,
        relevant=percent(right.share),
        expected=percent(right.expected),
    )
    left = ngettext(
        "About {left} ({low}–{high}) relevant ones are still missing in the {n} query that it touched.",
        "About {left} ({low}–{high}) relevant ones are still missing in the {n} queries that it touched.",
        queries,
        left=whole(round(missing.expected)),
        low=whole(round(missing.low)),
        high=whole(round(missing.high)),
    )
    st.caption(
        f"{drawn} {left}",
        help=_(
            "True on average however wrong the model is, since chance alone chose these fragments; the more of them, "
            "the narrower the range. Calibration error {error}; squared error {brier}, and {base} for always saying "
            "the same."
        ).format(error=decimal(right.error), brier=decimal(right.brier), base=decimal(right.base)),
    )
