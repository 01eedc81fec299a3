"""Boxes, frustums, tori and ellipsoids on planes and on each other: features of one in the field of the other.

What is round all over (ellipsoid, torus) looks at the other's field and needs nothing else; two of the same kind share
the weights, so that the order of the two sides does not matter. A box and a frustum look at each other.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.contact.features import LAST, features_in_field, finish
from bellcrank.system.contact.layout import (
    COUNT,
    DEPTH,
    FEATURES,
    FRUSTUM,
    GEO,
    MARKER_A,
    MARKER_B,
    NOW,
    PAIR_A,
    PAIR_B,
    PAIRS,
    PLANE,
    S_KIND,
    SAMPLES,
    THIS,
)
from bellcrank.system.contact.pair import pair
from bellcrank.system.layout import MARK


@pair("ELLIPSOID", "PLANE", "BOX", "FRUSTUM", "ELLIPSOID")
@pair("TORUS", "PLANE", "BOX", "FRUSTUM", "TORUS", "ELLIPSOID")
@pair("FRUSTUM", "PLANE", "BOX", "FRUSTUM")
@pair("BOX", "PLANE")
@kernel
def simple_shapes(c, k):
    pairs, geo, samples, now, mark = (
        index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + SAMPLES), view1(c, k + NOW), view2(c, MARK),
    )  # fmt: skip
    features, this = view2(c, k + FEATURES), int(now[THIS])
    a, b, ma, mb = (pairs[this, PAIR_A], pairs[this, PAIR_B], pairs[this, MARKER_A], pairs[this, MARKER_B])
    frustum, same = geo[a, S_KIND] == FRUSTUM, geo[a, S_KIND] == geo[b, S_KIND]
    samples[LAST, DEPTH] = -math.inf
    factor = 0.5 if same and not frustum else 1.0
    count = features_in_field(features, geo, a, ma, b, mb, mark, samples, now, 0, 0.0, factor)
    if geo[b, S_KIND] != PLANE and (frustum or same):
        count = features_in_field(features, geo, b, mb, a, ma, mark, samples, now, count, 1.0, factor)
    now[COUNT] = finish(samples, count)
