"""The choices that the comparing pages share: baseline, runs, measure, tag, moment; all in the address."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components import address
from components.empty import no_judgements, no_runs, nothing_yet
from components.scores import measure_label
from components.words import _
from data.snapshots import Snapshot
from evaluation.comparison import WORTH
from evaluation.measures import Measure
from pages.parts import choices
from pages.parts.agreed import rule_sentence
from pages.parts.compared import EVERY, TAG, Compared, chosen_moment, compared
from pages.parts.defining import how_link
from pages.parts.measures import MAIN

PAGES = (
    ("pages/compare.py", "Which run", ":material/leaderboard:"),
    ("pages/decide.py", "A or B", ":material/balance:"),
    ("pages/stages.py", "Which stage", ":material/account_tree:"),
    ("pages/cutoffs.py", "Which k", ":material/content_cut:"),
    ("pages/query.py", "One query", ":material/search:"),
    ("pages/history.py", "History", ":material/history:"),
)


@dataclass(frozen=True)
class Choice:
    """What is compared with what. Runs are places in `shown.names`."""

    shown: Compared
    measure: Measure
    baseline: int
    others: tuple[int, ...]
    worth: float
    tag: str

    @property
    def runs(self) -> tuple[int, ...]:
        """The baseline and the others, in the order of the collection."""
        return tuple(sorted((self.baseline, *self.others)))

    @property
    def names(self) -> list[str]:
        """The names of `runs`."""
        return [self.shown.names[run] for run in self.runs]


def open_comparison(title: str, at_any_moment: bool = True) -> Compared:
    """The page's heading, links to its neighbours, the rule of the qrels and the runs' scores.

    Stops where there is nothing to compare.

    at_any_moment: with a chooser of a snapshot to look at.
    """
    store = choices.open_store()
    choices.require(store, "compare")
    collection = choices.collection(store)
    st.title(title)
    if collection is None:
        nothing_yet(choices.may(store, "import"))
        st.stop()
    neighbours()
    shown = compared(store, collection, moment() if at_any_moment else None)
    if not shown.runs:
        no_runs(choices.may(store, "import"))
        st.stop()
    if not (shown.scores == shown.scores).any():
        no_judgements(choices.may(store, "grade"))
        st.stop()
    st.caption(rule_sentence(*shown.rule))
    return shown


def moment() -> Snapshot | None:
    """The snapshot that the pages are as of."""
    store = choices.open_store()
    collection = choices.collection(store)
    with st.sidebar:
        return chosen_moment(store, collection) if collection else None


def neighbours() -> None:
    """Links to the other comparing pages, which keep the choices."""
    titles = {
        "Which run": _("Which run"),
        "A or B": _("A or B"),
        "Which stage": _("Which stage"),
        "Which k": _("Which k"),
        "One query": _("One query"),
        "History": _("History"),
    }
    with st.container(horizontal=True, gap="medium"):
        for page, title, icon in PAGES:
            address.link(page, titles[title], icon)


def choose_measure(shown: Compared, without: str = "") -> Measure:
    """A chooser of the measure that decides; without: a family that is not offered."""
    some = (measure for measure in shown.measures if not measure.total and measure.family != without)
    by_name = {measure.name: measure for measure in some}
    name = address.one_of(
        _("Measure that decides"),
        list(by_name),
        "measure",
        MAIN.name,
        shown=lambda name: measure_label(by_name[name]),
        help=_("Choose it before you look at the numbers."),
    )
    how_link(by_name[name])
    return by_name[name]


def choose_tag(shown: Compared) -> str:
    """A chooser of a group of queries; all of them where no query has a tag."""
    tags = sorted({tag for given in shown.tags for tag in given})
    if not tags:
        return EVERY
    return address.one_of(
        _("Queries"), [EVERY, *tags], TAG, shown=lambda tag: _("all") if tag == EVERY else tag
    )


def choose_run(shown: Compared, label: str, key: str, default: int = 0, help: str | None = None) -> int:
    """A chooser of one run."""
    return shown.names.index(address.one_of(label, shown.names, key, shown.names[default], help=help))


def choose(shown: Compared) -> Choice:
    """All choices of a comparison."""
    first, second, third = st.columns(3)
    with first:
        baseline = choose_run(
            shown, _("Baseline"), "baseline", help=_("What you have, or what is to be beaten.")
        )
    with second:
        measure = choose_measure(shown)
    with third:
        tag = choose_tag(shown)
    with st.expander(_("More choices"), icon=":material/tune:"):
        left_out = address.several(_("Runs left out"), shown.names, "without", [])
        worth = address.number(
            _("A difference worth having"),
            "worth",
            WORTH,
            0.005,
            0.5,
            0.005,
            help=_("How many queries are needed is reckoned for a difference this large."),
        )
    others = tuple(run for run, name in enumerate(shown.names) if run != baseline and name not in left_out)
    return Choice(shown, measure, baseline, others, worth, tag)
