"""The longest next step of a contact, so that none is stepped over: told after every accepted step.

With the gap d of a pair, its closing speed v and the acceleration a of its bodies,

    v h + a h^2/2 <= d + LOOK l,  l the thickness of the thinner shape                                             (1)

A damped contact that opens may have no force, where damping would pull, and then a little again near the end, where
IMPACT damps less: while it has none, a step goes half of the way out,

    v h <= max(g/2, LEAVING l),  g the depth, v the speed of opening                                               (2)

In contact v h <= LOOK l. What only grazes acts for a moment; before the touch therefore also

    h <= max((d (1 + BEYOND) + tol)/v, PASSES times the last step),  v > 0                                         (3)

Newton's way to the touch, as of stops (bends.py), and to the end of it where all samples open, with their depths for d;
tol is the tolerance of the places of the bodies.

Of convex bodies that move straight ahead the gap closes never faster than now; turning adds w^2 times the arm to a. For
others, ahead.py looks at what is in the way. Far away, between bounding spheres, v is the relative speed.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, row3
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.system.bends import time_to_bend, tolerance_of_place
from bellcrank.system.contact.ahead import smaller, time_ahead
from bellcrank.system.contact.force import find_samples, place, sliding
from bellcrank.system.contact.layout import (
    CENTRES,
    DEPTH,
    GEO,
    NORMAL,
    PAIR_A,
    PAIR_B,
    PAIR_SHORT,
    PAIRS,
    PLANE,
    S_KIND,
    S_THIN,
    SAMPLES,
    SWAPPED,
)
from bellcrank.system.contact.near import apart, rushing, time_to_go
from bellcrank.system.contact.shortlist import clear_way
from bellcrank.system.kind import BODY_J, INTS, I
from bellcrank.system.layout import B_R, B_W, BODY, HSIZE, M_BODY, NUM
from bellcrank.system.wrench import body_velocity

LOOK = 0.2
"""The part of the thinner shape that a step may go beyond the touch."""
ENOUGH = 4.0
"""Steps do not grow by more: what allows so many times the last step is no limit."""
LEAVING = 1e-4
"""The last step out of a contact, as a part of the thinner shape."""


@kernel
def time_to_leave(c, k, count, thin, b_i, b_j):
    """The longest step of (2) at the samples of a pair."""
    samples = view2(c, k + SAMPLES)
    longest = math.inf
    for s in range(count):
        speed = dot(row3(samples, s, NORMAL), sliding(c, b_i, b_j, place(samples, s)))
        if speed > 0.0:
            longest = min(longest, max(0.5 * samples[s, DEPTH], LEAVING * thin) / speed)
    return longest


@kernel
def time_to_open(c, k, count, b_i, b_j):
    """The longest step of (3) where all samples of a pair open."""
    samples, longest = view2(c, k + SAMPLES), 0.0
    tol = max(tolerance_of_place(c, b_i), tolerance_of_place(c, b_j))
    for s in range(count):
        speed = dot(row3(samples, s, NORMAL), sliding(c, b_i, b_j, place(samples, s)))
        if speed <= 0.0:
            return math.inf
        longest = max(longest, time_to_bend(c, samples[s, DEPTH], speed, tol))
    return longest


@kernel
def closing(c, k, count, b_i, b_j):
    """The largest speed with which samples go deeper, never 0: a tolerance may be larger than a thin body."""
    samples, speed = view2(c, k + SAMPLES), 1e-300
    for s in range(count):
        speed = max(speed, -dot(row3(samples, s, NORMAL), sliding(c, b_i, b_j, place(samples, s))))
    return speed


@kernel(inline=True)
def approach(c, k, m, b_i, b_j):
    """The largest speed of a point of the smaller shape of pair m relative to the other, and its acceleration."""
    body = view2(c, BODY)
    _, x, radius = smaller(c, k, m)
    v, w = sliding(c, b_i, b_j, x), minus(row3(body, b_i, B_W), row3(body, b_j, B_W))
    return math.sqrt(dot(v, v)) + radius * math.sqrt(dot(w, w)), rushing(c, b_i, x) + rushing(c, b_j, x)


@kernel
def time_apart(c, k, m, b_i, b_j, gap):
    """How long the bounding spheres of pair m, which are `gap` apart, do not touch."""
    pairs, centres = index2(c, k + PAIRS), view2(c, k + CENTRES)
    body, a, b = view2(c, BODY), pairs[m, PAIR_A], pairs[m, PAIR_B]
    x, y = row3(centres, a, 0), row3(centres, b, 0)
    if pairs[m, SWAPPED] == 1:
        x, y = y, x
    v = minus(
        body_velocity(c, b_i, minus(x, row3(body, b_i, B_R))), body_velocity(c, b_j, minus(y, row3(body, b_j, B_R)))
    )
    return time_to_go(math.sqrt(dot(v, v)), rushing(c, b_i, x) + rushing(c, b_j, y), gap)


@kernel
def time_to_touch(c, k, m, b_i, b_j, depth, pushed):
    """The longest step for pair m, whose contact has a depth, 0 where it is open; `pushed`: it has a force.

    Nothing is looked for where what is known to be free is no limit: the gap of bounding spheres, that of a list, in
    contact the way out.
    """
    pairs, geo = index2(c, k + PAIRS), view2(c, k + GEO)
    gap, enough = apart(c, k, m), ENOUGH * view1(c, NUM)[HSIZE]
    if gap > 0.0 and geo[pairs[m, PAIR_B], S_KIND] != PLANE:
        h = time_apart(c, k, m, b_i, b_j, gap)
        if h > enough:
            return h
    thin = min(geo[pairs[m, PAIR_A], S_THIN], geo[pairs[m, PAIR_B], S_THIN])
    fastest, rush = approach(c, k, m, b_i, b_j)
    clear = clear_way(c, k, m) if depth == 0.0 and pairs[m, PAIR_SHORT] > 0 else 0.0
    far = False
    if pushed or depth == 0.0:
        longest = time_to_go(fastest, rush, clear if depth == 0.0 else min(depth, LOOK * thin))
        if longest > enough:
            return longest
        far = time_to_go(fastest, rush, clear + LOOK * thin) > enough
    longest = time_to_nearest(c, k, m, b_i, b_j, thin, pushed)
    return longest if far else min(longest, time_ahead(c, k, m, b_i, b_j, fastest, rush, LOOK * thin, enough))


@kernel
def time_to_nearest(c, k, m, b_i, b_j, thin, pushed):
    """The longest step of (1) to (3) by the samples of pair m; all features are looked at where none touches."""
    samples, count = view2(c, k + SAMPLES), 0
    if index2(c, k + PAIRS)[m, PAIR_SHORT] > 0:
        count = find_samples(c, k, m, 0.0)
    if count == 0:
        count = find_samples(c, k, m, 1.0)
    if count > 0:
        deeper = min(LOOK * thin / closing(c, k, count, b_i, b_j), time_to_open(c, k, count, b_i, b_j))
        return deeper if pushed else min(deeper, time_to_leave(c, k, count, thin, b_i, b_j))
    x = place(samples, 0)
    speed = max(0.0, -dot(row3(samples, 0, NORMAL), sliding(c, b_i, b_j, x)))
    rush, gap = rushing(c, b_i, x) + rushing(c, b_j, x), max(0.0, -samples[0, DEPTH])
    longest = time_to_go(speed, rush, gap + LOOK * thin)
    if speed > 0.0:
        tol = max(tolerance_of_place(c, b_i), tolerance_of_place(c, b_j))
        longest = min(longest, time_to_bend(c, gap, speed, tol))
    return longest


@kernel
def longest_step(c, k, n):
    """(1) to (3) for contact n."""
    ints, outputs, b_i = index2(c, k), view2(c, k + 3), index1(c, M_BODY)[index2(c, k)[n, I]]
    longest = math.inf
    for m in range(ints[n, INTS], ints[n, INTS] + ints[n, INTS + 1]):
        h = time_to_touch(c, k, m, b_i, ints[n, BODY_J], outputs[n, 0], outputs[n, 2] > 0.0)
        longest = min(longest, h)
    return longest
