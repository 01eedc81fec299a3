"""Solids with a known volume as transmit files: `SOLIDS` maps a name to (make a file, mass properties)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from bellcrank.geometry.mass import Mass
from bellcrank.geometry.shapes.box import Box
from bellcrank.geometry.shapes.ellipsoid import Ellipsoid
from bellcrank.geometry.shapes.frustum import Frustum
from bellcrank.geometry.shapes.torus import Torus
from bellcrank.testing.transmit import O, Transmit, Vector, X, Y, Z

_FACES = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
_NORMALS: tuple[Vector, ...] = ((0, 0, -1.0), Z, (0, -1.0, 0), Y, (-1.0, 0, 0), X)


def box(t: Transmit, x: float, y: float, z: float) -> list[int]:
    """Six planes, twelve lines, from a corner at the origin."""
    at: list[Vector] = [(x * (k & 1), y * (k >> 1 & 1), z * (k >> 2 & 1)) for k in range(8)]
    corner = [t.vertex(p) for p in at]
    edges: dict[tuple[int, int], dict[str, int]] = {}
    faces = []
    for ring, normal in zip(_FACES, _NORMALS):
        loop = []
        for a, b in zip(ring, (*ring[1:], ring[0])):
            if (b, a) not in edges:
                edges[a, b] = t.edge(t.line(at[a], at[b]), corner[a], corner[b])
            loop.append((edges.get((a, b)) or edges[b, a], (a, b) in edges))
        faces.append(t.face(t.plane(at[ring[0]], normal, Y if abs(normal[0]) > 0.5 else X), loop))
    return faces


def discs(t: Transmit, low: dict[str, int], high: dict[str, int], height: float) -> list[int]:
    """The flat ends of a round body that stands on the origin; its rings run left about seen from above."""
    return [
        t.face(t.plane(O, (0.0, 0.0, -1.0), X), [(low, False)]),
        t.face(t.plane((0.0, 0.0, height), Z, X), [(high, True)]),
    ]


def cylinder(t: Transmit, r: float, h: float) -> list[int]:
    """A cylinder and two planes, two rings."""
    low, high = t.edge(t.circle(O, r)), t.edge(t.circle((0.0, 0.0, h), r))
    side = t.face(t.add(51, pvec=O, axis=Z, x_axis=X, radius=r), [(low, True)], [(high, False)])
    return [side, *discs(t, low, high, h)]


def offset_cylinder(t: Transmit, r: float, h: float) -> list[int]:
    """A cylinder as the offset of a thinner one."""
    low, high = t.edge(t.circle(O, r)), t.edge(t.circle((0.0, 0.0, h), r))
    thin = t.add(51, pvec=O, axis=Z, x_axis=X, radius=0.6 * r)
    side = t.face(t.add(60, surface=thin, offset=0.4 * r, true_offset=True), [(low, True)], [(high, False)])
    return [side, *discs(t, low, high, h)]


def tube(t: Transmit, r: float, inner: float, h: float) -> list[int]:
    """A cylinder with a bore: the bore's surface has its normal reversed by its sense."""
    rings = [[t.edge(t.circle((0.0, 0.0, z), radius)) for z in (0.0, h)] for radius in (r, inner)]
    (a, b), (c, d) = rings
    bore = t.add(51, pvec=O, axis=Z, x_axis=X, radius=inner, sense="-")
    return [
        t.face(t.add(51, pvec=O, axis=Z, x_axis=X, radius=r), [(a, True)], [(b, False)]),
        t.face(bore, [(c, False)], [(d, True)]),
        t.face(t.plane(O, (0.0, 0.0, -1.0), X), [(a, False)], [(c, True)]),
        t.face(t.plane((0.0, 0.0, h), Z, X), [(b, True)], [(d, False)]),
    ]


def cone(t: Transmit, r: float, h: float) -> list[int]:
    """A cone with its tip at h: its radius falls along its axis, so the axis points down."""
    ring = t.edge(t.circle(O, r))
    angle = math.atan2(r, h)
    numbers: dict[str, Any] = {"sin_half_angle": math.sin(angle), "cos_half_angle": math.cos(angle)}
    side = t.add(52, pvec=O, axis=(0.0, 0.0, -1.0), x_axis=X, radius=r, **numbers)
    return [t.face(side, [(ring, True)]), t.face(t.plane(O, (0.0, 0.0, -1.0), X), [(ring, False)])]


def sphere(t: Transmit, r: float) -> list[int]:
    """A ball: one face without loops."""
    return [t.face(t.add(53, centre=O, axis=Z, x_axis=X, radius=r))]


def half_sphere(t: Transmit, r: float) -> list[int]:
    """The upper half of a ball."""
    ring = t.edge(t.circle(O, r))
    dome = t.face(t.add(53, centre=O, axis=Z, x_axis=X, radius=r), [(ring, True)])
    return [dome, t.face(t.plane(O, (0.0, 0.0, -1.0), X), [(ring, False)])]


def torus(t: Transmit, a: float, b: float) -> list[int]:
    """A ring: one face without loops."""
    return [t.face(t.add(54, centre=O, axis=Z, x_axis=X, major_radius=a, minor_radius=b))]


def spun_ball(t: Transmit, r: float) -> list[int]:
    """A half ball whose surface is a quarter circle turned about z; the pole is an end of the profile."""
    ring = t.edge(t.circle(O, r))
    arc = t.circle(O, r, normal=(0.0, -1.0, 0.0), x=X)  # from x towards z
    dome = t.add(68, profile=arc, base=O, axis=Z, x_axis=X, start_param=0.0, end_param=math.pi / 2, sense="-")
    return [t.face(dome, [(ring, True)]), t.face(t.plane(O, (0.0, 0.0, -1.0), X), [(ring, False)])]


def swept_ellipse(t: Transmit, a: float, b: float, h: float) -> list[int]:
    """An ellipse drawn along z."""

    def ellipse(z: float) -> int:
        return t.add(32, centre=(0.0, 0.0, z), normal=Z, x_axis=X, major_radius=a, minor_radius=b)

    low, high = t.edge(ellipse(0.0)), t.edge(ellipse(h))
    side = t.add(67, section=ellipse(0.0), sweep=Z)
    return [t.face(side, [(low, True)], [(high, False)]), *discs(t, low, high, h)]


_QUARTERS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0)]


def rational_cylinder(t: Transmit, r: float, h: float) -> list[int]:
    """A cylinder as a rational B-surface, exact (Piegl and Tiller, 7.5), with B-curves for its rings."""
    weight = [1.0 if k % 2 == 0 else math.sqrt(0.5) for k in range(9)]
    knots, mult = [0.0, 0.25, 0.5, 0.75, 1.0], [3, 2, 2, 2, 3]

    def ring(z: float) -> list[tuple[float, ...]]:
        return [(w * r * x, w * r * y, w * z, w) for w, (x, y) in zip(weight, _QUARTERS)]

    low, high = (t.edge(t.b_curve(2, ring(z), knots, mult, closed=True)) for z in (0.0, h))
    net = [[p, q] for p, q in zip(ring(0.0), ring(h))]
    side = t.b_surface((2, 1), net, [knots, [0.0, 1.0]], [mult, [2, 2]], (True, False))
    return [t.face(side, [(low, True)], [(high, False)]), *discs(t, low, high, h)]


def blended_cylinder(t: Transmit, r: float, h: float, b: float) -> list[int]:
    """A cylinder whose upper rim is rounded by a rolling ball of radius b: a quarter of a torus outside."""
    low, waist = t.edge(t.circle(O, r)), t.edge(t.circle((0.0, 0.0, h - b), r))
    rim = t.edge(t.circle((0.0, 0.0, h), r - b))
    wall, lid = t.add(51, pvec=O, axis=Z, x_axis=X, radius=r), t.plane((0.0, 0.0, h), Z, X)
    spine = t.circle((0.0, 0.0, h - b), r - b)
    blend = t.add(56, blend_type="R", surface=[wall, lid], spine=spine, range=[b, b], sense="-")
    return [
        t.face(wall, [(low, True)], [(waist, False)]),
        t.face(blend, [(waist, True)], [(rim, False)]),
        t.face(lid, [(rim, True)]),
        t.face(t.plane(O, (0.0, 0.0, -1.0), X), [(low, False)]),
    ]


def _blended(r: float, h: float, b: float) -> Mass:
    """By Pappus: volume and centre of the rounded cylinder; the inertia about z only (others are not asked)."""
    z, wz = np.polynomial.legendre.leggauss(60)
    z, wz = h - b + b * (z + 1) / 2, wz * b / 2
    radius = r - b + np.sqrt(b * b - (z - h + b) ** 2)
    V = math.pi * (r * r * (h - b) + float(wz @ radius**2))
    c = math.pi * (r * r * (h - b) ** 2 / 2 + float(wz @ (radius**2 * z))) / V
    Jz = math.pi / 2 * (r**4 * (h - b) + float(wz @ radius**4))
    zz = math.pi * (r * r * (h - b) ** 3 / 3 + float(wz @ (radius**2 * z * z))) - V * c * c
    return Mass(V, np.array([0.0, 0.0, c]), np.diag([Jz / 2 + zz, Jz / 2 + zz, Jz]))


def _without(outer: Mass, hole: Mass) -> Mass:
    return Mass(outer.mass - hole.mass, outer.cm, outer.inertia - hole.inertia)  # with one centre


def _half_ball(r: float) -> Mass:
    V = 2 / 3 * math.pi * r**3
    side = V * r * r * (2 / 5 - 9 / 64)
    return Mass(V, np.array([0.0, 0.0, 3 * r / 8]), np.diag([side, side, 2 / 5 * V * r * r]))


def _ellipse(a: float, b: float, h: float) -> Mass:
    V = math.pi * a * b * h
    J = V * np.diag([b * b / 4 + h * h / 12, a * a / 4 + h * h / 12, (a * a + b * b) / 4])
    return Mass(V, np.array([0.0, 0.0, h / 2]), J)


SOLIDS: dict[str, tuple[Callable[[Transmit], list[int]], Mass]] = {
    "box": (lambda t: box(t, 0.3, 0.2, 0.1), Box(0.3, 0.2, 0.1).mass()),
    "cylinder": (lambda t: cylinder(t, 0.05, 0.2), Frustum(0.2, 0.05, 0.05).mass()),
    "offset": (lambda t: offset_cylinder(t, 0.05, 0.2), Frustum(0.2, 0.05, 0.05).mass()),
    "tube": (
        lambda t: tube(t, 0.05, 0.03, 0.2),
        _without(Frustum(0.2, 0.05, 0.05).mass(), Frustum(0.2, 0.03, 0.03).mass()),
    ),
    "cone": (lambda t: cone(t, 0.05, 0.12), Frustum(0.12, 0.05, 0.0).mass()),
    "sphere": (lambda t: sphere(t, 0.05), Ellipsoid(0.1, 0.1, 0.1).mass()),
    "half sphere": (lambda t: half_sphere(t, 0.05), _half_ball(0.05)),
    "spun": (lambda t: spun_ball(t, 0.05), _half_ball(0.05)),
    "torus": (lambda t: torus(t, 0.1, 0.02), Torus(0.1, 0.02).mass()),
    "swept": (lambda t: swept_ellipse(t, 0.05, 0.03, 0.1), _ellipse(0.05, 0.03, 0.1)),
    "B-surface": (lambda t: rational_cylinder(t, 0.05, 0.2), Frustum(0.2, 0.05, 0.05).mass()),
    "blend": (lambda t: blended_cylinder(t, 0.05, 0.1, 0.01), _blended(0.05, 0.1, 0.01)),
}
"""Name -> what adds its faces to a file, and its mass properties at density 1."""


def transmit_of(name: str, element: str = "", density: float | None = None) -> Transmit:
    """A file with one of the solids."""
    t = Transmit()
    t.body(SOLIDS[name][0](t), element or name, density)
    return t
