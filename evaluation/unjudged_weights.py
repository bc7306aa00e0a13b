"""Weights of the model; written by bench/learn_unjudged.py."""

WEIGHTS: dict[str, dict[str, float]] = {}
PRIOR: dict[str, dict[str, float]] = {}
