"""Edges of the core of a box in the field of the core of another: means of their depth, and how they change.

Both boxes are smaller by rho on all sides, R = rho_a + rho_b. A point x of an edge along d, with the directions m_1, m_2
into its box across d, sees the other core c in its frame:

Excess    e_i = x_i - min(max(x_i, -c_i), c_i)                                                                       (1)
Depth     u = (R^2 - e.e)/(2 R) = h - h^2/(2 R),  h = R - |e|                                                        (2)
          v = (R^2 - (e.d)^2 - b.b)/(2 R),  b_n = max(0, e.m_n): where e.m_n < 0 another point of the face is nearer,
          and the distance is that of the face                                                                       (3)
Means     M_0 = int b.b u^2 dt,  M_1 = int b.b u^2 v dt  over all edges,  U = M_1/M_0                                (4)
          b.b: edges that stand on a face do not count; u^2: none begins or ends with a jump

All are quadratic between the places t at which an x_i passes +-c_i or an e.m_n passes 0: five points of Gauss are exact.
U is C1 in the position: u, v and b.b are, and u^2 is 0 where an edge begins to count.
Derivatives  M_0 dU = int (v - U) d(b.b u^2) + b.b u^2 dv dt,  de = dx in the components with e_i != 0,
          d(e.d) = d.de + theta.(d x e) with the turn theta of the box of the edge                                   (5)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, plus, times

GAUSS = (
    (-0.9061798459386640, 0.1184634425280945),
    (-0.5384693101056831, 0.2393143352496832),
    (0.0, 0.2844444444444444),
    (0.5384693101056831, 0.2393143352496832),
    (0.9061798459386640, 0.1184634425280945),
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
    if d == 0.0:
        return (low, high) if abs(x) < c else (1.0, 0.0)
    s, o = (-c - x) / d, (c - x) / d
    return max(low, min(s, o)), min(high, max(s, o))


@kernel(inline=True)
def reached(x, d, half, c, r):
    """The part of an edge that may be nearer than r to the core c."""
    low, high = within(-half, half, x[0], d[0], c[0] + r)
    low, high = within(low, high, x[1], d[1], c[1] + r)
    return within(low, high, x[2], d[2], c[2] + r)


@kernel(inline=True)
def next_plane(t, high, x, d, c):
    """Where after t, and before `high`, |x + t d| passes c next."""
    if d != 0.0:
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
def beyond(side, x, c):
    """e of (1) on known sides."""
    return (
        x[0] - side[0] * c[0] if side[0] != 0.0 else 0.0,
        x[1] - side[1] * c[1] if side[1] != 0.0 else 0.0,
        x[2] - side[2] * c[2] if side[2] != 0.0 else 0.0,
    )


@kernel(inline=True)
def masked(side, x):
    """The components of x in which an excess changes."""
    return (
        x[0] if side[0] != 0.0 else 0.0,
        x[1] if side[1] != 0.0 else 0.0,
        x[2] if side[2] != 0.0 else 0.0,
    )


@kernel(inline=True)
def deep_part(low, high, e, f, r):
    """The part of low to high in which u > 0, with the excess e + t f."""
    ff, ef, ee = dot(f, f), dot(e, f), dot(e, e) - r * r
    if ff == 0.0:
        return (low, high) if ee < 0.0 else (1.0, 0.0)
    inner = ef * ef - ff * ee
    if inner <= 0.0:
        return 1.0, 0.0
    root = math.sqrt(inner)
    return max(low, (-ef - root) / ff), min(high, (-ef + root) / ff)


@kernel(inline=True)
def zero_between(low, high, value, slope):
    """Where value + t slope is 0, if that is between."""
    if slope == 0.0:
        return high
    return min(max(low, -value / slope), high)


@kernel(inline=True)
def depths(e, one, two, r):
    """b_1, b_2, b.b, u, v of (2), (3)."""
    b, o = max(0.0, dot(e, one)), max(0.0, dot(e, two))
    w = b * b + o * o
    return b, o, w, max(0.0, 0.5 * (r - dot(e, e) / r)), 0.5 * (r - w / r)


@kernel(inline=True)
def rates(e, f, one, two, r, b, o, w):
    """d(b.b), du, dv by R, where it changes e by f."""
    bb = 2.0 * ((b * dot(f, one) if b > 0.0 else 0.0) + (o * dot(f, two) if o > 0.0 else 0.0))
    du = 0.5 * (1.0 + dot(e, e) / (r * r)) - dot(e, f) / r
    dv = 0.5 * (1.0 + w / (r * r)) - 0.5 * bb / r
    return bb, du, dv


@kernel(inline=True)
def add_means(sums, share, e, f, one, two, r):
    """A point with its share of the length, added to M_0, M_1 and their derivatives by R."""
    b, o, w, u, v = depths(e, one, two, r)
    bb, du, dv = rates(e, f, one, two, r, b, o, w)
    m, dm = w * u * u, bb * u * u + 2.0 * w * u * du
    return (
        sums[0] + share * m,
        sums[1] + share * m * v,
        sums[2] + share * dm,
        sums[3] + share * (dm * v + m * dv),
    )


@kernel(inline=True)
def end_means(sums, t, x, d, one, two, c, r, part):
    """An end of an edge that R moves inwards: what the integrals lose."""
    _, _, w, u, v = depths(beyond(sides(x, d, c, t), plus(x, times(t, d)), c), one, two, r)
    m = part * w * u * u
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
            high = next_break(t, end, x, d, c)
            side = sides(x, d, c, 0.5 * (t + high))
            e, f = beyond(side, x, c), masked(side, d)
            low, top = deep_part(t, high, e, f, r)
            t = high
            if low >= top:
                continue
            g = plus(masked(side, shift), times(other, side))
            p = zero_between(low, top, dot(e, one), dot(f, one))
            q = zero_between(low, top, dot(e, two), dot(f, two))
            for begin, finish in ((low, min(p, q)), (min(p, q), max(p, q)), (max(p, q), top)):
                if finish > begin:
                    for place, share in GAUSS:
                        s = 0.5 * (begin + finish + place * (finish - begin))
                        sums = add_means(sums, share * (finish - begin), plus(e, times(s, f)), g, one, two, r)
    return sums


@kernel(inline=True)
def push_at(side, e, one, two, r, mean):
    """(5) without 1/M_0 at a point: by its displacement, by the turn of its box, and b.b u^2."""
    b, o, w, u, v = depths(e, one, two, r)
    by_u, by_v = 2.0 * w * u * (v - mean), w * u * u
    by_b = 2.0 * u * u * (v - mean) - by_v / r
    across = times(by_b, plus(times(b, one), times(o, two)))
    return masked(side, plus(across, times(-by_u / r, e))), cross(across, e), by_v


@kernel
def edge_push(pose, h, c, r, mean, n):
    """(5) of edge n: M_0 dU by the displacement and the turn about the origin of its box; the same times t; M_0 and its
    moments by t and t^2; what of it touches; its middle and direction."""
    x, d, one, two, half = edge_of(pose, h, n)
    t, end = reached(x, d, half, c, r)
    force, torque, moved, whole, first, second = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, 0.0, 0.0
    begun, ended = end, t
    while t < end:
        high = next_break(t, end, x, d, c)
        side = sides(x, d, c, 0.5 * (t + high))
        e, f = beyond(side, x, c), masked(side, d)
        low, top = deep_part(t, high, e, f, r)
        t = high
        if low >= top:
            continue
        begun, ended = min(begun, low), max(ended, top)
        p = zero_between(low, top, dot(e, one), dot(f, one))
        q = zero_between(low, top, dot(e, two), dot(f, two))
        for begin, finish in ((low, min(p, q)), (min(p, q), max(p, q)), (max(p, q), top)):
            if finish > begin:
                for place, share in GAUSS:
                    s = 0.5 * (begin + finish + place * (finish - begin))
                    push, turn, m = push_at(side, plus(e, times(s, f)), one, two, r, mean)
                    share = share * (finish - begin)
                    push, m = times(share, push), share * m
                    force, moved = plus(force, push), plus(moved, times(s, push))
                    torque = plus(torque, plus(times(share, turn), cross(plus(x, times(s, d)), push)))
                    whole, first, second = whole + m, first + m * s, second + m * s * s
    return force, torque, moved, whole, first, second, begun, ended, x, d
