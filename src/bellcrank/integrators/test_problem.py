"""A method of integration on equations of its own: no dataset, no system, nothing but arrays and functions."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.integrators import gstiff, radau  # noqa: F401  they register themselves
from bellcrank.integrators import problem as at
from bellcrank.integrators import stepper as st
from bellcrank.integrators.method import METHODS, Integration
from bellcrank.integrators.problem import MODEL_FUNCTIONS, Problem
from bellcrank.kernel import kernel, plain
from bellcrank.numerics.context import Context, view1
from bellcrank.numerics.sparse_lu import SparseLU

NUM, Y, YD, RATE, RES, STEP, PSI, TOL, ROW, ENTRIES = range(10)
"""Arrays of the model's own context."""
C_A, CHANGE, TIME, ERROR, LONGEST = 3, 20, 0, 22, 23


@kernel
def robertson(y, f):
    """The kinetics of Robertson (1966)."""
    slow, fast = 0.04 * y[0], 1e4 * y[1] * y[2]
    f[0] = -slow + fast
    f[1] = slow - fast - 3e7 * y[1] * y[1]
    f[2] = 3e7 * y[1] * y[1]


@kernel
def residual(c, k):
    y, res, rate = view1(c, Y), view1(c, RES), view1(c, RATE)
    robertson(y, res)
    for n in range(3):
        res[n] = rate[n] - res[n]


@kernel
def matrix(c, k):
    """d residual by column: c_a 1 - df/dy."""
    y, entries, ca = view1(c, Y), view1(c, ENTRIES), view1(c, NUM)[C_A]
    by_0 = (-0.04, 0.04, 0.0)
    by_1 = (1e4 * y[2], -1e4 * y[2] - 6e7 * y[1], 6e7 * y[1])
    by_2 = (1e4 * y[1], -1e4 * y[1], 0.0)
    for n in range(3):
        entries[n], entries[3 + n], entries[6 + n] = -by_0[n], -by_1[n], -by_2[n]
        entries[4 * n] += ca


@kernel
def follow(c, k):
    y, rate, psi, ca = view1(c, Y), view1(c, RATE), view1(c, PSI), view1(c, NUM)[C_A]
    for n in range(3):
        rate[n] = (y[n] - psi[n]) * ca


@kernel
def advance(c, k):
    y, step = view1(c, Y), view1(c, STEP)
    for n in range(3):
        y[n] += step[n]
    follow(c, k)


@kernel
def encode(c, k):
    yd, rate = view1(c, YD), view1(c, RATE)
    for n in range(3):
        yd[n] = rate[n]


@kernel
def weigh(c, k):
    y, tol, error = view1(c, Y), view1(c, TOL), view1(c, NUM)[ERROR]
    for n in range(3):
        tol[n] = error * (abs(y[n]) + 1e-4)


@kernel
def apply(c, k):
    rate, step, num = view1(c, RATE), view1(c, STEP), view1(c, NUM)
    num[CHANGE] = 0.0
    for n in range(3):
        rate[n] += step[n]
        num[CHANGE] = max(num[CHANGE], abs(step[n]))


@kernel
def report(c, k):
    row, y = view1(c, ROW), view1(c, Y)
    row[0] = view1(c, NUM)[TIME]
    for n in range(3):
        row[1 + n] = y[n]


@kernel
def nothing(c, k):
    """Not needed by equations without positions."""


@kernel
def times_mass(c, k):
    step, ca = view1(c, STEP), view1(c, NUM)[C_A]
    for n in range(3):
        step[n] *= ca


@kernel
def rates(c, k):
    yd, rate = view1(c, YD), view1(c, RATE)
    for n in range(3):
        yd[n] = rate[n]


OWN = {
    "residual": residual, "matrix": matrix, "follow": follow, "advance": advance, "encode": encode, "weigh": weigh,
    "apply_accelerations": apply, "report": report, "times_mass": times_mass, "rates": rates,
}  # fmt: skip


def problem(error: float) -> Problem:
    """Robertson's equations from (1, 0, 0)."""
    num, y = np.zeros(30), np.array([1.0, 0.0, 0.0, 0.0])  # the last one is the work, which there is none of
    num[[1, 2, 3, 4, ERROR, LONGEST]] = 0.0, 1.0, 1.0, 1.0, error, np.inf
    yd, rate, res, step, psi, tol, row = (np.zeros(n) for n in (4, 3, 3, 3, 4, 5, 4))
    tol[:] = np.inf
    entries = np.eye(3).ravel()
    context = Context([num, y, yd, rate, res, step, psi, tol, row, entries])
    indptr, indices = np.array([0, 3, 6, 9], np.int32), np.tile(np.arange(3, dtype=np.int32), 3)
    lu = SparseLU(3, indptr, indices, entries + 1e-3)
    none, whole = np.zeros(0), lambda *values: np.array(values, np.uint32)
    arrays = {
        at.NUM: num, at.Y: y, at.YD: yd, at.RES: res, at.STEP: step, at.PSI: psi, at.DELTA: none, at.PHI: none,
        at.PHID: none, at.PHIDD: none, at.WORK: np.zeros(2), at.ROW: row, at.FORM: whole(), at.SIZES: whole(3, 3, 3, 0),
        at.TOL: tol, at.ROW_TOL: np.zeros((0, 4)), at.CHECKED: whole(0, 1, 2), at.KEPT: whole(),
        at.PAST: np.zeros((1, 2)), at.PAST_NOW: np.zeros(8), at.SENSED: np.zeros((0, 2)),
        at.POSITION_OF: whole(4, 4, 4), at.SPEED_OF: whole(0, 1, 2), at.PACE_OF: whole(),
    }  # fmt: skip
    functions = {name: OWN.get(name, nothing) for name in MODEL_FUNCTIONS}
    return Problem(context, {int(k): a for k, a in arrays.items()}, functions, (lu, lu.copy()), entries)


@pytest.mark.parametrize("method", ["GSTIFF", "RADAU5"])
@pytest.mark.parametrize("error", [1e-4, 1e-6])
def test_robertson_without_a_dataset(error, method):
    """At t = 40: 0.7158, 9.185e-6, 0.2842; Hairer & Wanner (1996), Solving ODEs II, IV.10, and Robertson's own digits.

    Within 100 times the tolerance, as with a dataset (test_gstiff.py).
    """
    with plain():
        equations = problem(error)
        run = Integration(equations, METHODS[method])
        run.begin(0.0, 40.0, 4, error, h=1e-6, h_max=4.0)
        run.call(METHODS[method].begin)
        while run.advance(1000) == st.RUNNING:
            pass
        rows = run.rows()
    assert rows[:, 0] == pytest.approx([0.0, 10.0, 20.0, 30.0, 40.0])
    wanted = np.array([0.7158270687, 9.185534764e-6, 0.2841637457])
    assert np.all(np.abs(rows[-1, 1:] - wanted) < 100.0 * error * (wanted + 1e-4))
    assert rows[:, 1:].sum(axis=1) == pytest.approx(1.0, abs=100.0 * error)
    assert run.ints[st.I_STEPS] < 1000
