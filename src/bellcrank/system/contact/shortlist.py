"""The features of a pair that are near the other shape: looked for once, and used until the shapes have moved.

A list holds the features that are nearer than MARGIN l to the other shape, l the radius of the smaller one, each
with a distance that it keeps for sure. With the centre x and the axes A of shape a as b sees them, and its radius r, no
point of a has moved by more than

    m = |dx| + r |dA|/sqrt 2,   |.| of a matrix the root of the sum of squares                                       (1)

A list serves while m is less than the margin; of it only those features are looked at whose distance was less than m.
All others cannot touch: forces do not depend on when a list was made. Along an edge or a circle two points at the
distances p and q, with the way s between them, leave nothing between them nearer than

    (p + q - s)/2                                                                                                    (2)

Pairs with few features, and those with more near ones than there is room for, need and have no list.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.contact.along import across, field_at, on_circle
from bellcrank.system.contact.features import PENDING, feature_in_field
from bellcrank.system.contact.field import into, out_of, turned_in, turned_out
from bellcrank.system.contact.layout import (
    CIRCLE,
    EDGE,
    F_ALONG,
    F_BALL,
    F_POINT,
    F_R,
    F_S,
    F_TYPE,
    FEATURES,
    GEO,
    LINE,
    MARKER_A,
    MARKER_B,
    NODES,
    NOW,
    PAIR_A,
    PAIR_B,
    PAIR_SHORT,
    PAIRS,
    ROOM,
    S_A,
    S_CENTRE,
    S_FIRST,
    S_RADIUS,
    S_ROOT,
    SEED_NET,
    SHORT,
    SHORT_A,
    SHORT_AXES,
    SHORT_B,
    SHORT_FIRST,
    SHORT_MADE,
    SHORT_PLACE,
    SHORT_ROOM,
    SUPPORT,
)
from bellcrank.system.layout import MARK, X_AXIS, Y_AXIS, Z_AXIS

MARGIN = 0.04
FORWARD, MOST = 0.8, 64
"""Along a feature the next point is this part of the distance away; who needs more points is looked at always."""
MADE, NO_ROOM = 1.0, 2.0
"""What SHORT_MADE says; 0: nothing yet."""


@kernel(inline=True)
def margin_of(geo, a, b):
    """How near the features of a list are."""
    return MARGIN * min(geo[a, S_RADIUS], geo[b, S_RADIUS])


@kernel(inline=True)
def pose(c, k, m):
    """Centre and axes of shape a in the frame of b."""
    pairs, geo, mark = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, MARK)
    ma, mb = pairs[m, MARKER_A], pairs[m, MARKER_B]
    centre = into(mark, mb, out_of(mark, ma, row3(geo, pairs[m, PAIR_A], S_CENTRE)))
    x, y = turned_in(mark, mb, row3(mark, ma, X_AXIS)), turned_in(mark, mb, row3(mark, ma, Y_AXIS))
    return centre, x, y, turned_in(mark, mb, row3(mark, ma, Z_AXIS))


@kernel
def moved(c, k, m):
    """(1) since the list of pair m was made."""
    near, geo, pairs = view2(c, k + SHORT), view2(c, k + GEO), index2(c, k + PAIRS)
    centre, x, y, z = pose(c, k, m)
    n = pairs[m, PAIR_SHORT]
    d, u = minus(centre, row3(near, n, SHORT_PLACE)), minus(x, row3(near, n, SHORT_AXES))
    v, w = minus(y, row3(near, n, SHORT_AXES + 3)), minus(z, row3(near, n, SHORT_AXES + 6))
    turned = math.sqrt(0.5 * (dot(u, u) + dot(v, v) + dot(w, w)))
    return math.sqrt(dot(d, d)) + geo[pairs[m, PAIR_A], S_RADIUS] * turned


@kernel
def distance_along(c, k, b, mb, p, d, r, extent, least):
    """(2) for an edge from p along d (r = 0), or a circle of radius r about p and d; 0 where that is below `least`."""
    mark, bent = view2(c, MARK), r > 0.0
    e, g = (across(d), cross(d, across(d))) if bent else (d, d)
    length = 2.0 * math.pi * r if bent else math.sqrt(dot(d, d))
    at, way, before, found = 0.0, 0.0, math.inf, math.inf
    for _ in range(MOST):
        x = on_circle(p, e, g, r, at / r) if bent else plus(p, times(at / length, d))
        left = field_at(c, k, b, mark, mb, x)[0] - extent
        found = min(found, left, 0.5 * (before + left - way))
        if found < least or at >= length:
            return max(found, 0.0) if found >= least else 0.0
        way = min(FORWARD * left, length - at)
        before, at = left, at + way if way < length - at else length
    return 0.0


@kernel
def clearance(c, k, f, ma, b, mb, least):
    """The distance from b that feature f, in the frame of marker ma, keeps for sure."""
    features, mark = view2(c, k + FEATURES), view2(c, MARK)
    kind, p, d = features[f, F_TYPE], row3(features, f, F_POINT), row3(features, f, F_ALONG)
    p, d = out_of(mark, ma, p), turned_out(mark, ma, d)
    r, s, ball = features[f, F_R], features[f, F_S], features[f, F_BALL]
    if kind == CIRCLE and r > 0.0:
        return distance_along(c, k, b, mb, p, d, r, ball, least)
    if kind in (EDGE, LINE):
        return distance_along(c, k, b, mb, p, d, 0.0, max(r, s), least)
    radius = max(abs(d[0]), abs(d[1]), abs(d[2])) if kind == SUPPORT else r + ball
    return field_at(c, k, b, mark, mb, p)[0] - radius


@kernel
def collect(c, k, row, a, ma, b, mb, at, margin):
    """Features of a nearer to b than the margin, into a row of SHORT from column `at`; where they end, or -1."""
    geo, mark, nodes, near, room = (
        view2(c, k + GEO), view2(c, MARK), view2(c, k + NODES), view2(c, k + SHORT), view2(c, k + ROOM)
    )  # fmt: skip
    first, root, top = int(geo[a, S_FIRST]), int(geo[a, S_ROOT]), 1
    room[0, PENDING] = root
    while top > 0:
        top -= 1
        n = int(room[top, PENDING])
        if field_at(c, k, b, mark, mb, out_of(mark, ma, row3(nodes, n, 0)))[0] > nodes[n, 3] + margin:
            continue
        if nodes[n, 5] == 0.0 and nodes[n, 3] > 0.0:
            room[top, PENDING], room[top + 1, PENDING] = root + nodes[n, 4], root + nodes[n, 4] + 1.0
            top += 2
            continue
        for f in range(first + int(nodes[n, 4]), first + int(nodes[n, 4]) + int(nodes[n, 5])):
            far = clearance(c, k, f, ma, b, mb, margin / 16.0)
            if far < margin:
                if at >= SHORT_FIRST + SHORT_ROOM:
                    return -1
                near[row, at], near[row, at + SHORT_ROOM] = f, far
                at += 1
    return at


@kernel
def renew(c, k, m, both):
    """Make the list of pair m; `both`: the features of b too."""
    pairs, geo, near = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + SHORT)
    a, b, ma, mb = pairs[m, PAIR_A], pairs[m, PAIR_B], pairs[m, MARKER_A], pairs[m, MARKER_B]
    row, margin = pairs[m, PAIR_SHORT], margin_of(geo, a, b)
    end = collect(c, k, row, a, ma, b, mb, SHORT_FIRST, margin)
    near[row, SHORT_A] = near[row, SHORT_B] = end
    if both and end >= 0:
        near[row, SHORT_B] = collect(c, k, row, b, mb, a, ma, end, margin)
    near[row, SHORT_MADE] = MADE if near[row, SHORT_B] >= 0.0 else NO_ROOM
    places = pose(c, k, m)
    for n in range(4):
        for e in range(3):
            near[row, SHORT_PLACE + 3 * n + e] = places[n][e]


@kernel
def listed(c, k, m, both):
    """Whether pair m has a list that serves; it is made anew where the shapes have moved."""
    pairs, geo, near = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + SHORT)
    row = pairs[m, PAIR_SHORT]
    if row == 0:
        return False
    if near[row, SHORT_MADE] == 0.0 or not moved(c, k, m) < margin_of(geo, pairs[m, PAIR_A], pairs[m, PAIR_B]):
        renew(c, k, m, both)
    return near[row, SHORT_MADE] == MADE


@kernel
def near_features(c, k, m, count, factor):
    """The features of the list of pair m in the field of the other shape; the new count."""
    pairs, geo, near = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + SHORT)
    a, b, ma, mb = pairs[m, PAIR_A], pairs[m, PAIR_B], pairs[m, MARKER_A], pairs[m, MARKER_B]
    row, way = pairs[m, PAIR_SHORT], moved(c, k, m)
    half, end = int(near[row, SHORT_A]), int(near[row, SHORT_B])
    view1(c, k + NOW)[SEED_NET] = -1.0  # so that nothing depends on when the list was made
    for n in range(SHORT_FIRST, half):
        if near[row, n + SHORT_ROOM] <= way:
            count = feature_in_field(c, k, int(near[row, n]), ma, b, mb, int(geo[a, S_A]), count, 0.0, factor)
    for n in range(half, end):
        if near[row, n + SHORT_ROOM] <= way:
            count = feature_in_field(c, k, int(near[row, n]), mb, a, ma, int(geo[b, S_A]), count, 1.0, factor)
    return count
