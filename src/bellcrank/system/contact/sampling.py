"""Samples along features: how they are offered, kept and weighed, and their normals on sharp edges of nets.

A sample has WEIGHT, its own part of G^4 (force.py) over g^4, and RISE, the derivative of all of them by its depth over
4 g^3: exact, so that the force is the gradient of an energy.
Where the lowest point is on a sharp edge of a net, the depth changes as that of both its faces together, in parts that
leave nothing along the feature: l n_1 + (1 - l) n_2 instead of n (`settle`); so it does in the core of a box or
frustum, deeper than its edges are round.                                                                            (1)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, plus, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.field import into, put_sample, rounded, turned_out
from bellcrank.system.contact.layout import (
    BEND,
    BOW,
    DEPTH,
    FADE,
    GEO,
    MESH,
    MOST_SAMPLES,
    NORMAL,
    NOW,
    RISE,
    S_KIND,
    S_ROUND,
    SAMPLE_COLUMNS,
    WEIGHT,
)

HALVINGS = 40
CLOSE = 1e-12
"""Part of an edge, or angle, to which a lowest point is found."""
GAP, BACK = 1e-9, 10.0 * CLOSE
"""Where phi on both sides of a lowest point differs by more than this part of the feature, it jumps: triangles of
curved faces are off the surface, and take points for theirs that are nearer to another one. The nearer surface is
right; the point is so far on its side."""
LAST = MOST_SAMPLES - 1
ASIDE = 1e-7
"""So far to both sides of a lowest point, as a part of the feature, its normals are compared."""
KINK = 1e-6
"""Where the square of the mean of both normals is less than 1 by so much, it is that of an edge."""


@kernel
def keep(samples, count):
    """Sample `count` was written: the new count where it touches; else the nearest of all is kept in the last row."""
    if samples[count, DEPTH] > 0.0:
        return min(count + 1, LAST - 1)
    if samples[count, DEPTH] > samples[LAST, DEPTH]:
        for n in range(SAMPLE_COLUMNS):
            samples[LAST, n] = samples[count, n]
    return count


@kernel
def field_at(c, k, b, mark, mb, x):
    """phi and n of shape b at a point, in ground."""
    found = rounded(c, k, b, into(mark, mb, x))
    return found[0], turned_out(mark, mb, (found[1], found[2], found[3]))


@kernel
def offer(c, k, b, mark, mb, samples, count, x, ball, side, weight):
    """A sample at a point x (ground); the new count."""
    now = view1(c, k + NOW)
    now[FADE] = 1.0
    found = rounded(c, k, b, into(mark, mb, x))
    put_sample(samples, count, mark, mb, x, ball, found, side, weight * now[FADE])
    return keep(samples, count)


@kernel(inline=True)
def secant(low, high, below, above):
    """Where the line between two values of different sign is 0; halfway where rounding leaves no place between."""
    t = high - above * (high - low) / (above - below)
    return t if low < t < high else 0.5 * (low + high)


@kernel(inline=True)
def narrowed(low, high, below, above, t, f, last):
    """The ends of the interval with the value f at t. An end that stays twice counts less: 1 - f/g of its value, g the
    value that f replaces (Anderson & Bjorck 1973, BIT 13, 253), half at least: at a jump f is g."""
    if f < 0.0:
        return t, high, f, max(0.5, 1.0 - f / below) * above if last < 0.0 else above, f
    return low, t, max(0.5, 1.0 - f / above) * below if last > 0.0 else below, f, f


@kernel(inline=True)
def next_place(low, high, below, above, halve):
    """Where to look for the change of sign next: by the secant, or halfway where that gains nothing."""
    return 0.5 * (low + high) if halve else secant(low, high, below, above)


@kernel(inline=True)
def stands(f, below, above):
    """Whether a value has not fallen to half of the one of its sign that it replaces: at a jump secants creep."""
    return abs(f) > 0.5 * (abs(below) if f < 0.0 else abs(above))


@kernel(inline=True)
def right_side(low, high, at_low, at_high, t, size):
    """t between two places next to each other, or that of them which is nearer to the surface where phi jumps from
    at_low to at_high; size: that of the feature."""
    if abs(at_low - at_high) <= GAP * size:
        return t
    return low - BACK if abs(at_low) < abs(at_high) else high + BACK


@kernel(inline=True)
def weigh(samples, s, weight, rise, bow):
    """WEIGHT, RISE and BOW of a sample."""
    samples[s, WEIGHT], samples[s, RISE], samples[s, BOW] = weight, rise, bow


@kernel
def settle(c, k, b, mark, mb, samples, s, x, d, small, side):
    """(1) for sample s at x, where phi is least or most along the unit vector d."""
    geo = view2(c, k + GEO)
    if geo[b, S_KIND] != MESH and not 0.0 < geo[b, S_ROUND] < samples[s, DEPTH]:
        return
    aside = times(small, d)
    one, two = field_at(c, k, b, mark, mb, minus(x, aside))[1], field_at(c, k, b, mark, mb, plus(x, aside))[1]
    p, q = dot(one, d), dot(two, d)
    if p * q >= 0.0:
        return
    n = times(1.0 / (q - p), minus(times(q, one), times(p, two)))
    if dot(n, n) < 1.0 - KINK:
        put_normal(samples, s, n, side)


@kernel(inline=True)
def put_normal(samples, s, n, side):
    """The gradient n of phi at a sample on a sharp edge, shorter than 1."""
    size = math.sqrt(dot(n, n))
    if size > 0.0:
        sign = 1.0 / size if side == 0.0 else -1.0 / size
        samples[s, RISE] *= size
        for m in range(3):
            samples[s, NORMAL + m], samples[s, BEND + m], samples[s, BEND + 3 + m] = sign * n[m], 0.0, 0.0
