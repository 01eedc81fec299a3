"""100 000 rows of results cost what a row is, and nothing else: no step, no iteration, no matrix more."""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc

MANY = 100_000
ROW = 12.0
"""Iterations of Newton that a row may cost, from the integrator to the results: it has accelerations and reactions of
its own, found at its own time, and is looked at by the audit. 3.5 were measured."""


@pytest.fixture
def double_pendulum():
    model = bc.Model("double pendulum", units="MKS", gravity=(0.0, 0.0, -9.81))
    form = {"mass": 1.0, "cm": (0.5, 0.0, 0.0), "ip": (0.1, 0.1, 0.1)}
    upper, lower = model.part("UPPER", **form), model.part("LOWER", at=(1.0, 0.0, 0.0), **form)
    model.revolute("shoulder", upper, model.ground, at=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0))
    model.revolute("elbow", lower, upper, at=(1.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0))
    return model


def test_a_hundred_thousand_outputs_cost_their_rows_only(double_pendulum):
    runs = {n: [double_pendulum.simulate(2.0, n, error=1e-6) for _ in range(k)] for n, k in ((10, 8), (MANY, 2))}
    few, many = runs[10][-1], runs[MANY][-1]
    told = [run.attrs["statistics"] for run in (few, many)]
    for what in ("steps", "iterations", "residuals", "matrices", "rejected_error", "rejected_newton"):
        assert told[0][what] == told[1][what], what
    assert len(many) == MANY + 1
    assert np.abs(many["LOWER.X"][:: MANY // 10] - few["LOWER.X"]).max() < 1e-12
    cpu = {n: min(run.attrs["statistics"]["cpu"] for run in some) for n, some in runs.items()}
    iteration = cpu[10] / told[0]["iterations"]
    assert cpu[MANY] - cpu[10] < ROW * MANY * iteration
