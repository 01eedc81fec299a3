"""Edges of the core of a box in the field of the core of another: the mean of their depth, and how it changes.

A core is smaller than its box by rho on all sides; R is the sum of both rho. A point x of an edge along d, with the
directions m_1, m_2 across d into its box, sees the other core, of half edges c, in the frame of that:

Excess    e_i = x_i - min(max(x_i, -c_i), c_i)                                                                       (1)
Depth     u = (R^2 - e.e)/(2 R) = h - h^2/(2 R),  h = R - |e|                                                        (2)
Across    v = (R^2 - b.b)/(2 R),  b_n = max(0, e.m_n)                                                                (3)
          v does not depend on how far an edge is beyond the border of the face on which it lies: all along it (e.d),
          or beside it (e.m_n < 0, where another point of its own face is nearer)
Mean      U = M_1/M_0,  M_0 = int b.b u^3 dt,  M_1 = int b.b u^3 v dt  over all edges that have u > 0                (4)
          b.b: edges that stand on a face do not count; u^3: none begins or ends with a jump

Between the places t at which an x_i passes +-c_i or an e.m_n passes 0 these are polynomials of degree 10: six points of
Gauss integrate them exactly. M_0 and M_1 are C1 in the position, for u, v and b.b are, and u^3 is 0 at its ends.
Change    M_0 dU = int (v - U) d(b.b u^3) + b.b u^3 dv dt,  de = dx in the components with e_i != 0,
          d(e.m) = m.de + theta.(m x e),  theta the turn of the box of the edge                                      (5)
Curvature d^2/ds^2 of b.b u^3 (v - U) at constant U, for a way s towards the other box along n: e changes by -g, g = n
          in the components with e_i != 0; for the matrix                                                            (6)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, times

GAUSS = (
    (-0.9324695142031519, 0.08566224618958514),
    (-0.6612093864662645, 0.18038078652406936),
    (-0.2386191860831969, 0.23395696728634552),
    (0.2386191860831969, 0.23395696728634552),
    (0.6612093864662645, 0.18038078652406936),
    (0.9324695142031519, 0.08566224618958514),
)
"""Places on -1 to 1, and shares that sum to 1."""


@kernel(inline=True)
def edge_of(pose, h, n):
    """Edge n of 12 of a core with half edges h: its middle, d, m_1, m_2, and half its length. pose: middle and axes."""
    axis = n // 4
    p, q = (axis + 1) % 3, (axis + 2) % 3
    s = 1.0 if n & 1 else -1.0
    o = 1.0 if n & 2 else -1.0
    one, two = times(-s, pose[p + 1]), times(-o, pose[q + 1])
    middle = plus(pose[0], plus(times(-h[p], one), times(-h[q], two)))
    return middle, pose[axis + 1], one, two, h[axis]


@kernel(inline=True)
def within(low, high, x, d, c):
    """The part of low to high in which |x + t d| <= c."""
    if abs(x + low * d) <= c and abs(x + high * d) <= c:
        return low, high
    if d == 0.0:
        return 1.0, 0.0
    s, o = (-c - x) / d, (c - x) / d
    return max(low, min(s, o)), min(high, max(s, o))


@kernel(inline=True)
def reached(x, d, half, c, r):
    """The part of an edge that may be nearer than r to the core c."""
    for n in range(3):
        if abs(x[n]) - half * abs(d[n]) >= c[n] + r:
            return 1.0, 0.0
    low, high = within(-half, half, x[0], d[0], c[0] + r)
    low, high = within(low, high, x[1], d[1], c[1] + r)
    return within(low, high, x[2], d[2], c[2] + r)


@kernel(inline=True)
def next_plane(t, high, x, d, c):
    """Where after t, and before `high`, |x + t d| passes c next."""
    if d != 0.0 and (abs(x + t * d) >= c or abs(x + high * d) >= c):
        for side in (-1.0, 1.0):
            s = (side * c - x) / d
            if t < s < high:
                high = s
    return high


@kernel(inline=True)
def next_break(t, high, x, d, c):
    """The end of the piece of an edge that begins at t."""
    return next_plane(t, next_plane(t, next_plane(t, high, x[0], d[0], c[0]), x[1], d[1], c[1]), x[2], d[2], c[2])


@kernel(inline=True)
def side_of(x, c):
    """-1, 0 or 1: beyond which of the planes at +-c x is."""
    return 1.0 if x > c else -1.0 if x < -c else 0.0


@kernel(inline=True)
def sides(x, d, c, t):
    """The same of all components of a point of an edge."""
    return side_of(x[0] + t * d[0], c[0]), side_of(x[1] + t * d[1], c[1]), side_of(x[2] + t * d[2], c[2])


@kernel(inline=True)
def masked(side, x):
    """The components of x in which an excess changes."""
    return (
        x[0] if side[0] != 0.0 else 0.0,
        x[1] if side[1] != 0.0 else 0.0,
        x[2] if side[2] != 0.0 else 0.0,
    )


@kernel(inline=True)
def beyond(side, x, c):
    """e of (1) on known sides."""
    return masked(side, (x[0] - side[0] * c[0], x[1] - side[1] * c[1], x[2] - side[2] * c[2]))


@kernel(inline=True)
def nearest(t, high, x, d, side, c):
    """Where from t to `high` the excess is least: counted from there, its squares are as exact as it is itself."""
    f = masked(side, d)
    ff = dot(f, f)
    return min(max(t, -dot(beyond(side, x, c), f) / ff), high) if ff > 0.0 else t


@kernel(inline=True)
def deep_part(low, high, line, r):
    """The part of low to high in which u > 0."""
    ff, ef, ee = line[6], line[5], line[4] - r * r
    inner = ef * ef - ff * ee
    if inner <= 0.0 or ff == 0.0:
        return (low, high) if ff == 0.0 and ee < 0.0 else (1.0, 0.0)
    root = math.sqrt(inner)
    return max(low, (-ef - root) / ff), min(high, (-ef + root) / ff)


@kernel(inline=True)
def zero_between(low, high, value, slope):
    """Where value + t slope is 0, if that is between."""
    if slope == 0.0:
        return high
    return min(max(low, -value / slope), high)


@kernel(inline=True)
def line_of(e, f, one, two):
    """e.m_1, e.m_2 and e.e along a piece with the excess e + t f: what is constant, and by t (for e.e by 2 t, t^2)."""
    return dot(e, one), dot(f, one), dot(e, two), dot(f, two), dot(e, e), dot(e, f), dot(f, f)


@kernel(inline=True)
def piece_from(t, end, x, d, one, two, c, r):
    """The piece of an edge that begins at t: its end, its sides, the place from which it is counted, e and f there,
    `line_of` them, and its part with u > 0."""
    high = next_break(t, end, x, d, c)
    side = sides(x, d, c, 0.5 * (t + high))
    at = nearest(t, high, x, d, side, c)
    e, f = beyond(side, plus(x, times(at, d)), c), masked(side, d)
    line = line_of(e, f, one, two)
    low, top = deep_part(t - at, high - at, line, r)
    return high, side, at, e, f, line, low, top


@kernel(inline=True)
def parts_of(low, top, line):
    """Three parts of a piece between the places at which e.m_1 and e.m_2 pass 0; some may be empty."""
    p, q = zero_between(low, top, line[0], line[1]), zero_between(low, top, line[2], line[3])
    return (low, min(p, q)), (min(p, q), max(p, q)), (max(p, q), top)


@kernel(inline=True)
def counts(line, begin, finish):
    """Whether a part is there, and b.b is not 0 on it."""
    t = 0.5 * (begin + finish)
    return finish > begin and (line[0] + t * line[1] > 0.0 or line[2] + t * line[3] > 0.0)


@kernel(inline=True)
def depths(line, t, r):
    """b_1, b_2, b.b, e.e, u, v of (2), (3) at t."""
    b, o = max(0.0, line[0] + t * line[1]), max(0.0, line[2] + t * line[3])
    w, ee = b * b + o * o, line[4] + t * (2.0 * line[5] + t * line[6])
    return b, o, w, ee, max(0.0, 0.5 * (r - ee / r)), 0.5 * (r - w / r)


@kernel(inline=True)
def add_means(sums, share, line, by_r, t, r):
    """A point with its share of the length, added to M_0, M_1 and their derivatives by R, which changes e by g. by_r:
    e.g along the edge, g.m_1, g.m_2."""
    b, o, w, ee, u, v = depths(line, t, r)
    dw = 2.0 * (b * by_r[2] + o * by_r[3])
    du = 0.5 + (0.5 * ee / r - by_r[0] - t * by_r[1]) / r
    dv = 0.5 + 0.5 * (w / r - dw) / r
    m, dm = share * w * u * u * u, share * u * u * (dw * u + 3.0 * w * du)
    return sums[0] + m, sums[1] + m * v, sums[2] + dm, sums[3] + dm * v + m * dv


@kernel(inline=True)
def end_means(sums, t, x, d, one, two, c, r, part):
    """An end of an edge that R moves inwards: what the integrals lose."""
    side = sides(x, d, c, t)
    e = beyond(side, plus(x, times(t, d)), c)
    _, _, w, _, u, v = depths(line_of(e, masked(side, d), one, two), 0.0, r)
    m = part * w * u * u * u
    return sums[0], sums[1], sums[2] - m, sums[3] - m * v


@kernel
def means(pose, h, c, r, part, other):
    """M_0, M_1 of (4) of the 12 edges of one box, and their derivatives by R; part, other: d rho/dR of both boxes."""
    sums = (0.0, 0.0, 0.0, 0.0)
    for n in range(12):
        x, d, one, two, half = edge_of(pose, h, n)
        t, end = reached(x, d, half, c, r)
        if t >= end:
            continue
        if t == -half:
            sums = end_means(sums, t, x, d, one, two, c, r, part)
        if end == half:
            sums = end_means(sums, end, x, d, one, two, c, r, part)
        shift = times(part, plus(one, two))
        while t < end:
            t, side, _, e, f, line, low, top = piece_from(t, end, x, d, one, two, c, r)
            if low >= top:
                continue
            g = plus(masked(side, shift), times(other, side))
            by_r = dot(e, g), dot(f, g), dot(g, one), dot(g, two)
            for begin, finish in parts_of(low, top, line):
                if counts(line, begin, finish):
                    for place, share in GAUSS:
                        s = 0.5 * (begin + finish + place * (finish - begin))
                        sums = add_means(sums, share * (finish - begin), line, by_r, s, r)
    return sums


@kernel(inline=True)
def curvature(b, o, u, v, toward, t, r, mean):
    """(6) at a point. toward: g.m_1, g.m_2, g.g, and e.g along the edge."""
    p, q = toward[0] if b > 0.0 else 0.0, toward[1] if o > 0.0 else 0.0
    w, dw, ddw = b * b + o * o, -2.0 * (b * p + o * q), 2.0 * (p * p + q * q)
    du, ddu = (toward[3] + t * toward[4]) / r, -toward[2] / r
    m, dm = w * u * u * u, u * u * (dw * u + 3.0 * w * du)
    ddm = u * (u * (ddw * u + 6.0 * dw * du + 3.0 * w * ddu) + 6.0 * w * du * du)
    return ddm * (v - mean) - (dm * dw + 0.5 * m * ddw) / r


@kernel(inline=True)
def add_pushes(sums, share, line, toward, t, r, mean):
    """A point, added to the integrals of (5): by e.m_1, the same times t, by e.m_2, times t, by -e.e/2, times t and
    t^2, of b.b u^3, times t and t^2, and of (6), times t."""
    one, two, w, _, u, v = depths(line, t, r)
    uu = share * u * u
    m = w * u * uu
    by_b, by_u = 2.0 * u * uu * (v - mean) - m / r, 3.0 * w * uu * (v - mean) / r
    b, o = by_b * one, by_b * two
    bend = share * curvature(one, two, u, v, toward, t, r, mean)
    return (
        sums[0] + b, sums[1] + t * b, sums[2] + o, sums[3] + t * o, sums[4] + by_u, sums[5] + t * by_u,
        sums[6] + t * t * by_u, sums[7] + m, sums[8] + t * m, sums[9] + t * t * m, sums[10] + bend, sums[11] + t * bend,
    )  # fmt: skip


@kernel(inline=True)
def piece_push(side, e, f, one, two, p, q, s, o, u, v):
    """By the displacement: m_1 p + m_2 s - e u - f v in the components of the excess; the turn of m_1 and m_2."""
    force = minus(plus(times(p, one), times(s, two)), plus(times(u, e), times(v, f)))
    turn = plus(cross(one, plus(times(p, e), times(q, f))), cross(two, plus(times(s, e), times(o, f))))
    return masked(side, force), turn


@kernel(inline=True)
def depth_across(x, d, one, two, c, r, t):
    """R - |b| at a place of an edge."""
    e = beyond(sides(x, d, c, t), plus(x, times(t, d)), c)
    b, o = max(0.0, dot(e, one)), max(0.0, dot(e, two))
    return r - math.sqrt(b * b + o * o)


@kernel(inline=True)
def two_places(force, moved, whole, first, second, begun, ended):
    """Middle of a force along an edge, from its moment by t, and how far from there the edge is loaded, from the
    moments of b.b u^3: both within what touches."""
    size = dot(force, force)
    middle = min(max(begun, dot(moved, force) / size), ended) if size > 0.0 else 0.5 * (begun + ended)
    wide = math.sqrt(max(0.0, second / whole - (first / whole) ** 2))
    return middle, min(wide, middle - begun, ended - middle)


@kernel
def edge_push(pose, h, c, r, mean, n, normal):
    """(5) of edge n: M_0 dU by the displacement and by the turn of its box about the origin, its M_0; two places that
    stand for it, as their middle and the way from there to one of them, how deep they are across, and (6) of them.
    normal: from the box of the field to that of the edge."""
    x, d, one, two, half = edge_of(pose, h, n)
    t, end = reached(x, d, half, c, r)
    force, moved, torque, whole, first, second = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, 0.0, 0.0
    begun, ended, curve, curve_t = end, t, 0.0, 0.0
    while t < end:
        t, side, at, e, f, line, low, top = piece_from(t, end, x, d, one, two, c, r)
        if low >= top:
            continue
        begun, ended = min(begun, at + low), max(ended, at + top)
        g = masked(side, normal)
        toward = dot(g, one), dot(g, two), dot(g, g), dot(e, g), dot(f, g)
        sums = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for begin, finish in parts_of(low, top, line):
            if counts(line, begin, finish):
                for place, share in GAUSS:
                    s = 0.5 * (begin + finish + place * (finish - begin))
                    sums = add_pushes(sums, share * (finish - begin), line, toward, s, r, mean)
        p, p_t, o, o_t, u, u_t, u_tt, m, m_t, m_tt, bend, bend_t = sums
        push, turn = piece_push(side, e, f, one, two, p, p_t, o, o_t, u, u_t)
        later, _ = piece_push(side, e, f, one, two, p_t, 0.0, o_t, 0.0, u_t, u_tt)
        later = plus(later, times(at, push))
        force, moved, torque = plus(force, push), plus(moved, later), plus(torque, turn)
        curve, curve_t = curve + bend, curve_t + bend_t + at * bend
        whole, first, second = whole + m, first + m_t + at * m, second + m_tt + at * (2.0 * m_t + at * m)
    if whole == 0.0:
        return force, torque, 0.0, x, d, 0.0, 0.0, 0.0, 0.0
    torque = plus(torque, plus(cross(x, force), cross(d, moved)))
    middle, wide = two_places(force, moved, whole, first, second, begun, ended)
    high = depth_across(x, d, one, two, c, r, middle + wide)
    low = depth_across(x, d, one, two, c, r, middle - wide)
    more = 0.5 * (curve_t - middle * curve) / wide if wide > 0.0 else 0.0
    x, d = plus(x, times(middle, d)), times(wide, d)
    return force, torque, whole, x, d, high, low, 0.5 * curve + more, 0.5 * curve - more
