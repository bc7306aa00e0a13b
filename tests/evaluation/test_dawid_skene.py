"""The published example: five anaesthetists grade 45 patients from 1 to 4, the first one three times."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.dawid_skene import Estimate, dawid_skene

# Dawid & Skene (1979), table 1: the first observer's three answers, then one of each other.
PATIENTS = """
1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343 1111111
2223212 1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222 1111111 1111111
2322222 1111111 1111111 1121121 1111111 3333233 1111111 2222222 2223232 4334343 2212232 2323233 3333432
1111111 1111111 1212111 2322222 1211111 2222222
"""
OBSERVER = [0, 0, 0, 1, 2, 3, 4]


@pytest.fixture(scope="module")
def found() -> Estimate:
    rows = [
        (patient, observer, int(answer) - 1)
        for patient, answers in enumerate(PATIENTS.split())
        for observer, answer in zip(OBSERVER, answers, strict=True)
    ]
    pair, annotator, grade = np.array(rows).T
    return dawid_skene(pair, annotator, grade, (45, 5, 4))


def test_the_shares_of_the_grades_are_those_published(found: Estimate) -> None:
    assert found.probability.mean(axis=0).round(2).tolist() == [0.40, 0.42, 0.11, 0.07]


def test_every_row_of_errors_is_a_distribution(found: Estimate) -> None:
    assert found.errors.sum(axis=2) == pytest.approx(np.ones((5, 4)))


def test_a_patient_all_agree_on_has_that_grade(found: Estimate) -> None:
    assert found.probability[10].round(6).tolist() == [0, 0, 0, 1]
