"""Whether a pipeline lets runs pass: only where there was something to compare."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.comparison import Verdict

PASSED, FAILED, UNDECIDED = "passed", "failed", "undecided"


def gate(verdicts: Sequence[Verdict], unanswered: Sequence[int]) -> str:
    """FAILED where a run is significantly worse; UNDECIDED where one could not be compared; else PASSED.

    unanswered: for each run that was compared, the baseline too, of how many of the queries that count it has no
    results.
    """
    decided = [verdict for verdict in verdicts if not says_nothing(verdict, unanswered)]
    if any(verdict.claim < 0 for verdict in decided):
        return FAILED
    return PASSED if len(decided) == len(verdicts) else UNDECIDED


def says_nothing(verdict: Verdict, unanswered: Sequence[int]) -> bool:
    """Whether no query counts, or the run or the baseline has no results for any that do, as of other ids."""
    return max(unanswered[verdict.run], unanswered[verdict.baseline]) >= verdict.queries
