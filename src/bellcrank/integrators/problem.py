"""What a method of integration sees: arrays, and functions behind addresses. It knows no mechanics.  # kernel constants

Unknowns    y, n_y numbers; those that have a rate come first and follow y = psi + h b y', the last one is an integral
            of its own (the work done) whose rate is the sum of WORK. Others (algebraic unknowns, multipliers) are
            only predicted.
Linear      a Newton step has n unknowns D; D changes y[POSITION_OF] by h b D and y[SPEED_OF] by D, more or less: how
            exactly is the business of ADVANCE. The unknowns with positions come first; those of the constraint
            rows begin at FIRST_ROW.
Rows        constraints phi(y, t) = 0 with rates phi' and second rates; FORM tells which are in force.
References  the interface is that of IDA (Hindmarsh et al. 2005, ACM TOMS 31, 363-396) with constraints told apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank.numerics import complement, linear
from bellcrank.numerics.context import Context, addresses

_n = np.intp

# ---- arrays of the context
(
    FUNCTIONS,  # table of addresses, see F_... below
    HANDLES,  # table: contexts of the model, of the factorisation for steps, of the one for outputs
    NUM,  # float: scalars of the model, see N_... below
    Y,  # float (n_y,): unknowns
    YD,  # float (n_y,): their rates where the history begins
    RES,  # float (n,): residual
    STEP,  # float (n,): right-hand side and solution
    PSI,  # float (n_y,): known part of the corrector
    DELTA,  # float (n_positions,): position correction
    PHI,  # float (n_rows,): constraint violations
    PHID,  # their rates
    PHIDD,  # their second rates
    WORK,  # power of applied forces, of motions
    ROW,  # float: one row of results
    FORM,  # index (n_rows,): 0 position, 1 velocity only, 2 left out
    SIZES,  # index: see FIRST_ROW ... below
    Z,  # float (14, n_y): history
    TOL,  # float (n_y + 1,): tolerance of each unknown; inf where there is none, and at the end
    LAST,  # float (2, n_y): y - z_0 of the last step, and of the step before
    REAL,  # float: see R_... of stepper.py
    INTS,  # table: see I_... of stepper.py
    OUT,  # float (rows, columns): results
    LU_STATUS,  # table (2,): status of the factorisations, 0 when good
    CLOSING,  # float (n,): right-hand side and solution of the position correction
    CHECKED,  # index: the unknowns whose error is controlled
    KEPT,  # index: the unknowns whose past the model reads, see past.py
    PAST,  # float (rows, 2 + 7 kept): their past
    PAST_NOW,  # float (8,): l_j/l_0 of the present step, and the rows of PAST in use
    SENSED,  # float (n_sensors, 2): functions of the sensors and values to keep, by F_SENSE
    SENSORS,  # float (n_sensors, 9): see S_... below
    STOPS,  # float: times at which steps end, the last one the end of the analysis
    ROW_TOL,  # float (n_rows, 4): see GAP ... below
    POSITION_OF,  # index (n,): the unknown y that h b D changes; n_y: none
    SPEED_OF,  # index (n,): the unknown y that D changes; n_y: none
    PACE_OF,  # index (n_positions,): whose tolerance is also one of the position by the unit of time; n_y: none
    PER_TOL,  # float (n,): what a unit of D is in tolerances, in the step being computed
    SEEN,  # float (n_rows, 3): for the audit, the largest violation, of the rate too, and what a row of results keeps
    STORY_T,  # float (14,): times of past values, the newest first
    STORY_Y,  # float (14, n_y): the unknowns at these times
    STORY_F,  # float (14, n_y): their rates
    STAGES,  # float (16, n_y): room for stages, differences
    FORMULA,  # float (4, 9): the formula of the step, see formula.py
    PER_GAP,  # float (n_positions,): what a unit of the position correction is in tolerances, in the same step
    INVERSE,  # float (n_y + 1,): 1 / TOL
    TAKEN,  # float (steps, 4): of the last steps the time, the size, the order, and the rejections until then
    WEIGHTS,  # float (3, 16): weights of past rates, see abam.py
) = (_n(k) for k in range(46))

# ---- functions: called with a context and 0
(
    F_RESIDUAL,  # residual of the dynamic rows, constraint violations and rates
    F_MATRIX,  # matrix at the state of the last residual
    F_SECOND,  # second rates of the constraints
    F_FOLLOW,  # the model at the prediction Y, and rates, by the corrector
    F_ADVANCE,  # add a solution of the linear system to the unknowns, and what follows
    F_ACCEPT,  # after an accepted step: discrete memory, and the history where the model changes its coordinates
    F_ENCODE,  # Y and YD of the model as it is
    F_DECODE,  # the model at Y and the time in NUM
    F_WEIGH,  # the tolerances TOL and ROW_TOL at an accepted state, and N_LONGEST, the longest step the model allows
    F_TIMES_MASS,  # STEP, errors of speeds and states: times their factors in the matrix (masses; times N_CA N_SCALE)
    F_SHIFT_POSITIONS,  # move the positions by a solution
    F_SHIFT_VELOCITIES,  # change the velocities by a solution
    F_APPLY_ACCELERATIONS,  # change accelerations, multipliers, state rates, algebraic unknowns; N_CHANGE: how much
    F_REPORT,  # write one row of results
    F_SENSE,  # functions of the sensors
    F_RATES,  # Y and YD of the model as it is, in the coordinates of now
    F_KEEP,  # the same as F_ACCEPT where a story of past values is kept: its first N_ORDER rows
    F_SLOPES,  # YD at the unknowns Y that were decoded last
    F_FORGET,  # accelerations, multipliers and state rates of a state that was only tried: zero, as before a run
    F_MASSES,  # F_MATRIX for accelerations, after a first one: what does not depend on them is not looked at again
    F_FACTOR,  # factor the matrix (context of a factorisation)
    F_SOLVE,  # solve in place in STEP
    F_SOLVE_BOTH,  # solve in place in STEP and CLOSING
    F_STEP,  # one step of the method: it gets the method's own context, see stepping.py
) = (_n(k) for k in range(24))
MODEL_FUNCTIONS = (
    "residual", "matrix", "second", "follow", "advance", "accept", "encode", "decode", "weigh", "times_mass",
    "shift_positions", "shift_velocities", "apply_accelerations", "report", "sense",
    "rates", "keep", "slopes", "forget", "masses",
)  # fmt: skip
OF_STORIES = ("rates", "keep", "slopes", "forget", "masses")
"""Those that only methods with a step of their own call (stepping.py)."""

# ---- SIZES: unknowns y with a rate, the first constraint row among the unknowns D, states without a position, 1 where
# the equations are not linear in accelerations, multipliers and rates
RATED, FIRST_ROW, STATES, NONLINEAR = (_n(k) for k in range(4))
# ---- columns of ROW_TOL: tolerance of a violation, of its rate, what is only rounding of both
GAP, RATE_GAP, GAP_ROUNDING, RATE_ROUNDING = (_n(k) for k in range(4))
# ---- columns of SENSORS: value, tolerance, relation (0 EQ, 1 GE, -1 LE), by bisection, is true now,
# has just become true, f - value before
S_VALUE, S_ERROR, S_RELATION, S_BISECTION, S_TRUE, S_FIRED, S_BEFORE, S_EARLIER, S_GAP = (_n(k) for k in range(9))
# ---- scalars of the model (the numbers of system/layout.py)
N_T, N_CQ, N_CU, N_CA, N_SCALE, N_CHARTED = (_n(k) for k in range(6))
N_HSIZE, N_ORDER, N_NJAC, N_NRHS, N_BAD, N_WITH_ACC = (_n(k) for k in range(10, 16))
N_CHANGE, N_LONGEST, N_PATTERN = _n(20), _n(23), _n(24)


@kernels.kernel
def not_called(c, k):
    """In place of a function that the method does not call: it need not be compiled for a first run."""


@dataclass
class Problem:
    """A model as a method of integration wants it.

    `arrays` holds the arrays above from NUM to ROW and the sizes, by their numbers; `functions` the kernels by the
    names of MODEL_FUNCTIONS; `context` the model's own context, which they get; `factorisations` two factorisations of
    its matrix, for steps and for outputs (or the places of its entries, for the orthogonal complement);
    `values` its entries.
    """

    context: Context
    arrays: dict[int, np.ndarray]
    functions: dict[str, kernels.Kernel]
    factorisations: tuple[Any, Any]
    values: np.ndarray
    status: np.ndarray = field(default_factory=lambda: np.zeros(2, np.int64))

    def __post_init__(self) -> None:
        step, closing = self.arrays[int(STEP)], np.zeros_like(self.arrays[int(STEP)])
        self.arrays[int(CLOSING)] = closing
        self.complement = isinstance(self.factorisations[0], complement.Places)
        if self.complement:
            kind = complement.Complement
            self.linears: list[Any] = [
                kind(lu, self.values, step, closing, self.status[n : n + 1]) for n, lu in enumerate(self.factorisations)
            ]
        else:
            self.linears = [self._linear(n, lu) for n, lu in enumerate(self.factorisations)]

    def _linear(self, which: int, lu: Any) -> linear.Linear:
        """Factorisation number `which`."""
        step, closing = self.arrays[int(STEP)], self.arrays[int(CLOSING)]
        pattern = self.arrays[int(NUM)][int(N_PATTERN) : int(N_PATTERN) + 1]
        return linear.Linear(lu, self.values, step, closing, self.status[which : which + 1], pattern)

    def table(self, step: kernels.Kernel | None) -> Any:
        """Addresses (in plain Python: the kernels) in the order of F_...; the last one is the step of the method."""
        unused = OF_STORIES if step is None else ()
        model = list(addresses([not_called if name in unused else self.functions[name] for name in MODEL_FUNCTIONS]))
        sparse = [linear.factor, linear.solve_in_place, linear.solve_both]
        dense = [complement.factor, complement.solve_in_place, complement.solve_both]
        common = list(addresses([*(dense if self.complement else sparse), *([step] if step is not None else [])]))
        return np.array(model + common, np.int64) if kernels.compiling() else model + common

    def handles(self) -> list[Any]:
        """What these functions are called with."""
        return [self.context.handle, *(x.context.handle for x in self.linears)]

    def refactorise(self, which: int, lu: Any) -> Any:
        """Another factorisation in place of number `which`; returns its handle."""
        self.linears[which] = self._linear(which, lu)
        return self.linears[which].context.handle
