"""DOP853: the explicit method of Dormand and Prince of order 8, its error by orders 5 and 3, outputs of order 7.

Error       e = SHARE e_5^2 / sqrt(e_5^2 + e_3^2/100), e_5 and e_3 the largest differences to the formulas of orders 5
            and 3 in tolerances: of order 7 in h, where the step errs by order 9                                   (1)
Outputs     where a row of results lies within the step, three stages more give P of degree 7:
            P = y + x (F_0 + (1-x) (F_1 + x (F_2 + (1-x) (F_3 + x (F_4 + (1-x) (F_5 + x F_6)))))),  x = (t - t_n)/h,
            F_0 = y_{n+1} - y_n, F_1 = h f_n - F_0, F_2 = 2 F_0 - h (f_n + f_{n+1}), others h times DENSE k         (2)
            Values and rates of P at two points between go into the story: Hermite's polynomial through them and the
            ends is P, and the model may change its coordinates (story.py).
Stiffness   h L > STABLE and L > SLOW S in tolerances, L = |f(y_{n+1}) - k_12| / |y_{n+1} - y_12| of the last stage,
            which is at the same time: what the equations can do; S = |f(y_{n+1}) - f(y_n)| / (h |f|): what they do. (3)
References  Dormand & Prince (1980), J. Comput. Appl. Math. 6, 19-26; Hairer, Norsett & Wanner (1993), Solving ODEs I,
            sections II.5, II.6, II.10 and their program DOP853, whose coefficients these are; II, section IV.2 (3).
"""

from __future__ import annotations

import math

import numpy as np

from bellcrank.integrators.explicit import error_of, evaluate, give_up
from bellcrank.integrators.gstiff import write_now
from bellcrank.integrators.method import METHODS, Method
from bellcrank.integrators.problem import (
    CHECKED,
    FORMULA,
    INTS,
    N_T,
    NUM,
    REAL,
    STAGES,
    STORY_F,
    STORY_T,
    STORY_Y,
    TOL,
    YD,
    Y,
)
from bellcrank.integrators.runge_kutta import (
    REACHED,
    all_stages,
    combine,
    difference,
    find_stages,
    keep_stage,
    reach,
    take,
)
from bellcrank.integrators.stepper import I_ROWS, I_STATUS, R_H, RUNNING
from bellcrank.integrators.stepping import FOUND, advance, end_of_step, note_hardness, shrink
from bellcrank.integrators.story import begin, is_within, restart
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2
from bellcrank.registry import entry


def matrix(rows: tuple[dict[int, float], ...], width: int) -> np.ndarray:
    """Coefficients by their places."""
    full = np.zeros((len(rows), width))
    for row, entries in zip(full, rows, strict=True):
        row[list(entries)] = list(entries.values())
    return full


# fmt: off
A = matrix((
    {},
    {0: 0.05260015195876773},
    {0: 0.0197250569845379, 1: 0.0591751709536137},
    {0: 0.02958758547680685, 2: 0.08876275643042054},
    {0: 0.2413651341592667, 2: -0.8845494793282861, 3: 0.924834003261792},
    {0: 0.037037037037037035, 3: 0.17082860872947386, 4: 0.12546768756682242},
    {0: 0.037109375, 3: 0.17025221101954405, 4: 0.06021653898045596, 5: -0.017578125},
    {0: 0.03709200011850479, 3: 0.17038392571223998, 4: 0.10726203044637328, 5: -0.015319437748624402,
     6: 0.008273789163814023},
    {0: 0.6241109587160757, 3: -3.3608926294469414, 4: -0.868219346841726, 5: 27.59209969944671, 6: 20.154067550477894,
     7: -43.48988418106996},
    {0: 0.47766253643826434, 3: -2.4881146199716677, 4: -0.590290826836843, 5: 21.230051448181193,
     6: 15.279233632882423, 7: -33.28821096898486, 8: -0.020331201708508627},
    {0: -0.9371424300859873, 3: 5.186372428844064, 4: 1.0914373489967295, 5: -8.149787010746927, 6: -18.52006565999696,
     7: 22.739487099350505, 8: 2.4936055526796523, 9: -3.0467644718982196},
    {0: 2.273310147516538, 3: -10.53449546673725, 4: -2.0008720582248625, 5: -17.9589318631188, 6: 27.94888452941996,
     7: -2.8589982771350235, 8: -8.87285693353063, 9: 12.360567175794303, 10: 0.6433927460157636},
    {0: 0.054293734116568765, 5: 4.450312892752409, 6: 1.8915178993145003, 7: -5.801203960010585, 8: 0.3111643669578199,
     9: -0.1521609496625161, 10: 0.20136540080403034, 11: 0.04471061572777259},
    {0: 0.056167502283047954, 6: 0.25350021021662483, 7: -0.2462390374708025, 8: -0.12419142326381637,
     9: 0.15329179827876568, 10: 0.00820105229563469, 11: 0.007567897660545699, 12: -0.008298},
    {0: 0.03183464816350214, 5: 0.028300909672366776, 6: 0.053541988307438566, 7: -0.05492374857139099,
     10: -0.00010834732869724932, 11: 0.0003825710908356584, 12: -0.00034046500868740456, 13: 0.1413124436746325},
    {0: -0.42889630158379194, 5: -4.697621415361164, 6: 7.683421196062599, 7: 4.06898981839711, 8: 0.3567271874552811,
     12: -0.0013990241651590145, 13: 2.9475147891527724, 14: -9.15095847217987},
), 16)
"""Rows 0 to 11: the stages; 12: the weights b; 13 to 15: the stages of (2)."""
ORDER_3, ERROR_5 = matrix((
    {0: 0.2440944881889764, 8: 0.7338466882816118, 11: 0.022058823529411766},
    {0: 0.01312004499419488, 5: -1.2251564463762044, 6: -0.4957589496572502, 7: 1.6643771824549864,
     8: -0.35032884874997366, 9: 0.3341791187130175, 10: 0.08192320648511571, 11: -0.022355307863886294},
), 12)
"""The weights of order 3, and those of order 5 less b."""
DENSE = matrix((
    {0: -8.428938276109013, 5: 0.5667149535193777, 6: -3.0689499459498917, 7: 2.38466765651207, 8: 2.117034582445028,
     9: -0.871391583777973, 10: 2.2404374302607883, 11: 0.6315787787694688, 12: -0.08899033645133331,
     13: 18.148505520854727, 14: -9.194632392478356, 15: -4.436036387594894},
    {0: 10.427508642579134, 5: 242.28349177525817, 6: 165.20045171727028, 7: -374.5467547226902, 8: -22.113666853125306,
     9: 7.733432668472264, 10: -30.674084731089398, 11: -9.332130526430229, 12: 15.697238121770845,
     13: -31.139403219565178, 14: -9.35292435884448, 15: 35.81684148639408},
    {0: 19.985053242002433, 5: -387.0373087493518, 6: -189.17813819516758, 7: 527.8081592054236, 8: -11.57390253995963,
     9: 6.8812326946963, 10: -1.0006050966910838, 11: 0.7777137798053443, 12: -2.778205752353508,
     13: -60.19669523126412, 14: 84.32040550667716, 15: 11.99229113618279},
    {0: -25.69393346270375, 5: -154.18974869023643, 6: -231.5293791760455, 7: 357.6391179106141, 8: 93.40532418362432,
     9: -37.45832313645163, 10: 104.0996495089623, 11: 29.8402934266605, 12: -43.53345659001114, 13: 96.32455395918828,
     14: -39.17726167561544, 15: -149.72683625798564},
), 16)
# fmt: on
C, B = A.sum(axis=1), A[12]
ERROR_3 = B[:12] - ORDER_3
COUNT, END, DIFFERENCE = 12, 12, 12
"""Stages of a step; rows of STAGES for the rates at its end and, before, for the differences of (1)."""
KEPT, ROOM = 13, 2
"""Rows of the story for the unknowns at the end, and of FORMULA for the coefficients of (2)."""
SHARE = 0.6
"""(1): so errors of whole runs are 0.1 to 3.3 tolerances (double pendulum, squeezer, tumbling body, 23 tolerances)."""
POINTS = 4
"""Those of Hermite's polynomial."""
LAST_STAGE = B[:12] - A[11, :12]
"""y_{n+1} - y_12 = h sum of these times the stages."""
STABLE, SLOW, SEEN = 1.5, 5.0, 0.01
"""(3): the formula is stable for h L up to 6 where motion is damped, and up to about 2 where it swings; motion that is
five times slower than that needs no such steps; differences of less than a hundredth of a tolerance tell nothing."""


@kernel
def estimate(c, h):
    """(1); the differences of order 5 stay in STAGES."""
    difference(c, h, ERROR_3, COUNT, DIFFERENCE)
    third = error_of(c, DIFFERENCE, 1.0)
    difference(c, h, ERROR_5, COUNT, DIFFERENCE)
    fifth = error_of(c, DIFFERENCE, 1.0)
    if not fifth > 0.0:
        return fifth
    return SHARE * fifth * fifth / math.sqrt(fifth * fifth + 0.01 * third * third)


@kernel
def coefficients(c, n, h, f):
    """F_0 ... F_6 of unknown n (2)."""
    past, rate, stages = view2(c, STORY_Y), view2(c, STORY_F), view2(c, STAGES)
    f[0] = past[KEPT, n] - past[0, n]
    f[1] = h * rate[0, n] - f[0]
    f[2] = 2.0 * f[0] - h * (rate[0, n] + stages[END, n])
    for m in range(4):
        total = 0.0
        for i in range(16):
            total += DENSE[m, i] * stages[i, n]
        f[3 + m] = h * total


@kernel(inline=True)
def value_and_slope(f, x):
    """P - y_n and dP/dx of (2), from the innermost bracket outwards."""
    p, d = f[6], 0.0
    for m in range(5, -1, -1):
        factor, sign = (x, 1.0) if m % 2 == 1 else (1.0 - x, -1.0)
        p, d = f[m] + factor * p, sign * p + factor * d
    return x * p, p + x * d


@kernel
def put_between(c, h):
    """P at two thirds and at one third of the step before the last row of the story, which becomes the third."""
    times_of, past, rate, f = view1(c, STORY_T), view2(c, STORY_Y), view2(c, STORY_F), view2(c, FORMULA)[ROOM]
    t = times_of[0]
    times_of[0], times_of[1], times_of[2] = t + h * 2.0 / 3.0, t + h / 3.0, t
    for n in range(past.shape[1]):
        coefficients(c, n, h, f)
        y, yd = past[0, n], rate[0, n]
        for j in range(2):
            p, d = value_and_slope(f, (2.0 - j) / 3.0)
            past[j, n], rate[j, n] = y + p, d / h
        past[2, n], rate[2, n] = y, yd
    table(c, INTS)[I_ROWS] = 3


@kernel
def prepare_between(c, t, h):
    """The stages of (2), its points into the story, and the end of the step again: FOUND, BROKEN or LOST."""
    y, past = view1(c, Y), view2(c, STORY_Y)
    keep_stage(c, END)
    for n in range(y.shape[0]):
        past[KEPT, n] = y[n]
    status = find_stages(c, h, A, C, 13, 16)
    if status != FOUND:
        return status
    for n in range(y.shape[0]):
        y[n] = past[KEPT, n]
    view1(c, NUM)[N_T] = t
    status = evaluate(c)
    if status == FOUND:
        put_between(c, h)
    return status


@kernel
def is_limited(c, h):
    """(3), after the rates at the end were found."""
    stages, yd, tol, checked = view2(c, STAGES), view1(c, YD), view1(c, TOL), index1(c, CHECKED)
    difference(c, h, LAST_STAGE, COUNT, DIFFERENCE)
    rates, values, change, size = 0.0, 0.0, 0.0, 0.0
    for m in range(checked.shape[0]):
        n = checked[m]
        per = 1.0 / tol[n]
        rates = max(rates, abs(yd[n] - stages[11, n]) * per)
        values = max(values, abs(stages[DIFFERENCE, n]) * per)
        change = max(change, abs(yd[n] - stages[0, n]) * per)
        size = max(size, abs(yd[n]) * per)
    return values > SEEN and h * rates > STABLE * values and h * rates * size > SLOW * change * values


@kernel
def try_step(c):
    """One step: taken, or to be tried again; RUNNING, or what stops the integration."""
    t = end_of_step(c)
    h, error, work = view1(c, REAL)[R_H], 0.0, 0.0
    status = all_stages(c, h, A, C, COUNT)
    if status == FOUND:
        error = estimate(c, h)
        work = view2(c, STAGES)[DIFFERENCE, -1]
        combine(c, h, B, COUNT)
    told = reach(c, t, status, error, 7)
    if told != REACHED:
        return told
    note_hardness(c, is_limited(c, h))
    table(c, INTS)[I_ROWS] = 1
    if is_within(c, t):
        status = prepare_between(c, t, h)
        if status != FOUND:
            return give_up(c, status)
    take(c, error, 7, POINTS - 1, POINTS, work)
    return RUNNING


@kernel
def step(c, k):
    """What comes next goes to I_STATUS."""
    table(c, INTS)[I_STATUS] = try_step(c)


DOP853 = entry(METHODS, "DOP853")(
    Method(
        "DOP853",
        "Runge-Kutta of Dormand and Prince, order 8",
        ("SI2", "COMPLEMENT"),
        8,
        begin,
        restart,
        advance,
        shrink,
        write_now,
        step,
        first_order=7,
        evaluations=12,
        explicit=True,
    )
)
