"""Rows of results at the output times: the polynomial of the history there, then positions, velocities, accelerations
and multipliers made consistent by one linear solve each; no step is cut to hit an output time but the last one.
"""

from __future__ import annotations

from bellcrank.integrators.calls import run
from bellcrank.integrators.consistent import make_consistent
from bellcrank.integrators.history import back, place
from bellcrank.integrators.problem import (
    F_REPORT,
    INTS,
    N_CA,
    N_CHARTED,
    N_CQ,
    N_CU,
    N_SCALE,
    NUM,
    OUT,
    PHI,
    PHID,
    REAL,
    ROW,
    SEEN,
    TAKEN,
)
from bellcrank.integrators.stepper import (
    FULL,
    I_ERROR_FAILS,
    I_N_OUT,
    I_NEWTON_FAILS,
    I_ORDER,
    I_OUT,
    I_ROWS_OUT,
    I_STEPS,
    PIVOTS_OUT,
    R_DTOUT,
    R_END,
    R_H,
    R_OUT0,
    R_T,
    RUNNING,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import table, view1, view2


@kernel
def note_violations(c):
    """Largest violation of each constraint and of its rate at the ends of the steps so far."""
    phi, phid, seen = view1(c, PHI), view1(c, PHID), view2(c, SEEN)
    for r in range(phi.shape[0]):
        seen[r, 0] = max(seen[r, 0], abs(phi[r]))
        seen[r, 1] = max(seen[r, 1], abs(phid[r]))


@kernel
def note_step(c):
    """The step just taken, for the story of a run that fails: the last ones are kept."""
    ints, real, taken = table(c, INTS), view1(c, REAL), view2(c, TAKEN)
    n = ints[I_STEPS] % taken.shape[0]
    taken[n, 0], taken[n, 1], taken[n, 2] = real[R_T], real[R_H], float(ints[I_ORDER])
    taken[n, 3] = float(ints[I_ERROR_FAILS] + ints[I_NEWTON_FAILS])


@kernel
def note_left(c):
    """Largest violation of each constraint in the rows of results: they are made consistent where that can be."""
    phi, seen = view1(c, PHI), view2(c, SEEN)
    for r in range(phi.shape[0]):
        seen[r, 2] = max(seen[r, 2], abs(phi[r]))


@kernel
def output(c, t_out):
    """One row: interpolate, make consistent, report; the state of the integration is kept in the history."""
    ints, num, row_out, out = table(c, INTS), view1(c, NUM), view1(c, ROW), view2(c, OUT)
    place(c, t_out)
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE], num[N_CHARTED] = 0.0, 0.0, 1.0, 1.0, 0.0
    good = make_consistent(c)
    if good:
        note_left(c)
        run(c, F_REPORT)
        row = ints[I_ROWS_OUT]
        for n in range(row_out.shape[0]):
            out[row, n] = row_out[n]
        ints[I_ROWS_OUT] += 1
    back(c)
    return good


@kernel
def write_outputs(c):
    """Rows of results at every output time passed: RUNNING, or FULL, or PIVOTS_OUT."""
    ints, real, out = table(c, INTS), view1(c, REAL), view2(c, OUT)
    while ints[I_OUT] <= ints[I_N_OUT]:
        t_out = real[R_OUT0] + real[R_DTOUT] * ints[I_OUT]
        if ints[I_OUT] == ints[I_N_OUT]:
            t_out = real[R_END]
        if t_out > real[R_T] * (1.0 + 1e-14) + 1e-300:
            return RUNNING
        if ints[I_ROWS_OUT] == out.shape[0]:
            return FULL
        if not output(c, t_out):
            return PIVOTS_OUT
        ints[I_OUT] += 1
    return RUNNING
