"""The report: one HTML file with everything in it, that says the same tomorrow without the app."""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from importlib.metadata import version

from components.charts.frame import Drawing
from components.groups import groups_html
from components.run_table import RunTable, how_ranges_read, how_read
from components.said import said
from components.scores import measure_label
from components.words import _, language, moment, whole
from evaluation.cautions import Caution
from evaluation.comparison import Group

_BOLD = re.compile(r"\*\*(.+?)\*\*")
PACKAGES = ("numpy", "scipy", "altair", "streamlit")
STYLE = """
body{font:16px/1.55 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;
 background:#fff}
h1{font-size:1.7rem} h2{font-size:1.2rem;margin-top:2rem}
.verdict{border-left:4px solid #7a5600;padding:.2rem .9rem;margin:.6rem 0;background:#faf6ec}
.caution{border-left:4px solid #d55e00;padding:.2rem .9rem;margin:.6rem 0;background:#fdf1ea}
.plain{border-collapse:collapse;font-size:.85rem}
.plain td,.plain th{border-bottom:1px solid #ddd;padding:.25rem .6rem;text-align:left}
.plain .number{text-align:right;font-variant-numeric:tabular-nums}
.runs{margin:.8rem 0}
figure{margin:1.2rem 0} figcaption{font-size:.875rem;color:#444} figure svg{max-width:100%;height:auto}
dt{font-weight:600} dd{margin:0 0 .4rem 1rem}
@media print{body{margin:0} h2{break-after:avoid} figure,.verdict,.caution{break-inside:avoid}}
"""


@dataclass(frozen=True)
class Report:
    """What goes into the file. verdicts: (template, values); snapshot: "" for now; tag: "all" for all queries.

    made_by: name and version of the app; rule: what counts where several people graded a fragment.
    """

    made_by: tuple[str, str]

    collection: str
    snapshot: str
    revision: int
    rule: str
    tag: str
    verdicts: Sequence[tuple[str, Mapping[str, object]]]
    cautions: Sequence[Caution]
    table: RunTable
    drawings: Sequence[Drawing]
    groups: Sequence[Group]
    names: Sequence[str]
    left_out: Mapping[str, Sequence[tuple[str, str]]]

    def as_html(self) -> str:
        """The whole file; every text escaped, every chart a picture in it, nothing fetched."""
        parts = (
            self._heading(),
            *(f"<p class='verdict'>{escape(said(*verdict))}</p>" for verdict in self.verdicts),
            *(f"<p class='caution'>{escape(said(c.template, c.values))}</p>" for c in self.cautions),
            _section(_("All measures"), self._measures()),
            _section(_("Charts"), "".join(_figure(drawing) for drawing in self.drawings)),
            _section(_("Groups of queries"), self._groups()),
            _section(_("Queries left out, and why"), self._left_out()),
            _section(_("Definitions"), self._definitions()),
            _section(_("Made with"), self._made_with()),
        )
        return (
            f"<!doctype html><html lang='{language()}'><head><meta charset='utf-8'>"
            "<meta name='viewport' content='width=device-width, initial-scale=1'>"
            f"<title>{escape(self.collection)}</title><style>{STYLE}</style></head>"
            f"<body>{''.join(parts)}</body></html>"
        )

    def _heading(self) -> str:
        facts = [
            (_("Date"), moment(datetime.now(UTC).isoformat())),
            (_("Revision of the qrels"), whole(self.revision)),
            (_("Rule of agreement"), self.rule),
            (_("Baseline"), self.table.names[self.table.baseline]),
            (_("Measure that decides"), measure_label(self.table.measures[0])),
            (_("Queries"), self.tag or _("all")),
        ]
        if self.snapshot:
            facts.insert(1, (_("Snapshot"), self.snapshot))
        title = _("Comparison of runs: {collection}").format(collection=self.collection)
        return f"<h1>{escape(title)}</h1>{_table(facts)}"

    def _measures(self) -> str:
        note = _BOLD.sub(r"<b>\1</b>", escape(how_read()))
        more = f"<p>{escape(how_ranges_read())}</p>" if self.table.ranges else ""
        return f"{self.table.as_sheets(self.table.order())}<p>{note}</p>{more}"

    def _groups(self) -> str:
        return groups_html(self.groups, self.names) if self.groups else ""

    def _left_out(self) -> str:
        return "".join(
            f"<p><b>{escape(reason)}</b> ({whole(len(queries))})</p>{_table(queries)}"
            for reason, queries in self.left_out.items()
            if queries
        )

    def _definitions(self) -> str:
        return "".join(
            f"<h3>{escape(measure_label(measure))}</h3><dl>"
            + "".join(
                f"<dt>{escape(heading)}</dt><dd>{escape(text)}</dd>"
                for heading, text in measure.definition.rows(_)
            )
            + "</dl>"
            for measure in self.table.measures
        )

    def _made_with(self) -> str:
        packages = [(name, version(name)) for name in PACKAGES]
        return _table([self.made_by, ("Python", platform.python_version()), *packages])


def _section(title: str, content: str) -> str:
    return f"<h2>{escape(title)}</h2>{content}" if content else ""


def _figure(drawing: Drawing) -> str:
    caption = f"<figcaption>{escape(drawing.caption)}</figcaption>" if drawing.caption else ""
    return f"<figure>{drawing.svg(captioned=False)}{caption}</figure>"


def _table(rows: Sequence[tuple[str, str]]) -> str:
    cells = "".join(f"<tr><th>{escape(one)}</th><td>{escape(other)}</td></tr>" for one, other in rows)
    return f"<table class='plain'>{cells}</table>"
