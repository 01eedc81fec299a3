"""Corners of nets that belong to several faces: a flat face at depth p has k p^e, however many corners it has."""

from __future__ import annotations

import math

import numpy as np
import pytest

import bellcrank as bc

K, E = 1e6, 1.5


def prism(corners, star, height, pieces):
    """Points and triangles of an upright prism over a polygon, every second corner nearer by `star`, its sides cut into
    pieces."""
    angle = 2.0 * math.pi * np.arange(corners) / corners
    r = 0.1 * np.where(np.arange(corners) % 2, star, 1.0)
    border = np.stack([r * np.cos(angle), r * np.sin(angle)], 1)
    t = np.arange(pieces)[None, :, None] / pieces
    border = ((1.0 - t) * border[:, None] + t * np.roll(border, -1, axis=0)[:, None]).reshape(-1, 2)
    n = len(border)
    points = [(*p, z) for z in (0.0, height) for p in border] + [(0.0, 0.0, 0.0), (0.0, 0.0, height)]
    triangles = []
    for i in range(n):
        j = (i + 1) % n
        triangles += [(i, j, n + j), (i, n + j, n + i), (j, i, 2 * n), (n + i, n + j, 2 * n + 1)]
    return points, triangles


def write_stl(path, points, triangles):
    lines = ["solid prism"]
    for triangle in triangles:
        corners = "".join(f"vertex {' '.join(repr(float(x)) for x in points[c])}\n" for c in triangle)
        lines.append(f"facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet")
    path.write_text("\n".join([*lines, "endsolid prism", ""]))


FLOORS = {
    "PLANE": "GRAPHICS/1, PLANE, RM=1",
    "BOX": "GRAPHICS/1, BOX, CORNER=2, X=1, Y=1, Z=0.2",
    "NET": "GRAPHICS/1, EXTRUSION, RM=2, LENGTH=0.2, POINTS=0,0,0, 1,0,0, 1,1,0, 0.5,1.3,0, 0,1,0, 0,0,0",
}


def standing(folder, floor, net, height=0.0, turn=(0.0, 0.0, 0.0), speeds="", gravity=0.0):
    """A net of 2 kg over a floor at z = 0."""
    write_stl(folder / "prism.stl", *net)
    a, b, c = (f"{math.degrees(x)!r}D" for x in turn)
    (folder / "prism.adm").write_text(
        f"prism\nUNITS/SYSTEM=MKS\nACCGRAV/KGRAV={-gravity}\nPART/1, GROUND\nMARKER/1, PART=1\n"
        f"MARKER/2, PART=1, QP=-0.5,-0.5,-0.2\n{FLOORS[floor]}\n"
        f"PART/2, MASS=2, CM=21, IP=0.01,0.012,0.015, QG=0,0,{height!r}, REULER={a},{b},{c}{speeds}\n"
        f"MARKER/21, PART=2, QP=0,0,0.04\nMARKER/22, PART=2\nGRAPHICS/2, EXTERNAL, RM=22, FILE=prism.stl\n"
        f"CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS={K}, EXPONENT={E}, DAMPING=0, DMAX=1E-4\nEND\n"
    )
    return bc.read(str(folder / "prism.adm"))


@pytest.mark.parametrize("floor", FLOORS)
@pytest.mark.parametrize(
    ("corners", "star", "pieces"), [(3, 1.0, 1), (5, 1.0, 1), (6, 1.0, 3), (12, 0.6, 1), (40, 0.8, 2)]
)
def test_a_face_that_lies_has_the_force_of_its_depth(tmp_path, floor, corners, star, pieces):
    """With the largest weight of each corner a star of 40 corners had 4.2 times the force; where borders were cut into
    pieces less than one. k p^e is exact; numbers in the file have 16 digits."""
    depth = 1e-4
    run = standing(tmp_path, floor, prism(corners, star, 0.08, pieces), -depth).simulate(end=1e-9, steps=1)
    assert run["CONTACT_1.NORMAL"][0] == pytest.approx(K * depth**E, rel=1e-8)


@pytest.mark.parametrize("floor", FLOORS)
@pytest.mark.parametrize("seed", range(3))
def test_energy_is_kept_by_weights_that_change_as_bodies_turn(tmp_path, floor, seed):
    """A hexagonal prism thrown on its corners and edges, undamped: within 1e-4, as all pairs (test_collisions)."""
    rng = np.random.default_rng(seed)
    speeds = ", VZ=-1, " + ", ".join(
        f"{n}={w!r}" for n, w in zip(("WX", "WY", "WZ"), (2.0 * rng.normal(size=3)).tolist())
    )
    turn = (0.3, 0.1 + 0.2 * float(rng.random()), float(rng.random()))
    run = standing(tmp_path, floor, prism(6, 1.0, 0.08, 1), 0.15, turn, speeds).simulate(end=0.5, steps=50, error=1e-7)
    energy, free = run["ENERGY.KINETIC"], run["CONTACT_1.NORMAL"] == 0.0
    assert run["PART_2.VZ"][-1] > 0.0
    assert np.abs(energy[free] / energy[0] - 1.0).max() < 1e-4
