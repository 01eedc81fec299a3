"""Edges in the fields of convex shapes: a mean of the depth along them, which moves smoothly.

With g = rho - phi where it touches (rho the ball that rolls along), 0 elsewhere, p and q at the ends of an edge:

Mean      M = int g^7 dt/int g^3 dt                                                                                  (1)
EDGE      V = w (M - (p^4 + q^4)/2), a part of G^4 (force.py)                                                        (2)
          Where g is linear, or linear as far as it touches, M is (p^4 + q^4)/2 exactly, and V is 0: an edge within a
          face is left to its corners. One that lies along a face and leaves it at both ends has w p^4, at one of them
          w p^4/2: as much as corners there would have. A deepest point would be at one end or the other of what
          touches by the sign of the tilt, and the torque with it.
Change    dM = int (7 g^6 - 3 M g^2) dg dt/int g^3 dt: no more, for g is continuous and 0 where it begins            (3)

The balls along the axis of a frustum poke at its ends, where nothing is of it. Of them a mean counts that is above both
ends, and begins with its square:

LINE      V = w ((S - p^2)(S - q^2)/S)^2,  S = int g^6 dt/int g^4 dt                                                (6)

g is concave. By Gauss between the places where the line passes a border of faces, edges and corners of the core (4);
deeper than edges are round, also where another face becomes the nearest. The pushes of all points become two samples
with the same force; what they leave of the torque goes to TWIST.                                                    (5)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.circles import GAUSS as OF_CIRCLES
from bellcrank.system.contact.field import into, turned_in
from bellcrank.system.contact.layout import (
    ARM,
    ARM_RATE,
    BEND,
    BOX,
    DEPTH,
    GEO,
    MESH,
    NORMAL,
    NOW,
    POINT,
    S_CORE,
    S_KIND,
    SIDE,
    TWIST,
    WEIGHT,
)
from bellcrank.system.contact.sampling import CLOSE, offer, weigh
from bellcrank.system.contact.turns import ball_at, length_of, on_side

GAUSS = tuple((place, share) for place, share, _ in OF_CIRCLES)
"""Eight places and shares on 0 to 1: exact for the seventh power of a parabola."""
NEWTON = 60
"""Steps of Newton's method at most; they end by themselves where nothing more is gained."""
STRAIGHT = 1e-13
"""Part of the length of an edge by which g may miss its tangent and is linear."""
MOST_PIECES = 20
"""Between borders of faces; the last one takes all that is left."""
BESIDE = 1e-10
"""So far beside a place, as a part of the edge, the tangent is that of the next face of a net."""


@kernel(inline=True)
def sooner(t, high, s):
    """s where it is between t and `high`, else `high`."""
    return s if t < s < high else high


@kernel(inline=True)
def inside_box(x, d, h, s):
    """Whether a place of a line is in the core of a box."""
    return (
        abs(x[0] + s * d[0]) <= h[0] * (1.0 + CLOSE)
        and abs(x[1] + s * d[1]) <= h[1] * (1.0 + CLOSE)
        and abs(x[2] + s * d[2]) <= h[2] * (1.0 + CLOSE)
    )


@kernel
def break_of_box(x, d, h, t, high):
    """(4): the next place after t, before `high`, at which a line passes a face of the core, or where in it another
    one becomes the nearest."""
    for n in range(3):
        m = (n + 1) % 3
        for one in (-1.0, 1.0):
            if d[n] != 0.0:
                high = sooner(t, high, (one * h[n] - x[n]) / d[n])
            for two in (-1.0, 1.0):
                rate = one * d[n] - two * d[m]
                if rate != 0.0:
                    s = (h[n] - h[m] - one * x[n] + two * x[m]) / rate
                    if t < s < high and inside_box(x, d, h, s):
                        high = s
    return high


@kernel
def pass_of_cone(x, d, steep, at, by, t, high):
    """The next place at which steep s = |at + by z|, s the radius."""
    f, rate = at + by * x[2], by * d[2]
    if steep == 0.0:
        return sooner(t, high, -f / rate) if rate != 0.0 else high
    ss = steep * steep
    aa = ss * (d[0] * d[0] + d[1] * d[1]) - rate * rate
    ab = ss * (x[0] * d[0] + x[1] * d[1]) - f * rate
    bb = ss * (x[0] * x[0] + x[1] * x[1]) - f * f
    inner = ab * ab - aa * bb
    if inner <= 0.0:
        return high
    far = -ab - math.copysign(math.sqrt(inner), ab)
    if aa != 0.0:
        high = sooner(t, high, far / aa)
    return sooner(t, high, bb / far) if far != 0.0 else high


@kernel
def break_of_frustum(x, d, core, t, high):
    """(4) of a frustum."""
    a, b, l = core
    slope = (b - a) / l
    c = 1.0 / math.sqrt(1.0 + slope * slope)
    high = pass_of_cone(x, d, 1.0, a, 0.0, t, high)
    high = pass_of_cone(x, d, 1.0, b, 0.0, t, high)
    high = pass_of_cone(x, d, slope, slope * a, -1.0, t, high)
    high = pass_of_cone(x, d, slope, slope * b + l, -1.0, t, high)
    high = pass_of_cone(x, d, c, c * a, c * slope - 1.0, t, high)
    high = pass_of_cone(x, d, c, c * a - l, c * slope + 1.0, t, high)
    return pass_of_cone(x, d, 0.0, 0.5 * l, -1.0, t, high)


@kernel
def next_break(geo, b, x, d, t, high):
    """(4): the end of the piece that begins at t, of a line in the frame of the field."""
    core = row3(geo, b, S_CORE)
    if geo[b, S_KIND] == BOX:
        return break_of_box(x, d, core, t, high)
    return break_of_frustum((x[0], x[1], x[2] - geo[b, S_CORE + 3]), d, core, t, high)


@kernel
def break_of_net(c, k, b, mark, mb, p, d, low, high):
    """(4) of a convex net of flat faces: g is linear in parts. The tangents at low and at a later place meet where two
    faces do, or another is between; that place is next."""
    at = low + BESIDE
    g, slope, _, _ = ball_at(c, k, b, mark, mb, p, d, 0.0, 0.0, at)
    for _ in range(NEWTON):
        end = high - BESIDE
        if end <= at:
            break
        there, falls, _, _ = ball_at(c, k, b, mark, mb, p, d, 0.0, 0.0, end)
        missed = g + slope * (end - at) - there
        if missed <= STRAIGHT * length_of(d) or slope <= falls:
            break
        t = end - missed / (slope - falls)
        if not at < t < end:
            break
        high = t
    return high


@kernel
def touch_from(c, k, b, mark, mb, p, d, r, s, at, t, way):
    """Where from the end t on, in the direction `way`, g is 0 first, by Newton's method: never beyond, for g is
    concave. at: what `ball_at` finds there. Outside of the edge where nothing touches."""
    for _ in range(NEWTON):
        if at[0] >= 0.0:
            return t
        rise = way * at[1]
        if rise <= 0.0:
            return -1.0 if way < 0.0 else 2.0
        step = -at[0] / rise
        t += way * step
        if step < CLOSE or t <= 0.0 or t >= 1.0:
            return t
        at = ball_at(c, k, b, mark, mb, p, d, r, s, t)
    return t


@kernel
def points_along(c, k, b, mark, mb, samples, count, p, d, r, s, side, low, high):
    """Samples at all points of Gauss from low to high, with their parts of the edge as weights."""
    geo, x, e = view2(c, k + GEO), into(mark, mb, p), turned_in(mark, mb, d)
    for n in range(MOST_PIECES):
        end = high
        if n < MOST_PIECES - 1 and geo[b, S_KIND] == MESH:
            end = break_of_net(c, k, b, mark, mb, p, d, low, high)
        elif n < MOST_PIECES - 1:
            end = next_break(geo, b, x, e, low + CLOSE, high)
        part = 0.5 * (end - low)
        for m in range(16):
            place, share = GAUSS[m % 8]
            t = low + part * (place + m // 8)
            count = offer(c, k, b, mark, mb, samples, count, plus(p, times(t, d)), r + t * (s - r), side, share * part)
        low = end
        if low >= high:
            break
    return count


@kernel(inline=True)
def powers(g, mean, rolls):
    """What is below and above in (1) or (6), and the derivatives of the mean times what is below, over 4 and 12."""
    gg = g * g
    if rolls:
        return gg * gg, gg * gg * gg, g * gg * (1.5 * gg - mean), gg * (2.5 * gg - mean)
    return g * gg, g * gg * gg * gg, gg * (1.75 * gg * gg - 0.75 * mean), g * (3.5 * gg * gg - 0.5 * mean)


@kernel
def mean_of(samples, first, count, rolls):
    """M of (1), or S of (6), and the integral below, of samples with their parts of the edge as weights."""
    low, high = 0.0, 0.0
    for n in range(first, count):
        one, two, _, _ = powers(samples[n, DEPTH], 0.0, rolls)
        low, high = low + samples[n, WEIGHT] * one, high + samples[n, WEIGHT] * two
    return (high / low, low) if low > 0.0 else (0.0, 0.0)


@kernel
def condense(c, k, samples, first, count, p, d, side, mean, factor, rolls):
    """(5): samples with their parts of the edge as weights become two, whose pushes are those of the mean with a
    factor; the new count. factor: dV/dM over the integral below."""
    force, torque, moved, bow, bow_t, bow_tt = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, 0.0, 0.0
    bend, more, arm, total, length = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, 0.0, length_of(d)
    along, low, high = times(1.0 / length, d), length, 0.0
    for n in range(first, count):
        g, normal, x = samples[n, DEPTH], row3(samples, n, NORMAL), row3(samples, n, POINT)
        _, _, push, stiff = powers(g, mean, rolls)
        push, stiff = factor * samples[n, WEIGHT] * push, factor * samples[n, WEIGHT] * stiff
        t, f = dot(minus(x, p), along), times(push, normal)
        low, high, total = min(low, t), max(high, t), total + push * g
        force, moved, arm = plus(force, f), plus(moved, times(t, f)), arm + push * samples[n, ARM]
        torque = plus(torque, cross(plus(x, times(samples[n, ARM], normal)), f))
        bow, bow_t, bow_tt = bow + stiff, bow_t + t * stiff, bow_tt + t * t * stiff
        bend = plus(bend, times(push, row3(samples, n, BEND)))
        more = plus(more, times(push, row3(samples, n, BEND + 3)))
    size = math.sqrt(dot(force, force))
    if not (size > 0.0 and total > 0.0):
        return first
    middle = min(max(low, dot(moved, force) / (size * size)), high)
    wide = math.sqrt(max(0.0, bow_tt - middle * (2.0 * bow_t - middle * bow)) / bow) if bow > 0.0 else 0.0
    way, place = times(min(wide, middle - low, high - middle), along), plus(p, times(middle, along))
    normal, bend, more = times(1.0 / size, force), times(1.0 / size, bend), times(1.0 / size, more)
    deep, arm, now = total / size, arm / size, view1(c, k + NOW)
    put_push(samples, first, deep, plus(place, way), normal, arm, side, bend, more, size, bow)
    put_push(samples, first + 1, deep, minus(place, way), normal, arm, side, bend, more, size, bow)
    left = minus(torque, cross(plus(place, times(arm, normal)), force))
    for m in range(3):
        now[TWIST + m] -= left[m]
    return first + 2


@kernel
def put_push(samples, n, g, x, normal, arm, side, bend, more, size, bow):
    """One of two samples that stand for many, of all their pushes and what these change by."""
    samples[n, DEPTH], samples[n, ARM], samples[n, ARM_RATE], samples[n, SIDE] = g, arm, 0.0, side
    weigh(samples, n, 0.5 * size / (g * g * g), 0.5 * size / (g * g * g), 0.5 * bow / (g * g))
    for m in range(3):
        samples[n, POINT + m], samples[n, NORMAL + m] = x[m], normal[m]
        samples[n, BEND + m], samples[n, BEND + 3 + m] = bend[m], more[m]


@kernel(inline=True)
def straight(begin, end, length):
    """Whether g is linear along an edge: it is concave, and its tangent at one end leads to the other."""
    return abs(begin[0] + begin[1] - end[0]) <= STRAIGHT * length


@kernel
def touching(c, k, b, mark, mb, samples, count, p, d, r, s, side, begin, end):
    """Samples along all of an edge that touches, with their parts of it as weights; the new count."""
    low = touch_from(c, k, b, mark, mb, p, d, r, s, begin, 0.0, 1.0)
    high = touch_from(c, k, b, mark, mb, p, d, r, s, end, 1.0, -1.0)
    if not high - low > CLOSE:
        return count
    return points_along(c, k, b, mark, mb, samples, count, p, d, r, s, side, low, high)


@kernel
def mean_along(c, k, b, mark, mb, samples, count, p, d, side, weight, begin, end):
    """(2): the new count, and whether anything touches. begin, end: what `ball_at` finds there."""
    first = count
    count = touching(c, k, b, mark, mb, samples, count, p, d, 0.0, 0.0, side, begin, end)
    mean, below = mean_of(samples, first, count, False)
    if not mean > 0.0:
        return first, False
    count = condense(c, k, samples, first, count, p, d, side, mean, weight / below, False)
    for n in range(2):
        at = begin if n == 0 else end
        if at[0] > 0.0 and count > first:
            count = offer(c, k, b, mark, mb, samples, count, at[2], 0.0, side, -0.5 * weight)
    return count, True


@kernel
def deepest_on_side(c, k, b, mark, mb, samples, first, count, side):
    """Whether the deepest ball touches at the side of a frustum (turns.py)."""
    most = first
    for n in range(first, count):
        if samples[n, DEPTH] > samples[most, DEPTH]:
            most = n
    n = times(1.0 if side == 0.0 else -1.0, row3(samples, most, NORMAL))
    return on_side(c, k, b, mark, mb, row3(samples, most, POINT), n, abs(samples[most, ARM]))


@kernel
def roll_along(c, k, b, mark, mb, samples, count, p, d, r, s, side, weight, begin, end):
    """(6): the new count, and whether anything touches."""
    first = count
    count = touching(c, k, b, mark, mb, samples, count, p, d, r, s, side, begin, end)
    mean, below = mean_of(samples, first, count, True)
    if not mean > 0.0:
        return first, False
    e, f = max(0.0, begin[0]) ** 2 / mean, max(0.0, end[0]) ** 2 / mean
    if e >= 1.0 or f >= 1.0 or not deepest_on_side(c, k, b, mark, mb, samples, first, count, side):
        return first, True
    part = (1.0 - e) * (1.0 - f)
    whole, rise = weight * mean * mean * part * part, 2.0 * weight * mean * part * (1.0 - e * f)
    count = condense(c, k, samples, first, count, p, d, side, mean, rise / below, True)
    for n in range(first, count):
        samples[n, WEIGHT] = 0.5 * whole / samples[n, DEPTH] ** 4
    for n in range(2):
        at, rho, own, other = (begin, r, e, f) if n == 0 else (end, s, f, e)
        before = count
        if own > 0.0 and count > first:
            count = offer(c, k, b, mark, mb, samples, count, at[2], rho, side, 0.0)
        if count > before:
            rise = -weight * part * (1.0 - other) / own
            weigh(samples, before, 0.0, rise, rise / 3.0)
    return count, True
