"""Corners that belong to several faces count as corners of that which lies.

A corner of a hexagonal prism has 1/6 of its base and 1/4 of its sides. With the weights w_f in faces with the normals
m_f, and the normal n of the field at the corner (Shepard 1968, Proc. 23rd ACM Nat. Conf., 517):

    w = sum w_f P_f / sum P_f,   P_f = product of d_g over the other faces,   d_f = 1 + m_f.n                        (1)

w_f where face f lies, m_f = -n, and even there: d_f goes with the square of the tilt. The weight changes as the bodies
turn, which is a part of the gradient:

    dw = sum s_f d(m_f.n),   s_f = sum over g of (w_g - w) Q_fg / sum P,   Q_fg the product without f and g          (2)
    d(m.n) = (theta_a - theta_b).(m x n) + (C m).(dp_a - dp_b)                                                       (3)

theta and p of the body a of the corner and of b of the field, with its curvature C. In nets, whose normals jump from
face to face, n is that at the middle of the ball inside (lying.py): it stays that of the face on which a corner lies
flush with the border. In nets with curved faces and in round shapes a corner counts the largest of its weights: faces
do not lie there, but on the ends of frustums, and weights that change as bodies roll cost steps (half as many more of
a real model of 110 contacts).
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.field import into, rounded, turned_in, turned_out
from bellcrank.system.contact.layout import (
    BOX,
    DEPTH,
    DRIFT,
    F_FACES,
    F_S,
    FEATURES,
    GEO,
    MESH,
    MOST_FACES,
    NOW,
    PLANE,
    S_BENT,
    S_KIND,
    SAMPLES,
    TWIST,
    WEIGHT,
)

ASIDE = 1e-4
"""Of the ball inside: how far to both sides normals of nets are compared."""
LEAST = 1e-300
"""Where M is 0 there is no direction to look along, and nothing to add."""


@kernel(inline=True)
def has_shares(features, n, geo, b):
    """Whether corner n counts by (1) in the field of shape b."""
    if features[n, F_FACES + 3] == 0.0:
        return False
    flat = geo[b, S_KIND] == MESH and geo[b, S_BENT] == 0.0 and features[n, F_S] > 0.0
    return flat or geo[b, S_KIND] == PLANE or geo[b, S_KIND] == BOX


@kernel
def tilt(features, n, f, normal):
    """d_f of (1), and w_f; 1 and 0 where there is no such face. The normal is seen by the body of the corner."""
    at = F_FACES + 4 * f
    w = features[n, at + 3]
    if w == 0.0:
        return 1.0, 0.0
    m = (features[n, at], features[n, at + 1], features[n, at + 2])
    return max(0.0, 1.0 + dot(m, normal)), w


@kernel
def without(features, n, normal, f, g):
    """The product of all d but those of two faces."""
    product = 1.0
    for h in range(MOST_FACES):
        if h != f and h != g:
            product *= tilt(features, n, h, normal)[0]
    return product


@kernel
def weight_by_face(features, n, normal):
    """w of (1), and the sum of all P."""
    top, total = 0.0, 0.0
    for f in range(MOST_FACES):
        w = tilt(features, n, f, normal)[1]
        if w > 0.0:
            p = without(features, n, normal, f, f)
            top, total = top + w * p, total + p
    return top / total, total


@kernel
def slope(features, n, normal, f, w, total):
    """s_f of (2)."""
    found = 0.0
    for g in range(MOST_FACES):
        other = tilt(features, n, g, normal)[1]
        if g != f and other > 0.0:
            found += (other - w) * without(features, n, normal, f, g)
    return found / total


@kernel
def field_of(c, k, b, mark, mb, p):
    """n and C of shape b at p: n in ground, C in the frame of mb."""
    found = rounded(c, k, b, into(mark, mb, p))
    return turned_out(mark, mb, (found[1], found[2], found[3])), found[4:10]


@kernel
def part_of(samples, before, count):
    """What samples add to G^4."""
    total = 0.0
    for s in range(before, count):
        g = samples[s, DEPTH] * samples[s, DEPTH]
        total += samples[s, WEIGHT] * g * g
    return total


@kernel
def curved_by(c, k, b, mark, mb, x, curvature, m, small):
    """C m; of nets, which tell none at their edges, by differences of n."""
    if view2(c, k + GEO)[b, S_KIND] == MESH:
        aside = times(small / math.sqrt(max(dot(m, m), LEAST)), m)
        one, two = field_of(c, k, b, mark, mb, minus(x, aside))[0], field_of(c, k, b, mark, mb, plus(x, aside))[0]
        return times(0.5 * math.sqrt(dot(m, m)) / small, minus(two, one))
    xx, yy, zz, xy, xz, yz = curvature
    u, v, w = turned_in(mark, mb, m)
    return turned_out(mark, mb, (xx * u + xy * v + xz * w, xy * u + yy * v + yz * w, xz * u + yz * v + zz * w))


@kernel
def turn_weight(c, k, n, b, mark, ma, mb, x, normal, curvature, before, count, side):
    """What the change (2) of the weight of corner n adds to DRIFT and TWIST (force.py): with M = sum s_f m_f the couple
    M x n, and the force C M at x."""
    features, now = view2(c, k + FEATURES), view1(c, k + NOW)
    own = turned_in(mark, ma, normal)
    w, total = weight_by_face(features, n, own)
    size = (0.25 if side == 0.0 else -0.25) * part_of(view2(c, k + SAMPLES), before, count) / w
    m = (0.0, 0.0, 0.0)
    for f in range(MOST_FACES):
        at = F_FACES + 4 * f
        if features[n, at + 3] > 0.0:
            s = size * slope(features, n, own, f, w, total)
            m = plus(m, times(s, (features[n, at], features[n, at + 1], features[n, at + 2])))
    m = turned_out(mark, ma, m)
    force = curved_by(c, k, b, mark, mb, x, curvature, m, ASIDE * features[n, F_S])
    torque = plus(cross(m, normal), cross(x, force))
    for a in range(3):
        now[DRIFT + a] += force[a]
        now[TWIST + a] += torque[a]
