"""The features of a pair that are near the other shape: looked for once, and used until the shapes have moved.

A list holds the features that are nearer than a margin to the other shape, MARGIN l with the radius l of the smaller
one, less where those are too many (teeth of gears), each with a distance that it keeps for sure. With the centre x and
the axes A of shape a as b sees them, and its radius r, no point of a has moved by more than

    m = |dx| + r |dA|/sqrt 2,   |.| of a matrix the root of the sum of squares                                       (1)

A list serves while m is less than the margin; of it only those features are looked at that have moved by as much as
their distance when that was found last (clearance.py), or that may have touched then. All others cannot touch: forces
do not depend on when a list was made, or a distance found.
Pairs with few features need and have no list, those with too many that touch none.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, put3, row3
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.contact.clearance import clearance, follows, seen, way_of
from bellcrank.system.contact.features import PENDING, feature_in_field, weight_of
from bellcrank.system.contact.field import into, out_of, turned_in
from bellcrank.system.contact.layout import (
    DEPTH,
    F_TYPE,
    FEATURES,
    GEO,
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
    S_KIND,
    S_RADIUS,
    S_ROOT,
    SAMPLES,
    SHORT,
    SHORT_A,
    SHORT_AXES,
    SHORT_B,
    SHORT_FIRST,
    SHORT_MADE,
    SHORT_MARGIN,
    SHORT_PLACE,
    SHORT_PLACES,
    SHORT_ROOM,
    WHOLE,
)
from bellcrank.system.contact.lying import slack
from bellcrank.system.contact.sampling import LAST, field_at
from bellcrank.system.layout import MARK, X_AXIS, Y_AXIS, Z_AXIS, R

MARGIN = 0.04
LEAST = 1.0 / 16.0
"""Distances of less than this part of the margin need not be known well."""
ROUNDING = 1e-6
"""Distances of less than this part of the margin are none."""
NARROWER = 6
"""So often the margin is halved until there is room for all that are near."""
FEW = SHORT_ROOM // 4
"""Where a list is no longer, the next one may have twice the margin."""
FAR = 0.5
"""The part of the gap that an empty list has for its margin: a nearest point need not be the very nearest."""
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
def collect(c, k, row, a, ma, b, mb, at, margin):
    """Features of a nearer to b than the margin, into a row of SHORT from column `at`; where they end, or -1."""
    geo, mark, nodes, near, room, features = (
        view2(c, k + GEO), view2(c, MARK), view2(c, k + NODES), view2(c, k + SHORT), view2(c, k + ROOM),
        view2(c, k + FEATURES),
    )  # fmt: skip
    first, root, top, alike = int(geo[a, S_FIRST]), int(geo[a, S_ROOT]), 1, geo[a, S_KIND] == geo[b, S_KIND]
    axes, beyond = axes_of(mark, ma, mb), margin + slack(geo, b)
    room[0, PENDING] = root
    while top > 0:
        top -= 1
        n = int(room[top, PENDING])
        if field_at(c, k, b, mark, mb, out_of(mark, ma, row3(nodes, n, 0)))[0] > nodes[n, 3] + beyond:
            continue
        if nodes[n, 5] == 0.0 and nodes[n, 3] > 0.0:
            room[top, PENDING], room[top + 1, PENDING] = root + nodes[n, 4], root + nodes[n, 4] + 1.0
            top += 2
            continue
        for f in range(first + int(nodes[n, 4]), first + int(nodes[n, 4]) + int(nodes[n, 5])):
            if weight_of(features, f, alike) < 0.0:
                continue
            far = clearance(c, k, f, ma, b, mb, LEAST * margin, margin)
            if far < margin or far <= 0.0:  # of a point the margin is 0
                if at >= SHORT_FIRST + SHORT_ROOM:
                    return -1
                near[row, at] = f
                keep_clearance(c, k, row, at, far, margin, axes)
                at += 1
    return at


@kernel
def renew(c, k, m, both):
    """Make the list of pair m; `both`: the features of b too."""
    pairs, geo, near = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + SHORT)
    a, b, ma, mb = pairs[m, PAIR_A], pairs[m, PAIR_B], pairs[m, MARKER_A], pairs[m, MARKER_B]
    row, widest = pairs[m, PAIR_SHORT], margin_of(geo, a, b)
    margin = near[row, SHORT_MARGIN]
    if margin == 0.0 or near[row, SHORT_B] - SHORT_FIRST < FEW:
        margin = min(widest, 2.0 * margin) if margin > 0.0 else widest
    near[row, SHORT_MADE] = NO_ROOM
    for _ in range(NARROWER):
        end = collect(c, k, row, a, ma, b, mb, SHORT_FIRST, margin)
        near[row, SHORT_A] = near[row, SHORT_B] = end
        if both and end >= 0:
            near[row, SHORT_B] = collect(c, k, row, b, mb, a, ma, end, margin)
        if near[row, SHORT_B] >= 0.0:
            near[row, SHORT_MADE] = MADE
            break
        margin *= 0.5
    near[row, SHORT_MARGIN] = margin if near[row, SHORT_MADE] == MADE else widest
    keep_pose(c, k, m)


@kernel
def keep_pose(c, k, m):
    """The list of pair m is one of here and now."""
    near, row, places = view2(c, k + SHORT), index2(c, k + PAIRS)[m, PAIR_SHORT], pose(c, k, m)
    for n in range(4):
        for e in range(3):
            near[row, SHORT_PLACE + 3 * n + e] = places[n][e]


@kernel
def listed(c, k, m, both):
    """Whether pair m has a list that serves; it is made anew where the shapes have moved."""
    pairs, near = index2(c, k + PAIRS), view2(c, k + SHORT)
    row = pairs[m, PAIR_SHORT]
    if row == 0:
        return False
    if near[row, SHORT_MADE] == 0.0 or not moved(c, k, m) < near[row, SHORT_MARGIN]:
        renew(c, k, m, both)
    return near[row, SHORT_MADE] == MADE


@kernel(inline=True)
def axes_of(mark, ma, mb):
    """Origin and axes of marker ma in the frame of marker mb."""
    x, y = turned_in(mark, mb, row3(mark, ma, X_AXIS)), turned_in(mark, mb, row3(mark, ma, Y_AXIS))
    return into(mark, mb, row3(mark, ma, R)), x, y, turned_in(mark, mb, row3(mark, ma, Z_AXIS))


@kernel(inline=True)
def keep_clearance(c, k, row, at, far, margin, axes):
    """The clearance of the feature in column `at`, and where it is; whether it has one."""
    near, features = view2(c, k + SHORT), view2(c, k + FEATURES)
    x, d = seen(features, int(near[row, at]), axes[0], axes[1], axes[2], axes[3])
    near[row, at + SHORT_ROOM] = far if far > ROUNDING * margin else -LEAST * margin
    put3(near, row, SHORT_PLACES + 6 * (at - SHORT_FIRST), x)
    put3(near, row, SHORT_PLACES + 6 * (at - SHORT_FIRST) + 3, d)
    return far > ROUNDING * margin


@kernel(inline=True)
def own_way(c, k, row, at, axes, way):
    """How far the feature in column `at` has moved since its clearance was found; way: (1) since the list was made."""
    near, features = view2(c, k + SHORT), view2(c, k + FEATURES)
    f, place = int(near[row, at]), SHORT_PLACES + 6 * (at - SHORT_FIRST)
    if not follows(features[f, F_TYPE]):
        return way
    x, d = seen(features, f, axes[0], axes[1], axes[2], axes[3])
    dx, dd = minus(x, row3(near, row, place)), minus(d, row3(near, row, place + 3))
    return way_of(features, f, dot(dx, dx), dot(dd, dd))


@kernel
def listed_features(c, k, m, a, ma, b, mb, first, last, count, side, factor):
    """The features of shape a in the columns `first` to `last` of its list in the field of b; the new count.

    A clearance below 0: it may touch, and is looked at; only when it has moved as far a new clearance is asked for.
    WHOLE: the nearest one is asked for, and all are looked at that may be nearer than the nearest so far.
    """
    geo, near, features = view2(c, k + GEO), view2(c, k + SHORT), view2(c, k + FEATURES)
    samples, whole = view2(c, k + SAMPLES), view1(c, k + NOW)[WHOLE] == 1.0
    row, axes = index2(c, k + PAIRS)[m, PAIR_SHORT], axes_of(view2(c, MARK), ma, mb)
    margin, way, alike = near[row, SHORT_MARGIN], moved(c, k, m), geo[a, S_KIND] == geo[b, S_KIND]
    for n in range(first, last):
        far, own = near[row, n + SHORT_ROOM], own_way(c, k, row, n, axes, way)
        if far - own > (-samples[LAST, DEPTH] if whole else 0.0):
            continue
        f = int(near[row, n])
        if not whole and own >= abs(far) and follows(features[f, F_TYPE]):
            far = clearance(c, k, f, ma, b, mb, LEAST * margin, margin)
            if keep_clearance(c, k, row, n, far, margin, axes):
                continue
        weight = weight_of(features, f, alike)
        count = feature_in_field(c, k, f, weight, ma, b, mb, int(geo[a, S_A]), count, side, factor)
    return count


@kernel
def near_features(c, k, m, count, factor):
    """The features of the list of pair m in the field of the other shape; the new count."""
    pairs, near = index2(c, k + PAIRS), view2(c, k + SHORT)
    a, b, ma, mb = pairs[m, PAIR_A], pairs[m, PAIR_B], pairs[m, MARKER_A], pairs[m, MARKER_B]
    row = pairs[m, PAIR_SHORT]
    half, end = int(near[row, SHORT_A]), int(near[row, SHORT_B])
    count = listed_features(c, k, m, a, ma, b, mb, SHORT_FIRST, half, count, 0.0, factor)
    return listed_features(c, k, m, b, mb, a, ma, half, end, count, 1.0, factor)


@kernel
def surely_nearest(c, k, m, count):
    """Whether no feature that is not in the list of pair m can be nearer than the nearest one of it."""
    near, nearest = view2(c, k + SHORT), -view2(c, k + SAMPLES)[LAST, DEPTH]
    return count > 0 or nearest <= near[index2(c, k + PAIRS)[m, PAIR_SHORT], SHORT_MARGIN] - moved(c, k, m)


@kernel
def empty_list(c, k, m, gap):
    """The list of pair m where nothing is nearer than a gap, found without it: empty, and it serves for long."""
    near, row = view2(c, k + SHORT), index2(c, k + PAIRS)[m, PAIR_SHORT]
    if math.isfinite(gap) and FAR * gap > near[row, SHORT_MARGIN]:
        near[row, SHORT_A] = near[row, SHORT_B] = SHORT_FIRST
        near[row, SHORT_MARGIN], near[row, SHORT_MADE] = FAR * gap, MADE
        keep_pose(c, k, m)


@kernel
def clear_way(c, k, m):
    """How far all points of a shape of pair m may move before any feature of its list, or another, touches; 0 where
    there is no list."""
    pairs, near, mark = index2(c, k + PAIRS), view2(c, k + SHORT), view2(c, MARK)
    ma, mb, row, way = pairs[m, MARKER_A], pairs[m, MARKER_B], pairs[m, PAIR_SHORT], moved(c, k, m)
    if near[row, SHORT_MADE] != MADE:
        return 0.0
    left, half = near[row, SHORT_MARGIN] - way, int(near[row, SHORT_A])
    ours, theirs = axes_of(mark, ma, mb), axes_of(mark, mb, ma)
    for n in range(SHORT_FIRST, int(near[row, SHORT_B])):
        left = min(left, near[row, n + SHORT_ROOM] - own_way(c, k, row, n, ours if n < half else theirs, way))
    return max(left, 0.0)
