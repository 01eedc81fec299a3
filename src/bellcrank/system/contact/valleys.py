"""Valleys of a circle in the field of another shape: where phi is least along it, the ridges between, and how far it
touches. Points around it tell them apart; searches along it are in the frame of the field.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, plus, row3, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.field import into, rounded, turned_in
from bellcrank.system.contact.fields.torus import torus_along
from bellcrank.system.contact.layout import GEO, MESH, NOW, ROOM, S_A, S_B, S_KIND, TORUS, WHOLE
from bellcrank.system.contact.sampling import (
    CLOSE,
    HALVINGS,
    narrowed,
    next_place,
    offer,
    right_side,
    secant,
    stands,
)

RING = 16
"""Points along a circle between which valleys and ridges are told apart, in nets more of them where that is too few
(closer_look); phi and its slope at them are in the first rows of ROOM, their angles in column ANGLE."""
ANGLE, OUT = 7, 4
"""Columns of ROOM: the angle, and the normal in a net (3)."""
MOST_POINTS, GIVEN, AHEAD = 64, 64, 80
"""Rows of ROOM: at most so many points; from GIVEN on those of RING in a net, from AHEAD on those to look at next."""
NARROW, EVEN, FLAT = 1.0 / 16.0, 0.25, 1e-9
"""Parts of a circle in a net that are not looked at closer: of a STEP; those along which the slope changes by less;
those where a flat face leads from one end to the other to this part of the radius."""
STEP = 2.0 * math.pi / RING
COS_1, SIN_1, COS_2, SIN_2 = math.cos(STEP), math.sin(STEP), math.cos(2.0 * STEP), math.sin(2.0 * STEP)
MOST_VALLEYS = 8
VALLEYS = 96
"""Rows of ROOM, two for each valley: its angle and the left end of what touches, the right end and 1 for a ridge."""
LEVEL = 1e-6
"""Of the slopes beside a lowest point: where it is on an edge the slope does not fall below, and secants that move no
more have not found it yet."""
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


@kernel
def put_point(c, k, b, ring, r, row, t, cosine, sine):
    """A point of a circle in a net, at the angle t, into a row of ROOM."""
    room = view2(c, k + ROOM)
    room[row, ANGLE] = t
    found = rounded(c, k, b, plus(ring[0], plus(times(r * cosine, ring[1]), times(r * sine, ring[2]))))
    n = (found[1], found[2], found[3])
    room[row, 0], room[row, 1] = found[0], dot(n, plus(times(-sine, ring[1]), times(cosine, ring[2])))
    room[row, OUT], room[row, OUT + 1], room[row, OUT + 2] = n


@kernel(inline=True)
def put_either(c, k, b, ring, r, row, cosine, sine, sharp):
    """Point `row` of RING into ROOM, in a net (sharp) with its normal."""
    if sharp:
        put_point(c, k, b, ring, r, row, row * STEP, cosine, sine)
    else:
        room = view2(c, k + ROOM)
        room[row, 0], room[row, 1] = along_ring(c, k, b, ring, r, cosine, sine)
        room[row, ANGLE] = row * STEP


@kernel(inline=True)
def at_angle(c, k, b, ring, r, t):
    """phi and its slope along a circle at an angle."""
    return along_ring(c, k, b, ring, r, math.cos(t), math.sin(t))


@kernel(inline=True)
def angle_of(room, points, n):
    """The angle of point n of so many, which go around; n from -points on, below 2 points."""
    if n < 0:
        return room[n + points, ANGLE] - 2.0 * math.pi
    return room[n, ANGLE] if n < points else room[n - points, ANGLE] + 2.0 * math.pi


@kernel(inline=True)
def slope_at(c, k, b, ring, r, points, n):
    """The slope at point n, as `look_around` found it, or found now."""
    room = view2(c, k + ROOM)
    known = room[n % points, 1]
    return known if not math.isnan(known) else at_angle(c, k, b, ring, r, room[n % points, ANGLE])[1]


@kernel
def turning(c, k, b, ring, r, points, n, sign):
    """The angle between the points n - 1 and n + 1 at which sign phi is least: where its slope changes its sign; and
    phi there."""
    room, middle = view2(c, k + ROOM), sign * slope_at(c, k, b, ring, r, points, n)
    low, high = angle_of(room, points, n - 1), angle_of(room, points, n + 1)
    below, above = sign * slope_at(c, k, b, ring, r, points, n - 1), sign * slope_at(c, k, b, ring, r, points, n + 1)
    steep = max(abs(below), abs(middle), abs(above))
    low, high, below, above, _ = narrowed(low, high, below, above, angle_of(room, points, n), middle, 0.0)
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
    """phi at the points of RING, and its slope, into ROOM; their number, the lowest, the first of equal ones, and
    whether the circle may touch at all. Between two points no value is less than half of their sum without the way:
    what cannot touch is not looked at closer."""
    room, whole = view2(c, k + ROOM), view1(c, k + NOW)[WHOLE] == 1.0
    x, y, sharp = 1.0, 0.0, view2(c, k + GEO)[b, S_KIND] == MESH
    for n in range(0, RING, 2):
        put_either(c, k, b, ring, r, n, x, y, sharp)
        x, y = x * COS_2 - y * SIN_2, x * SIN_2 + y * COS_2
    touches, lowest, least, points = whole, 0, math.inf, RING
    x, y = COS_1, SIN_1
    for n in range(0, RING, 2):
        p, q = room[n, 0], room[(n + 2) % RING, 0]
        if whole or p + q - 2.0 * STEP * r < 2.0 * ball:
            put_either(c, k, b, ring, r, n + 1, x, y, sharp)
            touches = True
        else:
            room[n + 1, 0], room[n + 1, 1], room[n + 1, ANGLE] = max(p, q), math.nan, (n + 1) * STEP
        x, y = x * COS_2 - y * SIN_2, x * SIN_2 + y * COS_2
    if touches and sharp:
        points = closer_look(c, k, b, ring, r, ball)
    for n in range(points):
        if room[n, 0] < least:
            lowest, least = n, room[n, 0]
    while lowest > 1 - points and room[(lowest - 1) % points, 0] == least:
        lowest -= 1
    return points, lowest % points, touches


@kernel(inline=True)
def copy_point(room, one, two):
    """Row `one` of ROOM, a point of a circle, to row `two`."""
    room[two, 0], room[two, 1], room[two, ANGLE] = room[one, 0], room[one, 1], room[one, ANGLE]
    room[two, OUT], room[two, OUT + 1], room[two, OUT + 2] = room[one, OUT], room[one, OUT + 1], room[one, OUT + 2]


@kernel(inline=True)
def off_planes(room, ring, r, low, high, t):
    """At an angle, how far the planes of two points (rows of ROOM) are apart."""
    x = on_circle(ring[0], ring[1], ring[2], r, t)
    one = minus(x, on_circle(ring[0], ring[1], ring[2], r, room[low, ANGLE]))
    two = minus(x, on_circle(ring[0], ring[1], ring[2], r, room[high, ANGLE]))
    return room[low, 0] + dot(row3(room, low, OUT), one) - room[high, 0] - dot(row3(room, high, OUT), two)


@kernel
def where_to_look(room, ring, r, ball, low, high):
    """The angle between two points (rows of ROOM) to look at next: where their planes meet, or halfway; before them
    where their part of the circle cannot touch, or has no valley in it."""
    begin, end = room[low, ANGLE], room[high, ANGLE]
    width = end - begin
    if room[low, 0] + room[high, 0] - width * r >= 2.0 * ball or width < 1.5 * NARROW * STEP:
        return begin - 1.0
    if abs(room[low, 1] - room[high, 1]) < EVEN or math.isnan(room[low, 1] + room[high, 1]):
        return begin - 1.0
    one, two = off_planes(room, ring, r, low, high, begin), off_planes(room, ring, r, low, high, end)
    if min(abs(one), abs(two)) < FLAT * r:
        return begin - 1.0
    if one * two < 0.0:
        t = end - two * width / (two - one)
        f = off_planes(room, ring, r, low, high, t)
        t = secant(begin, t, one, f) if one * f < 0.0 else secant(t, end, f, two) if two * f < 0.0 else t
        if 0.01 * width < t - begin < 0.99 * width:
            return t
    return 0.5 * (begin + end)


@kernel
def closer_look(c, k, b, ring, r, ball):
    """More points of a circle in a net, whose edges make valleys narrower than a STEP: parts are halved until they are
    plain. Their number."""
    room, points = view2(c, k + ROOM), 0
    for n in range(RING):
        copy_point(room, n, GIVEN + n)
    for n in range(RING):
        copy_point(room, GIVEN + n, points)
        copy_point(room, GIVEN + (n + 1) % RING, AHEAD)
        points, top, room[AHEAD, ANGLE] = points + 1, 1, (n + 1) * STEP
        while top > 0:
            low, high = points - 1, AHEAD + top - 1
            t = where_to_look(room, ring, r, ball, low, high)
            if t < room[low, ANGLE] or points + top + RING - n > MOST_POINTS:
                if top > 1:
                    copy_point(room, high, points)
                    points += 1
                top -= 1
            else:
                put_point(c, k, b, ring, r, AHEAD + top, t, math.cos(t), math.sin(t))
                top += 1
    return points


@kernel
def side_of_valley(c, k, b, ring, r, ball, points, n, at, depth, way):
    """The end of what touches on one side of a valley at the angle `at`, point n of the ring, and phi where that is a
    ridge, which touches too, else `ball`. way: 1 towards larger angles, -1 towards smaller ones."""
    room, inside, below = view2(c, k + ROOM), at, -depth
    for m in range(1, points):
        here, beyond = room[(n + way * m) % points, 0], room[(n + way * (m + 1)) % points, 0]
        angle = angle_of(room, points, n + way * m)
        if here >= ball:
            end = edge_of_touch(c, k, b, ring, r, ball, inside, angle, below, here - ball, ENDS * depth)
            return end, ball
        if beyond < here:
            return turning(c, k, b, ring, r, points, n + way * m, -1.0)
        inside, below = angle, here - ball
    return at + way * math.pi, ball + below


@kernel
def find_valleys(c, k, b, mark, mb, samples, count, centre, e, f, r, ball, side):
    """The valleys that touch go to ROOM: their number, S of (1), and the new count: the lowest is offered where none
    touches. A valley begins at the ridge at which the one before ends, all around: nothing of a circle that stands is
    left out or counted twice, also where rounding alone makes its valleys."""
    room, found, total, ring = view2(c, k + ROOM), 0, 0.0, ring_in_field(mark, mb, centre, e, f)
    points, lowest, touches = look_around(c, k, b, ring, r, ball)
    if not touches:
        return 0, 0.0, count
    first, shallow, ridge = 0, 0.0, ball
    for n in range(points):
        phi, before, after = room[n, 0], room[(n - 1) % points, 0], room[(n + 1) % points, 0]
        if n != lowest and (phi >= before or phi > after or phi + before - r * STEP > 2.0 * ball):
            continue
        if found == MOST_VALLEYS:
            break
        t, phi = turning(c, k, b, ring, r, points, n, 1.0)
        v = ball - phi
        if v <= 0.0:
            if n == lowest:
                count = offer(c, k, b, mark, mb, samples, count, on_circle(centre, e, f, r, t), ball, side, 1.0)
            continue
        row, left = VALLEYS + 2 * found, room[VALLEYS + 2 * found - 1, 0]
        if found == 0:
            first, shallow = n, v
        elif ridge >= ball:
            left, _ = side_of_valley(c, k, b, ring, r, ball, points, n, t, v, -1)
        right, ridge = side_of_valley(c, k, b, ring, r, ball, points, n, t, v, 1)
        room[row, 0], room[row, 1], room[row + 1, 0] = t, left, right
        between = max(0.0, ball - ridge)
        room[row + 1, 1] = 1.0 if between > 0.0 else 0.0
        total += v * v - between * between
        found += 1
    if found > 0:
        left = room[VALLEYS + 2 * found - 1, 0] - 2.0 * math.pi
        if ridge >= ball:
            left, _ = side_of_valley(c, k, b, ring, r, ball, points, first, room[VALLEYS, 0], shallow, -1)
        room[VALLEYS, 1] = left
    return found, total, count
