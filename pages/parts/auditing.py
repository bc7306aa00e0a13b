"""The audit of a collection, read from the log: what was drawn at random, and what it turned out to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import streamlit as st

from components.auditing import audit_lines
from components.charts import calibration as charts
from components.charts import frame
from components.suspects import record
from components.words import _
from data import served
from data.collections import Collection
from data.flags import Flagged
from data.store import Store
from evaluation.calibration import calibration
from evaluation.live import LiveScores
from evaluation.pool_bias import Audited, unfound_by_audit
from pages.parts.opened import Opened

ENOUGH = 30  # audited fragments from which the calibration is drawn from them alone


def audited(store: Store, collection: Collection, content: Opened, live: LiveScores) -> list[Audited]:
    """What was drawn at random and is judged now; query: its number."""
    found = []
    for drawn in served.audited(store, collection):
        number = content.number_of[drawn.query]
        grade = live.grades_of(number).get(drawn.fragment)
        if grade is not None:
            found.append(Audited(number, drawn.probability, drawn.left, drawn.total, grade >= 1))
    return found


def how_right(
    names: Mapping[str, str], judged: list[Flagged], drawn: list[Audited], audit: Callable[[], None]
) -> None:
    """What became of each list's flags, and on a press how right their probabilities were. names: of the lists.

    audit: draws what an audit tells. Keeps its height, as rows to grade stand below it.
    """
    for listed, name in names.items():
        of_list = [flag.relevant for flag in judged if flag.listed == listed]
        record(name, sum(of_list), len(of_list))
    title = _("How right were the probabilities?")
    told = drawn if len(drawn) >= ENOUGH else judged
    with st.popover(title, icon=":material/show_chart:", disabled=not told and not drawn):
        if told is drawn:
            st.caption(_("Of the fragments that were drawn at random for the audit."))
        if told:
            drawing = charts.calibration([one.probability for one in told], [one.relevant for one in told])
            frame.show(drawing, title)
        audit()


def audit_section(found: list[Audited], content: Opened, live: LiveScores) -> None:
    """What the audit tells so far; nothing before anything of it is judged."""
    if not found:
        return
    known, unjudged = {}, 0
    for number in {one.query for one in found}:
        grades = live.grades_of(number)
        pool = content.pool.of(content.queries[number].id)
        known[number] = sum(grades.get(fragment, 0) >= 1 for fragment in pool)
        unjudged += sum(fragment not in grades for fragment in pool)
    right = calibration(
        np.array([one.probability for one in found]), np.array([one.relevant for one in found])
    )
    audit_lines(unfound_by_audit(found, known, unjudged), len(known), right)
