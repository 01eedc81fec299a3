"""FRICTION: Coulomb friction with sticking on the free motions of a joint, by the reaction of the joint itself.

    On I, for each component m of the slip:  H_m G_m e_m, a force where it is a translation, else a torque         (1)
    H_m = A_m mu N + P_m, at most its largest value; A = 1 (N has the arms in it), of a cylindrical joint's
    rotation the radius of the pin. G and mu: friction_law.py, N and e: friction_surface.py
    dW = (A mu G) e dN + e (sum_k B_mk dv_k + C_mk dx_k) + H G theta x e                                           (2)
    By multipliers of the joint: dN = -(N_F . f + N_T . t) dlam for the unit reactions f, t of a row               (3)
Memory         creep x = x_old + displacement since the last accepted step while |v| < vs, law (4) in the step in which
               sticking begins; it changes when a step is accepted. No creep beyond D is kept: the surface slips.    (4)
"""

from __future__ import annotations

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, mat_mul, mat_plus, mat_times, minus, outer, plus, put3, row3, tilde, times
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.friction_law import LUGRE, STICTION, UNITY, bristles, coefficient, creep_since, saturation
from bellcrank.system.friction_surface import (
    ALONG,
    ANGLE,
    ARM,
    BALL,
    BOTH,
    CREEP,
    DAMPING,
    DEFORMATION,
    DYNAMIC,
    EFFECT,
    EXPONENT,
    FIRST_ROW,
    FORM,
    GROUPS,
    HELD,
    KNOWN,
    LEVER,
    MEMORY,
    MOST,
    MOST_T,
    MU_D,
    MU_S,
    ON_I,
    PRELOAD,
    PRELOAD_T,
    RATIO,
    ROWS,
    SPEED,
    STATES,
    STIFFNESS,
    STUCK,
    TURNED,
    V_0,
    VISCOUS,
    VS,
    WHEN,
    angle,
    bar,
    direction,
    displacement,
    displacement_slope,
    is_sliding,
    load,
    reaction,
    relative,
    relative_axes,
    slip_velocity,
    torque_slopes,
)
from bellcrank.system.kind import BODY_J, I, J, Kind, pair_places
from bellcrank.system.layout import B_R, BODY, C_U, ENTRIES, M_BODY, MARK, MODE, NUM, OMEGA, SCALE, SLOPE, UNIT, R, T, X
from bellcrank.system.primitives.places import Group
from bellcrank.system.wrench import add_slope, apply_wrench, clear_slopes, put_wrench_matrix

READS = 9
"""Room for the rows of a joint, and behind them for the states of LUGRE."""


@kernel(inline=True)
def creep(c, k, n, v):
    """Equation (4): x, dx/dv, and whether it follows the displacement."""
    memory, vs, num = view2(c, k + 2), view2(c, k + 1)[n, VS], view1(c, NUM)
    nothing = mat_times(0.0, UNITY)
    if memory[n, KNOWN] == 0.0:
        return (0.0, 0.0, 0.0), nothing, False
    h, v_old = num[T] - memory[n, WHEN], row3(memory, n, SPEED)
    if memory[n, STUCK] == 1.0:
        return plus(row3(memory, n, CREEP), displacement(c, k, n, v, h)), nothing, True
    if dot(v, v) >= vs * vs:
        return (0.0, 0.0, 0.0), nothing, False
    x, by_v = creep_since(v, v_old, h, vs)
    return x, by_v, False


@kernel(inline=True)
def law(c, k, n, v):
    """mu, its slope by |v|, G, its derivatives by v and x, b, x, and whether x follows the displacement."""
    ints, number, state = index2(c, k), view2(c, k + 1), view1(c, X)
    vs, effect, mu_s, mu_d = number[n, VS], number[n, EFFECT], number[n, MU_S], number[n, MU_D]
    if effect == LUGRE:
        x = (0.0, 0.0, 0.0)
        for m in range(components(ints[n, FORM])):
            x = plus(x, times(state[ints[n, STATES + m]], row_of(UNITY, m)))
        g, by_v, by_x = bristles(v, x, mu_s, mu_d, number[n, STIFFNESS], number[n, DAMPING], number[n, VISCOUS],
                                 number[n, V_0], number[n, EXPONENT])  # fmt: skip
        return 1.0, 0.0, g, by_v, by_x, 0.0, x, False
    x, x_by_v, follows = creep(c, k, n, v)
    g, by_v, by_x, b = saturation(v, x, vs, number[n, DEFORMATION], effect)
    mu, slope = coefficient(math.sqrt(dot(v, v)), vs, number[n, RATIO], mu_s, mu_d)
    return mu, slope, g, mat_plus(by_v, mat_mul(by_x, x_by_v)), by_x, b, x, follows


@kernel(inline=True)
def level(c, k, n, m, mu, mu_slope, load_now):
    """H of (1) for component m, its derivatives by N and by the speed."""
    ints, number = index2(c, k), view2(c, k + 1)
    sliding = is_sliding(ints, n, m)
    preload, most = (number[n, PRELOAD], number[n, MOST]) if sliding else (number[n, PRELOAD_T], number[n, MOST_T])
    arm = number[n, ARM] if ints[n, FORM] == BOTH and m == 1 else 1.0
    if number[n, EFFECT] == STICTION and number[n, MU_S] > 0.0:  # the preload fades with the coefficient
        share = mu / number[n, MU_S]
        preload, preload_slope = preload * share, preload * mu_slope / number[n, MU_S]
    else:
        preload_slope = 0.0
    h = arm * mu * load_now + preload
    if h >= most:
        return most, 0.0, 0.0
    return h, arm * mu, arm * mu_slope * load_now + preload_slope


@kernel(inline=True)
def components(form):
    """How many components the slip has."""
    return 3 if form == BALL else 2 if form == BOTH else 1


@kernel(inline=True)
def acts(c, k, n):
    """Whether there is friction in this analysis: some have none in statics."""
    mode = view1(c, NUM)[MODE]
    return not (view2(c, k + 1)[n, DYNAMIC] == 1.0 and (mode == 5.0 or mode == 6.0))


@kernel
def residual(c, k):
    ints, out = index2(c, k), view2(c, k + 3)
    for n in range(ints.shape[0]):
        for m in range(out.shape[1]):
            out[n, m] = 0.0
        if not acts(c, k, n):
            continue
        v = slip_velocity(c, k, n)
        mu, slope, g, _, _, b, x, _ = law(c, k, n, v)
        pressed = load(c, k, n)[0]
        f, t = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for m in range(components(ints[n, FORM])):
            h = level(c, k, n, m, mu, slope, pressed)[0]
            part = times(h * g[m], direction(c, k, n, m))
            if is_sliding(ints, n, m):
                f = plus(f, part)
            else:
                t = plus(t, part)
        apply_wrench(c, ints, n, f, t)
        show(c, k, n, v, x, times(mu, g), b)


@kernel(inline=True)
def show(c, k, n, v, x, mu, b):
    """The outputs: coefficients, speeds and creep, translation first and then rotation on three axes."""
    ints, out, number = index2(c, k), view2(c, k + 3), view2(c, k + 1)
    form = ints[n, FORM]
    for m in range(components(form)):
        at = 2 if is_sliding(ints, n, m) else 3 + m if form == BALL else 5
        out[n, at] = mu[m]
        out[n, 7 + at] = v[m]
        out[n, 13 + at] = x[m] if dot(v, v) < number[n, VS] ** 2 else 0.0
    out[n, 6] = math.sqrt(dot(mu, mu))
    out[n, 19] = b


@kernel
def matrix(c, k):
    ints, number = index2(c, k), view2(c, k + 1)
    for n in range(ints.shape[0]):
        clear_slopes(c, k)
        f, f_by_load, t_by_load = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        if acts(c, k, n):
            v = slip_velocity(c, k, n)
            mu, slope, g, by_v, by_x, _, _, follows = law(c, k, n, v)
            speed, pressed = math.sqrt(dot(v, v)), load(c, k, n)[0]
            for m in range(components(ints[n, FORM])):
                h, by_load, by_speed = level(c, k, n, m, mu, slope, pressed)
                e, more = direction(c, k, n, m), by_speed * g[m] / speed if speed > 0.0 else 0.0
                slip_slopes(c, k, n, m, plus(times(h, row_of(by_v, m)), times(more, v)),
                            times(h if follows else 0.0, row_of(by_x, m)))  # fmt: skip
                load_slopes(c, k, n, m, by_load * g[m], h * g[m])
                if is_sliding(ints, n, m):
                    f, f_by_load = times(h * g[m], e), times(by_load * g[m], e)
                else:
                    t_by_load = plus(t_by_load, times(by_load * g[m], e))
        put_wrench_matrix(c, k, n, GROUPS, f[0], f[1], f[2])
        put_multipliers(c, k, n, f_by_load, t_by_load)
        if number[n, EFFECT] == LUGRE:
            put_states(c, k, n)


@kernel(inline=True)
def row_of(a, m):
    """Row m of a matrix."""
    return a[3 * m], a[3 * m + 1], a[3 * m + 2]


@kernel(inline=True)
def add_gradient(d, row, column, e, g):
    """Add e g^T to SLOPE."""
    add_slope(d, row, column, 1.0, outer(e, g))


@kernel(inline=True)
def add_travel(d, row, e, s, along, rho, arm):
    """Add s e times the derivative (4) of a displacement along a direction (friction_surface.py) to rows of SLOPE."""
    add_gradient(d, row, 0, e, times(s, along))
    add_gradient(d, row, 3, e, times(s, cross(rho, along)))
    add_gradient(d, row, 6, e, times(-s, along))
    add_gradient(d, row, 9, e, times(-s, cross(arm, along)))


@kernel
def slip_slopes(c, k, n, m, b, a):
    """e (b . dv + a . d displacement) of component m, into SLOPE: friction_surface.py (4) to (7)."""
    ints, mark, body, d = index2(c, k), view2(c, MARK), view2(c, BODY), view2(c, SLOPE)
    lever, e, at = view2(c, k + 1)[n, LEVER], direction(c, k, n, m), row_at(ints, n, m)
    r = row3(mark, ints[n, I], R)
    rho, arm = minus(r, row3(body, index1(c, M_BODY)[ints[n, I]], B_R)), minus(r, row3(body, ints[n, BODY_J], B_R))
    _, u, w = relative(c, k, n)
    w_j = row3(mark, ints[n, J], OMEGA)
    turns = 3 if ints[n, ON_I] == 1 else 9
    for q in range(components(ints[n, FORM])):
        along = direction(c, k, n, q)
        if is_sliding(ints, n, q):
            add_travel(d, 6 + at, e, b[q], along, rho, arm)
            add_travel(d, at, e, a[q], along, rho, arm)
            add_gradient(d, at, 0, e, times(b[q], cross(w_j, along)))
            add_gradient(d, at, 3, e, times(b[q], cross(rho, cross(along, w))))
            add_gradient(d, at, 6, e, times(-b[q], cross(w_j, along)))
            add_gradient(d, at, 9, e, times(b[q], cross(along, u)))
        else:
            g = times(a[q], displacement_slope(c, k, n, q))
            add_gradient(d, 6 + at, 3, e, times(b[q] * lever, along))
            add_gradient(d, 6 + at, 9, e, times(-b[q] * lever, along))
            add_gradient(d, at, 3, e, g)
            add_gradient(d, at, 9, e, times(-1.0, g))
            add_gradient(d, at, turns, e, times(b[q] * lever, cross(along, w)))


@kernel(inline=True)
def row_at(ints, n, m):
    """The row of SLOPE of component m: forces, then torques."""
    return 0 if is_sliding(ints, n, m) else 3


@kernel
def load_slopes(c, k, n, m, s, size):
    """s e dN by positions, and size de, into SLOPE: friction_surface.py (8) to (10)."""
    ints, mark, body, d = index2(c, k), view2(c, MARK), view2(c, BODY), view2(c, SLOPE)
    e, at, turns = direction(c, k, n, m), row_at(ints, n, m), 3 if ints[n, ON_I] == 1 else 9
    _, by_f, by_t, by_e, by_overlap = load(c, k, n)
    on_i, on_j = torque_slopes(c, k, n, by_t)
    if ints[n, HELD] == 0:
        on_j = plus(on_j, cross(reaction(c, k, n)[0], by_f))
    add_gradient(d, at, 3, e, times(s, on_i))
    add_gradient(d, at, 9, e, times(s, on_j))
    add_gradient(d, at, turns, e, times(s, cross(bar(c, k, n)[1], by_e)))
    add_slope(d, at, turns, -size, tilde(e))
    if by_overlap != 0.0:
        r = row3(mark, ints[n, I], R)
        rho, arm = minus(r, row3(body, index1(c, M_BODY)[ints[n, I]], B_R)), minus(r, row3(body, ints[n, BODY_J], B_R))
        add_travel(d, at, e, s * by_overlap, bar(c, k, n)[1], rho, arm)


@kernel(inline=True)
def put_column(c, k, n, q, f, t):
    """The entries of both bodies by the unknown q that it reads: force f and torque t on I for a unit of it."""
    ints, entries, mark, body = index2(c, k), view1(c, ENTRIES), view2(c, MARK), view2(c, BODY)
    r = row3(mark, ints[n, I], R)
    rho, arm = minus(r, row3(body, index1(c, M_BODY)[ints[n, I]], B_R)), minus(r, row3(body, ints[n, BODY_J], B_R))
    on_i, on_j = plus(t, cross(rho, f)), plus(t, cross(arm, f))
    at_i, at_j = ints[n, GROUPS + 3] + q, ints[n, GROUPS + 4] + q
    for a in range(3):
        entries[at_i + READS * a] = -f[a]
        entries[at_i + READS * (3 + a)] = -on_i[a]
        entries[at_j + READS * a] = f[a]
        entries[at_j + READS * (3 + a)] = on_j[a]


@kernel
def put_multipliers(c, k, n, f, t):
    """Equation (3): the entries by the multipliers of the joint; f, t: the wrench per unit of N. Others are zero."""
    ints, unit = index2(c, k), view2(c, UNIT)
    _, by_f, by_t, _, _ = load(c, k, n)
    for q in range(READS):
        s, row = 0.0, ints[n, FIRST_ROW] + q
        if q < ints[n, ROWS]:
            s = -dot(by_f, row3(unit, row, 0)) - dot(by_t, row3(unit, row, 3))
        put_column(c, k, n, q, times(s, f), times(s, t))


@kernel
def put_states(c, k, n):
    """The entries by the states of LUGRE, each of which moves its own component."""
    ints, num = index2(c, k), view1(c, NUM)
    mu, slope, _, _, by_x, _, _, _ = law(c, k, n, slip_velocity(c, k, n))
    pressed, factor = load(c, k, n)[0], num[SCALE] * num[C_U]
    for m in range(components(ints[n, FORM])):
        h = level(c, k, n, m, mu, slope, pressed)[0]
        part = times(factor * h * by_x[4 * m], direction(c, k, n, m))
        nothing = times(0.0, part)
        if is_sliding(ints, n, m):
            put_column(c, k, n, ints[n, ROWS] + m, part, nothing)
        else:
            put_column(c, k, n, ints[n, ROWS] + m, nothing, part)


@kernel
def accept(c, k):
    ints, number, memory, num = index2(c, k), view2(c, k + 1), view2(c, k + 2), view1(c, NUM)
    for n in range(ints.shape[0]):
        v = slip_velocity(c, k, n)
        if num[MODE] == 3.0:  # parts are being put together: nothing slips
            v, memory[n, STUCK] = (0.0, 0.0, 0.0), 1.0
        else:
            x, _, _ = creep(c, k, n, v)
            size, most = math.sqrt(dot(x, x)), number[n, DEFORMATION]
            stuck = dot(v, v) < number[n, VS] ** 2
            put3(memory, n, CREEP, times((min(1.0, most / size) if size > 0.0 else 1.0) if stuck else 0.0, x))
            memory[n, STUCK] = 1.0 if stuck else 0.0
        put3(memory, n, SPEED, v)
        memory[n, ALONG], memory[n, ANGLE] = dot(relative(c, k, n)[0], direction(c, k, n, 0)), angle(c, k, n)[0]
        now = relative_axes(c, k, n)
        for m in range(9):
            memory[n, TURNED + m] = now[m]
        memory[n, WHEN], memory[n, KNOWN] = num[T], 1.0


def places(row: int, i: int, j: int) -> list[Group]:
    """Those of a wrench, then the rows of body i and of body j by the multipliers of the joint."""
    by_unknowns = lambda body: [(body + m, j + 6 + q) for m in range(6) for q in range(READS)]
    return [*pair_places(row, i, j), by_unknowns(i), by_unknowns(j)]


AXES = ("X", "Y", "Z")
FRICTION = entry(KINDS, "FRICTION")(
    Kind(
        "FRICTION",
        residual,
        matrix,
        accept=accept,
        places=places,
        reads=READS,
        memory=MEMORY,
        beside=True,
        strikes=True,
        outputs=(
            *((f"MU{a}", "") for a in AXES),
            *((f"MUR{a}", "") for a in AXES),
            ("MU1", ""),
            *((f"V{a}", "length/time") for a in AXES),
            *((f"W{a}", "length/time") for a in AXES),
            *((f"CREEP_{a}", "length") for a in AXES),
            *((f"CREEP_A{a}", "length") for a in AXES),
            ("BETA", ""),
        ),
    )
)
