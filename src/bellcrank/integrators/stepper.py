"""Numbers of the reals and integers of a method of integration, and what its `advance` says.  # kernel constants"""

from __future__ import annotations

import numpy as np

_n = np.intp

# reals of the stepper
(
    R_T,
    R_H,
    R_END,
    R_HMAX,
    R_HMIN,
    R_HB,  # h b of the matrix that is factored
    R_CRATE,  # rate of Newton's convergence, a careful estimate
    R_DTOUT,
    R_WORST,  # error of the last rejected step
    R_ERROR,  # tolerance asked for
    R_OUT0,
    R_ERROR_NOW,
    R_SEEN,  # rate of Newton's convergence in the last iteration
    R_LOW,  # the event is later than R_T + R_LOW ...
    R_HIGH,  # ... and not later than R_T + R_HIGH (0: no event is being located)
    R_F_LOW,  # the sensor's function there, minus its value
    R_F_HIGH,
    R_NOISE,  # what rounding does, in units of the tolerance, see singular.py; 0: nothing
    R_STUCK,  # the smallest step of Newton's iterations
    R_WORK_LOW,  # the least and the most work done so far, over all steps
    R_WORK_HIGH,
    R_USUAL,  # how much constraint errors are magnified where nothing is singular, see singular.py
    R_WORK_ERROR,  # the errors that the steps have made in the work, as they were estimated, all added up
    R_TEST,  # kinematics: the test function of singular positions, see kinematic.py
    R_CHANGE,  # kinematics: the time at which branches meet
    R_FORCES,  # HHT, NEWMARK: f, g, b of newmark.py
    R_GAMMA,
    R_BETA,
    R_WEAK,  # how much more than usual constraint errors were magnified, fading, see singular.py
    R_ROUNDED,  # what rounding of the constraints does to positions, in units of the tolerance, fading, see singular.py
    R_TRIED,  # the step with which a lower order was tried
) = (_n(k) for k in range(31))
# integers of the stepper
(
    I_ORDER,
    I_SINCE,
    I_STEPS,
    I_NEWTON_FAILS,
    I_ERROR_FAILS,
    I_ITERATIONS,
    I_MATRICES,
    I_STALE,
    I_KMAX,
    I_MAXIT,
    I_SI2,
    I_ROWS_OUT,
    I_OUT,
    I_N_OUT,
    I_WORST,
    I_IN_A_ROW,
    I_RESIDUALS,
    I_AGE,
    I_STATUS,
    I_CHOOSE,  # order and step of the next step are to be chosen
    I_DRIVEN,
    I_EVENT,  # an event is to be told
    I_SENSOR,  # the sensor whose event is being located
    I_TRIES,  # steps tried for it
    I_STOP,  # the next of the times at which steps end
    I_UNSETTLED,  # rows of results whose accelerations did not settle
    I_SHORTER,  # rejections in a row after which the step was made shorter
    I_OPEN,  # the constraint row that did not close in the last rejected step, plus one
    I_ROWS,  # past values in use, the newest included
    I_VARIABLE,  # coefficients of the formula are those of the steps taken, see formula.py
    I_WATCH,  # 1: it is to be told where the method does not suit
    I_HARD,  # points for steps that failed, or that stability has limited, see stepping.py
    I_FLAT,  # how often one order less would have done as well, see step_control.py
    I_CAP,  # an order that is not to be raised, until ...
    I_UNTIL,  # ... so many steps
    I_PAUSE,  # how long it is held
    I_PATIENCE,  # how large I_FLAT must be
    I_ORDERS,  # and the twelve after it: steps taken with order 1 to 12
) = (_n(k) for k in range(38))
N_REALS, N_INTS = int(R_TRIED) + 1, int(I_ORDERS) + 13

RUNNING, DONE, FULL, TOO_SMALL, NOT_FINITE, PIVOTS, PIVOTS_OUT, PAST_FULL, EVENT, TURNED, UNSUITED = range(11)
"""What `advance` says; PIVOTS: the factorisation of steps (or of outputs) needs new pivots;
PAST_FULL: the past needs more rows; EVENT: sensors have fired; TURNED: branches meet at R_CHANGE, where the model is
now; UNSUITED: stability limits the steps, or they fail again and again; then call again."""
