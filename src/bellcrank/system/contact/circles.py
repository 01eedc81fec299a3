"""Circles in the field of another shape: samples where they are deepest, and all along them where they stand.

With the depth g = rho - phi along it (rho the ball that rolls along, 0 on no contact):

CIRCLE   V = w f S^2,  S = sum v^2 - sum r^2 over all valleys v and ridges r between them,                           (1)
         A = 1/(2 pi) int (a.n)^2 g^4 dt, a its axis: by Gauss over the parts that touch                             (2)
         At edges of nets a.n jumps, from p to q as n from n_1 to n_2, where they meet moves with the circle by dt =
         -(n_1 - n_2).dx/(r (n_1 - n_2).e), e along it, and dA = (p^2 - q^2) g^4 dt/(2 pi) more                      (3)
         Lying it counts w, as deep as its lowest point; standing 1, and V is 0. A valley begins together with a ridge
         of the same depth, so V has no jump; two ridges and valleys more or less make no difference to the sum.
         f = ((1 + b) s/(s + b))^4, s = 1 - A/B, B = 1/(2 pi) int g^4 dt: 1 where it lies, 0 where it stands         (4)
         Standing, partly beyond the border of a face, its valley is at one end or the other of what touches, as the
         tilt says: without f the torque jumped with the sign of the tilt, and nothing came to rest there. Over a
         border the normal turns, so that s is some 1e-3 even there: hence the fourth power,
         in the fields of boxes and of nets of flat faces; in others the square.

Both are parts of G^4 (force.py); see sampling.py. Weights of (2) change with the position: with c = a.n the wrench of
dc = (a x n).dtheta + (C a).dp, of the circle relative to the field: TWIST.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.field import rounded, turned_in
from bellcrank.system.contact.layout import (
    BEND,
    BOW,
    BOX,
    DEPTH,
    DRIFT,
    GEO,
    MESH,
    NORMAL,
    NOW,
    POINT,
    RISE,
    ROOM,
    S_BENT,
    S_KIND,
    TWIST,
    WEIGHT,
    WHOLE,
)
from bellcrank.system.contact.sampling import (
    ASIDE,
    CLOSE,
    KINK,
    field_at,
    offer,
    settle,
    weigh,
)
from bellcrank.system.contact.valleys import VALLEYS, find_valleys, on_circle, ring_in_field, tangent_at

GAUSS = (
    (0.01985507175123191, 0.05061426814518853, -0.1176924564477133),
    (0.1016667612931866, 0.1111905172266872, 0.3778969370845917),
    (0.2372337950418355, 0.1568533229389434, -0.6317745531190041),
    (0.4082826787521751, 0.1813418916891808, 0.7849065579218123),
    (0.5917173212478248, 0.1813418916891808, -0.7849065579218123),
    (0.7627662049581645, 0.1568533229389434, 0.6317745531190041),
    (0.8983332387068134, 0.1111905172266872, -0.3778969370845917),
    (0.9801449282487681, 0.05061426814518853, 0.1176924564477133),
)
"""Eight places and weights on 0 to 1, and what the values there say about the part of degree seven in them."""
FEW = (
    (0.04691007703066802, 0.1184634425280946, 0.2619960159204452),
    (0.2307653449471584, 0.2393143352496832, -0.741996015920445),
    (0.5, 0.2844444444444443, 0.9599999999999997),
    (0.7692346550528415, 0.2393143352496832, -0.741996015920445),
    (0.9530899229693319, 0.1184634425280946, 0.2619960159204452),
)
"""Five, and the part of degree four: enough for a valley, whose depth is a parabola."""
WIDE = 1.5
"""Radians: what touches over a wider part of a circle is halved at its lowest point."""
UPRIGHT = 1e-5
"""Where a circle is nearer to lying than this (a.n), nothing of it stands."""
TILTED, OF_CURVED = 5e-3, 1e-3
"""b of (4), the square of the tilt in radians about which a circle begins to count by its lowest point; in fields that
are not flat, in which f has the square only."""
RIM = 0.05
"""A circle whose ball is larger than this part of it is no rim of a face but a tube, to which (4) does not apply."""
ROUGH, ROUGHER, PARTS, MANY = 1e-4, 1e-3, 40, 128
"""Where a.n^2 has more of the highest degree than this it is no polynomial: the field has an edge there, and what
touches is taken in shorter parts, of which so many are tried, while there is room for the samples. ROUGHER: of nets
with curved faces."""
NEXT = 2.0 * ASIDE
"""Radians: an edge nearer than this to another place is seen from there too, where normals of both sides are taken."""


@kernel
def circle(c, k, b, mark, mb, samples, count, centre, a, e, r, ball, side, weight, factor):
    """(1) and (2); e: a unit vector across its axis a."""
    if r <= 0.0:
        return offer(c, k, b, mark, mb, samples, count, centre, ball, side, weight * factor)
    far = field_at(c, k, b, mark, mb, centre)[0] > r + ball
    if far and (count > 0 or view1(c, k + NOW)[WHOLE] == 0.0):
        return count
    room, f = view2(c, k + ROOM), cross(a, e)
    found, total, count = find_valleys(c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side)
    before = count
    for n in range(found):
        row = VALLEYS + 2 * n
        t, right, ridge = room[row, 0], room[row + 1, 0], room[row + 1, 1]
        count = turned_point(c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side, t, total, weight * factor)
        if ridge == 1.0:
            count = turned_point(
                c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side, right, total, -weight * factor
            )
    return stood(
        c, k, b, mark, mb, samples, before, count, found, centre, a, e, f, r, ball, side, weight * total * total, factor
    )


@kernel
def stood(c, k, b, mark, mb, samples, first, count, found, centre, a, e, f, r, ball, side, size, factor):
    """(2) of all valleys, and (4) on the samples from `first` on; size: w S^2 of (1)."""
    room, now, start = view2(c, k + ROOM), view1(c, k + NOW), count
    drift, twist = row3_of(now, DRIFT), row3_of(now, TWIST)
    for n in range(found):
        row = VALLEYS + 2 * n
        t, left, right = room[row, 0], room[row, 1], room[row + 1, 0]
        x, d = on_circle(centre, e, f, r, t), tangent_at(e, f, t)
        bent = add_bend(c, k, b, mark, mb, samples, count, x, d, a, r, ball, side, factor)
        if bent or right - left > WIDE:
            count = standing(c, k, b, mark, mb, samples, count, centre, a, e, f, r, ball, side, left, t, factor)
            left = t
        count = standing(c, k, b, mark, mb, samples, count, centre, a, e, f, r, ball, side, left, right, factor)
    stands, whole = parts_of(samples, start, count, a)
    if stands <= UPRIGHT * UPRIGHT * whole:
        return start
    share, slope = fade(1.0 - stands / whole, is_flat(c, k, b)) if ball <= RIM * r else (1.0, 0.0)
    part = factor * size * slope / whole
    for m in range(3):
        now[DRIFT + m] = drift[m] + (1.0 - part) * (now[DRIFT + m] - drift[m])
        now[TWIST + m] = twist[m] + (1.0 - part) * (now[TWIST + m] - twist[m])
    for s in range(first, start):
        weigh(samples, s, share * samples[s, WEIGHT], share * samples[s, RISE], share * samples[s, BOW])
    for s in range(start, count):
        add_standing(c, k, samples, s, a, side, samples[s, WEIGHT], part, stands / whole)
    return count


@kernel(inline=True)
def row3_of(values, n):
    """Three numbers from n on."""
    return values[n], values[n + 1], values[n + 2]


@kernel
def parts_of(samples, start, count, a):
    """A and B of (2) and (4), from samples with their parts of the circle as weights."""
    stands, whole = 0.0, 0.0
    for s in range(start, count):
        cosine, g = dot(a, row3(samples, s, NORMAL)), samples[s, DEPTH]
        part = samples[s, WEIGHT] * g * g * g * g
        stands += cosine * cosine * part
        whole += part
    return stands, whole


@kernel(inline=True)
def fade(s, sooner):
    """f of (4) and its slope."""
    s, b = max(0.0, s), TILTED if sooner else OF_CURVED
    x = (1.0 + b) * s / (s + b)
    slope = (1.0 + b) * b / ((s + b) * (s + b))
    return (x * x * x * x, 4.0 * x * x * x * slope) if sooner else (x * x, 2.0 * x * slope)


@kernel(inline=True)
def is_flat(c, k, b):
    """Whether a field is that of a box, or of a net of flat faces."""
    geo = view2(c, k + GEO)
    return geo[b, S_KIND] == BOX or (geo[b, S_KIND] == MESH and geo[b, S_BENT] == 0.0)


@kernel(inline=True)
def is_curved(c, k, b):
    """Whether a field is that of a net with curved faces."""
    geo = view2(c, k + GEO)
    return geo[b, S_KIND] == MESH and geo[b, S_BENT] == 1.0


@kernel
def turned_point(c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side, t, total, weight):
    """The sample of a valley, or with a weight below 0 of a ridge, (1)."""
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
    """Samples of (2) between two angles: in one part where the field is smooth, else in shorter ones,
    of a net between its edges. Edges nearer to each other than normals are compared are one, and (3) counts it once:
    that at the lowest point is counted there."""
    width, counted, sharp = high - low, low, view2(c, k + GEO)[b, S_KIND] == MESH
    most = ROUGHER if is_curved(c, k, b) else ROUGH
    for n in range(PARTS):
        end = low + width if width < high - low else high
        before, part = count, factor * width / (2.0 * math.pi)
        count, rough = points_between(c, k, b, mark, mb, samples, count, centre, a, e, f, r, ball, side, low, end, part)
        if abs(rough) > most and n < PARTS // 2 and count < MANY and width > NEXT:
            count, width = before, 0.5 * width
            if sharp:
                t = bend_between(c, k, b, ring_in_field(mark, mb, centre, e, f), r, turned_in(mark, mb, a), low, end)
                x, d = on_circle(centre, e, f, r, t), tangent_at(e, f, t)
                if low + NEXT < t < end - NEXT and add_bend(
                    c, k, b, mark, mb, samples, count, x, d, a, r, ball, side, 0.0
                ):
                    width = t - low
            continue
        low, width = end, min(2.0 * width, high - end)
        if width <= 0.0:
            break
        if sharp and min(end - counted, high - end) > NEXT:
            x, d = on_circle(centre, e, f, r, end), tangent_at(e, f, end)
            if add_bend(c, k, b, mark, mb, samples, count, x, d, a, r, ball, side, factor):
                counted = end
    return count


@kernel
def bend_between(c, k, b, ring, r, a, low, high):
    """The angle between two others at which a.n jumps: in halves, always the one in which it changes more."""
    low, high = low + NEXT, high - NEXT
    first, last = upright_at(c, k, b, ring, r, a, low), upright_at(c, k, b, ring, r, a, high)
    while high - low > CLOSE:
        t = 0.5 * (low + high)
        if not low < t < high:
            break
        here = upright_at(c, k, b, ring, r, a, t)
        if abs(here - first) > abs(here - last):
            high, last = t, here
        else:
            low, first = t, here
    return 0.5 * (low + high)


@kernel
def upright_at(c, k, b, ring, r, a, t):
    """a.n at an angle, all in the frame of the field."""
    x = plus(ring[0], plus(times(r * math.cos(t), ring[1]), times(r * math.sin(t), ring[2])))
    found = rounded(c, k, b, x)
    return dot((found[1], found[2], found[3]), a)


@kernel
def add_bend(c, k, b, mark, mb, samples, count, x, d, a, r, ball, side, factor):
    """(3) where the circle passes an edge of a net at x along d; whether there is one. Where phi jumps there, the
    nearer surface is right, as at lowest points: what is asked at x itself is one of both by chance."""
    if view2(c, k + GEO)[b, S_KIND] != MESH:
        return False
    aside = times(ASIDE * r, d)
    before, one = field_at(c, k, b, mark, mb, minus(x, aside))
    after, two = field_at(c, k, b, mark, mb, plus(x, aside))
    apart = minus(one, two)
    if dot(apart, apart) < KINK:
        return False
    before, after = before + dot(one, aside), after - dot(two, aside)
    g, p, q = ball - (before if abs(before) < abs(after) else after), dot(a, one), dot(a, two)
    steep = dot(apart, d)
    if g <= 0.0 or steep >= 0.0:
        return True
    size = -factor * (p * p - q * q) * g * g * g * g / (8.0 * math.pi * r * steep)
    now, force = view1(c, k + NOW), times(size if side == 0.0 else -size, apart)
    torque = cross(x, force)
    for m in range(3):
        now[DRIFT + m] += force[m]
        now[TWIST + m] += torque[m]
    return True


@kernel
def points_between(c, k, b, mark, mb, samples, count, centre, a, e, f, r, ball, side, low, high, part):
    """The samples of (2) between two angles, with their parts as weights: the new count, and how rough a.n^2 is."""
    rough = 0.0
    if high - low > 0.5 * WIDE:
        for place, share, high_degree in GAUSS:
            x = on_circle(centre, e, f, r, low + place * (high - low))
            count, upright = standing_point(c, k, b, mark, mb, samples, count, x, a, ball, side, share * part)
            rough += high_degree * upright
    else:
        for place, share, high_degree in FEW:
            x = on_circle(centre, e, f, r, low + place * (high - low))
            count, upright = standing_point(c, k, b, mark, mb, samples, count, x, a, ball, side, share * part)
            rough += high_degree * upright
    return count, rough


@kernel
def standing_point(c, k, b, mark, mb, samples, count, x, a, ball, side, part):
    """A sample of (2); the new count, and (a.n)^2."""
    before = count
    count = offer(c, k, b, mark, mb, samples, count, x, ball, side, part)
    cosine = dot(a, row3(samples, before, NORMAL))
    return count, cosine * cosine


@kernel
def add_standing(c, k, samples, s, a, side, part, faded, mean):
    """The weight of sample s, part (a.n)^2, and its derivatives: g^4/4 dw/d theta and dp, as a torque about 0; with
    those of f, faded = w S^2 df/ds/B and mean = A/B: d(w f S^2) = -faded (dA - mean dB)."""
    now, n, x, g = view1(c, k + NOW), row3(samples, s, NORMAL), row3(samples, s, POINT), samples[s, DEPTH]
    if side != 0.0:
        n = times(-1.0, n)
    cosine = dot(a, n)
    w = part * cosine * cosine
    rise = w + faded * part * (mean - cosine * cosine)
    weigh(samples, s, w, rise, max(0.0, rise))
    xx, yy, zz = samples[s, BEND], samples[s, BEND + 1], samples[s, BEND + 2]
    xy, xz, yz = samples[s, BEND + 3], samples[s, BEND + 4], samples[s, BEND + 5]
    bend = (
        xx * a[0] + xy * a[1] + xz * a[2],
        xy * a[0] + yy * a[1] + yz * a[2],
        xz * a[0] + yz * a[1] + zz * a[2],
    )
    slope = 0.5 * g * g * g * g * part * cosine * (1.0 - faded)
    if side != 0.0:
        slope = -slope
    torque = plus(cross(a, n), cross(x, bend))
    for m in range(3):
        now[DRIFT + m] += slope * bend[m]
        now[TWIST + m] += slope * torque[m]
