"""Weights of the model that tells how likely an unjudged fragment is to be relevant.

Written by bench/learn_unjudged.py, learned from cacm, cisi, cranfield, xquad-es; not to be edited by hand.
A term is a feature, or a feature × a state of its query. PRIOR: the first guess, before judging.
The vectors that `dense` was learned on are stand-ins: latent semantic analysis of the texts.
"""

WEIGHTS: dict[str, dict[str, float]] = {
    "ranks": {
        "intercept": -4.13515,
        "rrf_60": 0.167275,  # reciprocal rank fusion, constant 60
        "rrf_10": 0.619678,  # reciprocal rank fusion, constant 10: the first ranks count more
        "runs_share": 0.0365021,  # share of the runs that retrieve it
        "log_best_rank": -0.167776,  # ln of its best rank
        "top_10_share": 0.479973,  # share of the runs with it in their top 10
        "discount": 1.04074,  # mean of 1 / log2(1 + rank) over the runs
        "log_rank": 0.737911,  # mean of ln(101 / rank) over the runs
        "precise_runs": 1.37237,  # discounts weighted by each run's precision so far
        "precise_runs_sharp": 1.70636,  # likewise by its square
        "precise_runs_here": 0.228996,  # likewise by its precision for this query
        "near_relevant": 1.13573,  # judged relevant fragments within 3 places in the same run
        "near_other": 0,  # judged fragments that are not relevant, likewise
        "elsewhere_relevant": 0,  # judged relevant for queries whose results overlap
        "elsewhere_other": -0.161264,  # judged not relevant for such queries
        "anywhere_relevant": 0,  # judged relevant for any other query
        "anywhere_other": -0.103799,  # judged not relevant for any other query
        "popular": 0,  # how many queries retrieve it
        "none_relevant": 0.164553,  # 1 while nothing relevant is known
        "log_relevant": -0.109298,  # ln of 1 + the relevant known
        "log_judged": -0.0604349,  # ln of 1 + the judged
        "log_other": 0.0992172,  # ln of 1 + the judged that are not relevant
        "precision_here": 0,  # share of the judged that are relevant, smoothed
        "log_base": 0,  # ln of that share over all queries
        "profile_max_relevant": 0.0221977,  # likeness to the nearest relevant, by the runs' ranks
        "profile_mean_relevant": 0.0388822,  # mean likeness to the relevant, by the runs' ranks
        "profile_two_relevant": 0.0279962,  # likeness to the two nearest relevant, by the runs' ranks
        "profile_max_other": -0.00330384,  # likeness to the nearest judged other, by the runs' ranks
        "profile_mean_other": -0.00272893,  # mean likeness to the judged others, by the runs' ranks
        "profile_ridge": 0.186039,  # kernel ridge on relevance, by the runs' ranks
        "profile_surprise": 0.231851,  # kernel ridge on surprise, by the runs' ranks
        "together_max_relevant": 0.056839,  # likeness to the nearest relevant, by shared queries
        "together_mean_relevant": 0,  # mean likeness to the relevant, by shared queries
        "together_two_relevant": 0.0152382,  # likeness to the two nearest relevant, by shared queries
        "together_max_other": 0,  # likeness to the nearest judged other, by shared queries
        "together_mean_other": -0.0390177,  # mean likeness to the judged others, by shared queries
        "together_ridge": 0.824684,  # kernel ridge on relevance, by shared queries
        "together_surprise": 0.380832,  # kernel ridge on surprise, by shared queries
        "rrf_10 × none_relevant": 1.1509,  # the same, times 1 while nothing relevant is known
        "top_10_share × none_relevant": -0.155706,  # the same, times 1 while nothing relevant is known
        "profile_ridge × log_relevant": 0.31763,  # the same, times ln of 1 + the relevant known
        "together_ridge × log_relevant": 0.540917,  # the same, times ln of 1 + the relevant known
        "precise_runs × log_relevant": -0.444473,  # the same, times ln of 1 + the relevant known
    },
    "text": {
        "intercept": -4.36462,
        "rrf_60": 0.0289013,  # reciprocal rank fusion, constant 60
        "rrf_10": 0.0495369,  # reciprocal rank fusion, constant 10: the first ranks count more
        "runs_share": 0.0673779,  # share of the runs that retrieve it
        "log_best_rank": -0.133788,  # ln of its best rank
        "top_10_share": 0,  # share of the runs with it in their top 10
        "discount": 0.641095,  # mean of 1 / log2(1 + rank) over the runs
        "log_rank": 0.0550596,  # mean of ln(101 / rank) over the runs
        "precise_runs": 0.846089,  # discounts weighted by each run's precision so far
        "precise_runs_sharp": 1.05137,  # likewise by its square
        "precise_runs_here": 0.4007,  # likewise by its precision for this query
        "near_relevant": 0.127515,  # judged relevant fragments within 3 places in the same run
        "near_other": 0,  # judged fragments that are not relevant, likewise
        "elsewhere_relevant": 0,  # judged relevant for queries whose results overlap
        "elsewhere_other": -0.114588,  # judged not relevant for such queries
        "anywhere_relevant": 0,  # judged relevant for any other query
        "anywhere_other": -0.0751498,  # judged not relevant for any other query
        "popular": 0,  # how many queries retrieve it
        "none_relevant": 0.140801,  # 1 while nothing relevant is known
        "log_relevant": -0.164298,  # ln of 1 + the relevant known
        "log_judged": -0.0833887,  # ln of 1 + the judged
        "log_other": 0.0551138,  # ln of 1 + the judged that are not relevant
        "precision_here": 0,  # share of the judged that are relevant, smoothed
        "log_base": 0,  # ln of that share over all queries
        "profile_max_relevant": 0,  # likeness to the nearest relevant, by the runs' ranks
        "profile_mean_relevant": 0.0157853,  # mean likeness to the relevant, by the runs' ranks
        "profile_two_relevant": 0,  # likeness to the two nearest relevant, by the runs' ranks
        "profile_max_other": 0,  # likeness to the nearest judged other, by the runs' ranks
        "profile_mean_other": 0,  # mean likeness to the judged others, by the runs' ranks
        "profile_ridge": 0,  # kernel ridge on relevance, by the runs' ranks
        "profile_surprise": 0.527126,  # kernel ridge on surprise, by the runs' ranks
        "together_max_relevant": 0,  # likeness to the nearest relevant, by shared queries
        "together_mean_relevant": 0,  # mean likeness to the relevant, by shared queries
        "together_two_relevant": 0,  # likeness to the two nearest relevant, by shared queries
        "together_max_other": 0,  # likeness to the nearest judged other, by shared queries
        "together_mean_other": -0.0319985,  # mean likeness to the judged others, by shared queries
        "together_ridge": 0.1281,  # kernel ridge on relevance, by shared queries
        "together_surprise": 0.552758,  # kernel ridge on surprise, by shared queries
        "query": 0,  # likeness to the query
        "query_words": 0,  # likeness to the query in words
        "query_grams": 0.000193447,  # likeness to the query in character n-grams
        "query_centred": 0.0018406,  # likeness to the query less the pool's mean
        "feedback": 0.0465568,  # likeness to what the runs rank high
        "feedback_top": 0.047715,  # likeness to the runs' ten best together
        "feedback_centred": 0.163477,  # likeness to what the runs rank high, less the pool's mean
        "neighbours_rank": 2.08163,  # fused rank of the ten most alike
        "neighbours_query": 0.0892405,  # likeness to the query of the ten most alike
        "length": -0.0395964,  # ln of its length
        "density": -0.0650291,  # mean likeness to the whole pool
        "text_with_query": 0.141057,  # kernel ridge on the judged, the query as one more relevant text
        "mixed_surprise": 0.872012,  # kernel ridge on surprise, over text, ranks and queries at once
        "neighbours_spread": 2.96121,  # judgements spread over the graph of the most alike
        "neighbours_surprise": 1.07653,  # surprise of the judged among the ten most alike
        "surprise_so_far": 0.011464,  # how much more relevance there was than a first guess gave
        "text_max_relevant": 0.0512102,  # likeness to the nearest relevant, in text
        "text_mean_relevant": 0.526155,  # mean likeness to the relevant, in text
        "text_two_relevant": 0.069652,  # likeness to the two nearest relevant, in text
        "text_max_other": 0,  # likeness to the nearest judged other, in text
        "text_mean_other": 0,  # mean likeness to the judged others, in text
        "text_ridge": 0.374789,  # kernel ridge on relevance, in text
        "text_surprise": 0.521951,  # kernel ridge on surprise, in text
        "text_grade": 0,  # kernel ridge on the grade, in text
        "centred_max_relevant": 0.0816119,  # likeness to the nearest relevant, in text less the pool's
        "centred_mean_relevant": 0.717392,  # mean likeness to the relevant, in text less the pool's
        "centred_two_relevant": 0.127389,  # likeness to the two nearest relevant, in text less the pool's
        "centred_max_other": 0,  # likeness to the nearest judged other, in text less the pool's
        "centred_mean_other": -0.0727527,  # mean likeness to the judged others, in text less the pool's
        "centred_ridge": 0.909295,  # kernel ridge on relevance, in text less the pool's
        "centred_surprise": 1.0115,  # kernel ridge on surprise, in text less the pool's
        "rrf_10 × none_relevant": 0.88972,  # the same, times 1 while nothing relevant is known
        "top_10_share × none_relevant": -0.134579,  # the same, times 1 while nothing relevant is known
        "query × none_relevant": -0.00431144,  # the same, times 1 while nothing relevant is known
        "feedback_top × none_relevant": 0.0839096,  # the same, times 1 while nothing relevant is known
        "neighbours_rank × none_relevant": 1.70079,  # the same, times 1 while nothing relevant is known
        "text_ridge × log_relevant": 0.059132,  # the same, times ln of 1 + the relevant known
        "text_max_relevant × log_relevant": -0.0748519,  # the same, times ln of 1 + the relevant known
        "precise_runs × log_relevant": -0.49879,  # the same, times ln of 1 + the relevant known
        "rrf_10 × log_judged": 0.252115,  # the same, times ln of 1 + the judged
        "query × log_judged": -0.00289014,  # the same, times ln of 1 + the judged
        "text_ridge × log_judged": 0.15002,  # the same, times ln of 1 + the judged
    },
    "dense": {
        "intercept": -4.43559,
        "rrf_60": 0,  # reciprocal rank fusion, constant 60
        "rrf_10": 0.0185178,  # reciprocal rank fusion, constant 10: the first ranks count more
        "runs_share": 0.049142,  # share of the runs that retrieve it
        "log_best_rank": -0.135175,  # ln of its best rank
        "top_10_share": 0,  # share of the runs with it in their top 10
        "discount": 0.625193,  # mean of 1 / log2(1 + rank) over the runs
        "log_rank": 0.0147312,  # mean of ln(101 / rank) over the runs
        "precise_runs": 0.834198,  # discounts weighted by each run's precision so far
        "precise_runs_sharp": 1.04323,  # likewise by its square
        "precise_runs_here": 0.35874,  # likewise by its precision for this query
        "near_relevant": 0.144092,  # judged relevant fragments within 3 places in the same run
        "near_other": 0,  # judged fragments that are not relevant, likewise
        "elsewhere_relevant": 0,  # judged relevant for queries whose results overlap
        "elsewhere_other": -0.102601,  # judged not relevant for such queries
        "anywhere_relevant": 0,  # judged relevant for any other query
        "anywhere_other": -0.0641021,  # judged not relevant for any other query
        "popular": 0,  # how many queries retrieve it
        "none_relevant": 0.182926,  # 1 while nothing relevant is known
        "log_relevant": -0.179686,  # ln of 1 + the relevant known
        "log_judged": -0.0867312,  # ln of 1 + the judged
        "log_other": 0.0594595,  # ln of 1 + the judged that are not relevant
        "precision_here": 0,  # share of the judged that are relevant, smoothed
        "log_base": 0,  # ln of that share over all queries
        "profile_max_relevant": 0,  # likeness to the nearest relevant, by the runs' ranks
        "profile_mean_relevant": 0.015616,  # mean likeness to the relevant, by the runs' ranks
        "profile_two_relevant": 0,  # likeness to the two nearest relevant, by the runs' ranks
        "profile_max_other": 0,  # likeness to the nearest judged other, by the runs' ranks
        "profile_mean_other": 0,  # mean likeness to the judged others, by the runs' ranks
        "profile_ridge": 0,  # kernel ridge on relevance, by the runs' ranks
        "profile_surprise": 0.460088,  # kernel ridge on surprise, by the runs' ranks
        "together_max_relevant": 0,  # likeness to the nearest relevant, by shared queries
        "together_mean_relevant": 0,  # mean likeness to the relevant, by shared queries
        "together_two_relevant": 0,  # likeness to the two nearest relevant, by shared queries
        "together_max_other": 0,  # likeness to the nearest judged other, by shared queries
        "together_mean_other": -0.0233017,  # mean likeness to the judged others, by shared queries
        "together_ridge": 0.0783497,  # kernel ridge on relevance, by shared queries
        "together_surprise": 0.481434,  # kernel ridge on surprise, by shared queries
        "query": 0,  # likeness to the query
        "query_words": 0,  # likeness to the query in words
        "query_grams": 0.0119727,  # likeness to the query in character n-grams
        "query_centred": 0.0027765,  # likeness to the query less the pool's mean
        "feedback": 0.0288123,  # likeness to what the runs rank high
        "feedback_top": 0.0309497,  # likeness to the runs' ten best together
        "feedback_centred": 0.149584,  # likeness to what the runs rank high, less the pool's mean
        "neighbours_rank": 1.87703,  # fused rank of the ten most alike
        "neighbours_query": 0.08418,  # likeness to the query of the ten most alike
        "length": -0.058142,  # ln of its length
        "density": -0.0702792,  # mean likeness to the whole pool
        "text_with_query": 0.0668551,  # kernel ridge on the judged, the query as one more relevant text
        "mixed_surprise": 0.760106,  # kernel ridge on surprise, over text, ranks and queries at once
        "neighbours_spread": 2.79817,  # judgements spread over the graph of the most alike
        "neighbours_surprise": 1.02897,  # surprise of the judged among the ten most alike
        "surprise_so_far": 0.00285959,  # how much more relevance there was than a first guess gave
        "text_max_relevant": 0.0161796,  # likeness to the nearest relevant, in text
        "text_mean_relevant": 0.354443,  # mean likeness to the relevant, in text
        "text_two_relevant": 0.00156853,  # likeness to the two nearest relevant, in text
        "text_max_other": 0,  # likeness to the nearest judged other, in text
        "text_mean_other": 0,  # mean likeness to the judged others, in text
        "text_ridge": 0.00991369,  # kernel ridge on relevance, in text
        "text_surprise": 0.290382,  # kernel ridge on surprise, in text
        "text_grade": 0,  # kernel ridge on the grade, in text
        "centred_max_relevant": 0.0695582,  # likeness to the nearest relevant, in text less the pool's
        "centred_mean_relevant": 0.577378,  # mean likeness to the relevant, in text less the pool's
        "centred_two_relevant": 0.0916265,  # likeness to the two nearest relevant, in text less the pool's
        "centred_max_other": 0,  # likeness to the nearest judged other, in text less the pool's
        "centred_mean_other": -0.0767079,  # mean likeness to the judged others, in text less the pool's
        "centred_ridge": 0.470798,  # kernel ridge on relevance, in text less the pool's
        "centred_surprise": 0.886315,  # kernel ridge on surprise, in text less the pool's
        "dense_query": 0,  # likeness of the vectors to the query's
        "dense_feedback": 0.0368957,  # likeness of the vectors to what the runs rank high
        "dense_with_query": 0.0877386,  # kernel ridge on the judged, the query as one more relevant vector
        "dense_max_relevant": 0.158933,  # likeness to the nearest relevant, in vectors
        "dense_mean_relevant": 0.348505,  # mean likeness to the relevant, in vectors
        "dense_two_relevant": 0.121481,  # likeness to the two nearest relevant, in vectors
        "dense_max_other": 0,  # likeness to the nearest judged other, in vectors
        "dense_mean_other": 0,  # mean likeness to the judged others, in vectors
        "dense_ridge": 0.484203,  # kernel ridge on relevance, in vectors
        "dense_surprise": 0.421208,  # kernel ridge on surprise, in vectors
        "dense_grade": 0,  # kernel ridge on the grade, in vectors
        "rrf_10 × none_relevant": 1.01058,  # the same, times 1 while nothing relevant is known
        "top_10_share × none_relevant": -0.112498,  # the same, times 1 while nothing relevant is known
        "query × none_relevant": -0.014186,  # the same, times 1 while nothing relevant is known
        "feedback_top × none_relevant": 0.0990379,  # the same, times 1 while nothing relevant is known
        "neighbours_rank × none_relevant": 1.8697,  # the same, times 1 while nothing relevant is known
        "text_ridge × log_relevant": 0.0107952,  # the same, times ln of 1 + the relevant known
        "text_max_relevant × log_relevant": -0.0646227,  # the same, times ln of 1 + the relevant known
        "precise_runs × log_relevant": -0.507414,  # the same, times ln of 1 + the relevant known
        "rrf_10 × log_judged": 0.251645,  # the same, times ln of 1 + the judged
        "query × log_judged": -0.0028618,  # the same, times ln of 1 + the judged
        "text_ridge × log_judged": 0.0933988,  # the same, times ln of 1 + the judged
    },
}
PRIOR: dict[str, dict[str, float]] = {
    "ranks": {
        "intercept": -3.68878,
        "rrf_10": 2.69726,
        "top_10_share": 1.23838,
        "runs_share": 0.715143,
        "log_best_rank": -0.224325,
        "log_base": 0,
    },
    "text": {
        "intercept": -3.97934,
        "rrf_10": 1.18705,
        "top_10_share": 0.772533,
        "runs_share": 0.127572,
        "log_best_rank": -0.241194,
        "log_base": 0,
        "query": 0.0819512,
        "feedback_top": 0.215047,
        "neighbours_rank": 5.90242,
    },
    "dense": {
        "intercept": -3.97934,
        "rrf_10": 1.18705,
        "top_10_share": 0.772533,
        "runs_share": 0.127572,
        "log_best_rank": -0.241194,
        "log_base": 0,
        "query": 0.0819512,
        "feedback_top": 0.215047,
        "neighbours_rank": 5.90242,
    },
}
