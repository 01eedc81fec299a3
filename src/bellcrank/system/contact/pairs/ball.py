"""A ball or a point in the field of any shape but curves: g = rho - phi(centre), one sample of weight 1.

The forces act at the deepest point of the ball; of two balls, half way between their deepest points.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import row3
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.contact.field import distance, into, put_sample
from bellcrank.system.contact.fields.net import net
from bellcrank.system.contact.layout import (
    ARM,
    ARM_RATE,
    BALL,
    COUNT,
    DEPTH,
    GEO,
    MARKER_A,
    MARKER_B,
    MESH,
    NOW,
    PAIR_A,
    PAIR_B,
    PAIRS,
    S_A,
    S_KIND,
    SAMPLES,
    THIS,
)
from bellcrank.system.contact.pair import pair
from bellcrank.system.layout import MARK, R


@pair("BALL", "PLANE", "BALL", "BOX", "FRUSTUM", "TORUS", "ELLIPSOID", "MESH")
@kernel
def ball_in_field(c, k):
    pairs, geo, samples, now, mark = (
        index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + SAMPLES), view1(c, k + NOW), view2(c, MARK),
    )  # fmt: skip
    this = int(now[THIS])
    a, b, m = pairs[this, PAIR_A], pairs[this, PAIR_B], pairs[this, MARKER_B]
    p = row3(mark, pairs[this, MARKER_A], R)
    x = into(mark, m, p)
    found = net(c, k, b, x) if geo[b, S_KIND] == MESH else distance(geo, b, x)
    put_sample(samples, 0, mark, m, p, geo[a, S_A], found, 0.0, 1.0)
    if geo[b, S_KIND] == BALL:
        samples[0, ARM] += 0.5 * samples[0, DEPTH]
        samples[0, ARM_RATE] = 0.5
    now[COUNT] = 1.0 if samples[0, DEPTH] > 0.0 else 0.0
