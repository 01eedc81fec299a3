"""Corners and edges that lie on a face of another shape, within its border, on it, or beyond.

The distance of a corner that lies on a face tells how deep it is, or how near the border of that face, whichever is
less: corners of equal bodies that lie on each other flush have none. A ball inside the body that touches its faces at
the corner (insets.py), of radius rho, is still above the face, and tells the depth r = rho - phi(its middle). With the
depth s = -phi of the corner in the sharp field:

Status   f(q) = 1/2 + (5 q^3 - 3 q^5)/4, q = s/r from -1 to 1: 0 beyond the border, 1/2 on it, 1 within              (1)
         flat on the border, where s of an edge is that of one end or the other, and of a corner of this side or that
CORNER   V = w (f r^4 + (g^2 - r^2)^2), the second where g > r: one that pokes is as deep as it is                   (2)
EDGE     w/2 (f_m - f_e) r_x^4 at each end, w the weight of the corner there: what the border of the face takes from a
         corner that lies beyond it goes to the place x where the edge crosses the border, at which q is the mean of
         q_e there and q_m at the deepest point; times (1 - c^2)^2, c the cosine of edge and normal: it must lie,    (3)
         and times (1 - (r/rho)^4)^2, for deeper than rho there is no telling on which face
         and V = w (v^2 - p^2)(v^2 - q^2) as in edges.py, p and q at the ends or where it crosses                    (4)
A corner has half of its weight from each of the two edges of its face, so that (2) and (3) are w/2 f_m for both ends of
an edge: of two rectangles, in all of their edges, the part inside and that outside of the other make 1, whether they
lie flush or not. f changes with the position: DRIFT and TWIST (force.py).
A corner is beyond by no more than r < (rho + |y|)/2, y the way to the middle of the ball, or nothing of it counts.  (5)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, plus, row3, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.edges import ball_at, deepest, deepest_along, end_of, length_of, poking
from bellcrank.system.contact.field import distance, into, put_sample, turned_out
from bellcrank.system.contact.fields.net import net
from bellcrank.system.contact.layout import BEND, BOX, DEPTH, DRIFT, GEO, MESH, NOW, POINT, S_KIND, S_ROUND, TWIST
from bellcrank.system.contact.sampling import ASIDE, CLOSE, HALVINGS, field_at, keep, narrowed, offer, secant, weigh

BEYOND = 0.7320508
"""So far, times its rounding, the corner of a box is beyond the field with round edges."""
SHALLOW = 1e-9
"""Part of a ball that counts as no depth."""


@kernel(inline=True)
def has_faces(geo, b):
    """Whether something may lie on shape b flush."""
    return geo[b, S_KIND] == MESH or geo[b, S_KIND] == BOX


@kernel(inline=True)
def slack(geo, b):
    """What the field with round edges may be more than the sharp one."""
    return BEYOND * geo[b, S_ROUND] if geo[b, S_KIND] == BOX else 0.0


@kernel
def sharp(c, k, b, x):
    """phi, n, C of shape b with its sharp edges, at a point of its frame."""
    geo = view2(c, k + GEO)
    return net(c, k, b, x) if geo[b, S_KIND] == MESH else distance(geo, b, x)


@kernel
def sharp_at(c, k, b, mark, mb, x):
    """-phi and n of shape b with its sharp edges, in ground."""
    found = sharp(c, k, b, into(mark, mb, x))
    return -found[0], turned_out(mark, mb, (found[1], found[2], found[3]))


@kernel(inline=True)
def status(q):
    """f of (1) and its slope."""
    if q >= 1.0:
        return 1.0, 0.0
    if q <= -1.0:
        return 0.0, 0.0
    return 0.5 + 0.25 * q * q * q * (5.0 - 3.0 * q * q), 3.75 * q * q * (1.0 - q * q)


@kernel(inline=True)
def ratio(s, r, rho):
    """q of (1), on -1 to 1."""
    if r <= SHALLOW * rho:
        return 1.0 if s > 0.0 else -1.0
    return max(-1.0, min(1.0, s / r))


@kernel
def push_aside(c, k, size, x, n, side):
    """What a depth at x with the normal n, whose part in V changes with `size` times it, adds to DRIFT and TWIST."""
    now, force = view1(c, k + NOW), times(-0.25 * size if side == 0.0 else 0.25 * size, n)
    torque = cross(x, force)
    for m in range(3):
        now[DRIFT + m] += force[m]
        now[TWIST + m] += torque[m]


@kernel
def change_status(c, k, size, q, r, x, n, middle, normal, side):
    """size dq of q = s/r, with s at x and r at the middle of the ball, into DRIFT and TWIST."""
    push_aside(c, k, size / r, x, n, side)
    push_aside(c, k, -size * q / r, middle, normal, side)


@kernel
def ball_sample(c, k, b, mark, mb, samples, count, x, rho, side, weight, rise, bow):
    """A sample of a ball about x in the sharp field."""
    put_sample(samples, count, mark, mb, x, rho, sharp(c, k, b, into(mark, mb, x)), side, weight)
    weigh(samples, count, weight, rise, bow)
    return keep(samples, count)


@kernel
def corner(c, k, b, mark, mb, samples, count, p, inset, rho, side, weight):
    """(2)"""
    s, n = sharp_at(c, k, b, mark, mb, p)
    middle, r, normal = plus(p, inset), 0.0, n
    if -s < 0.5 * (rho + math.sqrt(dot(inset, inset))):  # (5)
        r, normal = sharp_at(c, k, b, mark, mb, middle)
        r += rho
    if r <= SHALLOW * rho or s <= -r:
        return offer(c, k, b, mark, mb, samples, count, p, 0.0, side, weight)
    q = ratio(s, r, rho)
    f, slope = status(q)
    before = count
    count = offer(c, k, b, mark, mb, samples, count, p, 0.0, side, weight)
    more = 0.0
    if count > before:
        g = samples[before, DEPTH]
        more = max(0.0, g * g - r * r)
        part = more / (g * g)
        weigh(samples, before, weight * part * part, weight * part, weight * (part + 2.0) / 3.0 if more > 0.0 else 0.0)
        if more == 0.0:
            count = before
    rise = weight * (f - more / (r * r))
    bow = max(0.0, rise)
    count = ball_sample(c, k, b, mark, mb, samples, count, middle, rho, side, weight * f, rise, bow)
    if slope > 0.0:
        change_status(c, k, weight * slope * r * r * r * r, q, r, p, n, middle, normal, side)
    return count


@kernel(inline=True)
def middle_of(p, d, inset, trim, t):
    """The middle of the ball at the part t of an edge: from that of one corner to that of the other."""
    return plus(plus(p, times(trim[0] + t * (trim[1] - trim[0]), d)), inset)


@kernel
def along_at(c, k, b, mark, mb, p, d, inset, trim, rho, t):
    """At the part t of an edge from p along d: s and its normal, r and its normal."""
    s, n = sharp_at(c, k, b, mark, mb, plus(p, times(t, d)))
    r, normal = sharp_at(c, k, b, mark, mb, middle_of(p, d, inset, trim, t))
    return s, n, rho + r, normal


@kernel
def crossing(c, k, b, mark, mb, p, d, inset, trim, rho, low, high, q):
    """The part of an edge between two others at which s = q r, more at the first, less at the second."""
    begin = along_at(c, k, b, mark, mb, p, d, inset, trim, rho, low)
    end = along_at(c, k, b, mark, mb, p, d, inset, trim, rho, high)
    below, above, t, last = q * begin[2] - begin[0], q * end[2] - end[0], high, 0.0
    if below >= 0.0 or above <= 0.0:
        return high if above <= 0.0 else low
    for _ in range(HALVINGS):
        t = secant(low, high, below, above) if low < high else secant(high, low, above, below)
        found = along_at(c, k, b, mark, mb, p, d, inset, trim, rho, t)
        f = q * found[2] - found[0]
        low, high, below, above, last = narrowed(low, high, below, above, t, f, last)
        if f == 0.0 or abs(high - low) < CLOSE:
            break
    return t


@kernel
def lying_edge(c, k, b, mark, mb, samples, count, p, d, inset, trim, rho, ends, side, weight):
    """(3) and (4) for an edge from p along d; ends: the weights of its corners."""
    reach = 0.5 * (rho + length_of(inset)) + slack(view2(c, k + GEO), b)
    if field_at(c, k, b, mark, mb, plus(p, times(0.5, d)))[0] > 0.5 * length_of(d) + reach:
        return count
    begin, end = ball_at(c, k, b, mark, mb, p, d, 0.0, 0.0, 0.0), ball_at(c, k, b, mark, mb, p, d, 0.0, 0.0, 1.0)
    peak, t = begin[1] > 0.0 and end[1] < 0.0, 0.0 if begin[0] >= end[0] else 1.0
    if peak:
        t = deepest_along(c, k, b, mark, mb, p, d, 0.0, 0.0, begin, end, reach)
        if t < 0.0:
            return count
    s, _, r, _ = along_at(c, k, b, mark, mb, p, d, inset, trim, rho, t)
    if s <= 0.0 and (r <= SHALLOW * rho or s <= -r):
        g = (begin[0], end[0])
        return poking(c, k, b, mark, mb, samples, count, p, d, 0.0, 0.0, t, g, side, weight) if peak else count
    q = ratio(s, r, rho)
    one = border(c, k, b, mark, mb, p, d, inset, trim, rho, t, q, peak, 0.0, begin[0])
    two = border(c, k, b, mark, mb, p, d, inset, trim, rho, t, q, peak, 1.0, end[0])
    fall, drop = 0.0, 0.0
    if peak:
        g = (one[1], two[1])
        count, fall, drop = deepest(c, k, b, mark, mb, samples, count, p, d, 0.0, 0.0, t, g, side, weight)
    q_m, _, pull = turn_middle(c, k, b, mark, mb, p, d, inset, trim, rho, one, two, ends, side)
    within = (q, q_m, pull)
    count, more = put_end(
        c, k, b, mark, mb, samples, count, p, d, inset, trim, rho, within, one, 0.0, fall, ends[0], side
    )
    count, turn = put_end(
        c, k, b, mark, mb, samples, count, p, d, inset, trim, rho, within, two, 1.0, drop, ends[1], side
    )
    if more + turn != 0.0 and abs(q) < 1.0:
        x, middle = plus(p, times(t, d)), middle_of(p, d, inset, trim, t)
        _, n, r, normal = along_at(c, k, b, mark, mb, p, d, inset, trim, rho, t)
        n = along_ridge(c, k, b, mark, mb, x, d, n) if peak else n
        change_status(c, k, more + turn, q, r, x, n, middle, normal, side)
    return count


@kernel
def turn_middle(c, k, b, mark, mb, p, d, inset, trim, rho, one, two, ends, side):
    """q in the middle of what lies between two places as `border` has found them, dV/dq there, which goes to DRIFT and
    TWIST, and dV by the part of the edge at which each of these places is."""
    t = 0.5 * (one[0] + two[0])
    s, n, r, normal = along_at(c, k, b, mark, mb, p, d, inset, trim, rho, t)
    q = ratio(s, r, rho)
    turn = 0.5 * status(q)[1] * (ends[0] * one[4] * fourth(one[1]) + ends[1] * two[4] * fourth(two[1]))
    if turn == 0.0:
        return q, 0.0, 0.0
    change_status(c, k, turn, q, r, plus(p, times(t, d)), n, middle_of(p, d, inset, trim, t), normal, side)
    return q, turn, 0.5 * turn * (q * dot(normal, d) * (trim[1] - trim[0]) - dot(n, d)) / r


@kernel(inline=True)
def fourth(x):
    """x^4"""
    return x * x * x * x


@kernel
def along_ridge(c, k, b, mark, mb, x, d, n):
    """The gradient of phi at x, where it is least along d: that of both faces together, as in `settle`, else n."""
    one = sharp_at(c, k, b, mark, mb, plus(x, times(-ASIDE, d)))[1]
    two = sharp_at(c, k, b, mark, mb, plus(x, times(ASIDE, d)))[1]
    p, q = dot(one, d), dot(two, d)
    return times(1.0 / (q - p), plus(times(q, one), times(-p, two))) if p * q < 0.0 else n


@kernel(inline=True)
def at_border(q, at_end):
    """q_x of (3)"""
    return at_end + 0.25 * max(0.0, q - at_end) * max(0.0, q - at_end)


@kernel
def border(c, k, b, mark, mb, p, d, inset, trim, rho, t, q, peak, end, g):
    """Where an edge that lies at t, with q there, is no longer on the face, towards an end at the depth g: the part of
    it, how deep it is there, q at the end, whether it crosses the border before, and how level it is (0 else)."""
    s, _, r, _ = along_at(c, k, b, mark, mb, p, d, inset, trim, rho, end)
    at_end = ratio(s, r, rho)
    if at_end >= 1.0 or (at_end >= q and not peak):
        return end, max(0.0, g), at_end, False, 0.0
    x = crossing(c, k, b, mark, mb, p, d, inset, trim, rho, t, end, at_border(q, at_end)) if at_end < q else end
    _, _, depth, normal = along_at(c, k, b, mark, mb, p, d, inset, trim, rho, x)
    return x, depth if depth > SHALLOW * rho else 0.0, at_end, True, level(d, normal) * fade(depth / rho)[0]


@kernel(inline=True)
def level(d, n):
    """How much an edge along d lies on a face with the normal n: (1 - c^2)^2, c the cosine between them."""
    c = dot(d, n) / length_of(d)
    return (1.0 - c * c) * (1.0 - c * c)


@kernel(inline=True)
def fade(x):
    """1 where a ball is above a face, 0 where its middle comes to x = 1, and its normal is that of any other face: (1 -
    x^4)^2, and x times the slope."""
    z = x * x * x * x
    return ((1.0 - z) * (1.0 - z), -8.0 * z * (1.0 - z)) if x < 1.0 else (0.0, 0.0)


@kernel
def tip(c, k, samples, s, d, n, size, side):
    """size c dc of an edge along d at sample s into DRIFT and TWIST, dc = (d x n).dtheta + (C d).dp."""
    now, x, a = view1(c, k + NOW), row3(samples, s, POINT), times(1.0 / length_of(d), d)
    xx, yy, zz = samples[s, BEND], samples[s, BEND + 1], samples[s, BEND + 2]
    xy, xz, yz = samples[s, BEND + 3], samples[s, BEND + 4], samples[s, BEND + 5]
    bend = (
        xx * a[0] + xy * a[1] + xz * a[2],
        xy * a[0] + yy * a[1] + yz * a[2],
        xz * a[0] + yz * a[1] + zz * a[2],
    )
    slope = 0.25 * dot(a, n) * (size if side == 0.0 else -size)
    torque = plus(cross(a, n), cross(x, bend))
    for m in range(3):
        now[DRIFT + m] += slope * bend[m]
        now[TWIST + m] += slope * torque[m]


@kernel
def put_end(c, k, b, mark, mb, samples, count, p, d, inset, trim, rho, within, found, end, slope, weight, side):
    """The samples of (3) at an end as `border` has found it, slope: dV/dp of (4), within: q at the deepest point and in
    the middle, and dV by the part of the edge found; the new count, and dV by the first of these."""
    t, depth, at_end, crosses, flat = found
    if depth == 0.0:
        return count, 0.0
    x = plus(p, times(t, d))
    if not crosses:
        return end_of(c, k, b, mark, mb, samples, count, x, 0.0, side, 0.25 * slope / (depth * depth * depth)), 0.0
    (f, _), (f_e, steep) = status(within[1]), status(at_end)
    _, n, r, normal = along_at(c, k, b, mark, mb, p, d, inset, trim, rho, t)
    cube, w, before = r * r * r, 0.5 * weight * flat * (f - f_e), count
    flat, (part, change) = level(d, normal), fade(depth / rho)
    slope += 0.5 * weight * flat * (f - f_e) * (4.0 * part + change) * cube
    q, rise = at_border(within[0], at_end), -dot(normal, d) * (trim[1] - trim[0])
    across = -dot(n, d) - q * rise
    move = (slope * rise + within[2]) / across if t != end and across != 0.0 else 0.0
    bow, middle = 0.25 * slope / cube, middle_of(p, d, inset, trim, t)
    count = ball_sample(c, k, b, mark, mb, samples, count, middle, rho, side, w, bow, max(0.0, bow))
    push_aside(c, k, -move, x, n, side)
    push_aside(c, k, move * q, middle, normal, side)
    if count > before and w != 0.0:
        tip(c, k, samples, before, d, normal, -4.0 * w * cube * r / math.sqrt(flat), side)
    gap = max(0.0, within[0] - at_end)
    turn = move * r * (1.0 - 0.5 * gap) - 0.5 * weight * flat * part * cube * r * steep
    if turn != 0.0 and at_end > -1.0:
        _, n, r_e, normal = along_at(c, k, b, mark, mb, p, d, inset, trim, rho, end)
        x, middle = plus(p, times(end, d)), middle_of(p, d, inset, trim, end)
        change_status(c, k, turn, at_end, r_e, x, n, middle, normal, side)
    return count, 0.5 * move * r * gap
