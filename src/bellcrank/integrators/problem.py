"""What an integrator sees of a model: a vector of unknowns, and functions behind addresses.  # kernel constants

y = [positions (7 for each body) | velocities (6) | states | algebraic unknowns | multipliers | work]
The linear system has 6 unknowns for each body, then multipliers, states, algebraic unknowns.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

_n = np.intp


class Problem(NamedTuple):
    """Functions take the context handle and 0; in plain Python they are the kernels themselves."""

    handle: Any
    residual: Any  # residual of the dynamic rows, constraint violations and rates
    matrix: Any  # matrix at the state of the last residual
    second: Any  # second rates of the constraints
    rates: Any  # accelerations from the corrector
    positions: Any  # positions from velocities and the corrector
    apply: Any  # add a solution of the linear system to the unknowns
    correct: Any  # add a solution to the position correction
    accept: Any  # after an accepted step: remember turns
    shift_positions: Any  # move the positions by a solution
    shift_velocities: Any  # change the velocities by a solution
    apply_accelerations: Any  # change accelerations, multipliers, state rates, algebraic unknowns
    report: Any  # write one row of results into `row`
    num: Any  # scalars, see N_... below
    y: Any  # unknowns
    rate: Any  # accelerations and state rates
    res: Any  # residual
    ax: Any  # matrix values
    step: Any  # right-hand side and solution
    psi: Any  # known part of the corrector
    delta: Any  # position correction, (n_bodies, 6)
    phi: Any  # constraint violations
    phid: Any  # their rates
    phidd: Any  # their second rates
    work: Any  # power of applied forces, of motions
    row: Any  # one row of results
    form: Any  # uint32 for each constraint row: 0 position, 1 velocity only, 2 left out
    sizes: Any  # intp: bodies, states, algebraic unknowns, constraint rows


# places in `num` (the first ones of system/layout.py)
N_T, N_CQ, N_CU, N_CA, N_SCALE, N_HALF = (_n(k) for k in range(6))
N_HSIZE, N_ORDER, N_NJAC, N_NRHS, N_BAD, N_BAD_AT, N_WITH_ACC = (_n(k) for k in range(10, 17))
