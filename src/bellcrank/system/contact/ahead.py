"""What is ahead of a body in a hollow one: a ball that rolls on the floor of a tray meets its wall.

Of two convex shapes the nearest points tell how soon they touch. A net, a ring or a curve may be elsewhere in the way:
the nearest point of the tray is on its floor, and does not come nearer. So the smaller shape is moved as it moves now,
seen from the other, by steps in which none of its points goes farther than a part l of the thickness of the thinner,

    x = x_0 + v t + R(w t) (x' - x_0),  x_0 its centre, v and w relative to the other,                               (1)

and the longest step of the integrator ends where a sample is l/2 deeper than any is now.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, put3, row3, times
from bellcrank.numerics.context import index2, view2
from bellcrank.system.contact.force import find_samples, sliding
from bellcrank.system.contact.layout import (
    CENTRES,
    CURVE,
    DEPTH,
    GEO,
    MARKER_A,
    MARKER_B,
    MESH,
    PAIR_A,
    PAIR_B,
    PAIRS,
    S_KIND,
    S_RADIUS,
    SAMPLES,
    SWAPPED,
    TORUS,
)
from bellcrank.system.contact.near import time_to_go
from bellcrank.system.layout import B_W, BODY, MARK, X_AXIS, Y_AXIS, Z_AXIS, R

LOOKS = 32
"""So many looks ahead at most: then the step ends."""


@kernel(inline=True)
def hollow(c, k, m):
    """Whether one of the shapes of a pair need not be convex."""
    pairs, geo = index2(c, k + PAIRS), view2(c, k + GEO)
    a, b = geo[pairs[m, PAIR_A], S_KIND], geo[pairs[m, PAIR_B], S_KIND]
    return a in (MESH, TORUS, CURVE) or b in (MESH, TORUS, CURVE)


@kernel(inline=True)
def smaller(c, k, m):
    """The shape of pair m with the smaller bounding sphere: 0 for a, 1 for b; its centre and radius."""
    pairs, geo, centres = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + CENTRES)
    a, b = pairs[m, PAIR_A], pairs[m, PAIR_B]
    if geo[b, S_RADIUS] < geo[a, S_RADIUS]:
        return 1, row3(centres, b, 0), geo[b, S_RADIUS]
    return 0, row3(centres, a, 0), geo[a, S_RADIUS]


@kernel(inline=True)
def turned(v, axis, angle):
    """A vector turned about a unit vector (Rodrigues)."""
    s, c = math.sin(angle), math.cos(angle)
    along = times((1.0 - c) * dot(axis, v), axis)
    return plus(along, plus(times(c, v), times(s, cross(axis, v))))


@kernel
def deepest_at(c, k, m, v, w, t):
    """The depth of the deepest sample when the smaller shape has moved on for a time, (1); 0 where none touches."""
    mark, samples, pairs = view2(c, MARK), view2(c, k + SAMPLES), index2(c, k + PAIRS)
    which, x, _ = smaller(c, k, m)
    at = pairs[m, MARKER_B] if which == 1 else pairs[m, MARKER_A]
    r, e, f, g = row3(mark, at, R), row3(mark, at, X_AXIS), row3(mark, at, Y_AXIS), row3(mark, at, Z_AXIS)
    size = math.sqrt(dot(w, w))
    axis, angle = (times(1.0 / size, w), size * t) if size > 0.0 else ((0.0, 0.0, 1.0), 0.0)
    put3(mark, at, R, plus(plus(x, times(t, v)), turned(minus(r, x), axis, angle)))
    put3(mark, at, X_AXIS, turned(e, axis, angle))
    put3(mark, at, Y_AXIS, turned(f, axis, angle))
    put3(mark, at, Z_AXIS, turned(g, axis, angle))
    found = 0.0
    for s in range(find_samples(c, k, m, 0.0)):
        found = max(found, samples[s, DEPTH])
    put3(mark, at, R, r)
    put3(mark, at, X_AXIS, e)
    put3(mark, at, Y_AXIS, f)
    put3(mark, at, Z_AXIS, g)
    return found


@kernel
def time_ahead(c, k, m, b_i, b_j, speed, rush, way, longest):
    """The longest step of pair m: no point goes farther than `way` between two looks; `longest` is long enough."""
    if not hollow(c, k, m) or time_to_go(speed, rush, way) >= longest:
        return math.inf
    pairs, body = index2(c, k + PAIRS), view2(c, BODY)
    which, x, _ = smaller(c, k, m)
    sign = 1.0 if pairs[m, SWAPPED] == which else -1.0  # a is on the body of I, unless they are swapped
    v = times(sign, sliding(c, b_i, b_j, x))
    w = times(sign, minus(row3(body, b_i, B_W), row3(body, b_j, B_W)))
    now = deepest_at(c, k, m, v, w, 0.0)
    for n in range(LOOKS):
        t = time_to_go(speed, rush, (n + 1.0) * way)
        if t >= longest:
            return math.inf
        if deepest_at(c, k, m, v, w, t) > now + 0.5 * way:
            return t
    return t
