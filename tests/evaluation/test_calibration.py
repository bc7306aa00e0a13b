import numpy as np
import pytest

from evaluation.calibration import calibration


def test_a_model_that_is_right_on_average_in_every_bin_has_no_error():
    found = calibration(np.array([0.25] * 4 + [0.75] * 4), np.array([1, 0, 0, 0, 1, 1, 1, 0], dtype=bool))

    # by hand: Brier (3 · 0.25² + 0.75²) / 4 = 0.1875 in both bins; the base rate is 0.5
    assert (found.error, found.brier, found.base, found.share) == (0, 0.1875, 0.25, 0.5)


def test_a_model_that_says_too_much_is_off_by_what_it_says_too_much():
    found = calibration(np.full(10, 0.35), np.arange(10) == 0)

    assert found.error == pytest.approx(0.25)
    assert (found.expected, found.share) == (pytest.approx(0.35), 0.1)


def test_of_nothing_there_is_no_calibration():
    with pytest.raises(ValueError, match="no probability"):
        calibration(np.zeros(0), np.zeros(0, dtype=bool))
