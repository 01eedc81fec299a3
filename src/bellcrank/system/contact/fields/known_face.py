"""Where the nearest face or triangle of a net is known without a search.

Let x_0 be d_0 away from a net, nearest to a face whose surface is known, and not on a sharp edge; all other faces and
all sharp edges and corners are d_1 away or farther. Then

    |x - x_0| < (d_1 - d_0)/2                                                                                        (1)

has the same face nearest: phi and n are those of its surface, to the last bit what a search would give. With d_1 the
distance of the triangle that follows the NEAREST - 1 nearest ones, (1) has one of these nearest: near edges, where
faces meet, a few triangles are asked instead of a tree.                                                            (2)
Features that touch ask for the same places again and again, in the axes of the net: each pair remembers PLACES of them
for each of its nets. Where (1) and (2) are next to nothing this is remembered too, and not asked for again near there.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, put3, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.contact.fields.triangle import (
    STACK,
    T_FACE,
    T_SHARP,
    T_SHARP_POINT,
    beyond,
    nearer,
    nearest_on,
)
from bellcrank.system.contact.layout import (
    BOXES,
    GEO,
    K_LAST,
    K_LISTS,
    K_NEXT,
    K_PLACES,
    LINKS,
    NEAREST,
    NOW,
    PAIR_A,
    PAIR_B,
    PAIR_SHORT,
    PAIRS,
    PLACED,
    PLACES,
    ROOM,
    S_A,
    S_B,
    S_C,
    S_RADIUS,
    THIS,
    TRIANGLES,
)

UNKNOWN, SEVERAL, MIXED = -1, -2, -3
"""No place remembered is near; one is, with several triangles that may be nearest; one is, but too many are."""
HORIZON = 0.04
"""Of the smaller radius of a pair: how far around others are looked for."""
WORTH = 1e-3
"""Of the horizon: (1) and (2) with less are not worth remembering, and are not asked for again so near."""
NARROW = 0.25
"""A face takes a sixth of the time of its triangles: it is remembered unless (1) is less than this part of (2)."""
SURE = 1.0 - 1e-9
"""Leaves room for rounding in (1)."""
WIDTH = 5
"""Numbers of a place: x_0, the square of (1) or (2), the face, or SEVERAL, or MIXED."""


@kernel(inline=True)
def row_of(c, k, s):
    """The row of PLACED for net s in the present pair; 0 where it has none."""
    pairs, this = index2(c, k + PAIRS), int(view1(c, k + NOW)[THIS])
    row = 2 * int(pairs[this, PAIR_SHORT])
    return row + 1 if row > 0 and pairs[this, PAIR_B] == s else row


@kernel
def face_at(c, k, s, x):
    """The face of net s (a row of FACES) that is nearest to x, where that is known; else UNKNOWN, SEVERAL or MIXED. The
    place is that in K_LAST."""
    known, row = view2(c, k + PLACED), row_of(c, k, s)
    if row == 0:
        return MIXED
    last, count = int(known[row, K_LAST]), int(min(known[row, K_NEXT], PLACES))
    for n in range(count):
        m = last + n
        if m >= count:
            m -= count
        at = K_PLACES + WIDTH * m
        d = minus(x, row3(known, row, at))
        if dot(d, d) < known[row, at + 3]:
            known[row, K_LAST] = m
            return int(known[row, at + 4])
    return UNKNOWN


@kernel
def nearest_of_few(c, k, s, x):
    """The nearest triangle of net s to x, which is one of those of the place in K_LAST: its number, the point, where on
    it. Of two at one distance the first counts, as in a search. They are asked in the order of their distances from
    x_0, until these less |x - x_0| are more than the least one found."""
    known, row, t = view2(c, k + PLACED), row_of(c, k, s), view2(c, k + TRIANGLES)
    place = int(known[row, K_LAST])
    first = K_LISTS + 2 * NEAREST * place
    d = minus(x, row3(known, row, K_PLACES + WIDTH * place))
    moved, least = math.sqrt(dot(d, d)), math.inf
    best, at, point, where = math.inf, 0, x, 0
    for n in range(first, first + NEAREST):
        if known[row, n] < 0.0 or SURE * known[row, n + NEAREST] - moved > least:
            break
        m = int(known[row, n])
        before = best
        best, at, point, where = nearer(t, m, x, best, at, point, where)
        if best < before:
            least = math.sqrt(best)
    return at, point, where


@kernel
def remember_place(c, k, s, x, face, far):
    """x, `far` away from net s, goes to its places; nearest is a face (a row of FACES), or a sharp edge (UNKNOWN)."""
    known, row = view2(c, k + PLACED), row_of(c, k, s)
    pairs, geo, this = index2(c, k + PAIRS), view2(c, k + GEO), int(view1(c, k + NOW)[THIS])
    horizon = HORIZON * min(geo[pairs[this, PAIR_A], S_RADIUS], geo[pairs[this, PAIR_B], S_RADIUS])
    m = int(known[row, K_NEXT]) % PLACES
    known[row, K_NEXT] = known[row, K_NEXT] + 1.0 if known[row, K_NEXT] < 2 * PLACES else PLACES + 1.0
    free, what = 0.0, SEVERAL
    if face >= 0:
        free = 0.5 * SURE * (to_others(c, k, s, x, face, far + horizon) - far)
    around = 0.5 * SURE * (find_nearest(c, k, s, x, row, m, far + horizon) - far)
    if free >= NARROW * around:
        what, around = face, free
    if around < WORTH * horizon:
        what, around = MIXED, WORTH * horizon
    at = K_PLACES + WIDTH * m
    put3(known, row, at, x)
    known[row, at + 3], known[row, at + 4], known[row, K_LAST] = around * around, what, m


@kernel
def find_nearest(c, k, s, x, row, place, horizon):
    """d_1 of (2), at most `horizon`; the triangles nearer than that go to the list of a place, the nearest first."""
    geo, boxes, links, t, room, known = (
        view2(c, k + GEO), view2(c, k + BOXES), index2(c, k + LINKS), view2(c, k + TRIANGLES), view2(c, k + ROOM),
        view2(c, k + PLACED),
    )  # fmt: skip
    root, first, top, count, best = int(geo[s, S_A]), int(geo[s, S_B]), 1, 0, horizon
    begin = K_LISTS + 2 * NEAREST * place
    room[0, STACK] = root
    while top > 0:
        top -= 1
        n = int(room[top, STACK])
        if beyond(boxes, n, x) >= best * best:
            continue
        if links[n, 1] > 0:
            for m in range(first + links[n, 0], first + links[n, 0] + links[n, 1]):
                far = math.sqrt(to_triangle(t, m, x))
                if far < best:
                    count = put_in_order(known, row, begin, count, m, far)
                    if count == NEAREST:
                        best = known[row, begin + 2 * NEAREST - 1]
        else:
            room[top, STACK], room[top + 1, STACK] = root + int(links[n, 0]), root + int(links[n, 0]) + 1
            top += 2
    known[row, begin + min(count, NEAREST - 1)] = -1.0
    return best


@kernel(inline=True)
def put_in_order(known, row, begin, count, m, far):
    """Triangle m into a list of NEAREST at most, ordered by distances; the new count."""
    n = begin + (count if count < NEAREST else NEAREST - 1)
    while n > begin and known[row, n + NEAREST - 1] > far:
        known[row, n], known[row, n + NEAREST] = known[row, n - 1], known[row, n + NEAREST - 1]
        n -= 1
    known[row, n], known[row, n + NEAREST] = m, far
    return min(count + 1, NEAREST)


@kernel
def to_others(c, k, s, x, face, horizon):
    """d_1 of (1), at most `horizon`."""
    geo, boxes, links, t, room = (
        view2(c, k + GEO), view2(c, k + BOXES), index2(c, k + LINKS), view2(c, k + TRIANGLES), view2(c, k + ROOM)
    )  # fmt: skip
    root, first, own, top, best = int(geo[s, S_A]), int(geo[s, S_B]), face - int(geo[s, S_C]), 1, horizon * horizon
    room[0, STACK] = root
    while top > 0:
        top -= 1
        n = int(room[top, STACK])
        if beyond(boxes, n, x) >= best:
            continue
        if links[n, 1] > 0:
            for m in range(first + links[n, 0], first + links[n, 0] + links[n, 1]):
                best = min(best, to_sharp(t, m, x) if int(t[m, T_FACE]) == own else to_triangle(t, m, x))
        else:
            room[top, STACK], room[top + 1, STACK] = root + int(links[n, 0]), root + int(links[n, 0]) + 1
            top += 2
    return math.sqrt(best)


@kernel(inline=True)
def to_triangle(t, m, x):
    """The squared distance of a point from triangle m."""
    d = minus(x, nearest_on(t, m, x)[0])
    return dot(d, d)


@kernel
def to_sharp(t, m, x):
    """The squared distance of a point from the sharp edges and corners of triangle m."""
    best = math.inf
    for n in range(3):
        d = minus(x, row3(t, m, 3 * n))
        if t[m, T_SHARP_POINT + n] != 0.0:
            best = min(best, dot(d, d))
        if t[m, T_SHARP + n] != 0.0:
            e = minus(row3(t, m, 3 * ((n + 1) % 3)), row3(t, m, 3 * n))
            w = minus(d, times(min(1.0, max(0.0, dot(d, e) / dot(e, e))), e))
            best = min(best, dot(w, w))
    return best
