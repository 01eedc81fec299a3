"""How far a straight or round thing is from the triangles of a net: one way through its tree of boxes.

A triangle and a segment are nearest at an end of the segment, on an edge of the triangle, or where they cross.      (1)
A box is farther than its centre without half of its diagonal, and than the box about the segment.                   (2)
The side of a frustum, or a circle, and a triangle: of its part between the heights of the ends, and `reach` beyond, no
point is nearer than any direction across the axis, or its corners from within, tell                                 (3)
nor nearer than its plane is to the whole frustum.                                                                   (4)
References  Ericson (2005), Real-Time Collision Detection, 5.1.9 (two segments).
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, plus, row3, times
from bellcrank.numerics.context import index2, view2
from bellcrank.system.contact.fields.triangle import STACK, T_NORMAL, T_OUTSIDE, nearest_on, push_children
from bellcrank.system.contact.layout import BOXES, GEO, LINKS, ROOM, S_A, S_B, S_OFF, TRIANGLES


@kernel(inline=True)
def within(t):
    """A number on 0 to 1."""
    return min(1.0, max(0.0, t))


@kernel(inline=True)
def between_segments(p, d, q, e):
    """The squared distance of the segments from p along d and from q along e."""
    r = minus(p, q)
    a, b, f, g, h = dot(d, d), dot(d, e), dot(e, e), dot(d, r), dot(e, r)
    below = a * f - b * b
    s = within((b * h - g * f) / below) if below > 1e-14 * a * f else 0.0
    t = (b * s + h) / f if f > 0.0 else 0.0
    if not 0.0 <= t <= 1.0:
        t = within(t)
        s = within((b * t - g) / a) if a > 0.0 else 0.0
    w = plus(r, minus(times(s, d), times(t, e)))
    return dot(w, w)


@kernel(inline=True)
def off(t, n, x):
    """The squared distance of a point from triangle n."""
    d = minus(x, nearest_on(t, n, x)[0])
    return dot(d, d)


@kernel
def from_triangle(t, n, p, d, best):
    """(1): the squared distance of triangle n from the segment from p along d, or `best` where that is less."""
    a, b, c, normal = row3(t, n, 0), row3(t, n, 3), row3(t, n, 6), row3(t, n, T_NORMAL)
    low, high = dot(normal, minus(p, a)), dot(normal, minus(plus(p, d), a))
    if low * high > 0.0 and min(low * low, high * high) >= best:
        return best
    best = min(best, off(t, n, p), off(t, n, plus(p, d)))
    if low * high < 0.0:
        best = min(best, off(t, n, plus(p, times(low / (low - high), d))))
    best = min(best, between_segments(p, d, a, minus(b, a)), between_segments(p, d, b, minus(c, b)))
    return min(best, between_segments(p, d, c, minus(a, c)))


@kernel(inline=True)
def from_box(boxes, n, p, d, low, high):
    """(2), squared: a distance that box n keeps from the segment; low, high: of the box about it."""
    u = max(boxes[n, 0] - high[0], 0.0, low[0] - boxes[n, 3])
    v = max(boxes[n, 1] - high[1], 0.0, low[1] - boxes[n, 4])
    w = max(boxes[n, 2] - high[2], 0.0, low[2] - boxes[n, 5])
    x = (0.5 * (boxes[n, 0] + boxes[n, 3]), 0.5 * (boxes[n, 1] + boxes[n, 4]), 0.5 * (boxes[n, 2] + boxes[n, 5]))
    half = (boxes[n, 3] - x[0], boxes[n, 4] - x[1], boxes[n, 5] - x[2])
    r, size = minus(x, p), dot(d, d)
    r = minus(r, times(within(dot(r, d) / size) if size > 0.0 else 0.0, d))
    left = max(0.0, math.sqrt(dot(r, r)) - math.sqrt(dot(half, half)))
    return max(u * u + v * v + w * w, left * left)


@kernel
def segment_gap(c, k, s, p, d, horizon):
    """The distance of the faces of net s, in its frame, from the segment from p along d; at most `horizon`. Of a face
    that is curved it is that of its triangles less what its surface is outside of them."""
    geo, boxes, links, t, room = (
        view2(c, k + GEO), view2(c, k + BOXES), index2(c, k + LINKS), view2(c, k + TRIANGLES), view2(c, k + ROOM)
    )  # fmt: skip
    root, first, top, q = int(geo[s, S_A]), int(geo[s, S_B]), 1, plus(p, d)
    low = (min(p[0], q[0]), min(p[1], q[1]), min(p[2], q[2]))
    high = (max(p[0], q[0]), max(p[1], q[1]), max(p[2], q[2]))
    best, off = horizon, geo[s, S_OFF]
    room[0, STACK] = root
    while top > 0:
        top -= 1
        n = int(room[top, STACK])
        if from_box(boxes, n, p, d, low, high) >= (best + off) * (best + off):
            continue
        if links[n, 1] > 0:
            for m in range(first + links[n, 0], first + links[n, 0] + links[n, 1]):
                reach = best + t[m, T_OUTSIDE]
                best = math.sqrt(from_triangle(t, m, p, d, reach * reach)) - t[m, T_OUTSIDE]
                if best <= 0.0:
                    return 0.0
        else:
            top = push_children(room, top, root + int(links[n, 0]))
    return best


# ---- round surfaces: the side of a frustum, from the height 0 to l of an axis a at p, of the radii r to q; a circle


@kernel(inline=True)
def from_round(x, p, a, l, r, q):
    """The distance of a point from a round surface: in the plane through the axis that of a straight line."""
    d = minus(x, p)
    z = dot(d, a)
    w = minus(d, times(z, a))
    y, slope = math.sqrt(dot(w, w)) - r, q - r
    size = l * l + slope * slope
    t = within((z * l + y * slope) / size) if size > 0.0 else 0.0
    return math.hypot(z - t * l, y - t * slope)


@kernel(inline=True)
def beside(t, n, p, a, l, r, q):
    """(4): how far triangle n is off the whole frustum, by its plane; below 0 where that does not tell."""
    normal, x = row3(t, n, T_NORMAL), minus(row3(t, n, 0), p)
    z, h = dot(normal, a), dot(normal, x)
    wide = math.sqrt(max(0.0, 1.0 - z * z))
    above = h - max(wide * r, l * z + wide * q)
    below = -h - max(wide * r, wide * q - l * z)
    return max(above, below)


@kernel
def around(t, n, p, a, l, r, q, out, reach):
    """(3) with the direction `out`: of the part of triangle n between the heights -reach and l + reach how far it is
    outside along `out`, and how far inside; both infinite where there is no such part."""
    outside, inside, slope = math.inf, math.inf, (q - r) / l if l > 0.0 else 0.0
    flat = 1.0 / math.sqrt(1.0 + slope * slope)
    for m in range(3):
        x, y = minus(row3(t, n, 3 * m), p), minus(row3(t, n, 3 * ((m + 1) % 3)), p)
        d = minus(y, x)
        z, rise = dot(x, a), dot(d, a)
        begin, end = 0.0, 1.0
        if rise != 0.0:
            one, two = (-reach - z) / rise, (l + reach - z) / rise
            begin, end = max(0.0, min(one, two)), min(1.0, max(one, two))
        elif z < -reach or z > l + reach:
            continue
        if begin > end:
            continue
        for e in (begin, end):
            v = plus(x, times(e, d))
            h = dot(v, a)
            w, radius = minus(v, times(h, a)), r + slope * h
            outside = min(outside, flat * (dot(w, out) - radius))
            inside = min(inside, flat * (radius - math.sqrt(dot(w, w))))
    return outside, inside


@kernel(inline=True)
def outward(x, p, a):
    """The direction from an axis to a point."""
    d = minus(x, p)
    w = minus(d, times(dot(d, a), a))
    size = math.sqrt(dot(w, w))
    return times(1.0 / size if size > 0.0 else 0.0, w)


@kernel
def round_and_triangle(t, n, p, a, l, r, q, reach):
    """The distance of triangle n from a round surface, for sure; at most `reach`."""
    found = beside(t, n, p, a, l, r, q)
    if found >= reach:
        return reach
    x, y, z = row3(t, n, 0), row3(t, n, 3), row3(t, n, 6)
    middle = times(1.0 / 3.0, plus(x, plus(y, z)))
    outside, inside = around(t, n, p, a, l, r, q, outward(middle, p, a), reach)
    found = max(found, outside, inside)
    if found < reach:
        i, j, k = from_round(x, p, a, 0.0, 0.0, 0.0), from_round(y, p, a, 0.0, 0.0, 0.0), 0.0
        nearest = x if i < j else y
        k = from_round(z, p, a, 0.0, 0.0, 0.0)
        nearest = z if k < min(i, j) else nearest
        found = max(found, around(t, n, p, a, l, r, q, outward(nearest, p, a), reach)[0])
    return min(found, reach)


@kernel
def round_gap(c, k, s, p, a, l, r, q, horizon):
    """The distance of the faces of net s, in its frame, from a round surface; at most `horizon`."""
    geo, boxes, links, t, room = (
        view2(c, k + GEO), view2(c, k + BOXES), index2(c, k + LINKS), view2(c, k + TRIANGLES), view2(c, k + ROOM)
    )  # fmt: skip
    root, first, top, best, off = int(geo[s, S_A]), int(geo[s, S_B]), 1, horizon, geo[s, S_OFF]
    room[0, STACK] = root
    while top > 0:
        top -= 1
        n = int(room[top, STACK])
        x = (0.5 * (boxes[n, 0] + boxes[n, 3]), 0.5 * (boxes[n, 1] + boxes[n, 4]), 0.5 * (boxes[n, 2] + boxes[n, 5]))
        half = (boxes[n, 3] - x[0], boxes[n, 4] - x[1], boxes[n, 5] - x[2])
        if from_round(x, p, a, l, r, q) - math.sqrt(dot(half, half)) >= best + off:
            continue
        if links[n, 1] > 0:
            for m in range(first + links[n, 0], first + links[n, 0] + links[n, 1]):
                out = t[m, T_OUTSIDE]
                best = min(best, round_and_triangle(t, m, p, a, l, r, q, best + out) - out)
                if best <= 0.0:
                    return 0.0
        else:
            top = push_children(room, top, root + int(links[n, 0]))
    return best
