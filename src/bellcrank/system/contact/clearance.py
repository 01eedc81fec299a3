"""How far a feature of one shape is from another shape, for sure: so far it may go before it can touch.

Along an edge or a circle two points at the distances p and q, with the way s between them, leave nothing between them
nearer than

    (p + q - s)/2                                                                                                    (1)

In nets of triangles that would be many points where a pin stands in a bore. There the triangles are asked how far they
are from the edge, the circle, or the side of a frustum (fields/net_gap.py).                                         (2)
A feature that moves by less than its clearance does not touch: its points move by no more than

    |dx| of a corner,  |dx| + |dd|/2 of an edge with middle x along d, and r |dd|/|d| more on the side of a cylinder,
    |dx| + r |da| of a circle about an axis a                                                                        (3)

seen from the other shape: turning about its own axis does not count. A corner with a ball inside, whose middle is y
away (lying.py), touches where phi < 0 or phi + phi(y) < rho, so that half of the latter is clear too, and by |dy|
more has moved.                                                                                                     (4)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, plus, row3, times
from bellcrank.numerics.context import view2
from bellcrank.system.contact.edges import balls_of
from bellcrank.system.contact.field import into, out_of, turned_in, turned_out
from bellcrank.system.contact.fields.net_gap import round_gap, segment_gap
from bellcrank.system.contact.layout import (
    CIRCLE,
    CORNER,
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
    MESH,
    S_KIND,
    S_SIDES,
    SUPPORT,
)
from bellcrank.system.contact.lying import has_faces, slack
from bellcrank.system.contact.sampling import field_at
from bellcrank.system.contact.valleys import across, on_circle
from bellcrank.system.layout import MARK

FORWARD, MOST = 0.8, 64
"""Along a feature the next point is this part of the distance away; who needs more points is nowhere clear."""


@kernel(inline=True)
def in_tree(geo, b):
    """Whether a shape is a net whose triangles are asked: not a turned solid, which has a profile."""
    return geo[b, S_KIND] == MESH and geo[b, S_SIDES] == 0.0


@kernel
def distance_along(c, k, b, mb, p, d, r, extent, least):
    """(1) for an edge from p along d (r = 0), or a circle of radius r about p and d; 0 where that is below `least`."""
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
def gap_along(c, k, b, mb, p, d, horizon):
    """(2) for an edge from p along d."""
    mark = view2(c, MARK)
    phi = field_at(c, k, b, mark, mb, plus(p, times(0.5, d)))[0]
    left = phi - 0.5 * math.sqrt(dot(d, d))
    if left > horizon or phi <= 0.0:
        return max(left, 0.0)
    return max(left, segment_gap(c, k, b, into(mark, mb, p), turned_in(mark, mb, d), horizon))


@kernel
def gap_around(c, k, b, mb, p, a, l, r, s, ball, horizon):
    """(2) for the side of a frustum of length l and radii r to s about a from p on; l = 0 for a circle."""
    mark = view2(c, MARK)
    x = plus(p, times(0.5 * l, a))
    left = field_at(c, k, b, mark, mb, x)[0] - math.hypot(0.5 * l, max(r, s)) - ball
    if left > horizon:
        return left
    if field_at(c, k, b, mark, mb, plus(x, times(0.5 * (r + s), across(a))))[0] <= ball:
        return 0.0
    found = round_gap(c, k, b, into(mark, mb, p), turned_in(mark, mb, a), l, r, s, ball + horizon)
    return max(left, found - ball, 0.0)


@kernel
def corner_gap(c, k, b, mb, p, inset, rho, horizon):
    """(4) for a corner at p."""
    mark, beyond = view2(c, MARK), slack(view2(c, k + GEO), b)
    far = field_at(c, k, b, mark, mb, p)[0] - beyond
    if far <= 0.0 or far > horizon + 0.5 * (rho + math.sqrt(dot(inset, inset))):
        return min(max(0.0, far), horizon)
    within = field_at(c, k, b, mark, mb, plus(p, inset))[0] - beyond
    return max(0.0, min(far, 0.5 * (far + within - rho)))


@kernel
def clearance(c, k, f, ma, b, mb, least, horizon):
    """The distance from b that feature f, in the frame of marker ma, keeps for sure; 0 where it may touch. Below
    `least`, and above `horizon`, it need not be known well."""
    features, mark, tree = view2(c, k + FEATURES), view2(c, MARK), in_tree(view2(c, k + GEO), b)
    kind, p, d = features[f, F_TYPE], row3(features, f, F_POINT), row3(features, f, F_ALONG)
    p, d = out_of(mark, ma, p), turned_out(mark, ma, d)
    r, s, ball = features[f, F_R], features[f, F_S], features[f, F_BALL]
    if kind == CIRCLE and r > 0.0:
        if tree:
            return gap_around(c, k, b, mb, p, d, 0.0, r, r, ball, horizon)
        return distance_along(c, k, b, mb, p, d, r, ball, least)
    if kind == EDGE:
        if tree:
            return gap_along(c, k, b, mb, p, d, horizon)
        return distance_along(c, k, b, mb, p, d, 0.0, 0.0, least)
    if kind == CORNER and s > 0.0 and has_faces(view2(c, k + GEO), b):
        return corner_gap(c, k, b, mb, p, d, s, horizon)
    if kind == LINE:
        l = math.sqrt(dot(d, d))
        if tree:
            return gap_around(c, k, b, mb, p, times(1.0 / l, d), l, r, s, 0.0, horizon)
        p, d, r, s = balls_of(p, d, r, s)
        return distance_along(c, k, b, mb, p, d, 0.0, max(r, s), least)
    half = row3(features, f, F_ALONG)
    radius = max(abs(half[0]), abs(half[1]), abs(half[2])) if kind == SUPPORT else r + ball
    return max(0.0, field_at(c, k, b, mark, mb, p)[0] - radius)


@kernel(inline=True)
def follows(kind):
    """Whether (3) tells how far a feature has moved."""
    return kind in (CORNER, EDGE, LINE, CIRCLE)


@kernel(inline=True)
def seen(features, f, o, x, y, z):
    """x and d or a of (3), y of (4), where the axes of its shape are x, y, z at o."""
    kind, p, d = features[f, F_TYPE], row3(features, f, F_POINT), row3(features, f, F_ALONG)
    if kind in (EDGE, LINE):
        p = plus(p, times(0.5, d))
    p = plus(o, plus(times(p[0], x), plus(times(p[1], y), times(p[2], z))))
    return p, plus(times(d[0], x), plus(times(d[1], y), times(d[2], z)))


@kernel(inline=True)
def way_of(features, f, dx, dd):
    """(3), of the squares."""
    kind, r, s = features[f, F_TYPE], features[f, F_R], features[f, F_S]
    arm = 1.0
    if kind == CIRCLE:
        arm = r
    elif kind == EDGE:
        arm = 0.5
    elif kind == LINE:
        d = row3(features, f, F_ALONG)
        arm = 0.5 + max(r, s) * (abs(s - r) / dot(d, d) + 1.0 / math.sqrt(dot(d, d)))
    return math.sqrt(dx) + arm * math.sqrt(dd)
