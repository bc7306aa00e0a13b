"""What may be claimed, said first; and what must be known before it is believed."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.said import said_literally
from components.words import _
from evaluation import decide
from evaluation.cautions import Caution, intervals_alone
from evaluation.comparison import Verdict
from evaluation.decide import Decision
from evaluation.measures import Measure
from evaluation.sentences import sentence

MARKS = {
    1: (":material/trending_up:", "green"),
    -1: (":material/trending_down:", "red"),
    0: (":material/trending_flat:", "gray"),
}
FIRST = 4


def claims_first(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """What is claimed first, largest differences first: the order in which a reader is told."""
    return sorted(verdicts, key=lambda v: (v.claim == 0, -abs(v.difference)))


def verdict_lines(verdicts: Sequence[Verdict], names: Sequence[str], measure: Measure) -> None:
    """One sentence for each run: what is claimed first, largest differences first."""
    ordered = claims_first(verdicts)
    with st.container(border=True):
        for verdict in ordered[:FIRST]:
            _line(verdict, names, measure)
        if len(ordered) > FIRST:
            with st.expander(_("The other runs")):
                for verdict in ordered[FIRST:]:
                    _line(verdict, names, measure)
    for caution in intervals_alone(verdicts):
        st.caption(said_literally(caution.template, caution.values))


def caution_lines(cautions: Sequence[Caution]) -> None:
    """Grave ones as warnings, the others under one fold."""
    for caution in cautions:
        if caution.grave:
            st.warning(said_literally(caution.template, caution.values), icon=":material/warning:")
    mild = [caution for caution in cautions if not caution.grave]
    if mild:
        with st.expander(_("Also to know"), icon=":material/info:"):
            for caution in mild:
                st.markdown(said_literally(caution.template, caution.values))


def decision_line(decision: Decision, runs: tuple[str, str], measure: Measure) -> None:
    """How sure it is which of two runs is better, as one sentence."""
    mark = ":green[:material/check_circle:]" if decision.settled else ":gray[:material/balance:]"
    with st.container(border=True):
        st.markdown(f"{mark} {said_literally(*decide.sentence(decision, *runs, measure))}")


def _line(verdict: Verdict, names: Sequence[str], measure: Measure) -> None:
    template, values = sentence(verdict, names[verdict.baseline], names[verdict.run], measure)
    icon, colour = MARKS[verdict.claim]
    st.markdown(f":{colour}[{icon}] {said_literally(template, values)}")
