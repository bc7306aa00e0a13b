"""History: snapshots, scores over time, and whether judgements or the retrieval moved them."""

from __future__ import annotations

import itertools

import numpy as np
import streamlit as st

from components import address
from components.charts import frame
from components.charts.history import causes, over_time
from components.plain import literal
from components.verdicts import caution_lines
from components.words import _
from evaluation.cautions import different_qrels
from pages.parts import comparing, timeline
from pages.parts.captions import captioned
from pages.parts.snapshots import another_collection, change_table, snapshot_form

shown = comparing.open_comparison(_("History"), at_any_moment=False)
snapshot_form(shown)
points = timeline.points(shown)
if any(timeline.rule_at(shown, point) != shown.rule for point in points):
    st.caption(_("Earlier moments are by the rule that held then."))
by_key = {point.key: point for point in points}
first, second, third, fourth = st.columns(4)
with first:
    old_key = address.one_of(_("From"), list(by_key), "from", shown=lambda key: by_key[key].label)
with second:
    new_key = address.one_of(_("To"), list(by_key), "to", points[-1].key, shown=lambda key: by_key[key].label)
with third:
    measure = comparing.choose_measure(shown)
with fourth:
    tag = comparing.choose_tag(shown)
old, new = by_key[old_key], by_key[new_key]

st.subheader(_("What changed"))
before, after = (timeline.graded_pairs(shown, point.revision, tag) for point in (old, new))
caution_lines(different_qrels(old.label, new.label, before, after))
names = list(dict.fromkeys([*old.runs, *new.runs]))
change_table(
    names,
    timeline.means_at(shown, names, old.runs, old.revision, measure, tag),
    timeline.change(shown, names, old, new, measure, tag),
    timeline.means_at(shown, names, new.runs, new.revision, measure, tag),
)
for line in timeline.differences(old, new, len(before), len(after)):
    st.markdown(f"- {literal(line)}")

if len(points) > 1:
    st.subheader(_("Scores over time"))
    every = list(points[-1].runs)
    values = np.array(
        [timeline.means_at(shown, every, point.runs, point.revision, measure, tag) for point in points]
    )
    lines = over_time([point.label for point in points], every, values, measure)
    frame.show(captioned(lines, shown, tag), _("Each run's mean over time."))
    steps = [timeline.change(shown, every, *pair, measure, tag) for pair in itertools.pairwise(points)]
    parts = causes(
        [point.label for point in points[1:]],
        every,
        np.array([step.judgements for step in steps]),
        np.array([step.retrieval for step in steps]),
        measure,
    )
    frame.show(
        captioned(parts, shown, tag),
        _("Each change, split into what the judgements and what the retrieval moved."),
    )
another_collection(shown, measure)
