"""The shortest vector between two boxes that do not touch (Gilbert, Johnson, Keerthi).

References  Gilbert, Johnson, Keerthi (1988), IEEE J. Robotics Automation 4, 193-203.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, plus, row3, times
from bellcrank.system.contact.field import out_of, turned_in

ENOUGH, ALMOST = 1e-13, 1e-9


@kernel(inline=True)
def far_corner(mark, m, h, d):
    """The corner of a box of half edges h, in the frame of marker m, that is farthest along d."""
    e = turned_in(mark, m, d)
    return out_of(mark, m, (math.copysign(h[0], e[0]), math.copysign(h[1], e[1]), math.copysign(h[2], e[2])))


@kernel(inline=True)
def on_line(p, q):
    """The parameter of the point of the line p + t (q - p) nearest to the origin."""
    d = minus(q, p)
    size = dot(d, d)
    return -dot(p, d) / size if size > 0.0 else 0.0


@kernel
def reduce(w, n):
    """The point of the simplex w[:n], n <= 4, nearest to the origin, and how many points carry it: w is reduced."""
    best, keep = math.inf, 1
    v = row3(w, 0, 0)
    for mask in range(1, 1 << n):
        i, j, k, m = 0, 0, 0, 0
        for s in range(n):
            if mask & (1 << s):
                i, j, k = (s, j, k) if m == 0 else (i, s, k) if m == 1 else (i, j, s)
                m += 1
        x = row3(w, i, 0)
        if m == 2:
            t = on_line(x, row3(w, j, 0))
            if t <= 0.0 or t >= 1.0:
                continue
            x = plus(x, times(t, minus(row3(w, j, 0), x)))
        elif m == 3:
            a, b = minus(row3(w, j, 0), x), minus(row3(w, k, 0), x)
            aa, ab, bb, pa, pb = dot(a, a), dot(a, b), dot(b, b), -dot(a, x), -dot(b, x)
            det = aa * bb - ab * ab
            if det <= 1e-14 * aa * bb:
                continue
            s1, s2 = (pa * bb - pb * ab) / det, (pb * aa - pa * ab) / det
            if s1 <= 0.0 or s2 <= 0.0 or s1 + s2 >= 1.0:
                continue
            x = plus(x, plus(times(s1, a), times(s2, b)))
        elif m == 4:
            continue
        size = dot(x, x)
        if size < best:
            best, keep, v = size, mask, x
    m = 0
    for s in range(n):
        if keep & (1 << s):
            w[m, 0], w[m, 1], w[m, 2] = w[s, 0], w[s, 1], w[s, 2]
            m += 1
    return m, v


@kernel
def between_boxes(mark, ma, ha, mb, hb, w):
    """The vector from box b to box a at their nearest points, 0 where they overlap; w: room for a simplex."""
    v = minus(row3(mark, ma, 0), row3(mark, mb, 0))
    n, off, size = 0, math.inf, dot(v, v)
    for _ in range(40):
        d = minus(far_corner(mark, ma, ha, times(-1.0, v)), far_corner(mark, mb, hb, v))
        size = dot(v, v)
        off = size - dot(v, d)
        if n > 0 and off <= ENOUGH * size:
            return v
        if n == 4:
            break
        w[n, 0], w[n, 1], w[n, 2] = d
        n, v = reduce(w, n + 1)
        if _ > 0 and dot(v, v) >= size:  # rounding; or the origin is inside
            break
    return v if off <= ALMOST * size else (0.0, 0.0, 0.0)
