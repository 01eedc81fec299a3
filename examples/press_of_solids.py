"""A crank press from solids: masses and inertia come from shapes and densities, and the shapes are drawn.

    python examples/press_of_solids.py        writes press.html (a report) and press.png (a strip of frames)

The toothed wheel is a net from an STL file, as a CAD program would give it.
"""

from __future__ import annotations

import math
import sys
import tempfile
from pathlib import Path

import numpy as np

import bellcrank as bc
from bellcrank.geometry.shapes.extrusion import Extrusion

STEEL, IRON = 7800.0, 7200.0
THROW, ROD = 0.08, 0.32


def gear_file(folder: Path, teeth: int = 24) -> Path:
    """A toothed wheel as a binary STL file."""
    turn = np.linspace(0.0, 2.0 * math.pi, 8 * teeth, endpoint=False)
    radius = 0.19 + 0.012 * np.clip(2.5 * np.cos(teeth * turn), -1.0, 1.0)
    mesh = Extrusion(tuple(zip(radius * np.cos(turn), radius * np.sin(turn))), 0.04).mesh()
    facets = np.zeros(len(mesh.corners), [("normal", "<f4", 3), ("points", "<f4", (3, 3)), ("spare", "<u2")])
    facets["points"] = mesh.points[mesh.corners]
    path = folder / "gear.stl"
    path.write_bytes(bytes(80) + len(facets).to_bytes(4, "little") + facets.tobytes())
    return path


def press(folder: Path) -> bc.Model:
    """Crank with wheel, rod and ram; the ram slides along z under gravity and the force of the work piece."""
    m = bc.Model("crank press", units="MKS", gravity=(0, 0, -9.80665))
    m.file = str(folder / "press.adm")  # files are looked for beside it
    solid = bc.Solid
    shaft = solid.cylinder(0.03, 0.22, axis=(0, 1, 0), at=(0, 0.10, 0), density=STEEL)
    web = solid.cylinder(0.06 + THROW / 2, 0.04, axis=(0, 1, 0), density=STEEL)
    pin = solid.cylinder(0.02, 0.10, axis=(0, 1, 0), at=(THROW, -0.05, 0), density=STEEL)
    gear = solid.file(gear_file(folder), density=IRON).moved(at=(0, 0.14, 0), axis=(0, 1, 0))
    crank = m.part("crank", solid=shaft + web + pin + gear)

    angle = math.asin(THROW / ROD)
    top = (THROW, -0.07, 0.0)
    along = (-math.sin(angle), 0.0, -math.cos(angle))
    end = tuple(a + ROD * b for a, b in zip(top, along))
    bar = solid.frustum(0.022, 0.016, ROD, at=top, axis=along, density=STEEL)
    eyes = [solid.torus(0.032, 0.014, at=at, axis=(0, 1, 0), density=STEEL) for at in (top, end)]
    rod = m.part("rod", solid=bar + eyes[0] + eyes[1])

    low = end[2]
    block = solid.box(0.14, 0.10, 0.10, at=(0, -0.07, low), density=IRON)
    tool = solid.cone(0.05, 0.12, at=(0, -0.07, low - 0.05), axis=(0, 0, -1), density=STEEL)
    ram = m.part("ram", solid=block + tool)

    m.revolute("bearing", crank, m.ground, at=(0, 0, 0), axis=(0, 1, 0))
    m.revolute("crank pin", rod, crank, at=top, axis=(0, 1, 0))
    m.spherical("ram pin", rod, ram, at=end)
    m.translational("guide", ram, m.ground, at=end, axis=(0, 0, 1))
    m.motion("motor", joint=m["bearing"], function="2*PI*TIME")
    return m


def main(out: Path) -> None:
    """Run the press for two turns."""
    with tempfile.TemporaryDirectory() as folder:
        model = press(Path(folder))
        for part in ("crank", "rod", "ram"):
            print(f"{part:6} {model.parts[part].mass:8.3f} kg   ip {model.parts[part].ip}")
        run = model.simulate(end=2.0, steps=200)
        run.view(out / "press.html", model=model)
        run.snapshot(out / "press.png", [0.0, 0.2, 0.4, 0.6], model, size=(420, 460))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path())
