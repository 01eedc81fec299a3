"""Box on box: the edges of each in the field of the other, both smaller than they are (core_edges.py).

The edges are those of a core smaller by rho = theta R on all sides, the field is that of one smaller by R - rho. Their
mean depth U makes the shared depth

    G = R - sqrt(R^2 - 2 R U),   R = kappa G                                                                         (1)

A face that lies flush on another at depth p has U = p - p^2/(2 R), and G = p whatever R is. So R need not be that of
the solids: it grows with the depth. Corners and edges are sharp where they begin to touch, and cores do not meet.
R is found by Newton's method; with its change the force is the gradient of G in the position x:

    U(x, R) = lambda R,   lambda = (2 kappa - 1)/(2 kappa^2),   dG = dU/(kappa (lambda - dU/dR))                     (2)

Each edge gives two samples with the force that it has in dG, at the middle of that force and as far from it as the edge
is loaded; what of the torque they leave goes to TWIST. Depths across the edge are scaled: sum h g = G.              (3)
R ends where both cores are flat. Deeper than that the direction of least overlap, of the normals of the faces and those
across an edge of each, tells the depth (Gottschalk, Lin & Manocha (1996), SIGGRAPH 30, 171).                        (4)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.contact.core_edges import edge_push, means
from bellcrank.system.contact.field import into, out_of, turned_in, turned_out
from bellcrank.system.contact.gjk import between_boxes, far_corner
from bellcrank.system.contact.layout import (
    ARM,
    ARM_RATE,
    BEND,
    BENT,
    BOW,
    COUNT,
    DEPTH,
    GEO,
    MARKER_A,
    MARKER_B,
    NORMAL,
    NOW,
    PAIR_A,
    PAIR_B,
    PAIRS,
    POINT,
    RISE,
    ROOM,
    S_A,
    S_RADIUS,
    S_THIN,
    SAMPLES,
    SIDE,
    THIS,
    TWIST,
    WEIGHT,
)
from bellcrank.system.contact.pair import pair
from bellcrank.system.layout import MARK, X_AXIS, Y_AXIS, Z_AXIS, R

KAPPA = 3.5
"""With it a face that lies flush has d^2 G = 3/G (mean of dg^2 - dG^2), as the samples have in the matrix:
12 (kappa - 1)/(2 kappa - 1) - 5/(kappa - 1) = 3."""
LAMBDA = (2.0 * KAPPA - 1.0) / (2.0 * KAPPA * KAPPA)
THETA = 0.5 - 0.5 * math.sqrt((2.0 * KAPPA - 1.0) / 5.0) / KAPPA
"""Edges that lie flush with one of the other box are beyond its core by (1 - 2 theta) R, where their weight is half and
has no curvature: what one loses as they pass each other the other one gains."""
PARALLEL = 1e-6
"""Sine of the angle between edges that count as parallel."""
NEWTON, CLOSE = 60, 1e-6
"""Iterations for R at most, and the part of R by which the last one may change it."""
SMALL, FAINT = 1e-3, 1e-14
"""Parts of the least overlap below which there is no R, and of all pushes below which that of an edge is none."""


@kernel(inline=True)
def extent(mark, m, h, n):
    """Half the width of a box along n."""
    e = turned_in(mark, m, n)
    return abs(e[0]) * h[0] + abs(e[1]) * h[1] + abs(e[2]) * h[2]


@kernel
def least_overlap(mark, ma, ha, mb, hb):
    """(4): the direction along which boxes overlap least or are farthest apart, from b to a, and how far (below 0: they
    overlap). Edges that are nearly parallel have no direction across; faces tell it then."""
    d = minus(row3(mark, ma, R), row3(mark, mb, R))
    best, n = -math.inf, (0.0, 0.0, 1.0)
    for k in range(15):
        if k < 6:
            axis = row3(mark, mb if k < 3 else ma, X_AXIS + 3 * (k % 3))
        else:
            axis = cross(row3(mark, ma, X_AXIS + 3 * (k % 3)), row3(mark, mb, X_AXIS + 3 * (k // 3 - 2)))
            size = math.sqrt(dot(axis, axis))
            if size < PARALLEL:
                continue
            axis = times(1.0 / size, axis)
        apart = abs(dot(d, axis)) - extent(mark, ma, ha, axis) - extent(mark, mb, hb, axis)
        if apart > best:
            best, n = apart, times(math.copysign(1.0, dot(d, axis)), axis)
    return n, best


@kernel(inline=True)
def put(samples, s, g, w, p, n, side):
    """A sample without curvature."""
    samples[s, DEPTH], samples[s, ARM], samples[s, ARM_RATE], samples[s, SIDE] = g, 0.0, 0.0, side
    samples[s, WEIGHT], samples[s, RISE], samples[s, BOW] = w, w, w
    for a in range(3):
        samples[s, POINT + a], samples[s, NORMAL + a] = p[a], n[a]
        samples[s, BEND + a], samples[s, BEND + 3 + a] = 0.0, 0.0


@kernel
def put_nearest(c, k, this, n, gap):
    """The nearest points of boxes that are apart, or the overlap of boxes whose cores meet (4), as a sample."""
    pairs, geo, mark, samples = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, MARK), view2(c, k + SAMPLES)
    a, b, ma, mb = (pairs[this, PAIR_A], pairs[this, PAIR_B], pairs[this, MARKER_A], pairs[this, MARKER_B])
    half_a, half_b = row3(geo, a, S_A), row3(geo, b, S_A)
    if gap > 0.0:
        v = between_boxes(mark, ma, half_a, mb, half_b, view2(c, k + ROOM))
        size = math.sqrt(dot(v, v))
        if size > gap:  # not where GJK finds no direction between flat boxes
            n, gap = times(1.0 / size, v), size
    # a corner of the smaller box: the larger one may turn much faster where its own corners are
    if geo[a, S_RADIUS] < geo[b, S_RADIUS]:
        near = far_corner(mark, ma, half_a, times(-1.0, n))
    else:
        near = far_corner(mark, mb, half_b, n)
    put(samples, 0, -gap, 1.0, near, n, 0.0)


@kernel(inline=True)
def pose_in(mark, m, o):
    """Middle and axes of the frame of marker m in that of marker o."""
    x, y = turned_in(mark, o, row3(mark, m, X_AXIS)), turned_in(mark, o, row3(mark, m, Y_AXIS))
    return into(mark, o, row3(mark, m, R)), x, y, turned_in(mark, o, row3(mark, m, Z_AXIS))


@kernel(inline=True)
def radii(r, thin, other):
    """rho of the box whose edges touch and of the other, and their derivatives by R."""
    if (1.0 - THETA) * r > 0.5 * other:
        return r - 0.5 * other, 0.5 * other, 1.0, 0.0
    if THETA * r > 0.5 * thin:
        return 0.5 * thin, r - 0.5 * thin, 0.0, 1.0
    return THETA * r, (1.0 - THETA) * r, THETA, 1.0 - THETA


@kernel(inline=True)
def less(h, rho):
    """Half edges of a core."""
    return h[0] - rho, h[1] - rho, h[2] - rho


@kernel
def mean_depth(ours, half_a, thin_a, theirs, half_b, thin_b, r):
    """U, dU/dR and M_0, which is 0 where no edge touches. ours, theirs: poses of a in b and of b in a."""
    rho, around, part, other = radii(r, thin_a, thin_b)
    s = means(ours, less(half_a, rho), less(half_b, around), r, part, other)
    rho, around, part, other = radii(r, thin_b, thin_a)
    o = means(theirs, less(half_b, rho), less(half_a, around), r, part, other)
    whole = s[0] + o[0]
    if whole <= 0.0:
        return 0.0, 0.0, 0.0
    mean = (s[1] + o[1]) / whole
    return mean, (s[3] + o[3] - mean * (s[2] + o[2])) / whole, whole


@kernel
def solve_radius(ours, half_a, thin_a, theirs, half_b, thin_b, depth):
    """R, G, dG/dU of (2) and M_0, from the least overlap of both boxes; M_0 = 0 where there is none."""
    most, low, high = 0.5 * (thin_a + thin_b), 0.0, math.inf
    r, slope, whole, close = min(KAPPA * depth, most), 0.0, 0.0, False
    for _ in range(NEWTON):
        mean, slope, whole = mean_depth(ours, half_a, thin_a, theirs, half_b, thin_b, r)
        if whole == 0.0:
            high = r
            r = 0.5 * (low + high)
            if r < SMALL * depth:
                break
            continue
        left = math.sqrt(max(0.0, r * r - 2.0 * r * mean))
        if r == most and KAPPA * (r - left) >= r:
            return r, r - left, r / left if left > 0.0 else 0.0, whole
        off, fall = r - left - r / KAPPA, 1.0 / KAPPA - 1.0 + (r - mean - r * slope) / left
        low, high = (r, high) if off > 0.0 else (low, r)
        new = r + off / fall if fall > 0.0 else low
        if not low < new < high:
            new = 0.5 * (low + high) if high < math.inf else 2.0 * r
        close = abs(new - r) <= CLOSE * r
        r = min(new, most)
        if close:
            break
    return r, r / KAPPA, 1.0 / (KAPPA * (LAMBDA - slope)), whole


@kernel
def put_edge(c, k, count, m, pushed, n, rho, side, least):
    """Two samples of the push of an edge (core_edges.py) in the frame of marker m, with shares that are still to be
    scaled; what they leave of its torque goes to TWIST. n: from b to a."""
    samples, now, mark = view2(c, k + SAMPLES), view1(c, k + NOW), view2(c, MARK)
    force, torque, _, x, d, high, low, bend, other = pushed
    size = math.sqrt(dot(force, force))
    if size <= least:
        return count
    sign = -1.0 if side == 0.0 else 1.0
    push, left = turned_out(mark, m, times(sign, force)), turned_out(mark, m, minus(torque, cross(x, force)))
    size = math.copysign(size, dot(push, n))
    normal = times(1.0 / size, push)
    x, d = plus(out_of(mark, m, x), times(sign * rho, normal)), turned_out(mark, m, d)
    put(samples, count, high, 0.5 * size, plus(x, d), normal, side)
    put(samples, count + 1, low, 0.5 * size, minus(x, d), normal, side)
    samples[count, BOW], samples[count + 1, BOW] = bend, other
    for a in range(3):
        now[TWIST + a] -= sign * left[a]
    return count + 2


@kernel
def scale(c, k, count, depth, factor):
    """(3): shares times a factor, and depths so that sum h g = G; whether that is possible."""
    samples, now = view2(c, k + SAMPLES), view1(c, k + NOW)
    total = 0.0
    for s in range(count):
        total += factor * samples[s, RISE] * samples[s, DEPTH]
    if not total > 0.0:
        return False
    for s in range(count):
        g = samples[s, DEPTH] * depth / total
        w = factor * samples[s, RISE] * (depth / g) ** 3
        bow = factor * samples[s, BOW] * depth * (depth / g) ** 2 / 3.0
        samples[s, DEPTH], samples[s, WEIGHT], samples[s, RISE], samples[s, BOW] = g, w, w, bow
    for a in range(3):
        now[TWIST + a] *= factor * depth * depth * depth
    now[BENT] = 1.0
    return True


@pair("BOX", "BOX")
@kernel
def boxes(c, k):
    pairs, geo, now, mark = index2(c, k + PAIRS), view2(c, k + GEO), view1(c, k + NOW), view2(c, MARK)
    this = int(now[THIS])
    a, b, ma, mb = (pairs[this, PAIR_A], pairs[this, PAIR_B], pairs[this, MARKER_A], pairs[this, MARKER_B])
    half_a, half_b, thin_a, thin_b = row3(geo, a, S_A), row3(geo, b, S_A), geo[a, S_THIN], geo[b, S_THIN]
    n, gap = least_overlap(mark, ma, half_a, mb, half_b)
    if gap >= 0.0 or -gap >= 0.5 * (thin_a + thin_b):
        put_nearest(c, k, this, n, gap)
        now[COUNT] = 1.0 if gap < 0.0 else 0.0
        return
    ours, theirs = pose_in(mark, ma, mb), pose_in(mark, mb, ma)
    r, depth, factor, whole = solve_radius(ours, half_a, thin_a, theirs, half_b, thin_b, -gap)
    mean, count, least, whole = depth - 0.5 * depth * depth / r, 0, FAINT * whole / r, 0.0
    for side in range(2):
        rho, around, _, _ = radii(r, thin_b if side else thin_a, thin_a if side else thin_b)
        toward = turned_in(mark, ma if side else mb, times(-1.0 if side else 1.0, n))
        edges, core = less(half_b if side else half_a, rho), less(half_a if side else half_b, around)
        for e in range(12):
            pushed = edge_push(theirs if side else ours, edges, core, r, mean, e, toward)
            if pushed[2] > 0.0:
                whole += pushed[2]
                count = put_edge(c, k, count, ma if side else mb, pushed, n, rho, float(side), least)
    if not (factor > 0.0 and whole > 0.0 and scale(c, k, count, depth, factor / whole)):
        put_nearest(c, k, this, n, gap)
        count, now[TWIST], now[TWIST + 1], now[TWIST + 2] = 1, 0.0, 0.0, 0.0
    now[COUNT] = float(count)
