"""Boxes, frustums, tori, ellipsoids, nets, curves on planes and each other: features of one in the field of the other.

What is round all over (ellipsoid, torus) looks at the other's field and needs nothing else; two of the same kind share
the weights, so that the order of the two sides does not matter. Boxes, frustums and nets look at each other, and so do
two curves; with a curve, a ball is one in its plane, and a point a point.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.contact.features import features_in_field, finish
from bellcrank.system.contact.layout import (
    COUNT,
    CURVE,
    DEPTH,
    FRUSTUM,
    GEO,
    MARKER_A,
    MARKER_B,
    MESH,
    NOW,
    PAIR_A,
    PAIR_B,
    PAIR_SHORT,
    PAIRS,
    PLANE,
    S_KIND,
    SAMPLES,
    THIS,
    WHOLE,
)
from bellcrank.system.contact.pair import pair
from bellcrank.system.contact.sampling import LAST
from bellcrank.system.contact.shortlist import empty_list, listed, near_features, surely_nearest


@pair("BALL", "CURVE")
@pair("CURVE", "PLANE", "CURVE")
@pair("ELLIPSOID", "PLANE", "BOX", "FRUSTUM", "ELLIPSOID", "MESH")
@pair("TORUS", "PLANE", "BOX", "FRUSTUM", "TORUS", "ELLIPSOID", "MESH")
@pair("FRUSTUM", "PLANE", "BOX", "FRUSTUM")
@pair("BOX", "PLANE")
@pair("MESH", "PLANE", "BOX", "FRUSTUM", "MESH")
@kernel
def solids(c, k):
    pairs, geo, samples, now = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + SAMPLES), view1(c, k + NOW)
    this = int(now[THIS])
    a, b, ma, mb = (pairs[this, PAIR_A], pairs[this, PAIR_B], pairs[this, MARKER_A], pairs[this, MARKER_B])
    kind, same = geo[a, S_KIND], geo[a, S_KIND] == geo[b, S_KIND]
    edged = kind in (FRUSTUM, MESH, CURVE)
    samples[LAST, DEPTH] = -math.inf
    factor = 0.5 if same and not edged else 1.0
    both = geo[b, S_KIND] != PLANE and (edged or same)
    count, found = 0, listed(c, k, this, both)
    if found:
        count = near_features(c, k, this, 0, factor)
        found = now[WHOLE] == 0.0 or surely_nearest(c, k, this, count)
    if not found:
        count = features_in_field(c, k, a, ma, b, mb, 0, 0.0, factor)
        if both:
            count = features_in_field(c, k, b, mb, a, ma, count, 1.0, factor)
        if count == 0 and pairs[this, PAIR_SHORT] > 0:
            empty_list(c, k, this, -samples[LAST, DEPTH])
    now[COUNT] = finish(samples, count)
