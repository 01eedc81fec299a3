"""Edges and the sides of frustums in the field of another shape: samples where they are deepest.

With the depth g = rho - phi along it (rho the ball that rolls along, 0 on no contact):

EDGE     V = w (v^2 - p^2)(v^2 - q^2), v at its deepest point, p and q at its ends                                   (1)
         An edge that lies flat is left to its corners; one whose deepest point comes in over an end begins with 0.
         In the fields of boxes, frustums and convex nets of flat faces a mean instead: along.py. Edges of nets with
         curved faces, which do not lie there as a rule and are many, keep their deepest point.
         In hollow nets of flat faces there may be more than one deepest point: turns.py
LINE     along the side of a frustum: the same, of balls about the axis that touch the side                          (2)

Both are parts of G^4 (force.py); see sampling.py.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, plus, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.along import mean_along, roll_along, straight
from bellcrank.system.contact.layout import BOX, FRUSTUM, GEO, MESH, NOW, S_BENT, S_CONVEX, S_KIND, WHOLE
from bellcrank.system.contact.sampling import (
    ASIDE,
    CLOSE,
    HALVINGS,
    narrowed,
    next_place,
    offer,
    right_side,
    settle,
    stands,
    weigh,
)
from bellcrank.system.contact.turns import ball_at, edge_in_net, length_of, on_side


@kernel
def deepest_along(c, k, b, mark, mb, p, d, r, s, begin, end):
    """The part of an edge at which it is deepest, between depths and slopes at both ends, 1 rising and 2 falling; below
    0 where nothing of it touches and no more is asked for: (2) of shortlist.py."""
    g_low, below, g_high, above = begin[0], -begin[1], end[0], -end[1]
    length = length_of(d) + abs(s - r) if view1(c, k + NOW)[WHOLE] == 0.0 else math.inf
    low, high, last, t, halve = 0.0, 1.0, 0.0, 0.5, False
    for _ in range(2 * HALVINGS):
        if -g_low - g_high > (high - low) * length:
            return -1.0
        t = next_place(low, high, below, above, halve)
        g, slope, _, _ = ball_at(c, k, b, mark, mb, p, d, r, s, t)
        if slope > 0.0:
            g_low = g
        else:
            g_high = g
        halve = stands(-slope, below, above)
        low, high, below, above, last = narrowed(low, high, below, above, t, -slope, last)
        if high - low < CLOSE:
            rho = r + t * (s - r)
            return right_side(low, high, rho - g_low, rho - g_high, t, length_of(d))
        if slope == 0.0:
            break
    return t


@kernel
def edge(c, k, b, mark, mb, samples, count, p, d, r, s, side, weight, bent):
    """(1), and (2) with balls of radius r to s about p to p + d; bent: 1 of an edge of a net with curved faces."""
    length = length_of(d)
    middle = ball_at(c, k, b, mark, mb, p, d, r, s, 0.5)
    if middle[0] + 0.5 * (length + abs(s - r)) < 0.0:
        return count
    begin = ball_at(c, k, b, mark, mb, p, d, r, s, 0.0)
    geo = view2(c, k + GEO)
    kind = geo[b, S_KIND]
    flat = kind in (BOX, FRUSTUM) or (kind == MESH and geo[b, S_CONVEX] == 1.0 and r == 0.0 and s == 0.0)
    if flat and bent == 0.0:
        return convex_edge(c, k, b, mark, mb, samples, count, p, d, r, s, side, weight, begin)
    if kind == MESH and geo[b, S_BENT] == 0.0:
        end, before = ball_at(c, k, b, mark, mb, p, d, r, s, 1.0), count
        count = edge_in_net(c, k, b, mark, mb, samples, count, p, d, r, s, side, weight, begin, middle, end)
        if count > before or view1(c, k + NOW)[WHOLE] == 0.0:
            return count
    if begin[1] <= 0.0:
        return count
    end = ball_at(c, k, b, mark, mb, p, d, r, s, 1.0)
    if end[1] >= 0.0:
        return count
    t = deepest_along(c, k, b, mark, mb, p, d, r, s, begin, end)
    if t <= 0.0 or t >= 1.0:
        return count
    v, _, x, n = ball_at(c, k, b, mark, mb, p, d, r, s, t)
    if v > 0.0 and not on_side(c, k, b, mark, mb, x, n, r + t * (s - r)):
        return count
    before = count
    count = offer(c, k, b, mark, mb, samples, count, x, r + t * (s - r), side, weight)
    if count == before:
        return count
    e, f = max(0.0, begin[0]) / v, max(0.0, end[0]) / v
    if e >= 1.0 or f >= 1.0:
        return before
    e, f = e * e, f * f
    rise, bow = 1.0 - 0.5 * (e + f), 1.0 - (e + f) / 6.0
    weigh(samples, before, weight * (1.0 - e) * (1.0 - f), weight * rise, weight * bow)
    settle(c, k, b, mark, mb, samples, before, x, times(1.0 / length, d), ASIDE * length, side)
    if e > 0.0:
        count = end_of(c, k, b, mark, mb, samples, count, begin[2], r, side, -0.5 * weight * (1.0 - f) / e)
    if f > 0.0:
        count = end_of(c, k, b, mark, mb, samples, count, end[2], s, side, -0.5 * weight * (1.0 - e) / f)
    return count


@kernel
def convex_edge(c, k, b, mark, mb, samples, count, p, d, r, s, side, weight, begin):
    """An edge or a LINE in the field of a convex shape: along.py; where it does not touch, its nearest point."""
    end, touches = ball_at(c, k, b, mark, mb, p, d, r, s, 1.0), False
    rolls, turns = r > 0.0 or s > 0.0, begin[1] > 0.0 and end[1] < 0.0
    if rolls and turns:
        count, touches = roll_along(c, k, b, mark, mb, samples, count, p, d, r, s, side, weight, begin, end)
    elif not rolls and not straight(begin, end, length_of(d)):
        count, touches = mean_along(c, k, b, mark, mb, samples, count, p, d, side, weight, begin, end)
    if touches or not turns:
        return count
    t = deepest_along(c, k, b, mark, mb, p, d, r, s, begin, end)
    if t <= 0.0 or t >= 1.0:
        return count
    return offer(c, k, b, mark, mb, samples, count, plus(p, times(t, d)), r + t * (s - r), side, 0.0)


@kernel
def end_of(c, k, b, mark, mb, samples, count, x, rho, side, rise):
    """What the depth at an end takes away from an edge."""
    before = count
    count = offer(c, k, b, mark, mb, samples, count, x, rho, side, 0.0)
    if count > before:
        weigh(samples, before, 0.0, rise, rise / 3.0)
    return count


@kernel(inline=True)
def balls_of(centre, d, r, s):
    """The balls along the axis of a frustum that touch its side: from where, along what, and their radii. That which
    touches at height z has its centre r dr/dz above, and the radius r/cos."""
    slope = (s - r) / math.sqrt(dot(d, d))
    steep = math.sqrt(1.0 + slope * slope)
    a = times(slope / math.sqrt(dot(d, d)), d)
    p, q = plus(centre, times(r, a)), plus(plus(centre, d), times(s, a))
    return p, minus(q, p), r * steep, s * steep


@kernel
def line(c, k, b, mark, mb, samples, count, centre, d, r, s, side, weight):
    """(2)"""
    p, e, low, high = balls_of(centre, d, r, s)
    return edge(c, k, b, mark, mb, samples, count, p, e, low, high, side, weight, 0.0)
