#!/usr/bin/env python3
"""Makes distances.json, the reference results that the tests of distances between traces are held against.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python Tests/ABRComparisonTests/TraceSets/Fixtures/make.py

SciPy weighs values for the Wasserstein distance but not for Kolmogorov and Smirnov's, so that durations are whole multiples of a
quarter of a second and a row stands there as often as it has quarters.
"""

import json
import pathlib

import numpy as np
import scipy
from scipy import stats

rng = np.random.default_rng(20_241_121)


def rows(count, digits, zeros=0.0, factor=1.0):
    """Durations in seconds and capacities in bit/s; few digits make rows of both sides equal."""
    capacity = np.round(factor * rng.lognormal(1.0, 0.8, count), digits) * 1e6
    capacity[rng.random(count) < zeros] = 0
    capacity[0] += 1e5
    return rng.integers(1, 40, count) / 4, capacity


def case(left, right):
    (left_time, left_capacity), (right_time, right_capacity) = left, right
    ks = stats.ks_2samp(
        np.repeat(left_capacity, (4 * left_time).astype(int)), np.repeat(right_capacity, (4 * right_time).astype(int)),
        method="asymp",
    )
    wasserstein = stats.wasserstein_distance(left_capacity, right_capacity, left_time, right_time)
    return {
        "reference": np.column_stack(left).tolist(),
        "candidate": np.column_stack(right).tolist(),
        "ks": ks.statistic,
        "wasserstein": wasserstein,
    }


same = rows(20, 3)
cases = [
    case(rows(1, 3), rows(1, 3)),
    case(rows(1, 3), rows(7, 3)),
    case(rows(30, 6), rows(40, 6)),
    case(rows(60, 0), rows(50, 0)),
    case(rows(60, 1, zeros=0.3), rows(80, 1, zeros=0.1)),
    case(rows(40, 2), rows(40, 2, factor=50)),
    case(same, same),
    case(rows(300, 3, zeros=0.05), rows(400, 3, zeros=0.05, factor=1.1)),
]
fixtures = {"made_by": f"scipy {scipy.__version__}, numpy {np.__version__}", "cases": cases}
path = pathlib.Path(__file__).with_name("distances.json")
path.write_text(json.dumps(fixtures, separators=(",", ":"), allow_nan=False).replace('},{', '},\n{') + "\n")
print(f"{path.name}: {path.stat().st_size} bytes, {fixtures['made_by']}")
