"""Corners that lie on a face of another shape, within its border, on it, or beyond.

The distance of a corner that lies on a face tells how deep it is, or how near the border of that face, whichever is
less: corners of equal bodies that lie on each other flush have none. A ball inside the body that touches its faces at
the corner (insets.py), of radius rho, is still above the face, and tells the depth r = rho - phi(its middle). With the
depth s = -phi of the corner in the sharp field:

Status   f(q) = 1/2 + (5 q^3 - 3 q^5)/4, q = s/r from -1 to 1: 0 beyond the border, 1/2 on it, 1 within              (1)
         flat on the border, where s is that of one side of the other shape or of another
CORNER   V = w (f r^4 + (g^2 - r^2)^2), the second where g > r: one that pokes is as deep as it is                   (2)
Two corners that meet flush, each with half of its weight, make one; f changes with the position: DRIFT and TWIST of
force.py.
A corner is beyond by no more than r < (rho + |y|)/2, y the way to the middle of the ball, or nothing of it counts.  (3)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, plus, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.field import distance, into, put_sample, turned_out
from bellcrank.system.contact.fields.net import net
from bellcrank.system.contact.layout import BOX, DEPTH, DRIFT, GEO, MESH, NOW, S_KIND, S_ROUND, TWIST
from bellcrank.system.contact.sampling import keep, offer, weigh

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
    if -s < 0.5 * (rho + math.sqrt(dot(inset, inset))):  # (3)
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
