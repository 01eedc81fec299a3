"""A curve in the x-y plane of its frame, as a wall without end along z: the nearest point by a tree of circles.

phi is the distance from it, below 0 behind it; n the normal there; with k = -n.c''/|c'|^2 the curvature of a convex
curve and t its tangent, C = k/(1 + k phi) t t^T                                                                     (1)
Beyond an open end there is nothing to touch: phi is the distance from the end; on the way there weights fade (FADE).
What the nearest point is (line, corner, curved) goes to LANDED; to SPOT, how far it is from where a line becomes a
corner, as STEP from CORNER_PART to 1 over the length that is cut off on both sides: of two corners that meet each
counts for less, and what slides from line to corner does so without a jump.                                         (2)
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bellcrank.geometry import plane_curve
from bellcrank.kernel import kernel
from bellcrank.numerics.context import view1, view2
from bellcrank.system.contact.layout import (
    F_S,
    FADE,
    FEATURES,
    GEO,
    LANDED,
    NODES,
    NOW,
    ON_CORNER,
    ON_LINE,
    P_CUT0,
    P_CUT1,
    P_LENGTH,
    P_N0,
    P_N1,
    P_OPEN0,
    P_OPEN1,
    P_TYPE,
    P_X,
    P_Y,
    PIECE,
    PIECES,
    ROOM,
    S_A,
    S_FIRST,
    S_ROOT,
    SPOT,
)
from bellcrank.system.contact.shapes import Packed, feature

STACK = 3
"""Column of ROOM that holds the circles still to look at."""
CORNER_PART = 0.125


@kernel(inline=True)
def polynomial(p, n, at, t):
    """Value, first and second derivative of the polynomial of piece n whose coefficients begin at a column."""
    a, b, c, d, e, f = p[n, at], p[n, at + 1], p[n, at + 2], p[n, at + 3], p[n, at + 4], p[n, at + 5]
    return (
        a + t * (b + t * (c + t * (d + t * (e + t * f)))),
        b + t * (2.0 * c + t * (3.0 * d + t * (4.0 * e + t * 5.0 * f))),
        2.0 * c + t * (6.0 * d + t * (12.0 * e + t * 20.0 * f)),
    )


@kernel(inline=True)
def on_piece(p, n, t):
    """c, c', c'' of piece n."""
    x, u, a = polynomial(p, n, P_X, t)
    y, v, b = polynomial(p, n, P_Y, t)
    return x, y, u, v, a, b


@kernel
def foot(p, n, x, y):
    """The parameter of the point of piece n that is nearest to (x, y): Newton between halvings."""
    px, py, u, v, a, b = on_piece(p, n, 0.0)
    if (px - x) * u + (py - y) * v >= 0.0:
        return 0.0
    px, py, u, v, a, b = on_piece(p, n, 1.0)
    if (px - x) * u + (py - y) * v <= 0.0:
        return 1.0
    low, high, t = 0.0, 1.0, 0.5
    for _ in range(60):
        px, py, u, v, a, b = on_piece(p, n, t)
        f, g = (px - x) * u + (py - y) * v, u * u + v * v + (px - x) * a + (py - y) * b
        if f < 0.0:
            low = t
        else:
            high = t
        new = t - f / g if g > 0.0 else 0.5 * (low + high)
        if new <= low or new >= high:
            new = 0.5 * (low + high)
        off, t = abs(new - t), new
        if off < 1e-15:
            break
    return t


@kernel
def nearest_piece(c, k, s, x, y):
    """The piece of curve s that is nearest to (x, y), and the parameter on it."""
    geo, nodes, features, pieces, room = (
        view2(c, k + GEO), view2(c, k + NODES), view2(c, k + FEATURES), view2(c, k + PIECES), view2(c, k + ROOM)
    )  # fmt: skip
    first, root, start = int(geo[s, S_FIRST]), int(geo[s, S_ROOT]), int(geo[s, S_A])
    best, at, where, top = math.inf, start, 0.0, 1
    room[0, STACK] = root
    while top > 0:
        top -= 1
        n = int(room[top, STACK])
        if math.hypot(nodes[n, 0] - x, nodes[n, 1] - y) - nodes[n, 3] >= best:
            continue
        if nodes[n, 5] > 0.0:
            for m in range(first + int(nodes[n, 4]), first + int(nodes[n, 4]) + int(nodes[n, 5])):
                j = start + int(features[m, F_S])
                t = foot(pieces, j, x, y)
                px, py = on_piece(pieces, j, t)[:2]
                size = math.hypot(px - x, py - y)
                if size < best:
                    best, at, where = size, j, t
        else:
            left = root + int(nodes[n, 4])
            right = left + 1
            if math.hypot(nodes[left, 0] - x, nodes[left, 1] - y) - nodes[left, 3] < (
                math.hypot(nodes[right, 0] - x, nodes[right, 1] - y) - nodes[right, 3]
            ):
                left, right = right, left
            room[top, STACK], room[top + 1, STACK] = left, right
            top += 2
    return at, where


@kernel(inline=True)
def blended(s):
    """(2) for the place s in parts of the length that is cut off."""
    r = min(1.0, max(0.0, 0.5 * (s + 1.0)))
    return CORNER_PART + (1.0 - CORNER_PART) * r * r * (3.0 - 2.0 * r)


@kernel(inline=True)
def faded(p, n, t):
    """From 1 to 0 towards an open end."""
    s = 1.0
    if p[n, P_OPEN0] > 0.0:
        s = min(1.0, t * p[n, P_LENGTH] / p[n, P_OPEN0])
    if p[n, P_OPEN1] > 0.0:
        s = min(s, (1.0 - t) * p[n, P_LENGTH] / p[n, P_OPEN1])
    return s * s * (3.0 - 2.0 * s)


@kernel
def spot_of(p, n, t):
    """(2)"""
    length, s = p[n, P_LENGTH], math.inf
    if p[n, P_TYPE] == ON_CORNER:
        return blended(-min(t, 1.0 - t) * length / p[n, P_CUT0])
    if p[n, P_CUT0] > 0.0:
        s = t * length / p[n, P_CUT0]
    if p[n, P_CUT1] > 0.0:
        s = min(s, (1.0 - t) * length / p[n, P_CUT1])
    return blended(s)


@kernel
def curve(c, k, s, x):
    """phi, n (3), C (6) of curve s at a point of its frame; LANDED, SPOT, FADE."""
    p, now = view2(c, k + PIECES), view1(c, k + NOW)
    n, t = nearest_piece(c, k, s, x[0], x[1])
    now[LANDED], now[FADE] = p[n, P_TYPE], faded(p, n, t)
    now[SPOT] = 1.0 if p[n, P_TYPE] > ON_CORNER else spot_of(p, n, t)
    px, py, u, v, a, b = on_piece(p, n, t)
    d, e, speed = x[0] - px, x[1] - py, math.hypot(u, v)
    side = 1.0 if p[n, P_N0] * p[n, P_Y + 1] >= p[n, P_N0 + 1] * p[n, P_X + 1] else -1.0  # free on the right, or left
    g, h = side * v / speed, -side * u / speed
    size = math.hypot(d, e)
    if t == 0.0 or t == 1.0:
        across = abs(d * u + e * v)
        opened = p[n, P_OPEN0] if t == 0.0 else p[n, P_OPEN1]
        if across > 1e-9 * size * speed and size > 0.0:  # the point itself is nearest: a corner that sticks in, an end
            m, o = (p[n, P_N0], p[n, P_N0 + 1]) if t == 0.0 else (p[n, P_N1], p[n, P_N1 + 1])
            sign = 1.0 if opened > 0.0 or d * m + e * o >= 0.0 else -1.0
            phi, g, h = sign * size, sign * d / size, sign * e / size
            f = 1.0 / phi
            return phi, g, h, 0.0, f * h * h, f * g * g, 0.0, -f * g * h, 0.0, 0.0
    phi = d * g + e * h
    bend = -(g * a + h * b) / (speed * speed)
    f = bend / max(1.0 + bend * phi, 1e-3) / (speed * speed)  # (1)
    return phi, g, h, 0.0, f * u * u, f * v * v, 0.0, f * u * v, 0.0, 0.0


def pack_curve(found: plane_curve.PlaneCurve, R: Any, r: Any) -> Packed:
    """A curve as a shape; its pieces are its features."""
    points = found.points()
    low, high = points.min(axis=0), points.max(axis=0)
    centre = 0.5 * (low + high)
    radius = float(np.linalg.norm(points - centre, axis=1).max()) * (1.0 + 1e-6)
    inner = np.vander(np.linspace(0.0, 1.0, 9), 6, increasing=True).T
    features = []
    for n, p in enumerate(found.pieces):
        along = np.array([p[P_X : P_X + 6] @ inner, p[P_Y : P_Y + 6] @ inner])
        middle = 0.5 * (along.min(axis=1) + along.max(axis=1))
        reach = float(np.linalg.norm(along - middle[:, None], axis=0).max()) + 0.01 * float(p[P_LENGTH])
        features.append(feature(PIECE, 1.0, (*middle, 0.0), r=reach, s=float(n)))
    thin = float((high - low).min()) if found.closed else float((high - low).max())
    return Packed(
        "CURVE", (), (float(centre[0]), float(centre[1]), 0.0), radius, thin, R, r, tuple(features), net=found
    )


assert (ON_LINE, ON_CORNER) == (plane_curve.LINE, plane_curve.CORNER)
assert (int(P_N0), int(P_TYPE), int(P_CUT1)) == (plane_curve.N0, plane_curve.TYPE, plane_curve.CUT1)
