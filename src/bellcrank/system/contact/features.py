"""Features of one shape in the field of another: what may touch first, as samples.

CORNER    a point: g = -phi                                                                                         (1)
EDGE      where phi is least along it (n . edge = 0), by bisection; its weight is w (1 - e/g)^2, e the larger depth of
          its ends: an edge that lies flat is left to its corners                                                   (2)
CIRCLE    where phi is least along it, and four more points at equal angles from there: w (1 - s^2)/5 each, the first
          s^2 w more, s = sin(axis, n). Standing, a sum of five or more points does not depend on where it begins, so
          the undefined lowest point does no harm; lying gives the exact radius. In a net there may be more valleys  (3)
LINE      along a frustum, from lowest point to lowest point of its circles: as an edge, with s^2                    (4)
SUPPORT   of an ellipsoid: the point y at which phi is least: its normal m is -n(y), by Newton                       (5)
PIECE     of a curve: where phi is least along it. Curved pieces count 1 on lines and corners, 1/2 on curved ones, which
          look back; corners 1/2 on lines, less on corners (fields/curve.py), nothing on what is curved; lines nothing:
          a line that lies on a line has the weights of its ends, one that rolls counts 1                            (6)
Weights sum to 1 over a flat face and over a line that lies. They change with the position in (3): TWIST keeps the
elastic force conservative.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import congruent, cross, dot, mat_mul, mat_plus, minus, outer, plus, rotate, row3, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.field import into, out_of, put_sample, rounded, turned_in, turned_out
from bellcrank.system.contact.fields.curve import faded, on_piece
from bellcrank.system.contact.fields.ellipsoid import inverse
from bellcrank.system.contact.layout import (
    ARM,
    ARM_RATE,
    BEND,
    CIRCLE,
    CORNER,
    DEPTH,
    EDGE,
    F_ALONG,
    F_BALL,
    F_POINT,
    F_R,
    F_S,
    F_TYPE,
    F_WEIGHT,
    FADE,
    FEATURES,
    GEO,
    LANDED,
    LINE,
    MESH,
    MOST_SAMPLES,
    NODES,
    NORMAL,
    NOW,
    ON_CURVE,
    ON_LINE,
    P_OPEN0,
    P_OPEN1,
    P_TYPE,
    PIECE,
    PIECES,
    POINT,
    ROOM,
    S_A,
    S_FIRST,
    S_KIND,
    S_ROOT,
    SAMPLE_COLUMNS,
    SAMPLES,
    SIDE,
    SPOT,
    TWIST,
    WEIGHT,
)
from bellcrank.system.layout import MARK, X_AXIS, Y_AXIS, Z_AXIS

UNIT = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
PENDING = 2
"""Column of ROOM that holds the clusters still to look at."""
TRIES = 8
"""Points along a circle from which its lowest is searched."""
DENSE = 16
"""Points along a circle between which valleys of a net are told apart."""
HALVINGS = 40
CLOSE = 1e-12
"""Part of an edge, or angle, to which a lowest point is found."""
LAST = MOST_SAMPLES - 1


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
def finish(samples, count):
    """Where nothing touches, the nearest sample goes to row 0."""
    if count == 0:
        for n in range(SAMPLE_COLUMNS):
            samples[0, n] = samples[LAST, n]
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


@kernel
def least_along(c, k, b, mark, mb, p, d):
    """The point of an edge from p along d at which phi is least: where n . d changes its sign."""
    below = dot(field_at(c, k, b, mark, mb, p)[1], d)
    if below >= 0.0:
        return 0.0
    above = dot(field_at(c, k, b, mark, mb, plus(p, d))[1], d)
    if above <= 0.0:
        return 1.0
    low, high, last, steep_low, steep_high = 0.0, 1.0, 0.0, below, above
    for _ in range(2 * HALVINGS):
        t = secant(low, high, below, above)
        f = dot(field_at(c, k, b, mark, mb, plus(p, times(t, d)))[1], d)
        if f < 0.0:
            steep_low = f
        else:
            steep_high = f
        low, high, below, above, last = narrowed(low, high, below, above, t, f, last)
        if f == 0.0:
            return t
        if high - low < CLOSE:
            break
    return low if -steep_low < steep_high else high  # where two faces meet: the one that the edge runs along


@kernel
def edge(c, k, b, mark, mb, samples, count, p, d, side, weight):
    """(2)"""
    middle = field_at(c, k, b, mark, mb, plus(p, times(0.5, d)))[0]
    if middle > 0.5 * math.sqrt(dot(d, d)):
        return count
    t = least_along(c, k, b, mark, mb, p, d)
    if t == 0.0 or t == 1.0:
        return count
    x = plus(p, times(t, d))
    ends = max(0.0, -field_at(c, k, b, mark, mb, p)[0], -field_at(c, k, b, mark, mb, plus(p, d))[0])
    g = -field_at(c, k, b, mark, mb, x)[0]
    part = 1.0 - ends / g if g > 0.0 else 1.0
    if part <= 0.0:
        return count
    return offer(c, k, b, mark, mb, samples, count, x, 0.0, side, weight * part * part)


@kernel(inline=True)
def across(a):
    """A unit vector normal to a unit vector."""
    d = (0.0, a[2], -a[1]) if abs(a[0]) < 0.6 else (-a[2], 0.0, a[0])
    return times(1.0 / math.sqrt(dot(d, d)), d)


@kernel(inline=True)
def on_circle(centre, e, f, r, t):
    """The point at an angle."""
    return plus(centre, plus(times(r * math.cos(t), e), times(r * math.sin(t), f)))


@kernel
def lowest_angle(c, k, b, mark, mb, centre, e, f, r):
    """The angle of the point of a circle at which phi is least."""
    best, least = 0.0, math.inf
    for n in range(TRIES):
        t = 2.0 * math.pi * n / TRIES
        phi = field_at(c, k, b, mark, mb, on_circle(centre, e, f, r, t))[0]
        if phi < least - 1e-12 * r:
            best, least = t, phi
    return valley(c, k, b, mark, mb, centre, e, f, r, best - 2.0 * math.pi / TRIES, best + 2.0 * math.pi / TRIES)


@kernel(inline=True)
def falling_at(c, k, b, mark, mb, centre, e, f, r, t):
    """The slope of phi along a circle."""
    tangent = plus(times(-math.sin(t), e), times(math.cos(t), f))
    return dot(field_at(c, k, b, mark, mb, on_circle(centre, e, f, r, t))[1], tangent)


@kernel
def valley(c, k, b, mark, mb, centre, e, f, r, low, high):
    """The angle between two at which phi is least along a circle: where its slope changes its sign."""
    below = falling_at(c, k, b, mark, mb, centre, e, f, r, low)
    above = falling_at(c, k, b, mark, mb, centre, e, f, r, high)
    known, last, t = below < 0.0 < above, 0.0, low
    for _ in range(2 * HALVINGS):
        before = t
        t = secant(low, high, below, above) if known else 0.5 * (low + high)
        g = falling_at(c, k, b, mark, mb, centre, e, f, r, t)
        low, high, below, above, last = narrowed(low, high, below, above, t, g, last)
        known = below < 0.0 < above
        if g == 0.0 or high - low < CLOSE or (known and abs(t - before) < CLOSE):
            break
    return t


@kernel
def other_valleys(c, k, b, mark, mb, samples, count, centre, a, r, ball, side, weight, lowest):
    """Where else phi is least along a circle: a bar in the corner of a claw touches two of its faces."""
    room, e = view2(c, k + ROOM), across(a)
    f, step = cross(a, e), 2.0 * math.pi / DENSE
    for n in range(DENSE):
        room[n, 0] = field_at(c, k, b, mark, mb, on_circle(centre, e, f, r, lowest + n * step))[0]
    for n in range(2, DENSE - 1):
        phi = room[n, 0]
        if phi < room[n - 1, 0] and phi <= room[(n + 1) % DENSE, 0] and phi - ball < 0.1 * r:
            t = valley(c, k, b, mark, mb, centre, e, f, r, lowest + (n - 1) * step, lowest + (n + 1) * step)
            x = on_circle(centre, e, f, r, t)
            cosine = dot(a, field_at(c, k, b, mark, mb, x)[1])
            square = max(0.0, 1.0 - cosine * cosine)
            count = offer(c, k, b, mark, mb, samples, count, x, ball, side, square * weight)
    return count


@kernel
def circle(c, k, b, mark, mb, samples, now, count, centre, a, r, ball, side, weight, factor):
    """(3)"""
    if field_at(c, k, b, mark, mb, centre)[0] > r + ball and count > 0:
        return count
    e = across(a)
    f = cross(a, e)
    lowest = lowest_angle(c, k, b, mark, mb, centre, e, f, r)
    before = count
    for n in range(5):
        x = on_circle(centre, e, f, r, lowest + 2.0 * math.pi * n / 5.0)
        if n == 0:
            normal = field_at(c, k, b, mark, mb, x)[1]
            cosine = dot(a, normal)
            square = max(0.0, 1.0 - cosine * cosine)
        share = 0.2 * (1.0 - square) * factor
        w = share + square * weight * factor if n == 0 else share
        count = offer(c, k, b, mark, mb, samples, count, x, ball, side, w)
        if count > before:
            g = samples[count - 1, DEPTH]
            slope = factor * ((weight if n == 0 else 0.0) - 0.2) * 0.25 * g * g * g * g * (-2.0 * cosine)
            turn = cross(a, normal)  # d(s^2) = -2 (a.n) (a x n).theta of the body of the circle
            sign = slope if side == 0.0 else -slope
            for m in range(3):
                now[TWIST + m] += sign * turn[m]
            before = count
    if view2(c, k + GEO)[b, S_KIND] == MESH:
        count = other_valleys(c, k, b, mark, mb, samples, count, centre, a, r, ball, side, weight * factor, lowest)
    return count


@kernel
def line(c, k, b, mark, mb, samples, count, centre, d, r, s, side, weight):
    """(4)"""
    length = math.sqrt(dot(d, d))
    a = times(1.0 / length, d)
    e = across(a)
    f = cross(a, e)
    top = plus(centre, d)
    t, u = lowest_angle(c, k, b, mark, mb, centre, e, f, r), lowest_angle(c, k, b, mark, mb, top, e, f, s)
    p, q = on_circle(centre, e, f, r, t), on_circle(top, e, f, s, u)
    normal = field_at(c, k, b, mark, mb, times(0.5, plus(p, q)))[1]
    cosine = dot(a, normal)
    return edge(c, k, b, mark, mb, samples, count, p, minus(q, p), side, weight * max(0.0, 1.0 - cosine * cosine))


@kernel
def support(c, k, b, mark, ma, mb, samples, count, half, side, weight):
    """(5): steps of Newton, halved until phi falls."""
    n = turned_in(mark, ma, field_at(c, k, b, mark, mb, row3(mark, ma, 0))[1])
    m = times(-1.0, n)
    for _ in range(50):
        y, turn = outermost(half, m)
        x = out_of(mark, ma, y)
        put_sample(samples, count, mark, mb, x, 0.0, rounded(c, k, b, into(mark, mb, x)), 0.0, weight)
        phi = -samples[count, DEPTH]
        n, bend = turned_in(mark, ma, row3(samples, count, NORMAL)), own_bend(samples, count, mark, ma)
        step = rotate(inverse(mat_plus(UNIT, mat_mul(bend, turn))), plus(m, n))
        size = math.sqrt(dot(step, step))
        if size < 1e-12:
            break
        part, better = min(1.0, 0.5 / size), False
        for _ in range(12):
            other = minus(m, times(part, step))
            other = times(1.0 / math.sqrt(dot(other, other)), other)
            if field_at(c, k, b, mark, mb, out_of(mark, ma, outermost(half, other)[0]))[0] < phi:
                better = True
                break
            part *= 0.5
        if not better:
            break
        m = other
    return offer(c, k, b, mark, mb, samples, count, out_of(mark, ma, outermost(half, m)[0]), 0.0, side, weight)


@kernel(inline=True)
def outermost(half, m):
    """The point y = D^2 m/|D m| of an ellipsoid with the normal m, and dy/dm."""
    a, b, c = half[0] * half[0], half[1] * half[1], half[2] * half[2]
    size = math.sqrt(a * m[0] * m[0] + b * m[1] * m[1] + c * m[2] * m[2])
    y = (a * m[0] / size, b * m[1] / size, c * m[2] / size)
    f = outer(y, y)
    turn = (
        (a - f[0]) / size, -f[1] / size, -f[2] / size,
        -f[3] / size, (b - f[4]) / size, -f[5] / size,
        -f[6] / size, -f[7] / size, (c - f[8]) / size,
    )  # fmt: skip
    return y, turn


@kernel(inline=True)
def own_bend(samples, s, mark, m):
    """The curvature of the field at a sample, in the frame of marker m."""
    xx, yy, zz = samples[s, BEND], samples[s, BEND + 1], samples[s, BEND + 2]
    xy, xz, yz = samples[s, BEND + 3], samples[s, BEND + 4], samples[s, BEND + 5]
    x, y, z = row3(mark, m, X_AXIS), row3(mark, m, Y_AXIS), row3(mark, m, Z_AXIS)
    axes = (x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2])
    return congruent(axes, (xx, xy, xz, xy, yy, yz, xz, yz, zz))


@kernel
def note_gap(samples, count, p, gap, n, side):
    """Nothing at p is nearer than `gap`: kept where it is the nearest of all so far."""
    if count == 0 and -gap > samples[LAST, DEPTH]:
        sign = 1.0 if side == 0.0 else -1.0
        samples[LAST, DEPTH], samples[LAST, WEIGHT], samples[LAST, SIDE] = -gap, 1.0, side
        samples[LAST, ARM], samples[LAST, ARM_RATE] = 0.0, 0.0
        for m in range(3):
            samples[LAST, POINT + m], samples[LAST, NORMAL + m] = p[m], sign * n[m]


@kernel(inline=True)
def point_of(c, k, mark, ma, n, t):
    """A point of piece n of a curve, and its derivative by t, in ground."""
    x, y, u, v, _, _ = on_piece(view2(c, k + PIECES), n, t)
    return out_of(mark, ma, (x, y, 0.0)), turned_out(mark, ma, (u, v, 0.0))


@kernel
def falling(c, k, ma, b, mb, n, t):
    """d phi/dt along piece n of a curve."""
    mark = view2(c, MARK)
    x, d = point_of(c, k, mark, ma, n, t)
    return dot(field_at(c, k, b, mark, mb, x)[1], d)


@kernel
def piece(c, k, ma, b, mb, n, samples, count, side, factor):
    """(6)"""
    mark, pieces, now = view2(c, MARK), view2(c, k + PIECES), view1(c, k + NOW)
    kind, t = pieces[n, P_TYPE], 0.0
    if kind == ON_LINE:
        return count
    low, high = falling(c, k, ma, b, mb, n, 0.0), falling(c, k, ma, b, mb, n, 1.0)
    if low < 0.0 and high > 0.0:
        t = root_along(c, k, ma, b, mb, n, low, high)
    elif high <= 0.0:
        t = 1.0
    if kind == ON_CURVE and not (low < 0.0 and high >= 0.0):
        if (t == 0.0 and pieces[n, P_OPEN0] > 0.0) or (t == 1.0 and pieces[n, P_OPEN1] > 0.0):
            x = point_of(c, k, mark, ma, n, t)[0]
            phi, normal = field_at(c, k, b, mark, mb, x)
            note_gap(samples, count, x, max(phi, 0.0), normal, side)
        return count
    x = point_of(c, k, mark, ma, n, t)[0]
    now[LANDED], now[SPOT], now[FADE] = ON_LINE, 1.0, 1.0
    found = rounded(c, k, b, into(mark, mb, x))
    weight = 1.0
    if kind == ON_CURVE:
        weight = 0.5 if now[LANDED] == ON_CURVE else 1.0
    else:
        weight = 0.0 if now[LANDED] == ON_CURVE else 0.5 * now[SPOT]
    weight *= now[FADE] * faded(pieces, n, t)
    if weight == 0.0:
        return count
    put_sample(samples, count, mark, mb, x, 0.0, found, side, factor * weight)
    return keep(samples, count)


@kernel
def root_along(c, k, ma, b, mb, n, below, above):
    """Where d phi/dt of piece n changes its sign."""
    low, high, t, last = 0.0, 1.0, 0.5, 0.0
    for _ in range(60):
        t = secant(low, high, below, above)
        f = falling(c, k, ma, b, mb, n, t)
        if f == 0.0 or high - low < 1e-14:
            break
        low, high, below, above, last = narrowed(low, high, below, above, t, f, last)
    return t


@kernel
def feature_in_field(c, k, n, ma, b, mb, start, count, side, factor):
    """Feature n of a shape in the frame of marker ma in the field of shape b; the new count. start: of its pieces."""
    mark, features, samples, now = view2(c, MARK), view2(c, k + FEATURES), view2(c, k + SAMPLES), view1(c, k + NOW)
    kind, weight = features[n, F_TYPE], features[n, F_WEIGHT]
    p, d = out_of(mark, ma, row3(features, n, F_POINT)), turned_out(mark, ma, row3(features, n, F_ALONG))
    r, s, ball = features[n, F_R], features[n, F_S], features[n, F_BALL]
    if kind == CORNER:
        return offer(c, k, b, mark, mb, samples, count, p, ball, side, factor * weight)
    if kind == EDGE:
        return edge(c, k, b, mark, mb, samples, count, p, d, side, factor * weight)
    if kind == CIRCLE:
        return circle(c, k, b, mark, mb, samples, now, count, p, d, r, ball, side, weight, factor)
    if kind == LINE:
        return line(c, k, b, mark, mb, samples, count, p, d, r, s, side, factor * weight)
    if kind == PIECE:
        return piece(c, k, ma, b, mb, start + int(s), samples, count, side, factor)
    return support(c, k, b, mark, ma, mb, samples, count, row3(features, n, F_ALONG), side, factor * weight)


@kernel
def features_in_field(c, k, a, ma, b, mb, count, side, factor):
    """All features of shape a in the field of shape b, those far away left out by their clusters; the new count."""
    geo, mark, nodes, samples, room = (
        view2(c, k + GEO), view2(c, MARK), view2(c, k + NODES), view2(c, k + SAMPLES), view2(c, k + ROOM)
    )  # fmt: skip
    first, root, start, top = int(geo[a, S_FIRST]), int(geo[a, S_ROOT]), int(geo[a, S_A]), 1
    room[0, PENDING] = root
    while top > 0:
        top -= 1
        n = int(room[top, PENDING])
        p = out_of(mark, ma, row3(nodes, n, 0))
        phi, normal = field_at(c, k, b, mark, mb, p)
        if phi > nodes[n, 3]:
            note_gap(samples, count, p, phi - nodes[n, 3], normal, side)
        elif nodes[n, 5] > 0.0:
            for m in range(int(nodes[n, 4]), int(nodes[n, 4]) + int(nodes[n, 5])):
                count = feature_in_field(c, k, first + m, ma, b, mb, start, count, side, factor)
        else:
            room[top, PENDING], room[top + 1, PENDING] = root + nodes[n, 4], root + nodes[n, 4] + 1.0
            top += 2
    return count
