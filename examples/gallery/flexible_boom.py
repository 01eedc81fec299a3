"""A satellite turns its long boom: a thin tube of BEAMs, which bends, lags behind and goes on swinging.

The tube is cut into equal lengths; each node is a part with the mass around it, and a BEAM joins neighbours. Small
swings of a clamped tube have the frequency 1.8751^2/(2 pi) sqrt(E I/(mu L^4)), which lumped masses reach to 1 %.
"""

from math import pi, sqrt
from typing import Any

import numpy as np

import bellcrank as bc

LENGTH, RADIUS, WALL, E, SHEAR, DENSITY = 8.0, 0.03, 0.001, 70e9, 26e9, 2700.0  # m, m, m, Pa, Pa, kg/m3
BEAMS, THICK = 8, 0.08  # pieces; radius of the tube in pictures, m
AREA, SECOND = 2 * pi * RADIUS * WALL, pi * RADIUS**3 * WALL
TURN = 1.2  # rad within 3 s
END, STEPS = 8.0, 400
SHOWN = (0.0, 0.19, 0.25, 0.5)


def build() -> bc.Model:
    """The hub turns about z at the origin; the boom along x."""
    m = bc.Model("Flexible boom: a satellite turns a thin tube", units="SI", gravity=0)
    piece, mass = LENGTH / BEAMS, DENSITY * AREA * LENGTH / BEAMS
    hub = m.part("hub", at=(0, 0, 0), mass=500.0, ip=(200, 200, 200))
    shaft = m.revolute("shaft", hub, m.ground, at=(0, 0, 0), axis="z")
    m.motion("turn", joint=shaft, function=f"STEP5(TIME, 0, 0, 3, {TURN})")
    panels = (bc.Solid.box(0.7, 2.0, 0.04, at=(-0.4, y, 0)) for y in (-1.5, 1.5))
    root = bc.Solid.rod((0, 0, 0), (piece / 2, 0, 0), THICK)
    m.draw(hub, bc.Solid.box(0.8, 0.8, 0.8, at=(-0.4, 0, 0)), root, *panels)
    before = hub
    for n in range(1, BEAMS + 1):
        share = mass if n < BEAMS else mass / 2
        thick = (share * RADIUS**2, share * RADIUS**2 / 2, share * RADIUS**2 / 2)
        node = m.part(f"node_{n}", at=(n * piece, 0, 0), mass=share, ip=thick)
        ends = ((n * piece, 0, 0), ((n - 1) * piece, 0, 0))
        section = {"area": AREA, "ixx": 2 * SECOND, "iyy": SECOND, "izz": SECOND, "asy": 2.0, "asz": 2.0}
        material = {"emodulus": E, "gmodulus": SHEAR, "cratio": 1e-3}
        m.beam(f"tube_{n}", i=node, j=before, at=ends, x="x", axis="z", length=piece, **section, **material)
        reach = (n + (0.5 if n < BEAMS else 0)) * piece
        m.draw(node, bc.Solid.rod(((n - 0.5) * piece, 0, 0), (reach, 0, 0), THICK))
        before = node
    tip = before.name
    m.request("boom", hub="AZ(hub)", tip=f"ATAN2(DY({tip}), DX({tip}))", lag=f"DY({tip}, hub, hub)")
    return m


def curves(run: bc.Results) -> dict[str, Any]:
    """What is plotted over time."""
    return {"time, s": run.time, "hub, rad": run["boom.hub"], "tip beside the axis, m": run["boom.lag"]}


def frequency() -> float:
    """Of the first bending of a clamped tube, Hz."""
    return 1.875104**2 / (2 * pi) * sqrt(E * SECOND / (DENSITY * AREA * LENGTH**4))


def main() -> None:
    """Its frequency, and how far the tip lags behind."""
    model = build()
    found = np.sort([f for f in model.modes().frequencies if f > 0.01])
    lag = abs(model.simulate(END, STEPS)["boom.lag"]).max()
    print(f"first bending {found[0]:.4f} Hz, formula {frequency():.4f} Hz; the tip lags by up to {lag:.3f} m")


if __name__ == "__main__":
    main()
