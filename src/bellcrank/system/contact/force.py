"""The force of a pair from its samples, and its derivatives. Knows no shape.

Shared depth  G = (sum w g^4)^(1/4),  h = w (g/G)^3,  dG = sum h dg                                                  (1)
              where the weights of others depend on g, RISE instead of w in h
Normal        N_s = h_s f(G, g'_s), f the law (laws/): a flat face at depth p gives f(p), and so does a ball   (2)
              undamped, the wrench is f(G) dG: conservative, whatever the samples
Friction      F_s = N_s n - N_s mu(v)/v v_t,  v_t the part of the sliding velocity across n; at x = p + b n   (3)
              with STICTION a spring beside it (stiction.py)
Derivatives   by the positions of both bodies, column by column; p is fixed on the body `side`:
              dg = -n.(dp_I - dp_J),  dn = theta_f x n + C (dp_I - dp_J), f the body of the field, dx = dp + d(b n)  (4)
              v = v_I(x) - v_J(x),  g' = -n.v,  dv = w_I x (dx - dr_i) - w_J x (dx - dr_j)   (5)
              dh = 3 w (g/G)^2/G dg - 3 h/G dG                                                                       (6)
              where BOW is exact (BENT), with s = 3 BOW (g/G)^2/G: as G is homogeneous d^2G = sum s (dg - g/G dG)^2,
              dh = s (dg - g/G dG) - h/G sum s g (dg - g/G dG)                                                       (8)
Weights       that change with the position: the wrench -f/G^3 sum g^4/4 dw more keeps the force conservative        (7)
Samples that move on their bodies (rims, corners of an overlap) are as if fixed: exact for the force (envelope).
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import call, index2, table, view1, view2
from bellcrank.system.contact.laws.coulomb import coulomb
from bellcrank.system.contact.laws.impact import impact
from bellcrank.system.contact.laws.poisson import poisson
from bellcrank.system.contact.laws.user import user_friction, user_normal
from bellcrank.system.contact.layout import (
    ARM,
    ARM_RATE,
    BEND,
    BENT,
    BOW,
    COUNT,
    DAMPING,
    DEPTH,
    DRIFT,
    EXPONENT,
    FRICTION,
    FULL,
    GAPS,
    HELD,
    KERNEL,
    LAG_G,
    LAW,
    MU_D,
    MU_S,
    NO_FRICTION,
    NORMAL,
    NOW,
    PAIRS,
    POINT,
    POISSON_LAW,
    RISE,
    SAMPLES,
    SEED_NET,
    SHARE,
    SIDE,
    SLOPE_G,
    STIFFNESS,
    SWAPPED,
    THIS,
    TWIST,
    USER_FRICTION,
    USER_LAW,
    V_D,
    V_S,
    WEIGHT,
    WHOLE,
)
from bellcrank.system.contact.stiction import held
from bellcrank.system.layout import B_R, B_W, BODY, MARK, SLOPE, R
from bellcrank.system.wrench import body_velocity


@kernel
def find_samples(c, k, m, whole):
    """SAMPLES of pair m, normals pushing the body of I; returns their number. whole: without its shortlist."""
    pairs, now, samples = index2(c, k + PAIRS), view1(c, k + NOW), view2(c, k + SAMPLES)
    now[THIS], now[COUNT], now[WHOLE], now[SEED_NET], now[BENT] = m, 0.0, whole, -1.0, 0.0
    for a in range(3):
        now[TWIST + a], now[DRIFT + a] = 0.0, 0.0
    call(table(c, k + GAPS)[pairs[m, KERNEL]], c, k)
    count = int(now[COUNT])
    if pairs[m, SWAPPED] == 1:
        for a in range(3):
            now[TWIST + a], now[DRIFT + a] = -now[TWIST + a], -now[DRIFT + a]
        for s in range(max(count, 1)):
            samples[s, SIDE], samples[s, ARM] = 1.0 - samples[s, SIDE], -samples[s, ARM]
            samples[s, ARM_RATE] = -samples[s, ARM_RATE]
            for a in range(3):
                samples[s, NORMAL + a] = -samples[s, NORMAL + a]
    return count


@kernel
def share(c, k, count):
    """G of (1); the shares h go to SAMPLES."""
    samples = view2(c, k + SAMPLES)
    deepest, total = 0.0, 0.0
    for s in range(count):
        deepest = max(deepest, samples[s, DEPTH])
    for s in range(count):
        g = samples[s, DEPTH] / deepest
        total += samples[s, WEIGHT] * g * g * g * g
    depth = deepest * math.sqrt(math.sqrt(total))
    for s in range(count):
        g = samples[s, DEPTH] / depth
        samples[s, SHARE] = samples[s, RISE] * g * g * g
    return depth


@kernel(inline=True)
def law(c, k, n, depth, rate):
    """f of (2), and its slopes by G and g'."""
    numbers = view2(c, k + 1)
    if numbers[n, LAW] == USER_LAW:
        return user_normal(c, k, int(numbers[n, STIFFNESS]), int(numbers[n, EXPONENT]), depth, rate)
    if numbers[n, LAW] == POISSON_LAW:
        return poisson(numbers[n, STIFFNESS], numbers[n, EXPONENT], numbers[n, DAMPING], depth, rate)
    return impact(numbers[n, STIFFNESS], numbers[n, EXPONENT], numbers[n, DAMPING], numbers[n, FULL], depth, rate)


@kernel(inline=True)
def friction(c, k, n, square):
    """mu/v and its slope over v."""
    numbers = view2(c, k + 1)
    if numbers[n, FRICTION] == USER_FRICTION:
        return user_friction(c, k, int(numbers[n, MU_S]), int(numbers[n, MU_D]), square)
    if numbers[n, FRICTION] == NO_FRICTION:
        return 0.0, 0.0
    return coulomb(numbers[n, FRICTION], numbers[n, MU_S], numbers[n, MU_D], numbers[n, V_S], numbers[n, V_D], square)


@kernel
def twist(c, k, n, depth, r):
    """The force on I, and the torque about r, of weights that change with the position (7)."""
    now = view1(c, k + NOW)
    torque, force = (now[TWIST], now[TWIST + 1], now[TWIST + 2]), (now[DRIFT], now[DRIFT + 1], now[DRIFT + 2])
    if torque == (0.0, 0.0, 0.0) and force == (0.0, 0.0, 0.0):
        return force, torque
    f = -law(c, k, n, depth, 0.0)[0] / (depth * depth * depth)
    return times(f, force), times(f, minus(torque, cross(r, force)))


@kernel(inline=True)
def place(samples, s):
    """Where the forces of a sample act."""
    return plus(row3(samples, s, POINT), times(samples[s, ARM], row3(samples, s, NORMAL)))


@kernel(inline=True)
def sliding(c, b_i, b_j, x):
    """v of (5)."""
    body = view2(c, BODY)
    return minus(
        body_velocity(c, b_i, minus(x, row3(body, b_i, B_R))), body_velocity(c, b_j, minus(x, row3(body, b_j, B_R)))
    )


@kernel
def sample_force(c, k, n, s, depth, b_i, b_j):
    """x, F, N, |v_t| and the force of friction of sample s of contact n (2), (3)."""
    samples = view2(c, k + SAMPLES)
    normal, x = row3(samples, s, NORMAL), place(samples, s)
    v = sliding(c, b_i, b_j, x)
    along = dot(v, normal)
    across = minus(v, times(along, normal))
    square = dot(across, across)
    push = samples[s, SHARE] * law(c, k, n, depth, -along)[0]
    rub = times(-push * friction(c, k, n, square)[0], across)
    if view2(c, k + 1)[n, HELD] > 0.0:
        creep, hold, _, _ = held(c, k, n, x, normal, across, square)
        rub = minus(rub, times(push * hold, creep))
    return x, plus(times(push, normal), rub), push, math.sqrt(square), rub


@kernel(inline=True)
def moved(m, first, arm):
    """The displacement of a point at `arm` from the origin of a body by column m, of six from `first`; 0 for others."""
    d = m - first
    if d < 0 or d > 5:
        return 0.0, 0.0, 0.0
    e = (1.0 if d % 3 == 0 else 0.0, 1.0 if d % 3 == 1 else 0.0, 1.0 if d % 3 == 2 else 0.0)
    return e if d < 3 else cross(e, arm)


@kernel(inline=True)
def turning(m, first):
    """The rotation of a body by column m."""
    d = m - first - 3
    return 1.0 if d == 0 else 0.0, 1.0 if d == 1 else 0.0, 1.0 if d == 2 else 0.0


@kernel(inline=True)
def depth_slope(samples, s, m, r_i, r_j):
    """dp_I - dp_J and dg of (4) by column m."""
    p = row3(samples, s, POINT)
    apart = minus(moved(m, 0, minus(p, r_i)), moved(m, 6, minus(p, r_j)))
    return apart, -dot(row3(samples, s, NORMAL), apart)


@kernel
def shared_slopes(c, k, count, depth, b_i, b_j):
    """dG of (1) into NOW, and the sum of (8)."""
    samples, now, body = view2(c, k + SAMPLES), view1(c, k + NOW), view2(c, BODY)
    r_i, r_j = row3(body, b_i, B_R), row3(body, b_j, B_R)
    for m in range(12):
        total = 0.0
        for s in range(count):
            total += samples[s, SHARE] * depth_slope(samples, s, m, r_i, r_j)[1]
        now[SLOPE_G + m], lag = total, 0.0
        if now[BENT] == 1.0:
            for s in range(count):
                part = samples[s, DEPTH] / depth
                dg = depth_slope(samples, s, m, r_i, r_j)[1]
                lag += 3.0 * samples[s, BOW] * part * part * part * (dg - part * total)
        now[LAG_G + m] = lag


@kernel(inline=True)
def bent(samples, s, d):
    """C d."""
    xx, yy, zz = samples[s, BEND], samples[s, BEND + 1], samples[s, BEND + 2]
    xy, xz, yz = samples[s, BEND + 3], samples[s, BEND + 4], samples[s, BEND + 5]
    return (
        xx * d[0] + xy * d[1] + xz * d[2],
        xy * d[0] + yy * d[1] + yz * d[2],
        xz * d[0] + yz * d[1] + zz * d[2],
    )


@kernel(inline=True)
def add_column(slope, row, m, f, t):
    """Add a force and a torque to column m of SLOPE."""
    for a in range(3):
        slope[row + a, m] += f[a]
        slope[row + 3 + a, m] += t[a]


@kernel
def add_slopes(c, k, n, s, depth, b_i, b_j, i):
    """d(F, T) of sample s at marker i into SLOPE, by positions (rows 0..5) and velocities (rows 6..11)."""
    samples, now = view2(c, k + SAMPLES), view1(c, k + NOW)
    body, slope, r_m = view2(c, BODY), view2(c, SLOPE), row3(view2(c, MARK), i, R)
    r_i, r_j, w_i, w_j = row3(body, b_i, B_R), row3(body, b_j, B_R), row3(body, b_i, B_W), row3(body, b_j, B_W)
    normal, x, h = row3(samples, s, NORMAL), place(samples, s), samples[s, SHARE]
    v = sliding(c, b_i, b_j, x)
    along = dot(v, normal)
    across = minus(v, times(along, normal))
    f, f_g, f_r = law(c, k, n, depth, -along)
    mu, mu_v = friction(c, k, n, dot(across, across))
    creep, hold, hold_x, hold_v = held(c, k, n, x, normal, across, dot(across, across))
    part = samples[s, DEPTH] / depth
    steep = 3.0 * samples[s, BOW] * part * part / depth
    force = minus(minus(times(h * f, normal), times(h * f * mu, across)), times(h * f * hold, creep))
    for m in range(12):
        apart, dg = depth_slope(samples, s, m, r_i, r_j)
        side = samples[s, SIDE]
        dn = plus(bent(samples, s, apart), cross(turning(m, 6 if side == 0.0 else 0), normal))
        own = moved(m, 0, minus(row3(samples, s, POINT), r_i))
        if side != 0.0:
            own = moved(m, 6, minus(row3(samples, s, POINT), r_j))
        dx = plus(own, plus(times(samples[s, ARM], dn), times(samples[s, ARM_RATE] * dg, normal)))  # (4)
        e = turning(m + 3, 0), turning(m + 3, 6)
        dv = minus(cross(w_i, minus(dx, e[0])), cross(w_j, minus(dx, e[1])))  # (5)
        rate = -dot(dn, v) - dot(normal, dv)
        dh = steep * dg - 3.0 * h / depth * now[SLOPE_G + m]  # (6)
        if now[BENT] == 1.0:
            dh = steep * (dg - part * now[SLOPE_G + m]) - h / depth * now[LAG_G + m]  # (8)
        push = dh * f + h * (f_g * now[SLOPE_G + m] + f_r * rate)
        slide = plus(minus(dv, times(dot(dv, normal) + dot(v, dn), normal)), times(-along, dn))
        df = plus(times(push, normal), times(h * f, dn))
        df = minus(df, times(push * mu + h * f * mu_v * dot(across, slide), across))
        df = minus(df, times(h * f * mu, slide))
        if hold > 0.0:
            pulled = minus(apart, times(dot(normal, apart), normal))
            more = push * hold + h * f * (hold_x * dot(creep, pulled) + hold_v * dot(across, slide))
            df = minus(df, plus(times(h * f * hold, pulled), times(more, creep)))
        dt = plus(cross(minus(dx, moved(m, 0, minus(r_m, r_i))), force), cross(minus(x, r_m), df))
        add_column(slope, 0, m, df, dt)
        dv = minus(moved(m, 0, minus(x, r_i)), moved(m, 6, minus(x, r_j)))
        push = -h * f_r * dot(normal, dv)
        slide = minus(dv, times(dot(dv, normal), normal))
        df = minus(times(push, normal), times(push * mu + h * f * mu_v * dot(across, slide), across))
        df = minus(df, times(h * f * mu, slide))
        if hold > 0.0:
            df = minus(df, times(push * hold + h * f * hold_v * dot(across, slide), creep))
        add_column(slope, 6, m, df, cross(minus(x, r_m), df))
