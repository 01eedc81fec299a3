"""Boxes and triangles of nets: how far a point is from them; mesh.py for the tables.

References  Ericson (2005), Real-Time Collision Detection, 5.1.5.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, plus, row3, times

STACK = 3
"""Column of ROOM that holds the boxes still to look at."""
SLACK = 1.0 + 1e-12
"""Boxes as far as the nearest triangle are opened: of two at one distance the first counts, whichever was known."""
T_FACE, T_SHARP, T_SHARP_POINT, T_NORMAL, T_EDGES, T_POINTS, T_OUTSIDE = 9, 10, 13, 16, 19, 28, 37


@kernel(inline=True)
def push_children(room, top, first):
    """Two boxes of a tree, from `first` on, are to be looked at: the new top of STACK."""
    room[top, STACK], room[top + 1, STACK] = first, first + 1
    return top + 2


@kernel(inline=True)
def beyond(boxes, n, x):
    """Squared distance of a point from a box."""
    p = max(boxes[n, 0] - x[0], 0.0, x[0] - boxes[n, 3])
    q = max(boxes[n, 1] - x[1], 0.0, x[1] - boxes[n, 4])
    r = max(boxes[n, 2] - x[2], 0.0, x[2] - boxes[n, 5])
    return p * p + q * q + r * r


@kernel(inline=True)
def nearest_on(t, n, x):
    """The point of triangle n nearest to x, and where it is: 0 inside, 1..3 on an edge, 4..6 a corner."""
    a = row3(t, n, 0)
    b, c = minus(row3(t, n, 3), a), minus(row3(t, n, 6), a)
    p = minus(x, a)
    d1, d2 = dot(b, p), dot(c, p)
    if d1 <= 0.0 and d2 <= 0.0:
        return a, 4
    q = minus(p, b)
    d3, d4 = dot(b, q), dot(c, q)
    if d3 >= 0.0 and d4 <= d3:
        return plus(a, b), 5
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        return plus(a, times(d1 / (d1 - d3), b)), 1
    r = minus(p, c)
    d5, d6 = dot(b, r), dot(c, r)
    if d6 >= 0.0 and d5 <= d6:
        return plus(a, c), 6
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return plus(a, times(d2 / (d2 - d6), c)), 3
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0:
        f = (d4 - d3) / ((d4 - d3) + (d5 - d6))
        return plus(a, plus(b, times(f, minus(c, b)))), 2
    f = 1.0 / (va + vb + vc)
    return plus(a, plus(times(vb * f, b), times(vc * f, c))), 0


@kernel(inline=True)
def nearer(t, m, x, best, at, point, where):
    """The nearer of triangle m and one known before: squared distance, number, point, where on it. Of two at one
    distance the first counts."""
    h = dot(row3(t, m, T_NORMAL), minus(x, row3(t, m, 0)))
    if h * h > SLACK * best:
        return best, at, point, where  # its plane is farther away
    q, on = nearest_on(t, m, x)
    d = minus(x, q)
    size = dot(d, d)
    if size < best or (size == best and m < at):
        return size, m, q, on
    return best, at, point, where
