"""Numbers of the arrays in the context, and of the columns in their rows.  # kernel constants

Ground is the last body. All vectors are in ground axes unless a name ends in `_loc`. Masses and inertias are divided by
the units consistency factor, so that mass times acceleration is a force in the user's unit.
"""

import numpy as np


def _n(k: int) -> int:
    """A constant of kernels: of one integer type, so that Numba compiles helpers once and not for each value."""
    return np.intp(k)  # type: ignore[return-value]


# ---- arrays of the context (dtype, shape)
(
    NUM,  # float (24,)            scalars, see T ... below
    MASS,  # float (n_bodies, 8)    mass, Jxx Jyy Jzz Jxy Jxz Jyz (about the mass centre, body axes), 1 if it can turn
    STILL,  # index                  bodies that cannot turn
    Q,  # float (n_bodies, 7)    position of the mass centre, quaternion e0 e1 e2 e3 (of any length)
    U,  # float (n_bodies, 6)    velocity of the mass centre, angular velocity
    UD,  # float (n_bodies, 6)    their time derivatives
    X,  # float (n_x,)           states of DIFF
    XD,  # float (n_x,)           their time derivatives
    XDD,  # float (n_x,)           their second time derivatives, where constraints need them
    V,  # float (n_v,)           algebraic unknowns (VARIABLE, force values that expressions use)
    LAM,  # float (n_rows,)        multipliers
    BODY,  # float (n_bodies+1, 21) A (9, by rows), angular velocity and acceleration, position, moment (ground axes)
    M_BODY,  # index (n_markers,)     body of a marker
    M_USED,  # index                  markers on moving bodies that equations or counted angles read
    M_MOVING,  # index                  all markers on moving bodies
    M_LOC,  # float (n_markers, 12)  position from the mass centre, x y z axes as rows (body axes)
    MARK,  # float (n_markers, 24)  see R, X_AXIS ... below
    RES,  # float (n,)             residual
    ENTRIES,  # float                  what every element contributes to the matrix, see places.py
    PHI,  # float (n_rows,)        constraint violation
    PHID,  # float (n_rows,)        its rate
    PHIDD,  # float (n_rows,)        its second rate
    UNIT,  # float (n_rows, 6)      force and torque on the I marker per unit of minus the multiplier
    KIND_RES,  # table                  kinds of element tables: address of the residual kernel
    KIND_MAT,  # table                  address of the matrix kernel
    KIND_MASS,  # table                  the same, without kinds that connect only motions with motions: forces
    KIND_ACC,  # table                  address of the kernel of the second rate
    KIND_K,  # index (n_kinds,)       number of the kind's first own array
    KIND_ACCEPT,  # table                  kernels to run after an accepted step
    ACCEPT_K,  # index                  number of the first own array of each
    KIND_OUT,  # index                  numbers of the arrays that go to the results
    SLOPE,  # float (12, 12)         derivatives of a force and torque, see wrench.py
    WORK,  # float (2,)             power of applied forces, power of motions
    E_WRENCH,  # float (n_elements, 6)  force and torque of an element on its I marker
    FORCED,  # index                  elements with applied forces
    E_INT,  # index (n_expr, 8)      first leaf, leaves, first slot, slots, 0, scalars, first gradient entry, tape
    LEAF,  # index (n_leaves, 16)   kind, markers i j k l, their slots, 7 numbers of the kind
    LEAF_VAL,  # float (n_leaves,)      value of a leaf
    LEAF_BAR,  # float (n_leaves,)      d expression / d leaf
    E_VAL,  # float (n_expr,)        value of an expression
    E_KERNELS,  # table                  addresses of the kernels of expressions, see LEAVES ... below
    GRAD,  # float (n_grad,)        d expression / d unknowns: 6 for each slot, 1 for each scalar
    MEMORY,  # float (n_leaves, 4)    at the last accepted step: angle, its rate; INCANG: normal in axes of j
    SLOT,  # index (n_slots,)       body of a slot
    G_WORK,  # float (slots+1, 18)    d expression / d (r, theta, v, w, a, alpha) of a slot's body; the last row a dump
    RATE,  # float (n_leaves, 2)    first and second rate of a leaf (constraint expressions)
    PSI,  # float (n_y,)           known part of the corrector: y = psi + h beta y'
    STEP,  # float (n,)             solution of the linear system
    DELTA,  # float (n_bodies, 6)    position correction (translation, rotation vector, ground axes)
    T_ROWS,  # index (n_expr, 8)      tape machine: see expression/machine.py, Pack
    T_CODE,  # index (n_code, 5)
    T_WORDS,  # index (n_words,)
    T_NUMBERS,  # float (n_numbers,)
    T_ADDRESSES,  # table                  functions of the tapes
    T_WORK,  # float (n_work,)
    OUT,  # float (n_columns,)     one row of results
    OUT_BODY,  # index (n_bodies,)      marker at the part frame origin
    OUT_OWNER,  # index (n_owners, 5)    first constraint row, rows, marker i, marker j, 1 with applied forces
    OUT_EXPR,  # index (n_requests,)    expressions of request columns
    DONE,  # float (1,)             work done by applied forces and motions
    PAST,  # float (rows, 2 + 7 n)  past of algebraic unknowns, see past.py
    PAST_NOW,  # float (8,)             correction of the step being computed, rows of PAST in use
    SENSORS,  # index (n_sensors, 2)   expressions of sensors: the function, the value to keep
    SENSED,  # float (n_sensors, 2)   their values
    Y,  # float (n_y,)           what an integrator follows: positions and charts (6 a body), velocities (6 a body),
    # ....................       states, algebraic unknowns, multipliers, work done
    YD,  # float (n_y,)           its rates where an analysis begins
    CHART,  # float (n_bodies, 30)   orientations, see charts.py and C_RATE ... below
    HISTORY,  # float (14, n_y)        the integrator's past of Y: h^j y^(j) / j!
    LAST,  # float (2, n_y)         its last two corrections
    JETS,  # float (40, 3)          room for power series, see charts.py
    TOL,  # float (n_y + 1,)       tolerance of each number of Y; infinite where there is none, and at the end
    WEIGHT,  # float (n_bodies, 9)    size, relative tolerance, turning, speed ..., see weights.py
    ROW_BODY,  # index (n_rows, 3)      bodies of a constraint row, 1 for an angle
    ROW_TOL,  # float (n_rows, 4)      tolerance and rounding of a violation, of its rate
    WATCHED,  # index                  bodies whose orientation functions or sensors read, see weights.py
    STORY_T,  # float (14,)            times of past values, the newest first, see story.py
    STORY_Y,  # float (14, n_y)        Y at these times
    STORY_F,  # float (14, n_y)        its rates
    POINT,  # index (n_points, 2)    bodies followed at another point than the mass centre, see reference_points.py
    OFFSET,  # float (n_points, 3)    from that point to the mass centre, body axes
    POINTS,  # float (n_points, 3)    the same in ground axes, now
    POINT_OF,  # index (n_bodies+1,)    the row of a body in both; n_points: none
    V_ERROR,  # float (n_v,)           relative tolerances of the algebraic unknowns, see weights.py
    FIRST,  # number of the first array of the kernels' own tables
) = (_n(k) for k in range(84))

# ---- scalars in NUM
(
    T,  # time
    C_Q,  # d position / d unknown
    C_U,  # d velocity / d unknown
    C_A,  # d acceleration / d unknown
    SCALE,  # factor of the dynamic rows
    CHARTED,  # h beta where unknowns are those of a step (motion.py); 0 elsewhere
    MODE,  # analysis: 1 kinematics, 3 initial conditions, 4 dynamics, 5 statics, 6 quasi-statics, 7 linear
    GX,  # gravity
    GY,
    GZ,
    HSIZE,  # step
    ORDER,  # order
    NJAC,  # matrices so far
    NRHS,  # residuals so far
    BAD_EXPRESSION,  # 1 + number of the expression that was not finite; of a user's law -1 - its number
    WITH_ACC,  # 1: all markers and their accelerations are needed; 2: of those that equations read
    T_SHIFT,  # step for differences in time
    NOTHING,  # zero
    READS_ACC,  # 1: equations read accelerations of markers
    CPU_TIME,  # processor time used so far, at the last look
    CHANGE,  # the largest change by `apply_accelerations`, of the largest of its kind
    T_MEMORY,  # time of the last accepted step
    ERROR,  # tolerance asked for
    LONGEST,  # the longest step that the model allows at an accepted state
    PATTERN,  # counts the patterns of the matrix: factors of an older one have no room for all its entries
) = (_n(k) for k in range(25))
LATCHED = _n(25)
"""From here on in NUM: the values that the sensors keep."""

# ---- kernels of expressions, in E_KERNELS: expressions.py
LEAVES, VALUE, SLOPES, GRADIENT, RATES = (_n(k) for k in range(5))

# ---- columns of MARK
R, X_AXIS, Y_AXIS, Z_AXIS, VEL, OMEGA, ACC, ALPHA = (_n(3 * k) for k in range(8))
# ---- columns of CHART: x', S, s, w_s, t_c, R_c, R_ref, W of turning.py, w is followed in body axes, s is
# fixed
C_RATE, C_S, C_AXIS, C_SPIN, C_TIME, C_CENTRE, C_REF, C_TURN, C_LOCAL, C_FIXED = (
    _n(k) for k in (0, 3, 6, 9, 10, 11, 15, 19, 28, 29)
)
# ---- columns of WEIGHT and ROW_TOL
(
    W_SIZE, W_ERROR, W_TURNING, W_SPEED, W_TURNING_0, W_SPEED_0, W_PACE, W_SPEED_ERROR,
    W_TURN_ERROR,
) = (_n(k) for k in range(9))  # fmt: skip
GAP, RATE_GAP, GAP_ROUNDING, RATE_ROUNDING = (_n(k) for k in range(4))
# ---- columns of BODY
B_W, B_AL, B_R, B_Y = _n(9), _n(12), _n(15), _n(18)

# ---- columns of LEAF: kind, four markers, four slots of their bodies, and by kind
IN_NUMBER = _n(9)  # which state, unknown, scalar, element or parameter
IN_AXIS = _n(9)  # axis of a vector; 3: its magnitude
IN_SINE, IN_COSINE = _n(9), _n(12)  # each an axis of i, an axis of j, 1 for minus
IN_ROW, IN_ROWS, IN_ALONG, IN_TORQUE, IN_ON_J = (
    _n(k) for k in range(10, 15)
)  # rows of a reaction; axis (3: magnitude)
IN_PAST, IN_DELAY, IN_DELAY_COLUMN = (_n(k) for k in range(10, 13))  # unknowns, and the delay in the gradient
IN_COLUMN = _n(15)  # of a scalar in the gradient
IN_TURNS = _n(15)  # 1: an angle that counts its turns
LEAF_COLUMNS = 16

# ---- kinds of leaves (column 0 of LEAF)
(
    L_TIME,
    L_NUM,  # NUMBER of NUM
    L_X,  # NUMBER of a state
    L_XD,  # its rate
    L_V,  # NUMBER of an algebraic unknown
    L_SEEN,  # force as last computed (requests): NUMBER of the element, ALONG, TORQUE, ON_J
    L_WRENCH,  # reaction: ROW, ROWS, ALONG, TORQUE, ON_J
    L_PAST,  # unknown PAST at TIME minus unknown DELAY; NUMBER in the array PAST
    L_D,  # displacement on AXIS of k
    L_VEL,  # velocity seen from l on AXIS of k
    L_VR,  # separation speed
    L_W,  # angular velocity on AXIS of k
    L_ACC,  # acceleration seen from l on AXIS of k
    L_WDT,  # angular acceleration seen from l on AXIS of k
    L_ATAN2,  # atan2(SINE, COSINE) of direction cosines of axes of i and j; TURNS
    L_ASIN,  # asin(SINE)
    L_ACOS,  # acos(SINE)
    L_EULER,  # psi or phi of the 3-1-3 angles: as L_ATAN2, or the value of the straight position
    L_INCANG,  # angle at j between j->i and j->k
    L_PARAMETER,  # Euler parameter NUMBER of i in j (no derivative)
    L_COSINE,  # a direction cosine, SINE
) = (_n(k) for k in range(21))
