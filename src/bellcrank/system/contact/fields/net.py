"""A net of triangles: the nearest point by a tree of boxes, the side by pseudo-normals, the exact surface of its face.

Where the nearest point is inside a face whose surface is known (or on an edge that is not sharp) phi and n are those of
the surface; else those of the triangle, at edges and corners those of the point itself.
Most points that are asked for are near one asked for before, which has told whose surface is nearest (known_face.py).
"""

import math

from bellcrank.geometry.analytic import distance as surface
from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.contact.fields.known_face import SEVERAL, UNKNOWN, face_at, nearest_of_few, remember_place
from bellcrank.system.contact.fields.profile import profile
from bellcrank.system.contact.fields.triangle import (
    SLACK,
    STACK,
    T_EDGES,
    T_FACE,
    T_NORMAL,
    T_POINTS,
    T_SHARP,
    T_SHARP_POINT,
    beyond,
    nearer,
    nearest_on,
)
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

ROUNDING = 1e-15
"""A point nearer to an edge or corner than this part of its coordinates is on it: the way there is no direction."""


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
        if beyond(boxes, n, x) > SLACK * best:
            continue
        if links[n, 1] > 0:
            for m in range(first + links[n, 0], first + links[n, 0] + links[n, 1]):
                best, at, point, where = nearer(t, m, x, best, at, point, where)
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
    face = face_at(c, k, s, x)
    if face >= 0:
        phi, u, v, w = surface(faces, face, x)
        return curved(faces, face, x, phi, (u, v, w))
    at, q, where = nearest_of_few(c, k, s, x) if face == SEVERAL else nearest(c, k, s, x)
    normal, sharp = row3(t, at, T_NORMAL), 0.0
    if 1 <= where <= 3:
        normal, sharp = row3(t, at, T_EDGES + 3 * (where - 1)), t[at, T_SHARP + where - 1]
    elif where >= 4:
        normal, sharp = row3(t, at, T_POINTS + 3 * (where - 4)), t[at, T_SHARP_POINT + where - 4]
    d = minus(x, q)
    f = int(geo[s, S_C]) + int(t[at, T_FACE])
    smooth = sharp == 0.0 and faces[f, 0] > 0.0
    if face == UNKNOWN:
        remember_place(c, k, s, x, f if smooth else UNKNOWN, math.sqrt(dot(d, d)))
    if smooth:
        phi, u, v, w = surface(faces, f, x)
        return curved(faces, f, x, phi, (u, v, w))
    size, side = math.sqrt(dot(d, d)), 1.0 if dot(d, normal) >= 0.0 else -1.0
    if where == 0 or size <= ROUNDING * (abs(q[0]) + abs(q[1]) + abs(q[2])):
        normal = times(1.0 / math.sqrt(dot(normal, normal)), normal)
        return (
            dot(d, normal),
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
