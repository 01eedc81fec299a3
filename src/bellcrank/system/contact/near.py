"""Which contacts are near: the others cost nothing, in the residual, in the matrix, and in its factors.

Look        of all shapes: x the centre of the bounding sphere; a pair is near where the gap of its spheres is
            g < b_a + b_b, b = SKIN times the radius of a sphere, 0 on ground                                        (1)
Reach       what a shape may move until the next look: no pair that is not near touches while all |x - x_look| <= r,
            r_a = least over its pairs of b_a + (g - b_a - b_b) (half of it where both may move)                     (2)
Every evaluation compares, so the list is right wherever the bodies are put. A contact is near if one of its pairs is,
or if it has STICTION, whose memory goes on.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, row3
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.system.contact.field import out_of
from bellcrank.system.contact.layout import (
    AT_LOOK,
    CENTRES,
    DIRTY,
    GEO,
    HELD,
    IS_NEAR,
    LISTED,
    LOOKED,
    MARKER_B,
    N_NEAR,
    NEAR,
    NOW,
    PAIR_A,
    PAIR_B,
    PAIRS,
    PLANE,
    REACH,
    S_BASE,
    S_CENTRE,
    S_KIND,
    S_MARKER,
    S_RADIUS,
)
from bellcrank.system.kind import INTS
from bellcrank.system.layout import B_R, B_W, BODY, M_BODY, MARK, UD, Z_AXIS, R
from bellcrank.system.wrench import body_velocity

SKIN = 0.25
"""Of the radius of a bounding sphere: wider lists make larger factors, narrower ones more looks."""


@kernel
def apart(c, k, m):
    """The gap between the bounding spheres of pair m, or between one and a plane; below 0 where they touch."""
    pairs, geo, centres = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + CENTRES)
    a, b = pairs[m, PAIR_A], pairs[m, PAIR_B]
    if geo[b, S_KIND] == PLANE:
        mark, at = view2(c, MARK), pairs[m, MARKER_B]
        return dot(minus(row3(centres, a, 0), row3(mark, at, R)), row3(mark, at, Z_AXIS)) - geo[a, S_RADIUS]
    d = minus(row3(centres, a, 0), row3(centres, b, 0))
    return math.sqrt(dot(d, d)) - geo[a, S_RADIUS] - geo[b, S_RADIUS]


@kernel
def near_contacts(c, k):
    """How many contacts are near, with CENTRES of now; their numbers are in NEAR."""
    geo, centres, mark, now = view2(c, k + GEO), view2(c, k + CENTRES), view2(c, MARK), view1(c, k + NOW)
    old = now[LOOKED] == 0.0
    for s in range(geo.shape[0]):
        x = out_of(mark, int(geo[s, S_MARKER]), row3(geo, s, S_CENTRE))
        centres[s, 0], centres[s, 1], centres[s, 2] = x
        d, reach = minus(x, row3(centres, s, AT_LOOK)), centres[s, REACH]
        old = old or not dot(d, d) <= reach * reach
    if old:
        look(c, k)
    return int(now[N_NEAR])


@kernel
def look(c, k):
    """(1) and (2) at the present CENTRES."""
    ints, geo, centres = index2(c, k), view2(c, k + GEO), view2(c, k + CENTRES)
    near, now, outputs = view2(c, k + NEAR), view1(c, k + NOW), view2(c, k + 3)
    for s in range(geo.shape[0]):
        centres[s, REACH] = math.inf
        for a in range(3):
            centres[s, AT_LOOK + a] = centres[s, a]
    count = 0
    for n in range(ints.shape[0]):
        if is_near(c, k, n):
            near[count, LISTED], near[n, IS_NEAR] = n, 1.0
            count += 1
        else:
            near[n, IS_NEAR] = 0.0
            for a in range(outputs.shape[1]):
                outputs[n, a] = 0.0
    now[N_NEAR], now[LOOKED], now[DIRTY] = count, 1.0, 1.0


@kernel
def is_near(c, k, n):
    """(1); of a contact that is not, (2)."""
    ints, pairs, geo, centres = index2(c, k), index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + CENTRES)
    first, last = ints[n, INTS], ints[n, INTS] + ints[n, INTS + 1]
    if view2(c, k + 1)[n, HELD] > 0.0:
        return True
    for m in range(first, last):
        if not apart(c, k, m) >= geo[pairs[m, PAIR_A], S_BASE] + geo[pairs[m, PAIR_B], S_BASE]:
            return True
    for m in range(first, last):
        a, b = pairs[m, PAIR_A], pairs[m, PAIR_B]
        more = apart(c, k, m) - geo[a, S_BASE] - geo[b, S_BASE]
        if geo[a, S_BASE] > 0.0 and geo[b, S_BASE] > 0.0:
            more *= 0.5
        centres[a, REACH] = min(centres[a, REACH], geo[a, S_BASE] + more)
        centres[b, REACH] = min(centres[b, REACH], geo[b, S_BASE] + more)
    return False


@kernel
def time_to_go(speed, rush, way):
    """How long v t + a t^2/2 takes for a way."""
    if math.isinf(way):
        return math.inf
    fast = speed + math.sqrt(speed * speed + 2.0 * rush * way)
    return 2.0 * way / fast if fast > 0.0 else math.inf


@kernel(inline=True)
def rushing(c, b, x):
    """How fast a point of a body is accelerated: that of its mass centre, and of turning."""
    ud, body = view2(c, UD), view2(c, BODY)
    if b >= ud.shape[0]:
        return 0.0
    a, w, arm = row3(ud, b, 0), row3(body, b, B_W), minus(x, row3(body, b, B_R))
    return math.sqrt(dot(a, a)) + dot(w, w) * math.sqrt(dot(arm, arm))


@kernel
def time_to_look(c, k):
    """For how long no shape goes beyond its reach."""
    geo, centres, of, body = view2(c, k + GEO), view2(c, k + CENTRES), index1(c, M_BODY), view2(c, BODY)
    longest = math.inf
    for s in range(geo.shape[0]):
        if centres[s, REACH] < math.inf:
            x, b = row3(centres, s, 0), of[int(geo[s, S_MARKER])]
            d, v = minus(x, row3(centres, s, AT_LOOK)), body_velocity(c, b, minus(x, row3(body, b, B_R)))
            way = max(0.0, centres[s, REACH] - math.sqrt(dot(d, d)))
            longest = min(longest, time_to_go(math.sqrt(dot(v, v)), rushing(c, b, x), way))
    return longest
