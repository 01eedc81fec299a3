"""The point of a body that an integrator follows: its mass centre, or a point p on the axis on which it turns.

Point       p = r - d,  d = R c:  c, fixed in the body, leads from the point to the mass centre                      (1)
            p' = v - w x d,  p'' = v' - w' x d - w x (w x d)                                                         (2)
What is followed is p and p', what the equations see r, v, v'. A rotor that turns evenly on a hinge has a constant p,
wherever its mass centre is, while r goes round: its steps would follow the turns.
Unknowns    of a step stay d r = h b D_r, d theta = h b D_x (motion.py), so that J and its transpose are unchanged:
            d p' = D_r - D_x x d                                                                                    (3)
            d v  = D_r + V D_x,  V = d~ - d~ W - h b (w x d)~                                                       (4)
            d v' = c_a D_r + A D_x,  A = c_a d~ - d~ B - [(w x d)~ + w~ d~] W - h b [w' x d + w x (w x d)]~          (5)
            with W and B of turning.py
Closing     a correction delta of r and theta moves p by delta_r - delta_x x d                                      (6)
Choice      of a body that turns on an axis of ground: the point of the axis nearest to its mass centre. Of one that
            turns on an axis of another body, nearer to ground: the same, where it turns more than it moves, its mass
            centre being nearer to the axis than its radius of gyration (an unbalanced rotor; a link of a chain would
            gain nothing). A body that turns about a point (a top) keeps its mass centre: with p at rest only its
            angular velocity would be watched, with a tolerance that its spin sets, and the precession were less exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from bellcrank.kernel import kernel
from bellcrank.math.rotations import turned, unit
from bellcrank.math.vec3 import (
    cross,
    cross_mat,
    mat_mul,
    mat_plus,
    minus,
    plus,
    plus_tilde,
    put3,
    rotate_back,
    row3,
    tilde_product,
    times,
)
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.registry import KINDS
from bellcrank.system.layout import (
    C_A,
    C_Q,
    CHART,
    CHARTED,
    DELTA,
    ENTRIES,
    MASS,
    NUM,
    OFFSET,
    POINT,
    POINT_OF,
    POINTS,
    SCALE,
    STEP,
    UD,
    YD,
    Q,
    U,
    Y,
)
from bellcrank.system.primitives.places import put_block
from bellcrank.system.turning import seen_from_body

Vector = tuple[float, float, float]
BODY, PLACE = 0, 1
"""Columns of POINT: the body, where its entries of the matrix begin."""
ON_AN_AXIS = (("AT_POINT", "PARALLEL"), ("NO_SLIDE", "NO_SLIDE", "PARALLEL"))
"""Conditions of joints about whose axis, z, a body turns."""
ON_IT = 1e-9
"""A mass centre so near to the axis, in parts of the radius of gyration, lies on it."""


def reference_points(builder: Any) -> dict[int, Vector]:
    """Bodies that are followed at another point than their mass centre, and c of (1)."""
    joints: dict[int, tuple[list[str], Any]] = {}
    for name, uses in builder.uses.items():
        for use in uses if KINDS[name].equations else ():
            joints.setdefault(use.owner, ([], use))[0].append(name)
    found: dict[int, Vector] = {}
    carried: list[tuple[int, int, Vector]] = []
    for names, use in joints.values():
        if tuple(sorted(names)) in ON_AN_AXIS:
            for here, there in ((use.i, use.j), (use.j, use.i)):
                body, other = builder.marker_body[here], builder.marker_body[there]
                if body >= 0:
                    c, gyration = _arm(builder, here)
                    if other < 0 and math.hypot(*c) > ON_IT * gyration:
                        found.setdefault(body, c)
                    elif ON_IT * gyration < math.hypot(*c) < gyration:
                        carried.append((body, other, c))
    ways = _ways_to_ground(joints.values(), builder.marker_body) if carried else {}
    for body, other, c in carried:
        if body in ways and ways[other] < ways[body]:
            found.setdefault(body, c)
    return {body: c for body, c in found.items() if builder.bodies[body].turns}


def _arm(builder: Any, marker: int) -> tuple[Vector, float]:
    """c of (1) for a marker on the axis, along its z, and the body's radius of gyration."""
    body, ((x, y, z), axes) = builder.bodies[builder.marker_body[marker]], builder.marker_local[marker]
    a, b, c = axes[2], axes[5], axes[8]
    along = a * x + b * y + c * z
    gyration = math.sqrt(max(body.inertia[:3]) / body.mass) if body.mass > 0.0 else 0.0
    return (along * a - x, along * b - y, along * c - z), gyration


def _ways_to_ground(joints: Iterable[tuple[Any, Any]], of: Sequence[int]) -> dict[int, int]:
    """How many joints lie between each body and ground (-1), at least."""
    beside: dict[int, set[int]] = {}
    for _, use in joints:
        for a, b in ((of[use.i], of[use.j]), (of[use.j], of[use.i])):
            beside.setdefault(a, set()).add(b)
    ways, order = {-1: 0}, [-1]
    for a in order:
        for b in beside.get(a, ()):
            if b not in ways:
                ways[b] = ways[a] + 1
                order.append(b)
    return ways


@kernel(inline=True)
def arm(q, b, offset):
    """d of (1) for c."""
    return turned(unit((q[b, 3], q[b, 4], q[b, 5], q[b, 6])), offset)


@kernel(inline=True)
def arm_of_unit(q, b, offset):
    """The same inside a step, where orientations are products of unit quaternions: unit to rounding."""
    return turned((q[b, 3], q[b, 4], q[b, 5], q[b, 6]), offset)


@kernel
def to_centre(c, k):
    """After a step of the unknowns: Q, U, UD hold p, p', p''; they become r, v, v' (1), (2), and Y is corrected (6)."""
    point, points, offset, q, u, ud = (
        index2(c, POINT),
        view2(c, POINTS),
        view2(c, OFFSET),
        view2(c, Q),
        view2(c, U),
        view2(c, UD),
    )
    y, delta = view1(c, Y), view1(c, DELTA)
    for n in range(point.shape[0]):
        b = point[n, BODY]
        at, d, w, al = 6 * b, arm_of_unit(q, b, row3(offset, n, 0)), row3(u, b, 3), row3(ud, b, 3)
        put3(points, n, 0, d)
        p = minus(row3(q, b, 0), cross((delta[at + 3], delta[at + 4], delta[at + 5]), d))
        y[at], y[at + 1], y[at + 2] = p[0], p[1], p[2]
        turn = cross(w, d)
        put3(q, b, 0, plus(p, d))
        put3(u, b, 0, plus(row3(u, b, 0), turn))
        put3(ud, b, 0, plus(row3(ud, b, 0), plus(cross(al, d), cross(w, turn))))


@kernel
def to_point(c, k):
    """Before a step of the unknowns: U holds p', less what (3) takes off."""
    point, offset, q, u, y, step = (
        index2(c, POINT),
        view2(c, OFFSET),
        view2(c, Q),
        view2(c, U),
        view1(c, Y),
        view1(c, STEP),
    )
    for n in range(point.shape[0]):
        b = point[n, BODY]
        at, speed = 6 * b, 6 * (u.shape[0] + b)
        turn, d = (step[at + 3], step[at + 4], step[at + 5]), arm_of_unit(q, b, row3(offset, n, 0))
        put3(u, b, 0, minus((y[speed], y[speed + 1], y[speed + 2]), cross(turn, d)))


@kernel
def decode_points(c, k):
    """Q and U hold p and p': they become r and v."""
    point, offset, q, u = index2(c, POINT), view2(c, OFFSET), view2(c, Q), view2(c, U)
    for n in range(point.shape[0]):
        b = point[n, BODY]
        d = arm(q, b, row3(offset, n, 0))
        put3(q, b, 0, plus(row3(q, b, 0), d))
        put3(u, b, 0, plus(row3(u, b, 0), cross(row3(u, b, 3), d)))


@kernel
def encode_points(c, k):
    """Y and YD hold r, v, v': they become p, p', p''."""
    point, points, offset, q, u, ud = (
        index2(c, POINT),
        view2(c, POINTS),
        view2(c, OFFSET),
        view2(c, Q),
        view2(c, U),
        view2(c, UD),
    )
    y, yd = view1(c, Y), view1(c, YD)
    for n in range(point.shape[0]):
        b = point[n, BODY]
        at, speed, d = 6 * b, 6 * (q.shape[0] + b), arm(q, b, row3(offset, n, 0))
        turn = cross(row3(u, b, 3), d)
        more = plus(cross(row3(ud, b, 3), d), cross(row3(u, b, 3), turn))
        put3(points, n, 0, d)
        for m in range(3):
            y[at + m], y[speed + m] = q[b, m] - d[m], u[b, m] - turn[m]
            yd[at + m], yd[speed + m] = u[b, m] - turn[m], ud[b, m] - more[m]


@kernel
def couple(c, k):
    """The entries of A (5) in the matrix."""
    num, mass, entries, point = view1(c, NUM), view2(c, MASS), view1(c, ENTRIES), index2(c, POINT)
    for n in range(point.shape[0]):
        b, a = point[n, BODY], (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        if num[CHARTED] != 0.0:
            d, w, al, by_speed, by_rate = motion_of(c, b)
            turn = cross(w, d)
            pull = plus(cross(al, d), cross(w, turn))
            bent = mat_plus(cross_mat(d, by_rate), mat_mul(plus_tilde(1.0, tilde_product(w, d), turn), by_speed))
            a = plus_tilde(-1.0, bent, minus(times(num[C_A], d), times(num[C_Q], pull)))
        put_block(entries, point[n, PLACE], mass[b, 0] * num[SCALE], a)


@kernel
def errors_of_centres(c, k):
    """Errors of p' in STEP: those of v."""
    point, points, step = index2(c, POINT), view2(c, POINTS), view1(c, STEP)
    for n in range(point.shape[0]):
        at = 6 * point[n, BODY]
        more = cross((step[at + 3], step[at + 4], step[at + 5]), row3(points, n, 0))
        for m in range(3):
            step[at + m] += more[m]


@kernel(inline=True)
def has_point(c, b):
    """Whether the step being computed follows body b at another point than its mass centre."""
    return view1(c, NUM)[CHARTED] != 0.0 and index1(c, POINT_OF)[b] < index2(c, POINT).shape[0]


@kernel(inline=True)
def motion_of(c, b):
    """d, w, w' and W, B of body b, which has a point."""
    chart, d = view2(c, CHART), row3(view2(c, POINTS), index1(c, POINT_OF)[b], 0)
    w, al = row3(view2(c, U), b, 3), row3(view2(c, UD), b, 3)
    by_speed, by_rate = seen_from_body(view1(c, NUM), chart, b, w, al)
    return d, w, al, by_speed, by_rate


@kernel(inline=True)
def speed_by_unknown(c, b, row):
    """`row` V of (4): a derivative by the velocity of body b as one by its turning."""
    if not has_point(c, b):
        return 0.0, 0.0, 0.0
    d, w, _, by_speed, _ = motion_of(c, b)
    lever = cross(row, d)
    return minus(minus(lever, rotate_back(by_speed, lever)), times(view1(c, NUM)[C_Q], cross(row, cross(w, d))))


@kernel(inline=True)
def acceleration_by_unknown(c, b, row):
    """`row` A of (5): the same by its acceleration."""
    if not has_point(c, b):
        return 0.0, 0.0, 0.0
    num = view1(c, NUM)
    d, w, al, by_speed, by_rate = motion_of(c, b)
    lever, turn = cross(row, d), cross(w, d)
    pull = plus(cross(al, d), cross(w, turn))
    still = minus(times(num[C_A], lever), times(num[C_Q], cross(row, pull)))
    bent = rotate_back(by_speed, plus(cross(row, turn), cross(cross(row, w), d)))
    return minus(still, plus(rotate_back(by_rate, lever), bent))
