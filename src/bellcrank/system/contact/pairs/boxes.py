"""Box on box, by facets: the overlap of the two faces that look at each other.

Normal      between cores that are smaller by rho on all sides (gjk.py): continuous, also around corners             (1)
Samples     the corners of the overlap of the two supporting faces seen along n (a crossing of two edges is one of
            them), each with half of its two sides over the perimeter: weights sum to 1, and are continuous where a
            corner splits; g is the height of one face over the other. Where n is between two or three faces of a box
            each of them has a part, lambda ~ max(0, e^2 - max e^2/2)^2, e its cosine to n: none begins with a jump  (2)
Deeper          than rho the cores overlap: then n is the direction of least overlap, of the normals of the faces and
            those across an edge of each (Gottschalk, Lin & Manocha (1996), SIGGRAPH 30, 171)                        (3)
Gradient    n, the corners and their weights change with the pose. Along n all of them stay, and the samples tell the
            whole change of the depth; across it, and for rotations, what they do not tell is taken by differences
            and is DRIFT and TWIST of force.py: the force is the gradient of the depth, whatever that is             (4)
Never the corners of a box in the field of another: those of equal boxes lie on the side faces, and fall through.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, put3, row3, times
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
    DRIFT,
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
    SAMPLE_COLUMNS,
    SAMPLES,
    SIDE,
    SWAP,
    THIS,
    TWIST,
    WEIGHT,
)
from bellcrank.system.contact.pair import pair
from bellcrank.system.layout import MARK, X_AXIS, Y_AXIS, Z_AXIS, R

STEP, PART, KEEP = 1e-5, 1e-3, 100
"""Slopes are differences over this part of the rounding, within which n turns, or of the depth where that is less;
rows of SAMPLES where the samples are kept meanwhile."""
ROUNDING = 1e-14
ASIDE = 0.5
"""A face counts where the square of its cosine to n is more than this part of the largest."""
DEEP = 1e-6
"""Cores nearer than this part of their rounding overlap."""
PARALLEL = 1e-6
"""Sine of the angle between edges that count as parallel."""
OURS, THEIRS, WORK = 8, 24, 40
"""Rows of ROOM: the simplex, polygons of a and b, and room for clipping."""


@kernel(inline=True)
def turned(v, axis, angle):
    """A vector turned about a unit vector (Rodrigues)."""
    s, c = math.sin(angle), math.cos(angle)
    along = times((1.0 - c) * dot(axis, v), axis)
    return plus(along, plus(times(c, v), times(s, cross(axis, v))))


@kernel(inline=True)
def row_of(v, axis):
    """One of three numbers."""
    return v[0] if axis == 0 else v[1] if axis == 1 else v[2]


@kernel(inline=True)
def part_of(e, axis):
    """lambda of (2), without its sum, for the faces of an axis of a box in which n is e."""
    most = max(e[0] * e[0], e[1] * e[1], e[2] * e[2])
    more = max(0.0, row_of(e, axis) * row_of(e, axis) - ASIDE * most)
    return more * more


@kernel
def face(mark, m, h, n, t, b, room, at, axis):
    """The face of an axis of a box that looks along n as a polygon (t, b axes) from row `at`; its height z + u t + v b
    along n."""
    e = turned_in(mark, m, n)
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
    """(1) to (4)"""
    now, samples = view1(c, k + NOW), view2(c, k + SAMPLES)
    now[SWAP] = second_first(c, k)
    around = facets(c, k)
    count = int(now[COUNT])
    if count == 0:
        give_back(c, k, 0)
        return
    depth, n = depth_of(samples, 0, count), row3(samples, 0, NORMAL)
    for s in range(count):
        copy_sample(samples, s, KEEP + s)
    h, cube, (t, u) = min(PART * depth, STEP * around), depth * depth * depth, tangents(n)
    force = plus(times(moved_depth(c, k, depth, h, t), t), times(moved_depth(c, k, depth, h, u), u))
    torque = (
        turned_depth(c, k, count, h, (1.0, 0.0, 0.0)),
        turned_depth(c, k, count, h, (0.0, 1.0, 0.0)),
        turned_depth(c, k, count, h, (0.0, 0.0, 1.0)),
    )
    torque = plus(torque, cross(row3(view2(c, MARK), in_order(c, k)[2], R), force))
    for s in range(count):
        copy_sample(samples, KEEP + s, s)
    now[COUNT] = float(count)
    for m in range(3):
        now[DRIFT + m], now[TWIST + m] = cube * force[m], cube * torque[m]
    give_back(c, k, count)


@kernel
def in_order(c, k):
    """The shapes and markers of both boxes, in the order of `second_first`."""
    pairs, now = index2(c, k + PAIRS), view1(c, k + NOW)
    this = int(now[THIS])
    a, b, ma, mb = (pairs[this, PAIR_A], pairs[this, PAIR_B], pairs[this, MARKER_A], pairs[this, MARKER_B])
    if now[SWAP] == 0.0:
        return a, b, ma, mb
    return b, a, mb, ma


@kernel
def second_first(c, k):
    """1 where b comes first: the smaller box, of equal ones that with the smaller coordinates. So numbers are the same,
    to the last bit, whichever is I."""
    pairs, geo, mark = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, MARK)
    this = int(view1(c, k + NOW)[THIS])
    one, two = geo[pairs[this, PAIR_A], S_RADIUS], geo[pairs[this, PAIR_B], S_RADIUS]
    p, q = row3(mark, pairs[this, MARKER_A], R), row3(mark, pairs[this, MARKER_B], R)
    return 1.0 if (two, q[0], q[1], q[2]) < (one, p[0], p[1], p[2]) else 0.0


@kernel
def give_back(c, k, count):
    """Samples and wrenches of a in b where b came first."""
    samples, now = view2(c, k + SAMPLES), view1(c, k + NOW)
    if now[SWAP] == 0.0:
        return
    for s in range(max(count, 1)):
        samples[s, SIDE] = 1.0 - samples[s, SIDE]
        for m in range(3):
            samples[s, NORMAL + m] = -samples[s, NORMAL + m]
    for m in range(3):
        now[DRIFT + m], now[TWIST + m] = -now[DRIFT + m], -now[TWIST + m]


@kernel(inline=True)
def copy_sample(samples, one, two):
    """Sample `one` to row `two`."""
    for m in range(SAMPLE_COLUMNS):
        samples[two, m] = samples[one, m]


@kernel
def depth_of(samples, first, count):
    """G of so many samples."""
    total = 0.0
    for s in range(first, first + count):
        g = samples[s, DEPTH]
        total += samples[s, WEIGHT] * g * g * g * g
    return math.sqrt(math.sqrt(total))


@kernel
def depth_now(c, k):
    """G where the boxes are now."""
    facets(c, k)
    return depth_of(view2(c, k + SAMPLES), 0, int(view1(c, k + NOW)[COUNT]))


@kernel
def left_out(c, k, found, told, h):
    """The slope of G that samples do not tell, by the depth found after a step h and that which they tell of it; 0
    where that is rounding of the places of the boxes."""
    geo, mark = view2(c, k + GEO), view2(c, MARK)
    a, b, ma, mb = in_order(c, k)
    r, q = row3(mark, ma, R), row3(mark, mb, R)
    far = abs(r[0]) + abs(r[1]) + abs(r[2]) + abs(q[0]) + abs(q[1]) + abs(q[2])
    far += geo[a, S_RADIUS] + geo[b, S_RADIUS]
    return (found - told) / h if abs(found - told) > ROUNDING * far else 0.0


@kernel
def moved_depth(c, k, depth, h, axis):
    """What samples do not tell of the slope of G by a displacement of box a across n: all of it."""
    mark, ma = view2(c, MARK), in_order(c, k)[2]
    r = row3(mark, ma, R)
    put3(mark, ma, R, plus(r, times(h, axis)))
    found = depth_now(c, k)
    put3(mark, ma, R, r)
    return left_out(c, k, found, depth, h)


@kernel
def turned_depth(c, k, count, h, axis):
    """What samples, kept in KEEP, do not tell of the slope of G by a rotation of box a about its middle and an axis,
    which moves its corners by h. Points of b turn back, seen from a."""
    geo, mark, samples = view2(c, k + GEO), view2(c, MARK), view2(c, k + SAMPLES)
    a, _, ma, _ = in_order(c, k)
    radius = geo[a, S_RADIUS]
    r, e, f, g = row3(mark, ma, R), row3(mark, ma, X_AXIS), row3(mark, ma, Y_AXIS), row3(mark, ma, Z_AXIS)
    angle = h / radius
    put3(mark, ma, X_AXIS, turned(e, axis, angle))
    put3(mark, ma, Y_AXIS, turned(f, axis, angle))
    put3(mark, ma, Z_AXIS, turned(g, axis, angle))
    found = depth_now(c, k)
    put3(mark, ma, X_AXIS, e)
    put3(mark, ma, Y_AXIS, f)
    put3(mark, ma, Z_AXIS, g)
    for s in range(count):
        copy_sample(samples, KEEP + s, s)
        x, sign = minus(row3(samples, s, POINT), r), 1.0 if samples[s, SIDE] == 0.0 else -1.0
        way = times(sign, minus(turned(x, axis, sign * angle), x))
        samples[s, DEPTH] = max(0.0, samples[s, DEPTH] - dot(row3(samples, s, NORMAL), way))
    return radius * left_out(c, k, found, depth_of(samples, 0, count), h)


@kernel
def overlap(samples, count, mark, ma, half_a, i, mb, half_b, j, n, room, part):
    """(2) for a face of each box, with a part of the weight; the new count."""
    t, u = tangents(n)
    z, zt, zu, flat_a = face(mark, ma, half_a, times(-1.0, n), t, u, room, OURS, i)
    z, zt, zu = -z, -zt, -zu
    y, yt, yu, flat_b = face(mark, mb, half_b, n, t, u, room, THEIRS, j)
    ours, work = room[OURS : OURS + 16], room[WORK : WORK + 16]
    m = clip(ours, 4, room[THEIRS : THEIRS + 4], 4, work)
    total = 0.0
    for i in range(m):
        j = (i + 1) % m
        total += math.hypot(ours[j, 0] - ours[i, 0], ours[j, 1] - ours[i, 1])
    side = 0.0 if flat_b >= flat_a else 1.0
    for i in range(m):
        j, q = (i + 1) % m, (i + m - 1) % m
        p, o = ours[i, 0], ours[i, 1]
        below = y + yt * p + yu * o
        g = below - (z + zt * p + zu * o)
        if g > 0.0:
            w = math.hypot(ours[j, 0] - p, ours[j, 1] - o) + math.hypot(ours[q, 0] - p, ours[q, 1] - o)
            x = plus(times(below, n), plus(times(p, t), times(o, u)))
            put(samples, count, g, part * (0.5 * w / total if total > 0.0 else 1.0 / m), x, n, side)
            count += 1
    return count


@kernel
def facets(c, k):
    """(1) to (3), with samples and COUNT; how much of both boxes is round."""
    geo, samples, now, mark, room = (
        view2(c, k + GEO), view2(c, k + SAMPLES), view1(c, k + NOW), view2(c, MARK), view2(c, k + ROOM)
    )  # fmt: skip
    a, b, ma, mb = in_order(c, k)
    core_a, core_b, around = row3(geo, a, S_CORE), row3(geo, b, S_CORE), geo[a, S_ROUND] + geo[b, S_ROUND]
    v = between_boxes(mark, ma, core_a, mb, core_b, room)
    size = math.sqrt(dot(v, v))
    half_a, half_b = row3(geo, a, S_A), row3(geo, b, S_A)
    n = times(1.0 / size, v) if size > DEEP * around else least_overlap(mark, ma, half_a, mb, half_b)
    # a corner of the smaller box: the larger one may turn much faster where its own corners are
    if geo[a, S_RADIUS] < geo[b, S_RADIUS]:
        near = minus(far_corner(mark, ma, core_a, times(-1.0, n)), times(geo[a, S_ROUND], n))
    else:
        near = plus(far_corner(mark, mb, core_b, n), times(geo[b, S_ROUND], n))
    put(samples, 0, around - size, 1.0, near, n, 0.0)
    if size >= 1.7320508 * around:  # as far as corners reach beyond the cores
        now[COUNT] = 0.0
        return around
    count, ours, theirs = 0, turned_in(mark, ma, n), turned_in(mark, mb, n)
    total = part_of(ours, 0) + part_of(ours, 1) + part_of(ours, 2)
    total *= part_of(theirs, 0) + part_of(theirs, 1) + part_of(theirs, 2)
    for i in range(3):
        for j in range(3):
            part = part_of(ours, i) * part_of(theirs, j)
            if part > 0.0:
                count = overlap(samples, count, mark, ma, half_a, i, mb, half_b, j, n, room, part / total)
    now[COUNT] = float(count)
    if count == 0:
        put(samples, 0, min(0.0, around - size), 1.0, near, n, 0.0)
    return around
