"""From any number to how it is computed: the link to its definition."""

from __future__ import annotations

from components import address
from components.words import _
from evaluation.measures import Measure

RUN, QUERY = "of-run", "of-query"


def how_link(measure: Measure, run: str = "", query: str = "") -> None:
    """A link to the definition of a measure, with other tools' values of the same run and query.

    The snapshot and the tag that are chosen go along in the address, as all choices do.
    """
    asked = {"measure": measure.name, **({RUN: run} if run else {}), **({QUERY: query} if query else {})}
    address.link("pages/measures.py", _("How is this computed?"), ":material/help:", **asked)
