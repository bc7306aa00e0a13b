"""Makes the grades that the help centre comes with: `python -m data.sample.make_judgements`.

Two invented annotators read part of the pool. They give the known grade of each pair (truth/help_centre.tsv)
but where truth/departures.json says otherwise: there they differ, cannot tell, skip or leave a note. When
each act took place, and how long it took, comes from a generator seeded by the pair, so it never varies.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from data.sample.make_runs import HELP_CENTRE

TRUTH = Path(__file__).parent / "truth" / "help_centre.tsv"
DEPARTURES = Path(__file__).parent / "truth" / "departures.json"
POOL_DEPTH = 20

Pair = tuple[str, str]
Places = Sequence[slice]

BY_BOTH = ("q08", "q11", "q13", "q14", "q19", "q21", "q32", "q34", "q36")
BY_ANA = (
    *("q01", "q03", "q05", "q06", "q09", "q15", "q18", "q22"),
    *("q24", "q26", "q28", "q30", "q33", "q39", "q40", "q42"),
)
BY_LUIS = ("q02", "q07", "q10", "q16", "q20", "q27", "q31", "q37")


class Annotator(NamedTuple):
    """Who reads which places of each query's pool, in which sessions (when each starts, UTC)."""

    name: str
    reads: Mapping[str, Places]
    sessions: Sequence[str]


ANA = Annotator(
    name="Ana",
    reads={query: [slice(0, 11)] for query in sorted(BY_BOTH + BY_ANA)},
    sessions=("2026-11-03T08:32", "2026-11-04T09:05", "2026-11-10T08:40", "2026-11-12T10:15"),
)
LUIS = Annotator(
    name="Luis",
    reads={
        query: [slice(0, 8), slice(11, 20)] if query in BY_BOTH else [slice(0, 14)]
        for query in sorted(BY_BOTH + BY_LUIS)
    },
    sessions=("2026-11-05T15:10", "2026-11-11T16:02", "2026-11-17T15:25"),
)


def main() -> None:
    write_judgements(HELP_CENTRE / "judgements.jsonl")


def write_judgements(target: Path) -> None:
    """Writes one act a line, in order of time; the same runs, grades and departures give the same bytes."""
    pool = read_pool(HELP_CENTRE / "runs")
    truth = read_truth(TRUTH)
    departures = json.loads(DEPARTURES.read_text(encoding="utf-8"))
    acts = [act for annotator in (ANA, LUIS) for act in acts_of(annotator, pool, truth, departures)]
    acts.sort(key=lambda act: act["at"])
    lines = [json.dumps(act, ensure_ascii=False) + "\n" for act in acts]
    target.write_text("".join(lines), encoding="utf-8", newline="\n")


def read_truth(path: Path) -> dict[Pair, int]:
    """The known grade of each relevant pair; a pair that is not there is 0."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:])
    return {(query, fragment): int(grade) for query, fragment, grade in rows}


def read_pool(runs: Path) -> dict[str, list[str]]:
    """For each query what any run has among its first results, by its best rank in any, then by id."""
    best: dict[str, dict[str, int]] = {}
    for path in sorted(runs.glob("*.trec")):
        for line in path.read_text(encoding="utf-8").splitlines():
            query, _, fragment, rank, _, _ = line.split()
            if int(rank) <= POOL_DEPTH:
                ranks = best.setdefault(query, {})
                ranks[fragment] = min(int(rank), ranks.get(fragment, POOL_DEPTH))
    return {
        query: sorted(ranks, key=lambda fragment: (ranks[fragment], fragment))
        for query, ranks in best.items()
    }


def acts_of(
    annotator: Annotator,
    pool: Mapping[str, Sequence[str]],
    truth: Mapping[Pair, int],
    departures: Mapping[str, dict[str, Any]],
) -> Iterator[dict[str, Any]]:
    """The annotator's acts one after another."""
    pairs = [
        (query, fragment)
        for query, places in annotator.reads.items()
        for place in places
        for fragment in pool[query][place]
    ]
    for pair, (at, milliseconds) in zip(pairs, _times(annotator, pairs), strict=True):
        key = "/".join((annotator.name, *pair))
        decided = departures.get(key, {})
        grade = {"act": "grade", "grade": truth.get(pair, 0)} if "act" not in decided else {}
        yield {
            "event_id": str(uuid5(NAMESPACE_URL, key)),
            "annotator": annotator.name,
            "query_id": pair[0],
            "fragment_id": pair[1],
            **grade,
            **decided,
            "at": at.isoformat(timespec="milliseconds") + "Z",
            "milliseconds": milliseconds,
        }


def _times(annotator: Annotator, pairs: Sequence[Pair]) -> Iterator[tuple[datetime, int]]:
    """When each pair was answered and after how long: more for the first fragment of a query."""
    a_session = -(-len(pairs) // len(annotator.sessions))
    seen = ""
    for number, pair in enumerate(pairs):
        chance = Random(" ".join((annotator.name, *pair)))
        if number % a_session == 0:
            clock = datetime.fromisoformat(annotator.sessions[number // a_session])
        reading = chance.lognormvariate(1.9, 0.45) + (6 if pair[0] != seen else 0)
        seen = pair[0]
        clock += timedelta(milliseconds=int(1000 * reading) + chance.randint(300, 1500))
        yield clock, int(1000 * reading)


if __name__ == "__main__":
    main()
