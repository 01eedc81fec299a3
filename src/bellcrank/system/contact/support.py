"""The deepest point of an ellipsoid in the field of another shape.

Its normal m is -n(y) there: by Newton, halved until phi falls                                                       (1)
On a sharp edge or corner of a net it is -m of a mean of the normals of two or three planes, all as far away: planes are
found by asking (cutting planes, Kelley 1960). In a hollow net a plane of another place is none of this one: it would
cut off the point from which it was looked for, and is looked for nearer to that                                     (2)
A net may touch in several places, each of which is deepest near by. The deepest of all is the same wherever the search
begins, so that the depth does not jump from one to another: it begins at the triangles that are in the ellipsoid, at
their points nearest to its middle, seen so that it is a ball                                                        (3)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import congruent, dot, mat_mul, mat_plus, minus, outer, plus, rotate, row3, times
from bellcrank.numerics.context import index2, view2
from bellcrank.system.contact.field import into, out_of, put_sample, rounded, turned_in, turned_out
from bellcrank.system.contact.fields.ellipsoid import inverse
from bellcrank.system.contact.fields.triangle import STACK, nearest_on, push_children
from bellcrank.system.contact.layout import (
    BEND,
    BOXES,
    DEPTH,
    GEO,
    LINKS,
    MESH,
    NORMAL,
    ROOM,
    S_A,
    S_B,
    S_KIND,
    TRIANGLES,
)
from bellcrank.system.contact.sampling import field_at, offer, put_normal
from bellcrank.system.layout import X_AXIS, Y_AXIS, Z_AXIS

UNIT = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
KINK = 1e-9
"""Squared difference of unit vectors that is more than rounding."""
BISECTIONS = 45
ALIKE = 0.98
"""Cosine of the angle between two beginnings of a search that are one."""
BEGIN, MOST_BEGINNINGS, SCRATCH = 64, 8, 111
"""Rows of ROOM: beginnings (depth, direction) from column OF on, and a triangle."""
OF = 4


@kernel
def support(c, k, b, mark, ma, mb, samples, count, half, side, weight):
    """(1) to (3)"""
    m = times(-1.0, turned_in(mark, ma, field_at(c, k, b, mark, mb, row3(mark, ma, 0))[1]))
    phi, y, n, sharp = descend(c, k, b, mark, ma, mb, samples, count, half, m)
    if view2(c, k + GEO)[b, S_KIND] == MESH:
        room = view2(c, k + ROOM)
        for s in range(beginnings(c, k, b, mark, ma, mb, half)):
            u = row3(room, BEGIN + s, OF + 1)
            if dot(u, (y[0] / half[0], y[1] / half[1], y[2] / half[2])) > ALIKE:
                continue
            m = (u[0] / half[0], u[1] / half[1], u[2] / half[2])
            m = times(1.0 / math.sqrt(dot(m, m)), m)
            other, place, normal, edged = descend(c, k, b, mark, ma, mb, samples, count, half, m)
            if other < phi:
                phi, y, n, sharp = other, place, normal, edged
    before = count
    count = offer(c, k, b, mark, mb, samples, count, out_of(mark, ma, y), 0.0, side, weight)
    if count > before and sharp:
        put_normal(samples, before, turned_out(mark, ma, n), side)
    return count


@kernel
def descend(c, k, b, mark, ma, mb, samples, count, half, m):
    """(1), and (2) in nets, from the point with the normal m: phi, the point and the normal of the field, and whether
    that is a mean. Row `count` of SAMPLES is scratch."""
    n, phi = m, 0.0
    for _ in range(50):
        y, turn = outermost(half, m)
        x = out_of(mark, ma, y)
        put_sample(samples, count, mark, mb, x, 0.0, rounded(c, k, b, into(mark, mb, x)), 0.0, 1.0)
        phi = -samples[count, DEPTH]
        n, bend = turned_in(mark, ma, row3(samples, count, NORMAL)), own_bend(samples, count, mark, ma)
        step = rotate(inverse(mat_plus(UNIT, mat_mul(bend, turn))), plus(m, n))
        size = math.sqrt(dot(step, step))
        if size < 1e-12:
            break
        part, better = min(1.0, 0.5 / size), False
        for _ in range(12):
            other = minus(m, times(part, step))
            other = times(1.0 / math.sqrt(dot(other, other)), other)
            if field_at(c, k, b, mark, mb, out_of(mark, ma, outermost(half, other)[0]))[0] < phi:
                better = True
                break
            part *= 0.5
        if not better:
            break
        m = other
    apart, y = plus(m, n), outermost(half, m)[0]
    if view2(c, k + GEO)[b, S_KIND] == MESH and dot(apart, apart) > KINK:
        found, place, normal, least = on_ridge(c, k, b, mark, ma, mb, half, m)
        if found and least < phi:
            return least, place, normal, True
    return phi, y, n, False


@kernel(inline=True)
def plane_at(c, k, b, mark, ma, mb, y):
    """Of the face of a net that is nearest to y, in the frame of marker ma: its normal, and d of n.y + d = phi."""
    phi, n = field_at(c, k, b, mark, mb, out_of(mark, ma, y))
    n = turned_in(mark, ma, n)
    return n, phi - dot(n, y), phi


@kernel
def near_plane(c, k, b, mark, ma, mb, half, m, y, phi, towards):
    """The plane at the point with the normal `towards`, or where that cuts off the point y with the normal m, which is
    phi away, nearer to that: its normal, d, and phi there."""
    part, n, d, found = 1.0, m, 0.0, phi
    for _ in range(BISECTIONS):
        other = plus(times(1.0 - part, m), times(part, towards))
        n, d, found = plane_at(c, k, b, mark, ma, mb, outermost(half, other)[0])
        if dot(n, y) + d < phi + KINK * half[0] * part:
            break
        part *= 0.5
    return n, d, found, part == 1.0


@kernel
def between(half, p, d_p, q, d_q, n, d_n, part):
    """The deepest point of an ellipsoid below the planes p and q, and n with the part 1 - part: the point, the mean of
    the normals, the distances of (p, q) and of n."""
    low, high, y, mean = 0.0, 1.0, n, n
    for _ in range(BISECTIONS if dot(p, q) < 1.0 - KINK else 1):
        share = 0.5 * (low + high)
        mean = plus(times(part, plus(times(share, q), times(1.0 - share, p))), times(1.0 - part, n))
        y = outermost(half, times(-1.0, mean))[0]
        if dot(p, y) + d_p < dot(q, y) + d_q:
            low = share
        else:
            high = share
    return y, mean, max(dot(p, y) + d_p, dot(q, y) + d_q), dot(n, y) + d_n


@kernel
def on_ridge(c, k, b, mark, ma, mb, half, m):
    """(2) from the point with the normal m: whether there is such a point, where, the mean of the normals, and phi."""
    y = outermost(half, m)[0]
    one, d_one, phi = plane_at(c, k, b, mark, ma, mb, y)
    two, d_two, _, _ = near_plane(c, k, b, mark, ma, mb, half, m, y, phi, times(-1.0, one))
    three, d_three, n, place = two, d_two, one, y
    for _ in range(20):
        if dot(one, two) > 1.0 - KINK:
            return False, y, n, phi
        low, high, model = 0.0, 1.0, 0.0
        for _ in range(BISECTIONS):
            part = 0.5 * (low + high)
            place, n, pair, single = between(half, two, d_two, three, d_three, one, d_one, part)
            low, high = (part, high) if pair > single else (low, part)
            model = max(pair, single)
        towards = times(-1.0 / math.sqrt(dot(n, n)), n)
        new, d_new, found, there = near_plane(c, k, b, mark, ma, mb, half, m, y, phi, towards)
        if there and found < model + KINK * half[0]:
            return True, place, n, found
        if there and found < phi:
            m, y, phi = towards, place, found
        if dot(two, three) > 1.0 - KINK:
            three, d_three = new, d_new
        elif dot(new, one) > max(dot(new, two), dot(new, three)):
            one, d_one = new, d_new
        elif dot(new, two) > dot(new, three):
            two, d_two = new, d_new
        else:
            three, d_three = new, d_new
    return False, y, n, phi


@kernel(inline=True)
def outermost(half, m):
    """The point y = D^2 m/|D m| of an ellipsoid with the normal m, and dy/dm."""
    a, b, c = half[0] * half[0], half[1] * half[1], half[2] * half[2]
    size = math.sqrt(a * m[0] * m[0] + b * m[1] * m[1] + c * m[2] * m[2])
    y = (a * m[0] / size, b * m[1] / size, c * m[2] / size)
    f = outer(y, y)
    turn = (
        (a - f[0]) / size, -f[1] / size, -f[2] / size,
        -f[3] / size, (b - f[4]) / size, -f[5] / size,
        -f[6] / size, -f[7] / size, (c - f[8]) / size,
    )  # fmt: skip
    return y, turn


@kernel(inline=True)
def own_bend(samples, s, mark, m):
    """The curvature of the field at a sample, in the frame of marker m."""
    xx, yy, zz = samples[s, BEND], samples[s, BEND + 1], samples[s, BEND + 2]
    xy, xz, yz = samples[s, BEND + 3], samples[s, BEND + 4], samples[s, BEND + 5]
    x, y, z = row3(mark, m, X_AXIS), row3(mark, m, Y_AXIS), row3(mark, m, Z_AXIS)
    axes = (x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2])
    return congruent(axes, (xx, xy, xz, xy, yy, yz, xz, yz, zz))


@kernel(inline=True)
def as_ball(mark, ma, mb, half, x):
    """A point of the frame of marker mb as it is where the ellipsoid of marker ma is a ball of radius 1."""
    y = into(mark, ma, out_of(mark, mb, x))
    return y[0] / half[0], y[1] / half[1], y[2] / half[2]


@kernel
def half_width(mark, ma, mb, half, axis):
    """Half of the width of the ellipsoid along an axis (X_AXIS, ...) of marker mb."""
    e = turned_in(mark, ma, row3(mark, mb, axis))
    return math.sqrt((half[0] * e[0]) ** 2 + (half[1] * e[1]) ** 2 + (half[2] * e[2]) ** 2)


@kernel
def beginnings(c, k, b, mark, ma, mb, half):
    """(3): directions of the ball into ROOM, the deepest of those that are alike; their number."""
    geo, boxes, links, t, room = (
        view2(c, k + GEO), view2(c, k + BOXES), index2(c, k + LINKS), view2(c, k + TRIANGLES), view2(c, k + ROOM)
    )  # fmt: skip
    middle, root, first, top, found = into(mark, mb, row3(mark, ma, 0)), int(geo[b, S_A]), int(geo[b, S_B]), 1, 0
    wide = (
        half_width(mark, ma, mb, half, X_AXIS),
        half_width(mark, ma, mb, half, Y_AXIS),
        half_width(mark, ma, mb, half, Z_AXIS),
    )
    room[0, STACK] = root
    while top > 0:
        top -= 1
        n, apart = int(room[top, STACK]), False
        for a in range(3):
            apart = apart or boxes[n, a] > middle[a] + wide[a] or boxes[n, 3 + a] < middle[a] - wide[a]
        if apart:
            continue
        if links[n, 1] == 0:
            top = push_children(room, top, root + int(links[n, 0]))
            continue
        for m in range(first + links[n, 0], first + links[n, 0] + links[n, 1]):
            for a in range(3):
                x = as_ball(mark, ma, mb, half, row3(t, m, 3 * a))
                room[SCRATCH, 3 * a], room[SCRATCH, 3 * a + 1], room[SCRATCH, 3 * a + 2] = x
            found = begin_at(room, found, nearest_on(room, SCRATCH, (0.0, 0.0, 0.0))[0])
    return found


@kernel
def begin_at(room, found, q):
    """A point of the net in the ball as a beginning, unless one that is alike is as deep; their number."""
    size = math.sqrt(dot(q, q))
    if size >= 1.0 or size == 0.0:
        return found
    u, at, least = times(1.0 / size, q), found, size
    for n in range(found):
        if dot(u, row3(room, BEGIN + n, OF + 1)) > ALIKE:
            at = n
            break
    if at == MOST_BEGINNINGS:
        for n in range(found):
            if room[BEGIN + n, OF] > least:
                at, least = n, room[BEGIN + n, OF]
        if at == MOST_BEGINNINGS:
            return found
    elif at < found and room[BEGIN + at, OF] <= size:
        return found
    room[BEGIN + at, OF], room[BEGIN + at, OF + 1], room[BEGIN + at, OF + 2], room[BEGIN + at, OF + 3] = (
        size,
        u[0],
        u[1],
        u[2],
    )
    return max(found, at + 1)
