"""A net of triangles: the nearest point by a tree of boxes, the side by pseudo-normals, the exact surface of its face.

Where the nearest point is inside a face whose surface is known (or on an edge that is not sharp) phi and n are those of
the surface; else those of the triangle, at edges and corners those of the point itself.
References  Ericson (2005), Real-Time Collision Detection, 5.1.5;  mesh.py for the tables.
"""

import math

from bellcrank.geometry.analytic import distance as surface
from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.contact.fields.profile import profile
from bellcrank.system.contact.layout import (
    BOXES,
    FACES,
    GEO,
    LINKS,
    NOW,
    PROFILES,
    ROOM,
    S_A,
    S_B,
    S_C,
    S_PROFILE,
    S_SIDES,
    SEED,
    SEED_NET,
    TRIANGLES,
)

STACK = 3
"""Column of ROOM that holds the boxes still to look at."""
T_FACE, T_SHARP, T_SHARP_POINT, T_NORMAL, T_EDGES, T_POINTS = 9, 10, 13, 16, 19, 28


@kernel(inline=True)
def beyond(boxes, n, x):
    """Squared distance of a point from a box."""
    p = max(boxes[n, 0] - x[0], 0.0, x[0] - boxes[n, 3])
    q = max(boxes[n, 1] - x[1], 0.0, x[1] - boxes[n, 4])
    r = max(boxes[n, 2] - x[2], 0.0, x[2] - boxes[n, 5])
    return p * p + q * q + r * r


@kernel(inline=True)
def nearest_on(t, n, x):
    """The point of triangle n nearest to x, and where it is: 0 inside, 1..3 on an edge, 4..6 a corner."""
    a = row3(t, n, 0)
    b, c = minus(row3(t, n, 3), a), minus(row3(t, n, 6), a)
    p = minus(x, a)
    d1, d2 = dot(b, p), dot(c, p)
    if d1 <= 0.0 and d2 <= 0.0:
        return a, 4
    q = minus(p, b)
    d3, d4 = dot(b, q), dot(c, q)
    if d3 >= 0.0 and d4 <= d3:
        return plus(a, b), 5
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        return plus(a, times(d1 / (d1 - d3), b)), 1
    r = minus(p, c)
    d5, d6 = dot(b, r), dot(c, r)
    if d6 >= 0.0 and d5 <= d6:
        return plus(a, c), 6
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return plus(a, times(d2 / (d2 - d6), c)), 3
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0:
        f = (d4 - d3) / ((d4 - d3) + (d5 - d6))
        return plus(a, plus(b, times(f, minus(c, b)))), 2
    f = 1.0 / (va + vb + vc)
    return plus(a, plus(times(vb * f, b), times(vc * f, c))), 0


@kernel
def nearest(c, k, s, x):
    """The nearest triangle of a net: its number, the point, where on it. That of the last point asked for comes first:
    the next one is mostly beside it, and boxes farther than that need not be opened."""
    geo, boxes, links, t, room = (
        view2(c, k + GEO), view2(c, k + BOXES), index2(c, k + LINKS), view2(c, k + TRIANGLES), view2(c, k + ROOM)
    )  # fmt: skip
    root, first = int(geo[s, S_A]), int(geo[s, S_B])
    best, at, point, where, top = math.inf, 0, x, 0, 1
    now = view1(c, k + NOW)
    if now[SEED_NET] == s:
        at = int(now[SEED])
        point, where = nearest_on(t, at, x)
        d = minus(x, point)
        best = dot(d, d)
    room[0, STACK] = root
    while top > 0:
        top -= 1
        n = int(room[top, STACK])
        if beyond(boxes, n, x) >= best:
            continue
        if links[n, 1] > 0:
            for m in range(first + links[n, 0], first + links[n, 0] + links[n, 1]):
                q, place = nearest_on(t, m, x)
                d = minus(x, q)
                size = dot(d, d)
                if size < best:
                    best, at, point, where = size, m, q, place
        else:
            left = root + int(links[n, 0])
            right = left + 1
            if beyond(boxes, left, x) < beyond(boxes, right, x):
                left, right = right, left
            room[top, STACK], room[top + 1, STACK] = left, right
            top += 2
    now[SEED], now[SEED_NET] = at, s
    return at, point, where


@kernel
def net(c, k, s, x):
    """phi, n (3), C (6) of a net at a point of its frame; of a turned solid by its profile."""
    t, faces, geo = view2(c, k + TRIANGLES), view2(c, k + FACES), view2(c, k + GEO)
    if geo[s, S_SIDES] > 0.0:
        return profile(view2(c, k + PROFILES), int(geo[s, S_PROFILE]), int(geo[s, S_SIDES]), x)
    at, q, where = nearest(c, k, s, x)
    normal, sharp = row3(t, at, T_NORMAL), 0.0
    if 1 <= where <= 3:
        normal, sharp = row3(t, at, T_EDGES + 3 * (where - 1)), t[at, T_SHARP + where - 1]
    elif where >= 4:
        normal, sharp = row3(t, at, T_POINTS + 3 * (where - 4)), t[at, T_SHARP_POINT + where - 4]
    d = minus(x, q)
    f = int(geo[s, S_C]) + int(t[at, T_FACE])
    if sharp == 0.0 and faces[f, 0] > 0.0:
        phi, u, v, w = surface(faces, f, x)
        return curved(faces, f, x, phi, (u, v, w))
    size, side = math.sqrt(dot(d, d)), 1.0 if dot(d, normal) >= 0.0 else -1.0
    if where == 0 or size == 0.0:
        return (
            dot(d, normal) / math.sqrt(dot(normal, normal)),
            normal[0],
            normal[1],
            normal[2],
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
        )
    g = side / size
    return side * size, g * d[0], g * d[1], g * d[2], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@kernel(inline=True)
def curved(faces, f, x, phi, n):
    """The curvature of planes, cylinders, cones and balls; that of a torus is left out (it is only in the matrix)."""
    kind, o, z = faces[f, 0], row3(faces, f, 1), row3(faces, f, 4)
    d = minus(x, o)
    if kind == 4.0:
        g = faces[f, 9] / math.sqrt(max(dot(d, d), 1e-300))
        return (
            phi, n[0], n[1], n[2], g - g * n[0] * n[0], g - g * n[1] * n[1], g - g * n[2] * n[2],
            -g * n[0] * n[1], -g * n[0] * n[2], -g * n[1] * n[2],
        )  # fmt: skip
    g, e = 0.0, (0.0, 0.0, 0.0)
    if kind == 2.0 or kind == 3.0:
        out = minus(d, times(dot(d, z), z))
        size = math.sqrt(max(dot(out, out), 1e-300))
        e = times(1.0 / size, cross(z, out))
        g = dot(n, out) / (size * size)
    return (
        phi, n[0], n[1], n[2], g * e[0] * e[0], g * e[1] * e[1], g * e[2] * e[2], g * e[0] * e[1], g * e[0] * e[2],
        g * e[1] * e[2],
    )  # fmt: skip
