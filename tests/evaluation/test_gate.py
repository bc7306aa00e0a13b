"""A gate lets pass only what was compared."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.comparison import compare
from evaluation.gate import FAILED, PASSED, UNDECIDED, gate

BASE = np.linspace(0.4, 0.9, 20)
WORSE = BASE - 0.2 + np.tile([0.01, -0.01], 10)
NOTHING = np.zeros(20)


@pytest.mark.parametrize(
    ("runs", "unanswered", "verdict"),
    [
        ([BASE, BASE + 0.01], [0, 0], PASSED),
        ([BASE, BASE + 0.01], [3, 19], PASSED),
        ([BASE, WORSE], [0, 0], FAILED),
        ([BASE, NOTHING], [0, 20], UNDECIDED),
        ([NOTHING, BASE], [20, 0], UNDECIDED),
        ([BASE, np.full(20, np.nan)], [0, 0], UNDECIDED),
        ([BASE, BASE, NOTHING], [0, 0, 20], UNDECIDED),
        ([BASE, WORSE, NOTHING], [0, 0, 20], FAILED),
    ],
)
def test_a_gate(runs: list[np.ndarray], unanswered: list[int], verdict: str) -> None:
    assert gate(compare(np.array(runs), 0, range(1, len(runs))), unanswered) == verdict
