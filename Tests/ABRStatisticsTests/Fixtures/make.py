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


def student():
    freedoms = [1, 2, 3, 5, 10, 29, 99, 299, 999, 3499, 100_000]
    points = [-30, -8, -3, -2, -1, -0.5, -0.01, 0, 0.1, 0.7, 1, 1.5, 2, 2.5, 4, 10]
    shares = [1e-12, 1e-6, 0.001, 0.025, 0.05, 0.2, 0.4, 0.5, 0.55, 0.9, 0.975, 0.995, 0.99999]
    return {
        "cumulative": [[v, x, stats.t.cdf(x, v)] for v in freedoms for x in points],
        "quantile": [[v, p, stats.t.ppf(p, v)] for v in freedoms for p in shares],
    }


def holm():
    sets = [[0.03], [0.01, 0.04, 0.03], [0.5, 0.5, 0.01, 0.01], [0.9, 1, 0.2], list(rng.random(20) ** 3)]
    return [{"p": p, "adjusted": multipletests(p, method="holm")[1].tolist()} for p in sets]


def pairs(count):
    """Numerators and denominators of both sides, heavy-tailed and mostly without stalls, as rebuffering is."""
    play = rng.uniform(60, 600, count)
    stalls = np.where(rng.random(count) < 0.4, rng.lognormal(1, 1.5, count), 0)
    other = np.where(rng.random(count) < 0.7, stalls * rng.lognormal(0, 0.7, count), stalls)
    return stalls, stalls + play, other, other + play


def as_json(sides):
    return dict(zip(("old_numerators", "old_denominators", "new_numerators", "new_denominators"), map(np.ndarray.tolist, sides)))


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


fixtures = {
    "made_by": f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}, numpy {np.__version__}",
    "student": student(),
    "holm": holm(),
    "linearised": linearised(),
}
path = pathlib.Path(__file__).with_name("statistics.json")
path.write_text(json.dumps(fixtures, separators=(",", ":"), allow_nan=False).replace('],"', '],\n"').replace('},{', '},\n{') + "\n")
print(f"{path.name}: {path.stat().st_size} bytes, {fixtures['made_by']}")
