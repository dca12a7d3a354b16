#!/usr/bin/env python3
"""Makes statistics.json, the reference results that the statistics tests are held against.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 statsmodels==0.15.0
    venv/bin/python Tests/ABRStatisticsTests/Fixtures/make.py

The inputs are drawn from a fixed seed and stored beside the results, so that the tests need no random numbers of NumPy's.
"""

import json
import pathlib

import numpy as np
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.multitest import multipletests

rng = np.random.default_rng(20_240_607)


def normal():
    points = [-37.5, -20, -8, -5, -2.5, -2, -1.5, -1, -0.1, 0, 1e-9, 0.3, 1, 1.96, 2, 2.0001, 3, 5, 8, 20]
    shares = [1e-300, 1e-20, 1e-9, 1e-4, 0.001, 0.025, 0.05, 0.2, 0.3, 0.5, 0.6, 0.8, 0.95, 0.975, 0.999, 1 - 1e-9]
    return {
        "cumulative": [[x, stats.norm.cdf(x)] for x in points],
        "quantile": [[p, stats.norm.ppf(p)] for p in shares],
    }


def student():
    freedoms = [1, 2, 3, 5, 10, 29, 99, 299, 999, 3499, 100_000]
    points = [-30, -8, -3, -2, -1, -0.5, -0.01, 0, 0.1, 0.7, 1, 1.5, 2, 2.5, 4, 10]
    shares = [1e-12, 1e-6, 0.001, 0.025, 0.05, 0.2, 0.4, 0.5, 0.55, 0.9, 0.975, 0.995, 0.99999]
    return {
        "cumulative": [[v, x, stats.t.cdf(x, v)] for v in freedoms for x in points],
        "quantile": [[v, p, stats.t.ppf(p, v)] for v in freedoms for p in shares],
    }


def differences(count, zeros=0.0, ties=False):
    values = rng.standard_t(3, count) + 0.2
    if ties:
        values = np.round(values, 1)
    values[rng.random(count) < zeros] = 0
    return values


def wilcoxon():
    cases = []
    for count in (1, 2, 5, 13, 30, 50):
        d = differences(count)
        exact = stats.wilcoxon(d, zero_method="pratt", correction=False, method="exact")
        cases.append({"differences": d.tolist(), "exact": True, "p": exact.pvalue, "z": None})
    for count, zeros, ties in [(51, 0, False), (200, 0, False), (12, 0.3, False), (40, 0, True), (40, 0.5, True), (400, 0.8, True)]:
        d = differences(count, zeros, ties)
        found = stats.wilcoxon(d, zero_method="pratt", correction=False, method="asymptotic")
        cases.append({"differences": d.tolist(), "exact": False, "p": found.pvalue, "z": found.zstatistic})
    return cases


def holm():
    sets = [[0.03], [0.01, 0.04, 0.03], [0.5, 0.5, 0.01, 0.01], [0.9, 1, 0.2], list(rng.random(20) ** 3)]
    return [{"p": p, "adjusted": multipletests(p, method="holm")[1].tolist()} for p in sets]


def pairs(count, differing=None, whole=False):
    """Numerators and denominators of both sides, heavy-tailed and mostly without stalls, as rebuffering is."""
    play = rng.uniform(60, 600, count)
    stalls = np.where(rng.random(count) < 0.4, rng.lognormal(1, 1.5, count), 0)
    other = np.where(rng.random(count) < 0.7, stalls * rng.lognormal(0, 0.7, count), stalls)
    if differing is not None:
        other = stalls.copy()
        where = rng.choice(count, differing, replace=False)
        other[where] += rng.lognormal(0, 1, differing) * np.where(rng.random(differing) < 0.7, 1, -1)
    if whole:
        play, stalls, other = np.round(play), np.round(stalls), np.round(other)
    return stalls, stalls + play, other, other + play


def as_json(sides):
    return dict(zip(("old_numerators", "old_denominators", "new_numerators", "new_denominators"), map(np.ndarray.tolist, sides)))


def difference(old_n, old_d, new_n, new_d, axis=-1):
    return new_n.sum(axis) / new_d.sum(axis) - old_n.sum(axis) / old_d.sum(axis)


def linearised():
    cases = []
    for count in (2, 3, 30, 300):
        sides = pairs(count)
        old_n, old_d, new_n, new_d = sides
        old, new = old_n.sum() / old_d.sum(), new_n.sum() / new_d.sum()
        z = (new_n - new * new_d) / new_d.sum() - (old_n - old * old_d) / old_d.sum()
        error = np.sqrt(count / (count - 1) * np.sum(z**2))
        reach = stats.t.ppf(0.975, count - 1) * error
        case = as_json(sides) | {
            "difference": new - old, "standard_error": error, "lower": new - old - reach, "upper": new - old + reach,
            "relative": None, "relative_standard_error": None,
        }
        if old > 0:
            w = ((new_n - new * new_d) / new_d.sum() - new / old * (old_n - old * old_d) / old_d.sum()) / old
            case |= {"relative": new / old - 1, "relative_standard_error": np.sqrt(count / (count - 1) * np.sum(w**2))}
        cases.append(case)
    return cases


def sign_flips():
    cases = []
    for count, differing, whole in [(1, None, False), (3, None, False), (8, None, False), (10, None, True), (12, None, False), (40, 6, False), (25, 9, True)]:
        sides = pairs(count, differing, whole)
        # SciPy swaps by index: a sample is the list of the clusters' places, and the numbers follow it.
        changed = np.flatnonzero((sides[0] != sides[2]) | (sides[1] != sides[3]))

        def statistic(x, y, axis=-1):
            numerators = np.stack([sides[0], sides[2]])
            denominators = np.stack([sides[1], sides[3]])
            column = np.broadcast_to(changed, x.shape)
            same = np.setdiff1d(np.arange(count), changed)
            rest = [numerators[0, same].sum(), denominators[0, same].sum()]
            x, y = x.astype(int), y.astype(int)
            old_n, old_d = numerators[x, column].sum(axis) + rest[0], denominators[x, column].sum(axis) + rest[1]
            new_n, new_d = numerators[y, column].sum(axis) + rest[0], denominators[y, column].sum(axis) + rest[1]
            return np.round(new_n / new_d - old_n / old_d, 15)

        if len(changed) < 2:
            continue
        p = {
            alternative: stats.permutation_test(
                (np.zeros(len(changed)), np.ones(len(changed))), statistic, permutation_type="samples", vectorized=True,
                n_resamples=np.inf, alternative=alternative,
            ).pvalue
            for alternative in ("two-sided", "greater", "less")
        }
        cases.append(as_json(sides) | {"differing": len(changed), "p": p["two-sided"], "greater": p["greater"], "less": p["less"]})
    return cases


def drawn_flips():
    """Too many clusters to count: SciPy draws as well, so that the two agree within the error of drawing."""
    cases = []
    for count in (80, 200):
        sides = pairs(count)

        def statistic(x, y, axis=-1):
            place = np.broadcast_to(np.arange(count), x.shape)
            numerators, denominators = np.stack([sides[0], sides[2]]), np.stack([sides[1], sides[3]])
            x, y = x.astype(int), y.astype(int)
            return difference(numerators[x, place], denominators[x, place], numerators[y, place], denominators[y, place], axis)

        found = stats.permutation_test(
            (np.zeros(count), np.ones(count)), statistic, permutation_type="samples", vectorized=True,
            n_resamples=100_000, batch=1_000, rng=1,
        )
        cases.append(as_json(sides) | {"p": found.pvalue})
    return cases


fixtures = {
    "made_by": f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}, numpy {np.__version__}",
    "normal": normal(),
    "student": student(),
    "wilcoxon": wilcoxon(),
    "holm": holm(),
    "linearised": linearised(),
    "sign_flips": sign_flips(),
    "drawn_flips": drawn_flips(),
}
path = pathlib.Path(__file__).with_name("statistics.json")
path.write_text(json.dumps(fixtures, separators=(",", ":"), allow_nan=False).replace('],"', '],\n"').replace('},{', '},\n{') + "\n")
print(f"{path.name}: {path.stat().st_size} bytes, {fixtures['made_by']}")
