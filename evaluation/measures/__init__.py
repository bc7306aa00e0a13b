"""The measures: a formula plus what there is to say about it, under the names of ir_measures.

from evaluation.measures import compute, parse_measure
compute(judged, [parse_measure("nDCG(dcg='exp-log2')@10"), parse_measure("R@50")])
"""

from evaluation.measures.definition import Definition
from evaluation.measures.families import FAMILIES, Family
from evaluation.measures.measure import Measure, compute, parse_measure
from evaluation.measures.notation import UnknownMeasure

__all__ = ["FAMILIES", "Definition", "Family", "Measure", "UnknownMeasure", "compute", "parse_measure"]
