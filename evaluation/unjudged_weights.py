"""Weights of the model that tells how likely an unjudged fragment is to be relevant.

Written by bench/learn_unjudged.py, learned from cacm, cisi, cranfield, xquad-es; not to be edited by hand.
A term is a feature, or a feature × a state of its query. PRIOR: the first guess, before judging.
The vectors that `dense` was learned on are stand-ins: latent semantic analysis of the texts.
"""

WEIGHTS: dict[str, dict[str, float]] = {
    "ranks": {
        "intercept": -4.0267,
        "rrf_60": 0.0591168,  # reciprocal rank fusion, constant 60
        "rrf_10": 0.55756,  # reciprocal rank fusion, constant 10: the first ranks count more
        "runs_share": 0,  # share of the runs that retrieve it
        "log_best_rank": -0.193681,  # ln of its best rank
        "top_10_share": 0.351622,  # share of the runs with it in their top 10
        "discount": 1.05849,  # mean of 1 / log2(1 + rank) over the runs
        "log_rank": 0.714988,  # mean of ln(101 / rank) over the runs
        "precise_runs": 1.58944,  # discounts weighted by each run's precision so far
        "precise_runs_sharp": 2.12318,  # likewise by its square
        "precise_runs_here": 0.296897,  # likewise by its precision for this query
        "near_relevant": 1.28203,  # judged relevant fragments within 3 places in the same run
        "near_other": 0,  # judged fragments that are not relevant, likewise
        "elsewhere_relevant": 0,  # judged relevant for queries whose results overlap
        "elsewhere_other": -0.214062,  # judged not relevant for such queries
        "anywhere_relevant": 0,  # judged relevant for any other query
        "anywhere_other": -0.0894886,  # judged not relevant for any other query
        "popular": 0,  # how many queries retrieve it
        "none_relevant": 0.17067,  # 1 while nothing relevant is known
        "log_relevant": -0.13804,  # ln of 1 + the relevant known
        "log_judged": -0.091348,  # ln of 1 + the judged
        "log_other": 0.130995,  # ln of 1 + the judged that are not relevant
        "precision_here": 0,  # share of the judged that are relevant, smoothed
        "log_base": 0,  # ln of that share over all queries
        "profile_max_relevant": 0.0269064,  # likeness to the nearest relevant, by the runs' ranks
        "profile_mean_relevant": 0.038539,  # mean likeness to the relevant, by the runs' ranks
        "profile_two_relevant": 0.0310779,  # likeness to the two nearest relevant, by the runs' ranks
        "profile_max_other": 0,  # likeness to the nearest judged other, by the runs' ranks
        "profile_mean_other": 0,  # mean likeness to the judged others, by the runs' ranks
        "profile_ridge": 0,  # kernel ridge on relevance, by the runs' ranks
        "profile_surprise": 0.492809,  # kernel ridge on surprise, by the runs' ranks
        "together_max_relevant": 0.0756586,  # likeness to the nearest relevant, by shared queries
        "together_mean_relevant": 0,  # mean likeness to the relevant, by shared queries
        "together_two_relevant": 0.00395227,  # likeness to the two nearest relevant, by shared queries
        "together_max_other": 0,  # likeness to the nearest judged other, by shared queries
        "together_mean_other": -0.0272725,  # mean likeness to the judged others, by shared queries
        "together_ridge": 0.644791,  # kernel ridge on relevance, by shared queries
        "together_surprise": 0.453924,  # kernel ridge on surprise, by shared queries
        "rrf_10 × none_relevant": 1.14445,  # the same, times 1 while nothing relevant is known
        "top_10_share × none_relevant": -0.385296,  # the same, times 1 while nothing relevant is known
        "profile_ridge × log_relevant": 0.355687,  # the same, times ln of 1 + the relevant known
        "together_ridge × log_relevant": 0.647092,  # the same, times ln of 1 + the relevant known
        "precise_runs × log_relevant": -0.83345,  # the same, times ln of 1 + the relevant known
    },
    "text": {
        "intercept": -4.34445,
        "rrf_60": 0,  # reciprocal rank fusion, constant 60
        "rrf_10": 0,  # reciprocal rank fusion, constant 10: the first ranks count more
        "runs_share": 0.0298507,  # share of the runs that retrieve it
        "log_best_rank": -0.146506,  # ln of its best rank
        "top_10_share": 0,  # share of the runs with it in their top 10
        "discount": 0.600435,  # mean of 1 / log2(1 + rank) over the runs
        "log_rank": 0,  # mean of ln(101 / rank) over the runs
        "precise_runs": 0.910751,  # discounts weighted by each run's precision so far
        "precise_runs_sharp": 1.21704,  # likewise by its square
        "precise_runs_here": 0.534125,  # likewise by its precision for this query
        "near_relevant": 0.101937,  # judged relevant fragments within 3 places in the same run
        "near_other": 0,  # judged fragments that are not relevant, likewise
        "elsewhere_relevant": 0,  # judged relevant for queries whose results overlap
        "elsewhere_other": -0.150523,  # judged not relevant for such queries
        "anywhere_relevant": 0,  # judged relevant for any other query
        "anywhere_other": -0.0607688,  # judged not relevant for any other query
        "popular": 0,  # how many queries retrieve it
        "none_relevant": 0.141391,  # 1 while nothing relevant is known
        "log_relevant": -0.237499,  # ln of 1 + the relevant known
        "log_judged": -0.108958,  # ln of 1 + the judged
        "log_other": 0.0643962,  # ln of 1 + the judged that are not relevant
        "precision_here": 0,  # share of the judged that are relevant, smoothed
        "log_base": 0,  # ln of that share over all queries
        "profile_max_relevant": 0,  # likeness to the nearest relevant, by the runs' ranks
        "profile_mean_relevant": 0.0190431,  # mean likeness to the relevant, by the runs' ranks
        "profile_two_relevant": 0,  # likeness to the two nearest relevant, by the runs' ranks
        "profile_max_other": 0,  # likeness to the nearest judged other, by the runs' ranks
        "profile_mean_other": 0,  # mean likeness to the judged others, by the runs' ranks
        "profile_ridge": 0,  # kernel ridge on relevance, by the runs' ranks
        "profile_surprise": 0.691377,  # kernel ridge on surprise, by the runs' ranks
        "together_max_relevant": 0,  # likeness to the nearest relevant, by shared queries
        "together_mean_relevant": 0,  # mean likeness to the relevant, by shared queries
        "together_two_relevant": 0,  # likeness to the two nearest relevant, by shared queries
        "together_max_other": 0,  # likeness to the nearest judged other, by shared queries
        "together_mean_other": -0.0249215,  # mean likeness to the judged others, by shared queries
        "together_ridge": 0,  # kernel ridge on relevance, by shared queries
        "together_surprise": 0.474624,  # kernel ridge on surprise, by shared queries
        "query": 0,  # likeness to the query
        "query_words": 0,  # likeness to the query in words
        "query_grams": 0,  # likeness to the query in character n-grams
        "query_centred": 0,  # likeness to the query less the pool's mean
        "feedback": 0.0263363,  # likeness to what the runs rank high
        "feedback_top": 0.0417079,  # likeness to the runs' ten best together
        "feedback_centred": 0.180362,  # likeness to what the runs rank high, less the pool's mean
        "neighbours_rank": 2.29051,  # fused rank of the ten most alike
        "neighbours_query": 0.087275,  # likeness to the query of the ten most alike
        "length": -0.0373961,  # ln of its length
        "density": -0.0689073,  # mean likeness to the whole pool
        "text_with_query": 0.280345,  # kernel ridge on the judged, the query as one more relevant text
        "mixed_surprise": 0.985399,  # kernel ridge on surprise, over text, ranks and queries at once
        "neighbours_spread": 3.79303,  # judgements spread over the graph of the most alike
        "neighbours_surprise": 1.12139,  # surprise of the judged among the ten most alike
        "surprise_so_far": 0.0442799,  # how much more relevance there was than a first guess gave
        "text_max_relevant": 0.014197,  # likeness to the nearest relevant, in text
        "text_mean_relevant": 0.478965,  # mean likeness to the relevant, in text
        "text_two_relevant": 0,  # likeness to the two nearest relevant, in text
        "text_max_other": 0,  # likeness to the nearest judged other, in text
        "text_mean_other": 0,  # mean likeness to the judged others, in text
        "text_ridge": 0,  # kernel ridge on relevance, in text
        "text_surprise": 0.878538,  # kernel ridge on surprise, in text
        "text_grade": 0,  # kernel ridge on the grade, in text
        "centred_max_relevant": 0.116222,  # likeness to the nearest relevant, in text less the pool's
        "centred_mean_relevant": 0.801024,  # mean likeness to the relevant, in text less the pool's
        "centred_two_relevant": 0.14721,  # likeness to the two nearest relevant, in text less the pool's
        "centred_max_other": -0.000719208,  # likeness to the nearest judged other, in text less the pool's
        "centred_mean_other": 0,  # mean likeness to the judged others, in text less the pool's
        "centred_ridge": 0.124601,  # kernel ridge on relevance, in text less the pool's
        "centred_surprise": 1.49123,  # kernel ridge on surprise, in text less the pool's
        "rrf_10 × none_relevant": 0.78466,  # the same, times 1 while nothing relevant is known
        "top_10_share × none_relevant": -0.39261,  # the same, times 1 while nothing relevant is known
        "query × none_relevant": 0.0213498,  # the same, times 1 while nothing relevant is known
        "feedback_top × none_relevant": 0.0816544,  # the same, times 1 while nothing relevant is known
        "neighbours_rank × none_relevant": 1.94711,  # the same, times 1 while nothing relevant is known
        "text_ridge × log_relevant": -0.0671776,  # the same, times ln of 1 + the relevant known
        "text_max_relevant × log_relevant": -0.106559,  # the same, times ln of 1 + the relevant known
        "precise_runs × log_relevant": -0.897713,  # the same, times ln of 1 + the relevant known
        "rrf_10 × log_judged": 0.409889,  # the same, times ln of 1 + the judged
        "query × log_judged": -0.0034685,  # the same, times ln of 1 + the judged
        "text_ridge × log_judged": 0.01229,  # the same, times ln of 1 + the judged
    },
    "dense": {
        "intercept": -4.41417,
        "rrf_60": 0,  # reciprocal rank fusion, constant 60
        "rrf_10": 0,  # reciprocal rank fusion, constant 10: the first ranks count more
        "runs_share": 0,  # share of the runs that retrieve it
        "log_best_rank": -0.147361,  # ln of its best rank
        "top_10_share": 0,  # share of the runs with it in their top 10
        "discount": 0.567604,  # mean of 1 / log2(1 + rank) over the runs
        "log_rank": 0,  # mean of ln(101 / rank) over the runs
        "precise_runs": 0.889093,  # discounts weighted by each run's precision so far
        "precise_runs_sharp": 1.20524,  # likewise by its square
        "precise_runs_here": 0.503041,  # likewise by its precision for this query
        "near_relevant": 0.138066,  # judged relevant fragments within 3 places in the same run
        "near_other": 0,  # judged fragments that are not relevant, likewise
        "elsewhere_relevant": 0,  # judged relevant for queries whose results overlap
        "elsewhere_other": -0.138266,  # judged not relevant for such queries
        "anywhere_relevant": 0,  # judged relevant for any other query
        "anywhere_other": -0.0498823,  # judged not relevant for any other query
        "popular": 0,  # how many queries retrieve it
        "none_relevant": 0.170465,  # 1 while nothing relevant is known
        "log_relevant": -0.250774,  # ln of 1 + the relevant known
        "log_judged": -0.115605,  # ln of 1 + the judged
        "log_other": 0.0632985,  # ln of 1 + the judged that are not relevant
        "precision_here": 0,  # share of the judged that are relevant, smoothed
        "log_base": 0,  # ln of that share over all queries
        "profile_max_relevant": 0,  # likeness to the nearest relevant, by the runs' ranks
        "profile_mean_relevant": 0.0182592,  # mean likeness to the relevant, by the runs' ranks
        "profile_two_relevant": 0,  # likeness to the two nearest relevant, by the runs' ranks
        "profile_max_other": 0,  # likeness to the nearest judged other, by the runs' ranks
        "profile_mean_other": 0,  # mean likeness to the judged others, by the runs' ranks
        "profile_ridge": 0,  # kernel ridge on relevance, by the runs' ranks
        "profile_surprise": 0.627122,  # kernel ridge on surprise, by the runs' ranks
        "together_max_relevant": 0,  # likeness to the nearest relevant, by shared queries
        "together_mean_relevant": 0,  # mean likeness to the relevant, by shared queries
        "together_two_relevant": 0,  # likeness to the two nearest relevant, by shared queries
        "together_max_other": 0,  # likeness to the nearest judged other, by shared queries
        "together_mean_other": -0.0167175,  # mean likeness to the judged others, by shared queries
        "together_ridge": 0,  # kernel ridge on relevance, by shared queries
        "together_surprise": 0.411281,  # kernel ridge on surprise, by shared queries
        "query": 0,  # likeness to the query
        "query_words": 0,  # likeness to the query in words
        "query_grams": 0.00826934,  # likeness to the query in character n-grams
        "query_centred": 0,  # likeness to the query less the pool's mean
        "feedback": 0.00606114,  # likeness to what the runs rank high
        "feedback_top": 0.0230866,  # likeness to the runs' ten best together
        "feedback_centred": 0.164873,  # likeness to what the runs rank high, less the pool's mean
        "neighbours_rank": 2.08289,  # fused rank of the ten most alike
        "neighbours_query": 0.0815274,  # likeness to the query of the ten most alike
        "length": -0.0565041,  # ln of its length
        "density": -0.0728977,  # mean likeness to the whole pool
        "text_with_query": 0.167414,  # kernel ridge on the judged, the query as one more relevant text
        "mixed_surprise": 0.861794,  # kernel ridge on surprise, over text, ranks and queries at once
        "neighbours_spread": 3.68264,  # judgements spread over the graph of the most alike
        "neighbours_surprise": 1.03225,  # surprise of the judged among the ten most alike
        "surprise_so_far": 0.0395941,  # how much more relevance there was than a first guess gave
        "text_max_relevant": 0,  # likeness to the nearest relevant, in text
        "text_mean_relevant": 0.258867,  # mean likeness to the relevant, in text
        "text_two_relevant": 0,  # likeness to the two nearest relevant, in text
        "text_max_other": 0,  # likeness to the nearest judged other, in text
        "text_mean_other": 0,  # mean likeness to the judged others, in text
        "text_ridge": 0,  # kernel ridge on relevance, in text
        "text_surprise": 0.549053,  # kernel ridge on surprise, in text
        "text_grade": 0,  # kernel ridge on the grade, in text
        "centred_max_relevant": 0.0913789,  # likeness to the nearest relevant, in text less the pool's
        "centred_mean_relevant": 0.641281,  # mean likeness to the relevant, in text less the pool's
        "centred_two_relevant": 0.102192,  # likeness to the two nearest relevant, in text less the pool's
        "centred_max_other": 0,  # likeness to the nearest judged other, in text less the pool's
        "centred_mean_other": 0,  # mean likeness to the judged others, in text less the pool's
        "centred_ridge": 0,  # kernel ridge on relevance, in text less the pool's
        "centred_surprise": 1.24447,  # kernel ridge on surprise, in text less the pool's
        "dense_query": 0,  # likeness of the vectors to the query's
        "dense_feedback": 0.0333867,  # likeness of the vectors to what the runs rank high
        "dense_with_query": 0.118523,  # kernel ridge on the judged, the query as one more relevant vector
        "dense_max_relevant": 0.153841,  # likeness to the nearest relevant, in vectors
        "dense_mean_relevant": 0.351917,  # mean likeness to the relevant, in vectors
        "dense_two_relevant": 0.105152,  # likeness to the two nearest relevant, in vectors
        "dense_max_other": 0,  # likeness to the nearest judged other, in vectors
        "dense_mean_other": 0,  # mean likeness to the judged others, in vectors
        "dense_ridge": 0.0787495,  # kernel ridge on relevance, in vectors
        "dense_surprise": 0.517194,  # kernel ridge on surprise, in vectors
        "dense_grade": 0,  # kernel ridge on the grade, in vectors
        "rrf_10 × none_relevant": 0.877247,  # the same, times 1 while nothing relevant is known
        "top_10_share × none_relevant": -0.351589,  # the same, times 1 while nothing relevant is known
        "query × none_relevant": 0.00970163,  # the same, times 1 while nothing relevant is known
        "feedback_top × none_relevant": 0.102318,  # the same, times 1 while nothing relevant is known
        "neighbours_rank × none_relevant": 2.05812,  # the same, times 1 while nothing relevant is known
        "text_ridge × log_relevant": -0.135224,  # the same, times ln of 1 + the relevant known
        "text_max_relevant × log_relevant": -0.0972403,  # the same, times ln of 1 + the relevant known
        "precise_runs × log_relevant": -0.877689,  # the same, times ln of 1 + the relevant known
        "rrf_10 × log_judged": 0.395067,  # the same, times ln of 1 + the judged
        "query × log_judged": -0.00369058,  # the same, times ln of 1 + the judged
        "text_ridge × log_judged": -0.0494934,  # the same, times ln of 1 + the judged
    },
}
PRIOR: dict[str, dict[str, float]] = {
    "ranks": {
        "intercept": -3.68097,
        "rrf_10": 2.68545,
        "top_10_share": 1.24901,
        "runs_share": 0.71292,
        "log_best_rank": -0.225997,
        "log_base": 0,
    },
    "text": {
        "intercept": -3.99349,
        "rrf_10": 1.14297,
        "top_10_share": 0.780706,
        "runs_share": 0.117117,
        "log_best_rank": -0.243824,
        "log_base": 0,
        "query": 0.0903285,
        "feedback_top": 0.198237,
        "neighbours_rank": 6.16065,
    },
    "dense": {
        "intercept": -3.99349,
        "rrf_10": 1.14297,
        "top_10_share": 0.780706,
        "runs_share": 0.117117,
        "log_best_rank": -0.243824,
        "log_base": 0,
        "query": 0.0903285,
        "feedback_top": 0.198237,
        "neighbours_rank": 6.16065,
    },
}
