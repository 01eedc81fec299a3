"""Box on box, by facets: the overlap of the two faces that look at each other.

Normal      between cores that are smaller by rho on all sides (gjk.py): continuous, also around corners             (1)
Samples     the corners of the overlap of the two supporting faces seen along n (a crossing of two edges is one of
            them), each with half of its two sides over the perimeter: weights sum to 1, and are continuous where a
            corner splits; g is the height of one face over the other                                                (2)
Deeper          than rho the cores overlap: then n is the direction of least overlap, of the normals of the faces and
            those across an edge of each (Gottschalk, Lin & Manocha (1996), SIGGRAPH 30, 171)                        (3)
Never the corners of a box in the field of another: those of equal boxes lie on the side faces, and fall through.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.contact.field import turned_in
from bellcrank.system.contact.gjk import between_boxes, clip, far_corner, tangents
from bellcrank.system.contact.layout import (
    ARM,
    ARM_RATE,
    BEND,
    BOW,
    COUNT,
    DEPTH,
    GEO,
    MARKER_A,
    MARKER_B,
    NORMAL,
    NOW,
    PAIR_A,
    PAIR_B,
    PAIRS,
    POINT,
    RISE,
    ROOM,
    S_A,
    S_CORE,
    S_RADIUS,
    S_ROUND,
    SAMPLES,
    SIDE,
    THIS,
    WEIGHT,
)
from bellcrank.system.contact.pair import pair
from bellcrank.system.layout import MARK, X_AXIS, R

DEEP = 1e-6
"""Cores nearer than this part of their rounding overlap."""
PARALLEL = 1e-6
"""Sine of the angle between edges that count as parallel."""
OURS, THEIRS, WORK = 8, 24, 40
"""Rows of ROOM: the simplex, polygons of a and b, and room for clipping."""


@kernel(inline=True)
def row_of(v, axis):
    """One of three numbers."""
    return v[0] if axis == 0 else v[1] if axis == 1 else v[2]


@kernel
def face(mark, m, h, n, t, b, room, at):
    """The face of a box that looks along n as a polygon (t, b axes) from row `at`; its height z + u t + v b along n."""
    e = turned_in(mark, m, n)
    axis = 0 if abs(e[0]) >= abs(e[1]) and abs(e[0]) >= abs(e[2]) else 1 if abs(e[1]) >= abs(e[2]) else 2
    p, q = (axis + 1) % 3, (axis + 2) % 3
    x, y, z = row3(mark, m, X_AXIS + 3 * axis), row3(mark, m, X_AXIS + 3 * p), row3(mark, m, X_AXIS + 3 * q)
    middle = plus(row3(mark, m, R), times(math.copysign(row_of(h, axis), row_of(e, axis)), x))
    for k in range(4):
        s = row_of(h, p) if k == 1 or k == 2 else -row_of(h, p)
        o = row_of(h, q) if k >= 2 else -row_of(h, q)
        corner = plus(middle, plus(times(s, y), times(o, z)))
        room[at + k, 0], room[at + k, 1] = dot(corner, t), dot(corner, b)
    up = dot(x, n)
    return dot(x, middle) / up, -dot(x, t) / up, -dot(x, b) / up, abs(up)


@kernel(inline=True)
def extent(mark, m, h, n):
    """Half the width of a box along n."""
    e = turned_in(mark, m, n)
    return abs(e[0]) * h[0] + abs(e[1]) * h[1] + abs(e[2]) * h[2]


@kernel(inline=True)
def separation(mark, ma, ha, mb, hb, d, axis):
    """How far two boxes, whose middles are d apart, are apart along an axis: negative where they overlap."""
    return abs(dot(d, axis)) - extent(mark, ma, ha, axis) - extent(mark, mb, hb, axis)


@kernel
def least_overlap(mark, ma, ha, mb, hb):
    """(3), where the cores overlap. Edges that are nearly parallel have no direction across; faces tell it then."""
    d = minus(row3(mark, ma, R), row3(mark, mb, R))
    best, n = -math.inf, (0.0, 0.0, 1.0)
    for k in range(15):
        if k < 6:
            axis = row3(mark, mb if k < 3 else ma, X_AXIS + 3 * (k % 3))
        else:
            axis = cross(row3(mark, ma, X_AXIS + 3 * (k % 3)), row3(mark, mb, X_AXIS + 3 * (k // 3 - 2)))
            size = math.sqrt(dot(axis, axis))
            if size < PARALLEL:
                continue
            axis = times(1.0 / size, axis)
        apart = separation(mark, ma, ha, mb, hb, d, axis)
        if apart > best:
            best, n = apart, times(math.copysign(1.0, dot(d, axis)), axis)
    return n


@kernel(inline=True)
def put(samples, s, g, w, p, n, side):
    """A sample without curvature."""
    samples[s, DEPTH], samples[s, WEIGHT], samples[s, ARM], samples[s, ARM_RATE], samples[s, SIDE] = (
        g,
        w,
        0.0,
        0.0,
        side,
    )
    samples[s, RISE], samples[s, BOW] = w, w
    for a in range(3):
        samples[s, POINT + a], samples[s, NORMAL + a] = p[a], n[a]
        samples[s, BEND + a], samples[s, BEND + 3 + a] = 0.0, 0.0


@pair("BOX", "BOX")
@kernel
def boxes(c, k):
    pairs, geo, samples, now, mark, room = (
        index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + SAMPLES), view1(c, k + NOW), view2(c, MARK),
        view2(c, k + ROOM),
    )  # fmt: skip
    this = int(now[THIS])
    a, b, ma, mb = (pairs[this, PAIR_A], pairs[this, PAIR_B], pairs[this, MARKER_A], pairs[this, MARKER_B])
    core_a, core_b, around = row3(geo, a, S_CORE), row3(geo, b, S_CORE), geo[a, S_ROUND] + geo[b, S_ROUND]
    v = between_boxes(mark, ma, core_a, mb, core_b, room)
    size = math.sqrt(dot(v, v))
    half_a, half_b = row3(geo, a, S_A), row3(geo, b, S_A)
    if size > DEEP * around:
        n, gap = times(1.0 / size, v), size - around
    else:  # where cores overlap, and where flat ones do not but GJK finds no direction between them
        n = least_overlap(mark, ma, half_a, mb, half_b)
        gap = separation(mark, ma, half_a, mb, half_b, minus(row3(mark, ma, R), row3(mark, mb, R)), n)
    # a corner of the smaller box: the larger one may turn much faster where its own corners are
    if geo[a, S_RADIUS] < geo[b, S_RADIUS]:
        near = minus(far_corner(mark, ma, core_a, times(-1.0, n)), times(geo[a, S_ROUND], n))
    else:
        near = plus(far_corner(mark, mb, core_b, n), times(geo[b, S_ROUND], n))
    put(samples, 0, -gap, 1.0, near, n, 0.0)
    if size >= 1.7320508 * around:  # as far as corners reach beyond the cores
        now[COUNT] = 0.0
        return
    t, u = tangents(n)
    z, zt, zu, flat_a = face(mark, ma, half_a, times(-1.0, n), t, u, room, OURS)
    z, zt, zu = -z, -zt, -zu
    y, yt, yu, flat_b = face(mark, mb, half_b, n, t, u, room, THEIRS)
    ours, work = room[OURS : OURS + 16], room[WORK : WORK + 16]
    m = clip(ours, 4, room[THEIRS : THEIRS + 4], 4, work)
    total = 0.0
    for i in range(m):
        j = (i + 1) % m
        total += math.hypot(ours[j, 0] - ours[i, 0], ours[j, 1] - ours[i, 1])
    count, side = 0, 0.0 if flat_b >= flat_a else 1.0
    for i in range(m):
        j, q = (i + 1) % m, (i + m - 1) % m
        p, o = ours[i, 0], ours[i, 1]
        below = y + yt * p + yu * o
        g = below - (z + zt * p + zu * o)
        if g > 0.0:
            w = math.hypot(ours[j, 0] - p, ours[j, 1] - o) + math.hypot(ours[q, 0] - p, ours[q, 1] - o)
            x = plus(times(below, n), plus(times(p, t), times(o, u)))
            put(samples, count, g, 0.5 * w / total if total > 0.0 else 1.0 / m, x, n, side)
            count += 1
    now[COUNT] = float(count)
    if count == 0:
        put(samples, 0, min(0.0, -gap), 1.0, near, n, 0.0)
