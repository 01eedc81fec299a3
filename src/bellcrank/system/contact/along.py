"""Features that are lines, edges and circles, in the field of another shape: samples where they are deepest.

With the depth g = rho - phi along it (rho the ball that rolls along, 0 on no contact):

EDGE     V = w (v^2 - p^2)(v^2 - q^2), v at its deepest point, p and q at its ends                                   (1)
         An edge that lies flat is left to its corners; one whose deepest point comes in over an end begins with 0.
LINE     along the side of a frustum: the same, of balls about the axis that touch the side                          (2)
CIRCLE   V = w S^2,  S = sum v^2 - sum r^2 over all valleys v and ridges r between them,                             (3)
         A = 1/(2 pi) int (a.n)^2 g^4 dt, a its axis: by Gauss over the parts that touch                             (4)
         Lying it counts w, as deep as its lowest point; standing 1, and V is 0. A valley begins together with a ridge
         of the same depth, so V has no jump; two ridges and valleys more or less make no difference to the sum.

All are parts of G^4 (force.py). A sample has WEIGHT, its own part of G^4 over g^4, and RISE, the derivative of all of
them by its depth over 4 g^3: exact, so that the force is the gradient of an energy. Weights of (4) change with the
position: with c = a.n the wrench of dc = (a x n).dtheta + (C a).dp, of the circle relative to the field: TWIST.
Where the lowest point is on a sharp edge of a net, the depth changes as that of both its faces together, in parts that
leave nothing along the feature: l n_1 + (1 - l) n_2 instead of n (`settle`).                                        (5)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.field import into, put_sample, rounded, turned_out
from bellcrank.system.contact.layout import (
    BEND,
    BOW,
    DEPTH,
    DRIFT,
    FADE,
    GEO,
    MESH,
    MOST_SAMPLES,
    NORMAL,
    NOW,
    POINT,
    RISE,
    ROOM,
    S_KIND,
    SAMPLE_COLUMNS,
    TWIST,
    WEIGHT,
    WHOLE,
)

HALVINGS = 40
CLOSE = 1e-12
"""Part of an edge, or angle, to which a lowest point is found."""
LAST = MOST_SAMPLES - 1
RING = 16
"""Points along a circle between which valleys and ridges are told apart."""
STEP = 2.0 * math.pi / RING
MOST_VALLEYS = 8
VALLEYS = RING
"""Rows of ROOM, two for each valley: its angle and the left end of what touches, the right end and 1 for a ridge."""
ASIDE = 1e-7
"""So far to both sides of a lowest point, as a part of the feature, its normals are compared."""
KINK = 1e-6
"""Where the square of the mean of both normals is less than 1 by so much, it is that of an edge."""
GAUSS = (
    (0.01985507175123188, 0.05061426814518813), (0.1016667612931866, 0.1111905172266872),
    (0.2372337950418355, 0.1568533229389436), (0.4082826787521751, 0.1813418916891810),
    (0.5917173212478249, 0.1813418916891810), (0.7627662049581645, 0.1568533229389436),
    (0.8983332387068134, 0.1111905172266872), (0.9801449282487681, 0.05061426814518813),
)  # fmt: skip
"""Eight places and weights on 0 to 1."""
FEW = (
    (0.04691007703066802, 0.1184634425280945), (0.2307653449471584, 0.2393143352496832), (0.5, 0.2844444444444444),
    (0.7692346550528415, 0.2393143352496832), (0.9530899229693320, 0.1184634425280945),
)  # fmt: skip
"""Five: enough for a valley, whose depth is a parabola."""
WIDE = 1.5
"""Radians: what touches over a wider part of a circle is halved at its lowest point."""
UPRIGHT = 1e-5
"""Where a circle is nearer to lying than this (a.n), nothing of it stands."""
ENDS = 1e-3
"""Part of the depth of a valley at which it ends."""


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
    """The ends of the interval with the value f at t; an end that stays twice counts half (the Illinois rule)."""
    if f < 0.0:
        return t, high, f, 0.5 * above if last < 0.0 else above, f
    return low, t, 0.5 * below if last > 0.0 else below, f, f


@kernel(inline=True)
def weigh(samples, s, weight, rise, bow):
    """WEIGHT, RISE and BOW of a sample."""
    samples[s, WEIGHT], samples[s, RISE], samples[s, BOW] = weight, rise, bow


@kernel
def settle(c, k, b, mark, mb, samples, s, x, d, small, side):
    """(5) for sample s at x, where phi is least or most along the unit vector d."""
    if view2(c, k + GEO)[b, S_KIND] != MESH:
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


# ---- edges and lines


@kernel(inline=True)
def ball_at(c, k, b, mark, mb, p, d, r, s, t):
    """At the part t of an edge from p along d, with balls of radius r to s: depth, its slope, point, normal."""
    x, rho = plus(p, times(t, d)), r + t * (s - r)
    phi, n = field_at(c, k, b, mark, mb, x)
    return rho - phi, (s - r) - dot(n, d), x, n


@kernel
def deepest_along(c, k, b, mark, mb, p, d, r, s, begin, end):
    """The part of an edge at which it is deepest, between depths and slopes at both ends, 1 rising and 2 falling; below
    0 where nothing of it touches and no more is asked for: (2) of shortlist.py."""
    g_low, below, g_high, above = begin[0], -begin[1], end[0], -end[1]
    length = math.sqrt(dot(d, d)) + abs(s - r) if view1(c, k + NOW)[WHOLE] == 0.0 else math.inf
    low, high, last, t = 0.0, 1.0, 0.0, 0.5
    for _ in range(2 * HALVINGS):
        if -g_low - g_high > (high - low) * length:
            return -1.0
        t = secant(low, high, below, above)
        g, slope, _, _ = ball_at(c, k, b, mark, mb, p, d, r, s, t)
        if slope > 0.0:
            g_low = g
        else:
            g_high = g
        low, high, below, above, last = narrowed(low, high, below, above, t, -slope, last)
        if slope == 0.0 or high - low < CLOSE:
            break
    return t


@kernel
def edge(c, k, b, mark, mb, samples, count, p, d, r, s, side, weight):
    """(1), and (2) with balls of radius r to s about p to p + d."""
    length = math.sqrt(dot(d, d))
    if field_at(c, k, b, mark, mb, plus(p, times(0.5, d)))[0] > 0.5 * length + max(r, s):
        return count
    begin = ball_at(c, k, b, mark, mb, p, d, r, s, 0.0)
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


@kernel(inline=True)
def on_side(c, k, b, mark, mb, x, n, rho):
    """Whether a ball about x touches at the side of a frustum, not within: that of a cup has nothing in its middle."""
    return rho == 0.0 or field_at(c, k, b, mark, mb, minus(x, times(rho, n)))[0] < 0.0


@kernel
def end_of(c, k, b, mark, mb, samples, count, x, rho, side, rise):
    """What the depth at an end takes away from an edge."""
    before = count
    count = offer(c, k, b, mark, mb, samples, count, x, rho, side, 0.0)
    if count > before:
        weigh(samples, before, 0.0, rise, rise / 3.0)
    return count


@kernel
def line(c, k, b, mark, mb, samples, count, centre, d, r, s, side, weight):
    """(2): the ball that touches the side at height z has its centre r dr/dz above, and the radius r/cos."""
    slope = (s - r) / math.sqrt(dot(d, d))
    steep = math.sqrt(1.0 + slope * slope)
    a = times(slope / math.sqrt(dot(d, d)), d)
    p, q = plus(centre, times(r, a)), plus(plus(centre, d), times(s, a))
    return edge(c, k, b, mark, mb, samples, count, p, minus(q, p), r * steep, s * steep, side, weight)


# ---- circles


@kernel(inline=True)
def across(a):
    """A unit vector normal to a unit vector."""
    d = (0.0, a[2], -a[1]) if abs(a[0]) < 0.6 else (-a[2], 0.0, a[0])
    return times(1.0 / math.sqrt(dot(d, d)), d)


@kernel(inline=True)
def on_circle(centre, e, f, r, t):
    """The point at an angle."""
    return plus(centre, plus(times(r * math.cos(t), e), times(r * math.sin(t), f)))


@kernel(inline=True)
def tangent_at(e, f, t):
    """The unit tangent of a circle at an angle."""
    return plus(times(-math.sin(t), e), times(math.cos(t), f))


@kernel
def slope_at(c, k, b, mark, mb, centre, e, f, r, t):
    """The slope of phi along a circle."""
    return dot(field_at(c, k, b, mark, mb, on_circle(centre, e, f, r, t))[1], tangent_at(e, f, t))


@kernel
def turning(c, k, b, mark, mb, centre, e, f, r, low, high, sign):
    """The angle between two at which sign phi is least along a circle: where its slope changes its sign."""
    below = sign * slope_at(c, k, b, mark, mb, centre, e, f, r, low)
    above = sign * slope_at(c, k, b, mark, mb, centre, e, f, r, high)
    known, last, t = below < 0.0 < above, 0.0, low
    for _ in range(2 * HALVINGS):
        before = t
        t = secant(low, high, below, above) if known else 0.5 * (low + high)
        g = sign * slope_at(c, k, b, mark, mb, centre, e, f, r, t)
        low, high, below, above, last = narrowed(low, high, below, above, t, g, last)
        known = below < 0.0 < above
        if g == 0.0 or high - low < CLOSE or (known and abs(t - before) < CLOSE):
            break
    return t


@kernel
def edge_of_touch(c, k, b, mark, mb, centre, e, f, r, ball, inside, outside, small):
    """The angle between one that touches and one that does not, at which phi = ball, nearly: depths below `small` add
    nothing to (4)."""
    low, high, last = inside, outside, 0.0
    below = field_at(c, k, b, mark, mb, on_circle(centre, e, f, r, low))[0] - ball
    above = field_at(c, k, b, mark, mb, on_circle(centre, e, f, r, high))[0] - ball
    if below >= 0.0 or above <= 0.0:
        return high if below < 0.0 else low
    t = low
    for _ in range(HALVINGS):
        t = high - above * (high - low) / (above - below)
        g = field_at(c, k, b, mark, mb, on_circle(centre, e, f, r, t))[0] - ball
        low, high, below, above, last = narrowed(low, high, below, above, t, g, last)
        if abs(g) < small or abs(high - low) < 1e-9:
            break
    return t


@kernel
def look_around(c, k, b, mark, mb, centre, e, f, r, ball):
    """phi at the points of RING into ROOM; the lowest, and whether the circle may touch at all. Between two points no
    value is less than half of their sum without the way: what cannot touch is not looked at closer."""
    room, whole = view2(c, k + ROOM), view1(c, k + NOW)[WHOLE] == 1.0
    for n in range(0, RING, 2):
        room[n, 0] = field_at(c, k, b, mark, mb, on_circle(centre, e, f, r, n * STEP))[0]
    touches, lowest, least = whole, 0, math.inf
    for n in range(0, RING, 2):
        p, q = room[n, 0], room[(n + 2) % RING, 0]
        if whole or p + q - 2.0 * STEP * r < 2.0 * ball:
            room[n + 1, 0] = field_at(c, k, b, mark, mb, on_circle(centre, e, f, r, (n + 1) * STEP))[0]
            touches = True
        else:
            room[n + 1, 0] = max(p, q)
        for m in range(n, n + 2):
            if room[m, 0] < least:
                lowest, least = m, room[m, 0]
    return lowest, touches


@kernel
def side_of_valley(c, k, b, mark, mb, centre, e, f, r, ball, n, at, depth, way):
    """The end of what touches on one side of a valley at the angle `at`, point n of the ring, and 1 where that is a
    ridge, which touches too. way: 1 towards larger angles, -1 towards smaller ones."""
    room, inside = view2(c, k + ROOM), at
    for m in range(1, RING):
        here, beyond = room[(n + way * m) % RING, 0], room[(n + way * (m + 1)) % RING, 0]
        angle = (n + way * m) * STEP
        if here >= ball:
            return edge_of_touch(c, k, b, mark, mb, centre, e, f, r, ball, inside, angle, ENDS * depth), 0.0
        if beyond <= here:
            return turning(c, k, b, mark, mb, centre, e, f, r, angle - STEP, angle + STEP, -1.0), 1.0
        inside = angle
    return at + way * math.pi, 0.0


@kernel
def find_valleys(c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side):
    """The valleys that touch go to ROOM: their number, S of (3), and the new count: the lowest is offered where none
    touches."""
    room, found, total = view2(c, k + ROOM), 0, 0.0
    lowest, touches = look_around(c, k, b, mark, mb, centre, e, f, r, ball)
    if not touches:
        return 0, 0.0, count
    for n in range(RING):
        phi, before, after = room[n, 0], room[(n - 1) % RING, 0], room[(n + 1) % RING, 0]
        if n != lowest:
            again = phi == after and (n + 1) % RING == lowest
            if phi >= before or phi > after or again or phi + before - r * STEP > 2.0 * ball:
                continue
        if found == MOST_VALLEYS:
            break
        t = turning(c, k, b, mark, mb, centre, e, f, r, (n - 1) * STEP, (n + 1) * STEP, 1.0)
        v = ball - field_at(c, k, b, mark, mb, on_circle(centre, e, f, r, t))[0]
        if v <= 0.0:
            if n == lowest:
                count = offer(c, k, b, mark, mb, samples, count, on_circle(centre, e, f, r, t), ball, side, 1.0)
            continue
        row = VALLEYS + 2 * found
        left, _ = side_of_valley(c, k, b, mark, mb, centre, e, f, r, ball, n, t, v, -1)
        right, ridge = side_of_valley(c, k, b, mark, mb, centre, e, f, r, ball, n, t, v, 1)
        room[row, 0], room[row, 1], room[row + 1, 0], room[row + 1, 1] = t, left, right, ridge
        total += v * v
        found += 1
        if ridge == 1.0:
            g = ball - field_at(c, k, b, mark, mb, on_circle(centre, e, f, r, right))[0]
            total -= max(0.0, g) * max(0.0, g)
    return found, total, count


@kernel
def circle(c, k, b, mark, mb, samples, count, centre, a, e, r, ball, side, weight, factor):
    """(3) and (4); e: a unit vector across its axis a."""
    if r <= 0.0:
        return offer(c, k, b, mark, mb, samples, count, centre, ball, side, weight * factor)
    far = field_at(c, k, b, mark, mb, centre)[0] > r + ball
    if far and (count > 0 or view1(c, k + NOW)[WHOLE] == 0.0):
        return count
    room, f = view2(c, k + ROOM), cross(a, e)
    found, total, count = find_valleys(c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side)
    for n in range(found):
        row = VALLEYS + 2 * n
        t, left, right, ridge = room[row, 0], room[row, 1], room[row + 1, 0], room[row + 1, 1]
        count = turned_point(c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side, t, total, weight * factor)
        if ridge == 1.0:
            count = turned_point(
                c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side, right, total, -weight * factor
            )
        if right - left > WIDE:
            count = standing(c, k, b, mark, mb, samples, count, centre, a, e, f, r, ball, side, left, t, factor)
            left = t
        count = standing(c, k, b, mark, mb, samples, count, centre, a, e, f, r, ball, side, left, right, factor)
    return count


@kernel
def turned_point(c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side, t, total, weight):
    """The sample of a valley, or with a weight below 0 of a ridge, (3)."""
    before, x = count, on_circle(centre, e, f, r, t)
    count = offer(c, k, b, mark, mb, samples, count, x, ball, side, 0.0)
    if count > before:
        g = samples[before, DEPTH]
        part = total / (g * g)
        bow = weight * (part + math.copysign(2.0, weight)) / 3.0
        weigh(samples, before, weight * part, weight * part, bow)
        settle(c, k, b, mark, mb, samples, before, x, tangent_at(e, f, t), ASIDE * r, side)
    return count


@kernel
def standing(c, k, b, mark, mb, samples, count, centre, a, e, f, r, ball, side, low, high, factor):
    """(4) between two angles, and what it adds to TWIST."""
    part = factor * (high - low) / (2.0 * math.pi)
    if high - low > 0.5 * WIDE:
        for place, share in GAUSS:
            x = on_circle(centre, e, f, r, low + place * (high - low))
            count = standing_point(c, k, b, mark, mb, samples, count, x, a, ball, side, share * part)
    else:
        for place, share in FEW:
            x = on_circle(centre, e, f, r, low + place * (high - low))
            count = standing_point(c, k, b, mark, mb, samples, count, x, a, ball, side, share * part)
    return count


@kernel
def standing_point(c, k, b, mark, mb, samples, count, x, a, ball, side, part):
    """A sample of (4); the new count."""
    before = count
    count = offer(c, k, b, mark, mb, samples, count, x, ball, side, 0.0)
    if count > before:
        if abs(dot(a, row3(samples, before, NORMAL))) < UPRIGHT:
            return before
        add_standing(c, k, samples, before, a, side, part)
    return count


@kernel
def add_standing(c, k, samples, s, a, side, part):
    """The weight of sample s, part (a.n)^2, and its derivatives: g^4/4 dw/d theta and dp, as a torque about 0."""
    now, n, x, g = view1(c, k + NOW), row3(samples, s, NORMAL), row3(samples, s, POINT), samples[s, DEPTH]
    if side != 0.0:
        n = times(-1.0, n)
    cosine = dot(a, n)
    w = part * cosine * cosine
    weigh(samples, s, w, w, w)
    xx, yy, zz = samples[s, BEND], samples[s, BEND + 1], samples[s, BEND + 2]
    xy, xz, yz = samples[s, BEND + 3], samples[s, BEND + 4], samples[s, BEND + 5]
    bend = (
        xx * a[0] + xy * a[1] + xz * a[2],
        xy * a[0] + yy * a[1] + yz * a[2],
        xz * a[0] + yz * a[1] + zz * a[2],
    )
    slope = 0.5 * g * g * g * g * part * cosine
    if side != 0.0:
        slope = -slope
    torque = plus(cross(a, n), cross(x, bend))
    for m in range(3):
        now[DRIFT + m] += slope * bend[m]
        now[TWIST + m] += slope * torque[m]
