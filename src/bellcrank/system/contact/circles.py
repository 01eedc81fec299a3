"""Circles in the field of another shape: samples where they are deepest, and all along them where they stand.

With the depth g = rho - phi along it (rho the ball that rolls along, 0 on no contact):

CIRCLE   V = w S^2,  S = sum v^2 - sum r^2 over all valleys v and ridges r between them,                             (1)
         A = 1/(2 pi) int (a.n)^2 g^4 dt, a its axis: by Gauss over the parts that touch                             (2)
         At edges of nets a.n jumps, from p to q as n from n_1 to n_2, where they meet moves with the circle by dt =
         -(n_1 - n_2).dx/(r (n_1 - n_2).e), e along it, and dA = (p^2 - q^2) g^4 dt/(2 pi) more                      (3)
         Lying it counts w, as deep as its lowest point; standing 1, and V is 0. A valley begins together with a ridge
         of the same depth, so V has no jump; two ridges and valleys more or less make no difference to the sum.

Both are parts of G^4 (force.py); see sampling.py. Weights of (2) change with the position: with c = a.n the wrench of
dc = (a x n).dtheta + (C a).dp, of the circle relative to the field: TWIST.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.field import into, rounded, turned_in
from bellcrank.system.contact.fields.torus import torus_along
from bellcrank.system.contact.layout import (
    BEND,
    DEPTH,
    DRIFT,
    GEO,
    MESH,
    NORMAL,
    NOW,
    POINT,
    ROOM,
    S_A,
    S_B,
    S_KIND,
    TORUS,
    TWIST,
    WEIGHT,
    WHOLE,
)
from bellcrank.system.contact.sampling import (
    ASIDE,
    CLOSE,
    HALVINGS,
    KINK,
    field_at,
    narrowed,
    next_place,
    offer,
    right_side,
    secant,
    settle,
    stands,
    weigh,
)

RING = 16
"""Points along a circle between which valleys and ridges are told apart; phi and its slope at them are in the first
rows of ROOM."""
STEP = 2.0 * math.pi / RING
COS_1, SIN_1, COS_2, SIN_2 = math.cos(STEP), math.sin(STEP), math.cos(2.0 * STEP), math.sin(2.0 * STEP)
MOST_VALLEYS = 8
VALLEYS = RING
"""Rows of ROOM, two for each valley: its angle and the left end of what touches, the right end and 1 for a ridge."""
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
LEVEL = 1e-6
"""Of the slopes beside a lowest point: where it is on an edge the slope does not fall below, and secants that move no
more have not found it yet."""
ROUGH, PARTS, MANY = 1e-3, 40, 128
"""Where a.n^2 has more of the highest degree than this it is no polynomial: the field has an edge there, and what
touches is taken in shorter parts, of which so many are tried, while there is room for the samples."""
NEXT = 2.0 * ASIDE
"""Radians: an edge nearer than this to another place is seen from there too, where normals of both sides are taken."""
ENDS = 1e-3
"""Part of the depth of a valley at which it ends."""


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


@kernel(inline=True)
def ring_in_field(mark, mb, centre, e, f):
    """Centre and unit vectors of a circle in the frame of marker mb: the searches along it stay in there."""
    return into(mark, mb, centre), turned_in(mark, mb, e), turned_in(mark, mb, f)


@kernel
def along_ring(c, k, b, ring, r, cosine, sine):
    """phi of shape b at a point of a circle in its frame, and its slope along the circle."""
    geo = view2(c, k + GEO)
    x = plus(ring[0], plus(times(r * cosine, ring[1]), times(r * sine, ring[2])))
    d = plus(times(-sine, ring[1]), times(cosine, ring[2]))
    if geo[b, S_KIND] == TORUS:
        return torus_along(x, d, geo[b, S_A], geo[b, S_B])
    found = rounded(c, k, b, x)
    return found[0], dot((found[1], found[2], found[3]), d)


@kernel(inline=True)
def at_angle(c, k, b, ring, r, t):
    """phi and its slope along a circle at an angle."""
    return along_ring(c, k, b, ring, r, math.cos(t), math.sin(t))


@kernel(inline=True)
def slope_at(c, k, b, ring, r, n):
    """The slope at point n of RING, as `look_around` found it, or found now."""
    known = view2(c, k + ROOM)[n % RING, 1]
    return known if not math.isnan(known) else at_angle(c, k, b, ring, r, n * STEP)[1]


@kernel
def turning(c, k, b, ring, r, n, sign):
    """The angle between the points n - 1 and n + 1 of RING at which sign phi is least: where its slope changes its
    sign; and phi there."""
    low, high, middle = (n - 1) * STEP, (n + 1) * STEP, sign * slope_at(c, k, b, ring, r, n)
    below, above = sign * slope_at(c, k, b, ring, r, n - 1), sign * slope_at(c, k, b, ring, r, n + 1)
    steep = max(abs(below), abs(middle), abs(above))
    low, high, below, above, _ = narrowed(low, high, below, above, n * STEP, middle, 0.0)
    halve, last, t, phi, at_low, at_high = not below < 0.0 < above, 0.0, low, 0.0, math.inf, math.inf
    for _ in range(2 * HALVINGS):
        t = next_place(low, high, below, above, halve)
        phi, slope = at_angle(c, k, b, ring, r, t)
        g = sign * slope
        at_low, at_high = (phi, at_high) if g < 0.0 else (at_low, phi)
        halve = stands(g, below, above)
        low, high, below, above, last = narrowed(low, high, below, above, t, g, last)
        known = below < 0.0 < above
        halve = halve or not known
        if high - low < CLOSE:
            return right_side(low, high, at_low, at_high, t, r), at_low if abs(at_low) < abs(at_high) else at_high
        level = known and abs(g) < LEVEL * steep and abs(secant(low, high, below, above) - t) < CLOSE
        if g == 0.0 or level:
            break
    return t, phi


@kernel
def edge_of_touch(c, k, b, ring, r, ball, low, high, below, above, small):
    """The angle between one that touches and one that does not, phi - ball at both known, at which it is 0, nearly:
    depths below `small` add nothing to (2)."""
    last = 0.0
    if below >= 0.0 or above <= 0.0:
        return high if below < 0.0 else low
    t = low
    for _ in range(HALVINGS):
        t = high - above * (high - low) / (above - below)
        g = at_angle(c, k, b, ring, r, t)[0] - ball
        low, high, below, above, last = narrowed(low, high, below, above, t, g, last)
        if abs(g) < small or abs(high - low) < 1e-9:
            break
    return t


@kernel
def look_around(c, k, b, ring, r, ball):
    """phi at the points of RING, and its slope, into ROOM; the lowest, the first of equal ones, and whether the circle
    may touch at all. Between two points no value is less than half of their sum without the way: what cannot touch is
    not looked at closer."""
    room, whole = view2(c, k + ROOM), view1(c, k + NOW)[WHOLE] == 1.0
    x, y = 1.0, 0.0
    for n in range(0, RING, 2):
        room[n, 0], room[n, 1] = along_ring(c, k, b, ring, r, x, y)
        x, y = x * COS_2 - y * SIN_2, x * SIN_2 + y * COS_2
    touches, lowest, least = whole, 0, math.inf
    x, y = COS_1, SIN_1
    for n in range(0, RING, 2):
        p, q = room[n, 0], room[(n + 2) % RING, 0]
        if whole or p + q - 2.0 * STEP * r < 2.0 * ball:
            room[n + 1, 0], room[n + 1, 1] = along_ring(c, k, b, ring, r, x, y)
            touches = True
        else:
            room[n + 1, 0], room[n + 1, 1] = max(p, q), math.nan
        x, y = x * COS_2 - y * SIN_2, x * SIN_2 + y * COS_2
        for m in range(n, n + 2):
            if room[m, 0] < least:
                lowest, least = m, room[m, 0]
    while lowest > 1 - RING and room[(lowest - 1) % RING, 0] == least:
        lowest -= 1
    return lowest % RING, touches


@kernel
def side_of_valley(c, k, b, ring, r, ball, n, at, depth, way):
    """The end of what touches on one side of a valley at the angle `at`, point n of the ring, and phi where that is a
    ridge, which touches too, else `ball`. way: 1 towards larger angles, -1 towards smaller ones."""
    room, inside, below = view2(c, k + ROOM), at, -depth
    for m in range(1, RING):
        here, beyond = room[(n + way * m) % RING, 0], room[(n + way * (m + 1)) % RING, 0]
        angle = (n + way * m) * STEP
        if here >= ball:
            end = edge_of_touch(c, k, b, ring, r, ball, inside, angle, below, here - ball, ENDS * depth)
            return end, ball
        if beyond < here:
            return turning(c, k, b, ring, r, n + way * m, -1.0)
        inside, below = angle, here - ball
    return at + way * math.pi, ball + below


@kernel
def find_valleys(c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side):
    """The valleys that touch go to ROOM: their number, S of (1), and the new count: the lowest is offered where none
    touches. A valley begins at the ridge at which the one before ends, all around: nothing of a circle that stands is
    left out or counted twice, also where rounding alone makes its valleys."""
    room, found, total, ring = view2(c, k + ROOM), 0, 0.0, ring_in_field(mark, mb, centre, e, f)
    lowest, touches = look_around(c, k, b, ring, r, ball)
    if not touches:
        return 0, 0.0, count
    first, shallow, ridge = 0, 0.0, ball
    for n in range(RING):
        phi, before, after = room[n, 0], room[(n - 1) % RING, 0], room[(n + 1) % RING, 0]
        if n != lowest and (phi >= before or phi > after or phi + before - r * STEP > 2.0 * ball):
            continue
        if found == MOST_VALLEYS:
            break
        t, phi = turning(c, k, b, ring, r, n, 1.0)
        v = ball - phi
        if v <= 0.0:
            if n == lowest:
                count = offer(c, k, b, mark, mb, samples, count, on_circle(centre, e, f, r, t), ball, side, 1.0)
            continue
        row, left = VALLEYS + 2 * found, room[VALLEYS + 2 * found - 1, 0]
        if found == 0:
            first, shallow = n, v
        elif ridge >= ball:
            left, _ = side_of_valley(c, k, b, ring, r, ball, n, t, v, -1)
        right, ridge = side_of_valley(c, k, b, ring, r, ball, n, t, v, 1)
        room[row, 0], room[row, 1], room[row + 1, 0] = t, left, right
        between = max(0.0, ball - ridge)
        room[row + 1, 1] = 1.0 if between > 0.0 else 0.0
        total += v * v - between * between
        found += 1
    if found > 0:
        left = room[VALLEYS + 2 * found - 1, 0] - 2.0 * math.pi
        if ridge >= ball:
            left, _ = side_of_valley(c, k, b, ring, r, ball, first, room[VALLEYS, 0], shallow, -1)
        room[VALLEYS, 1] = left
    return found, total, count


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
    for n in range(found):
        row = VALLEYS + 2 * n
        t, left, right, ridge = room[row, 0], room[row, 1], room[row + 1, 0], room[row + 1, 1]
        count = turned_point(c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side, t, total, weight * factor)
        if ridge == 1.0:
            count = turned_point(
                c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side, right, total, -weight * factor
            )
        bent = add_bend(
            c,
            k,
            b,
            mark,
            mb,
            samples,
            count,
            on_circle(centre, e, f, r, t),
            tangent_at(e, f, t),
            a,
            r,
            ball,
            side,
            factor,
        )
        if bent or right - left > WIDE:
            count = standing(c, k, b, mark, mb, samples, count, centre, a, e, f, r, ball, side, left, t, factor)
            left = t
        count = standing(c, k, b, mark, mb, samples, count, centre, a, e, f, r, ball, side, left, right, factor)
    return count


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
    """(2) between two angles, and what it adds to TWIST: in one part where the field is smooth, else in shorter ones,
    of a net between its edges. Edges nearer to each other than normals are compared are one, and (3) counts it once:
    that at the lowest point is counted there."""
    width, counted, sharp = high - low, low, view2(c, k + GEO)[b, S_KIND] == MESH
    for n in range(PARTS):
        end = low + width if width < high - low else high
        before, part = count, factor * width / (2.0 * math.pi)
        count, rough = points_between(c, k, b, mark, mb, samples, count, centre, a, e, f, r, ball, side, low, end, part)
        if abs(rough) > ROUGH and n < PARTS // 2 and count < MANY and width > NEXT:
            count, width = before, 0.5 * width
            if sharp:
                t = bend_between(c, k, b, ring_in_field(mark, mb, centre, e, f), r, turned_in(mark, mb, a), low, end)
                x, d = on_circle(centre, e, f, r, t), tangent_at(e, f, t)
                if low + NEXT < t < end - NEXT and add_bend(
                    c, k, b, mark, mb, samples, count, x, d, a, r, ball, side, 0.0
                ):
                    width = t - low
            continue
        for s in range(before, count):
            add_standing(c, k, samples, s, a, side, samples[s, WEIGHT])
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
    return before if abs(cosine) < UPRIGHT else count, cosine * cosine


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
