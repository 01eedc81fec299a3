"""Features of one shape in the field of another: what may touch first, as samples.

CORNER    a point: g = -phi; on faces of boxes and nets see lying.py, of several faces shares.py                    (1)
EDGE, LINE, CIRCLE    see edges.py, circles.py                                                                       (2)
SUPPORT   of an ellipsoid: see support.py                                                                            (3)
PIECE     of a curve: where phi is least along it. Curved pieces count 1 on lines and corners, 1/2 on curved ones, which
          look back; corners 1/2 on lines, less on corners (fields/curve.py), nothing on what is curved; lines nothing:
          a line that lies on a line has the weights of its ends, one that rolls counts 1                            (4)
Weights sum to 1 over a flat face and over a line that lies.
The circles of two frustums count twice by half: sharp, and on the core with the ball that rolls there. Sharp ones of
frustums of the same size that stand on each other lie on their sides, without depth; rounded ones are as deep as the
faces, and together they count 1 as that of a small one on a large one.                                              (5)
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, plus, row3
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.circles import circle
from bellcrank.system.contact.edges import edge, line
from bellcrank.system.contact.field import into, out_of, put_sample, rounded, turned_in, turned_out
from bellcrank.system.contact.fields.curve import faded, on_piece
from bellcrank.system.contact.layout import (
    ARM,
    ARM_RATE,
    CIRCLE,
    CORNER,
    DEPTH,
    EDGE,
    F_ALIKE,
    F_ALONG,
    F_BALL,
    F_FACES,
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
    WEIGHT,
    WHOLE,
)
from bellcrank.system.contact.lying import corner, has_faces, slack
from bellcrank.system.contact.sampling import LAST, field_at, keep, narrowed, offer, secant
from bellcrank.system.contact.shares import field_of, has_shares, turn_weight, weight_by_face
from bellcrank.system.contact.support import support
from bellcrank.system.contact.valleys import across
from bellcrank.system.layout import MARK

PENDING = 2
"""Column of ROOM that holds the clusters still to look at."""


@kernel
def finish(samples, count):
    """Where nothing touches, the nearest sample goes to row 0."""
    if count == 0:
        for n in range(SAMPLE_COLUMNS):
            samples[0, n] = samples[LAST, n]
    return count


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
    """(4)"""
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


@kernel(inline=True)
def weight_of(features, n, alike):
    """The weight of a feature in the field of another shape, of the same kind or not; below 0: it does not count."""
    return features[n, F_ALIKE] if alike else features[n, F_WEIGHT]


@kernel
def point(c, k, b, mark, mb, samples, count, p, inset, s, ball, side, weight):
    """(1)"""
    if s > 0.0 and has_faces(view2(c, k + GEO), b):
        return corner(c, k, b, mark, mb, samples, count, p, inset, s, side, weight)
    return offer(c, k, b, mark, mb, samples, count, p, ball, side, weight)


@kernel
def feature_in_field(c, k, n, weight, ma, b, mb, start, count, side, factor):
    """Feature n of a shape in the frame of marker ma in the field of shape b; the new count. start: of its pieces."""
    mark, features, samples = view2(c, MARK), view2(c, k + FEATURES), view2(c, k + SAMPLES)
    kind = features[n, F_TYPE]
    p, d = out_of(mark, ma, row3(features, n, F_POINT)), turned_out(mark, ma, row3(features, n, F_ALONG))
    r, s, ball = features[n, F_R], features[n, F_S], features[n, F_BALL]
    if kind == CORNER and has_shares(features, n, view2(c, k + GEO), b):
        x = plus(p, d) if view2(c, k + GEO)[b, S_KIND] == MESH else p
        normal, curvature = field_of(c, k, b, mark, mb, x)
        before, share = count, weight_by_face(features, n, turned_in(mark, ma, normal))[0]
        count = point(c, k, b, mark, mb, samples, count, p, d, s, ball, side, factor * share)
        if count > before:
            turn_weight(c, k, n, b, mark, ma, mb, x, normal, curvature, before, count, side)
        return count
    if kind == CORNER:
        return point(c, k, b, mark, mb, samples, count, p, d, s, ball, side, factor * weight)
    if kind == EDGE:
        return edge(c, k, b, mark, mb, samples, count, p, d, 0.0, 0.0, side, factor * weight, features[n, F_FACES])
    if kind == CIRCLE:
        e = turned_out(mark, ma, across(row3(features, n, F_ALONG)))
        return circle(c, k, b, mark, mb, samples, count, p, d, e, r, ball, side, s, factor * weight / s)
    if kind == LINE:
        return line(c, k, b, mark, mb, samples, count, p, d, r, s, side, factor * weight)
    if kind == PIECE:
        return piece(c, k, ma, b, mb, start + int(s), samples, count, side, factor)
    return support(c, k, b, mark, ma, mb, samples, count, row3(features, n, F_ALONG), side, factor * weight)


@kernel
def features_in_field(c, k, a, ma, b, mb, count, side, factor):
    """All features of shape a in the field of shape b, those far away left out by their clusters; the new count.

    WHOLE: while nothing touches, all are looked at that may be nearer than the nearest so far.
    """
    geo, mark, nodes, samples, room, features = (
        view2(c, k + GEO), view2(c, MARK), view2(c, k + NODES), view2(c, k + SAMPLES), view2(c, k + ROOM),
        view2(c, k + FEATURES),
    )  # fmt: skip
    first, root, start, top = int(geo[a, S_FIRST]), int(geo[a, S_ROOT]), int(geo[a, S_A]), 1
    alike, beyond = geo[a, S_KIND] == geo[b, S_KIND], slack(geo, b)
    whole, room[0, PENDING] = view1(c, k + NOW)[WHOLE] == 1.0, root
    while top > 0:
        top -= 1
        n = int(room[top, PENDING])
        gap = field_at(c, k, b, mark, mb, out_of(mark, ma, row3(nodes, n, 0)))[0] - nodes[n, 3]
        if gap > beyond + (-samples[LAST, DEPTH] if whole and count == 0 else 0.0):
            continue
        if nodes[n, 5] > 0.0:
            for m in range(first + int(nodes[n, 4]), first + int(nodes[n, 4]) + int(nodes[n, 5])):
                weight = weight_of(features, m, alike)
                if weight >= 0.0:
                    count = feature_in_field(c, k, m, weight, ma, b, mb, start, count, side, factor)
        else:
            room[top, PENDING], room[top + 1, PENDING] = root + nodes[n, 4], root + nodes[n, 4] + 1.0
            top += 2
    return count
