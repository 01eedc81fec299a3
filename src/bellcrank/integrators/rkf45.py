"""RKF45: the explicit method of Runge, Kutta and Fehlberg of order 5 with an estimate of order 4.

Error       h sum (b_i - b*_i) k_i, b* the formula of order 4                                                      (1)
Outputs     Hermite's polynomial of degree 5 through values and rates at the last three points: its error between
            two of them is 2e-4 h^6 y^(6), below that of the step                                                 (2)
References  Fehlberg (1969), NASA TR R-315, table III; Hairer, Norsett & Wanner (1993), Solving ODEs I, table II.5.1.
"""

from __future__ import annotations

import numpy as np

from bellcrank.integrators.explicit import error_of
from bellcrank.integrators.gstiff import write_now
from bellcrank.integrators.method import METHODS, Method
from bellcrank.integrators.problem import INTS, REAL, STAGES
from bellcrank.integrators.runge_kutta import REACHED, all_stages, combine, difference, reach, take
from bellcrank.integrators.stepper import I_STATUS, R_H, RUNNING
from bellcrank.integrators.stepping import FOUND, advance, end_of_step, shrink
from bellcrank.integrators.story import begin, restart
from bellcrank.kernel import kernel
from bellcrank.numerics.context import table, view1, view2
from bellcrank.registry import entry

A = np.array(
    [
        [0, 0, 0, 0, 0],
        [1 / 4, 0, 0, 0, 0],
        [3 / 32, 9 / 32, 0, 0, 0],
        [1932 / 2197, -7200 / 2197, 7296 / 2197, 0, 0],
        [439 / 216, -8, 3680 / 513, -845 / 4104, 0],
        [-8 / 27, 2, -3544 / 2565, 1859 / 4104, -11 / 40],
    ]
)
B = np.array([16 / 135, 0, 6656 / 12825, 28561 / 56430, -9 / 50, 2 / 55])
ERROR = B - np.array([25 / 216, 0, 1408 / 2565, 2197 / 4104, -1 / 5, 0])
C = A.sum(axis=1)
DEPTH, POINTS = 2, 3
"""Points kept behind the newest one, and those of (2)."""
DIFFERENCE = 6
"""Row of STAGES for (1)."""


@kernel
def try_step(c):
    """One step: taken, or to be tried again; RUNNING, or what stops the integration."""
    t = end_of_step(c)
    h, error, work = view1(c, REAL)[R_H], 0.0, 0.0
    status = all_stages(c, h, A, C, 6)
    if status == FOUND:
        difference(c, h, ERROR, 6, DIFFERENCE)
        error, work = error_of(c, DIFFERENCE, 1.0), view2(c, STAGES)[DIFFERENCE, -1]
        combine(c, h, B, 6)
    told = reach(c, t, status, error, 4)
    if told != REACHED:
        return told
    take(c, error, 4, DEPTH, POINTS, work)
    return RUNNING


@kernel
def step(c, k):
    """What comes next goes to I_STATUS."""
    table(c, INTS)[I_STATUS] = try_step(c)


RKF45 = entry(METHODS, "RKF45")(
    Method(
        "RKF45",
        "Runge-Kutta-Fehlberg of order 5",
        ("SI2", "COMPLEMENT"),
        5,
        begin,
        restart,
        advance,
        shrink,
        write_now,
        step,
        first_order=4,
        explicit=True,
    )
)
