"""Sobol indices: which part of the variance of a response comes from which variable.

Two independent samples A, B of n points; AB_i is A with the i-th variable from B: n (d + 2) runs.               (1)

    first order   S_i  = mean(f_B (f_ABi - f_A)) / V                the variable alone                             (2)
    total         ST_i = mean((f_A - f_ABi)^2) / (2 V)              with all that it does together with others     (3)
    V             the variance of f over A and B

Their standard errors come from 200 resamplings of the n rows. A row in which a run failed is left out.
References    Saltelli et al. (2010), Computer Physics Communications 181, table 2 (b), (f);
              the latter after Jansen (1999).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bellcrank.study.variables import Point, Variable, unit_sobol

RESAMPLES = 200


def points_of(variables: Sequence[Variable], n: int, seed: int) -> list[Point]:
    """The runs of (1): A, then B, then AB_1, AB_2, ..."""
    d = len(variables)
    unit = unit_sobol(2 * d, n, seed)
    a, b = unit[:, :d], unit[:, d:]
    blocks = [a, b]
    for i in range(d):
        mixed = a.copy()
        mixed[:, i] = b[:, i]
        blocks.append(mixed)
    rows = np.vstack(blocks)
    return [tuple(v.at(float(p)) for v, p in zip(variables, row, strict=True)) for row in rows]


def indices(values: np.ndarray, d: int, seed: int = 1) -> dict[str, Any]:
    """First order and total indices of a response, in the order of `points_of`, with their standard errors."""
    f = values.reshape(d + 2, -1)
    f = f[:, np.isfinite(f).all(axis=0)]
    n = f.shape[1]
    if n < 2:
        nothing = [float("nan")] * d
        return {"first": nothing, "total": nothing, "first_error": nothing, "total_error": nothing, "rows": n}
    first, total = _estimates(f)
    pick = np.random.default_rng(seed).integers(0, n, (RESAMPLES, n))
    again = np.array([_estimates(f[:, rows]) for rows in pick])
    spread = again.std(axis=0)
    found = {"first": first, "total": total, "first_error": spread[0], "total_error": spread[1]}
    return {name: [float(x) for x in numbers] for name, numbers in found.items()} | {"rows": n}


def _estimates(f: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(2) and (3)."""
    a, b, mixed = f[0] - f[:2].mean(), f[1] - f[:2].mean(), f[2:] - f[:2].mean()
    variance = float(np.var(f[:2]))
    if variance == 0.0:
        return np.zeros(len(mixed)), np.zeros(len(mixed))
    return (b * (mixed - a)).mean(axis=1) / variance, ((a - mixed) ** 2).mean(axis=1) / (2.0 * variance)
