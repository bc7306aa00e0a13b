"""TEMP"""


def moving_scores(*a, **k):
    pass
