"""The field of any shape with a closed form, and frames of shapes.

A field is phi(x), the signed distance of a point (below 0 inside), n its gradient, C its second derivative.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import congruent, dot, minus, plus, row3, times
from bellcrank.numerics.context import view2
from bellcrank.system.contact.fields.ball import ball
from bellcrank.system.contact.fields.box import box
from bellcrank.system.contact.fields.curve import curve
from bellcrank.system.contact.fields.ellipsoid import ellipsoid
from bellcrank.system.contact.fields.frustum import frustum
from bellcrank.system.contact.fields.net import net
from bellcrank.system.contact.fields.plane import plane
from bellcrank.system.contact.fields.torus import torus
from bellcrank.system.contact.layout import (
    ARM,
    ARM_RATE,
    BALL,
    BEND,
    BOW,
    BOX,
    CURVE,
    DEPTH,
    FRUSTUM,
    GEO,
    MESH,
    NORMAL,
    PLANE,
    POINT,
    RISE,
    S_A,
    S_B,
    S_C,
    S_CORE,
    S_KIND,
    S_ROUND,
    SIDE,
    TORUS,
    WEIGHT,
)
from bellcrank.system.layout import X_AXIS, Y_AXIS, Z_AXIS, R


@kernel
def distance(geo, s, x):
    """phi, n (3), C (6) of shape s at a point of its own frame."""
    kind, a, b, c = geo[s, S_KIND], geo[s, S_A], geo[s, S_B], geo[s, S_C]
    if kind == PLANE:
        return plane(x)
    if kind == BALL:
        return ball(x, a)
    if kind == BOX:
        return box(x, a, b, c)
    if kind == FRUSTUM:
        return frustum(x, a, b, c)
    if kind == TORUS:
        return torus(x, a, b)
    return ellipsoid(x, a, b, c)


@kernel
def rounded(c, k, s, x):
    """The field of a shape whose edges are rounded: phi = (distance from a core inside) - rho; nets are what they are.

    Its gradient is continuous down to the depth rho, where that of a sharp box jumps from face to face: what slides
    towards an edge is not thrown sideways. Faces stay where they are.
    """
    geo = view2(c, k + GEO)
    kind, rho = geo[s, S_KIND], geo[s, S_ROUND]
    if kind == MESH:
        return net(c, k, s, x)
    if kind == CURVE:
        return curve(c, k, s, x)
    a, b, l, z = geo[s, S_CORE], geo[s, S_CORE + 1], geo[s, S_CORE + 2], geo[s, S_CORE + 3]
    if kind == BOX:
        phi, n, m, o, xx, yy, zz, xy, xz, yz = box(x, a, b, l)
        return phi - rho, n, m, o, xx, yy, zz, xy, xz, yz
    if kind == FRUSTUM:
        phi, n, m, o, xx, yy, zz, xy, xz, yz = frustum((x[0], x[1], x[2] - z), a, b, l)
        return phi - rho, n, m, o, xx, yy, zz, xy, xz, yz
    return distance(geo, s, x)


@kernel(inline=True)
def into(mark, m, x):
    """A point of ground in the frame of marker m."""
    d = minus(x, row3(mark, m, R))
    return dot(d, row3(mark, m, X_AXIS)), dot(d, row3(mark, m, Y_AXIS)), dot(d, row3(mark, m, Z_AXIS))


@kernel(inline=True)
def out_of(mark, m, x):
    """A point of the frame of marker m in ground."""
    return plus(row3(mark, m, R), turned_out(mark, m, x))


@kernel(inline=True)
def turned_out(mark, m, x):
    """A direction of the frame of marker m in ground."""
    along = plus(times(x[0], row3(mark, m, X_AXIS)), times(x[1], row3(mark, m, Y_AXIS)))
    return plus(along, times(x[2], row3(mark, m, Z_AXIS)))


@kernel(inline=True)
def turned_in(mark, m, x):
    """A direction of ground in the frame of marker m."""
    return dot(x, row3(mark, m, X_AXIS)), dot(x, row3(mark, m, Y_AXIS)), dot(x, row3(mark, m, Z_AXIS))


@kernel
def put_sample(samples, s, mark, m, p, radius, found, side, weight):
    """Sample s: a ball about p (ground) in a field of the frame of marker m, which is that of b where side is 0."""
    x, y, z = row3(mark, m, X_AXIS), row3(mark, m, Y_AXIS), row3(mark, m, Z_AXIS)
    axes = (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])
    bend = (found[4], found[7], found[8], found[7], found[5], found[9], found[8], found[9], found[6])
    n, turn = turned_out(mark, m, (found[1], found[2], found[3])), congruent(axes, bend)
    sign = 1.0 if side == 0.0 else -1.0
    samples[s, DEPTH], samples[s, WEIGHT], samples[s, SIDE] = radius - found[0], weight, side
    samples[s, RISE], samples[s, BOW] = weight, weight
    samples[s, ARM], samples[s, ARM_RATE] = -sign * radius, 0.0
    for a in range(3):
        samples[s, POINT + a], samples[s, NORMAL + a] = p[a], sign * n[a]
    samples[s, BEND], samples[s, BEND + 1], samples[s, BEND + 2] = turn[0], turn[4], turn[8]
    samples[s, BEND + 3], samples[s, BEND + 4], samples[s, BEND + 5] = turn[1], turn[2], turn[5]
