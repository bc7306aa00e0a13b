"""Which fragments that nobody has judged are likely to be relevant: run evidence and text together.

from evaluation.unjudged import Collection, Model, candidates, terms
words = {fragment: terms(text) for fragment, text in texts.items()}
pools = [candidates(runs, texts=words, query=terms(text)) for runs, text in zip(rankings, queries)]
collection = Collection(rankings, pools.__getitem__, Model.shipped("text"))
collection.judge(query=0, fragment=17, grade=2)
collection.estimate(0).probability
"""

from evaluation.unjudged.candidates import Candidates, candidates
from evaluation.unjudged.collection import Collection, Estimate
from evaluation.unjudged.correction import Correction
from evaluation.unjudged.flags import Flag, Near, flags, found_by_one, near_duplicates, nearest_relevant
from evaluation.unjudged.model import Model
from evaluation.unjudged.table import TIERS
from evaluation.unjudged.text import Terms, terms

__all__ = [
    "TIERS",
    "Candidates",
    "Collection",
    "Correction",
    "Estimate",
    "Flag",
    "Model",
    "Near",
    "Terms",
    "candidates",
    "flags",
    "found_by_one",
    "near_duplicates",
    "nearest_relevant",
    "terms",
]
