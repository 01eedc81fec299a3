"""What an integrator sees of a model: a context of arrays, and functions behind addresses.  # kernel constants

y = [positions (7 for each body) | velocities (6) | states | algebraic unknowns | multipliers | work]
The linear system has 6 unknowns for each body, then multipliers, states, algebraic unknowns.
"""

from __future__ import annotations

import numpy as np

_n = np.intp

# ---- arrays of the integrator's context
(
    FUNCTIONS,  # table of addresses, see F_... below
    HANDLES,  # table: contexts of the model, of the factorisation for steps, of the one for outputs
    NUM,  # float: scalars of the model, see N_... below
    Y,  # float (n_y,): unknowns
    YD,  # float: accelerations and state rates
    RES,  # float (n,): residual
    STEP,  # float (n,): right-hand side and solution
    PSI,  # float (n_y,): known part of the corrector
    DELTA,  # float (n_bodies, 6): position correction
    PHI,  # float (n_rows,): constraint violations
    PHID,  # their rates
    PHIDD,  # their second rates
    WORK,  # power of applied forces, of motions
    ROW,  # float: one row of results
    FORM,  # index (n_rows,): 0 position, 1 velocity only, 2 left out
    SIZES,  # index: bodies, states, algebraic unknowns, constraint rows
    Z,  # float (8, n_y): history
    TOL,  # float (n_y,): tolerance of each unknown; inf where not controlled
    LAST,  # float (n_y,): y - z_0 of the last step
    BEFORE,  # float (n_y,): y - z_0 of the step before
    KIND,  # index (n_y,): 0 length, 1 angle, 2 speed, 3 turning speed, 4 state, 5 not controlled, 6 work
    KEEP,  # float (n_y,): the unknowns during an output
    KEEP_RATE,  # accelerations during an output
    REAL,  # float: see R_... of the method
    INTS,  # table: see I_... of the method
    OUT,  # float (rows, columns): results
    LU_STATUS,  # table (2,): status of the factorisations, 0 when good
    ROUNDING,  # float (n_rows,): a constraint violation that is only rounding
    CLOSING,  # float (n,): right-hand side and solution of the position correction
    CHECKED,  # index: the unknowns whose error is controlled
    KEPT,  # index: the unknowns whose past the model reads, see past.py
    PAST,  # float (rows, 2 + 7 kept): their past
    PAST_NOW,  # float (8,): l_j/l_0 of the present step, and the rows of PAST in use
    SENSED,  # float (n_sensors, 2): functions of the sensors and values to keep, by F_SENSE
    SENSORS,  # float (n_sensors, 7): see S_... below
    STOPS,  # float: times at which steps end, the last one the end of the analysis
    HELD,  # float (n_bodies, 2): part of their errors for which velocities count; how often caught, see held.py
    SEEN,  # float (n_rows, 3): for the audit, the largest violation, of the rate too, and what a row of results keeps
) = (_n(k) for k in range(38))

# ---- functions: called with a context and 0
(
    F_RESIDUAL,  # residual of the dynamic rows, constraint violations and rates
    F_MATRIX,  # matrix at the state of the last residual
    F_SECOND,  # second rates of the constraints
    F_FOLLOW,  # positions and rates from the unknowns and the corrector
    F_ADVANCE,  # add a solution of the linear system to the unknowns, then F_FOLLOW
    F_ACCEPT,  # after an accepted step: remember turns
    F_SHIFT_POSITIONS,  # move the positions by a solution
    F_SHIFT_VELOCITIES,  # change the velocities by a solution
    F_APPLY_ACCELERATIONS,  # change accelerations, multipliers, state rates, algebraic unknowns
    F_REPORT,  # write one row of results
    F_SENSE,  # functions of the sensors
    F_FACTOR,  # factor the matrix (context of a factorisation)
    F_SOLVE,  # solve in place in STEP
    F_SOLVE_BOTH,  # solve in place in STEP and CLOSING
) = (_n(k) for k in range(14))

# ---- columns of SENSORS: value, tolerance, relation (0 EQ, 1 GE, -1 LE), by bisection, is true now,
# has just become true, f - value before
S_VALUE, S_ERROR, S_RELATION, S_BISECTION, S_TRUE, S_FIRED, S_BEFORE = (_n(k) for k in range(7))

# ---- scalars of the model (the numbers of system/layout.py)
N_T, N_CQ, N_CU, N_CA, N_SCALE, N_HALF = (_n(k) for k in range(6))
N_HSIZE, N_ORDER, N_NJAC, N_NRHS, N_BAD, N_WITH_ACC = (_n(k) for k in range(10, 16))
