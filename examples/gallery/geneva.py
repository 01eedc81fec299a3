"""A Geneva drive: a crank turns evenly, its pin turns a wheel with four slots by a quarter, then lets it rest.

While the pin is in a slot, tan(b) = a sin(t)/(C - a cos(t)), t the angle of the crank from the line of the centres, and
the wheel turns at a (C cos(t) - a)/(C^2 + a^2 - 2 a C cos(t)) of its speed. Pin and slots are curves that touch.
"""

from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np

import bellcrank as bc

ARM, PIN, SPEED = 0.1, 0.01, 2.0  # m, m, rad/s
CENTRES = ARM * sqrt(2.0)  # four slots: the pin comes in and goes out along them
RIM, BASE = 0.095, CENTRES - ARM - 1.5 * PIN
START = -pi / 4
END, STEPS = 4.0, 800
SHOWN = (0.0, 0.1, 0.19, 0.5)


def outline() -> list[tuple[float, float, float]]:
    """The wheel in ground at the start, a slot towards the pin."""
    points = []
    for quarter in range(4):
        turn = pi * quarter / 2 + 3 * pi / 4
        for x, y in ((RIM, -PIN), (BASE, -PIN), (BASE, PIN), (RIM, PIN), (0.085, 0.04), (0.06, 0.06)):
            points.append((CENTRES + x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn), 0.0))
    return [*points, points[0]]


def build() -> bc.Model:
    """All in the plane of x and y; a brake keeps the wheel where the pin has left it."""
    m = bc.Model("Geneva drive: a pin turns a wheel with four slots by quarters", units="SI", gravity=0)
    crank = m.part("crank", at=(0, 0, 0), mass=1.0, ip=(0.01, 0.01, 0.01), w=(0, 0, SPEED))
    wheel = m.part("wheel", at=(CENTRES, 0, 0), mass=1.0, ip=(1e-3, 1e-3, 1e-3))
    shaft = m.revolute("shaft", crank, m.ground, at=(0, 0, 0), axis="z")
    m.motion("drive", joint=shaft, function=f"{SPEED}*TIME")
    bearing = m.revolute("bearing", wheel, m.ground, at=wheel, axis="z")
    m.sforce("brake", "ROTATION", i=bearing.i, j=bearing.j, function="-0.05*WZ(wheel)")
    place = (ARM * cos(START), ARM * sin(START), 0)
    pin = m.new("GRAPHICS", "pin", "CIRCLE", cm=m.marker("", crank, at=place), radius=PIN)
    slots = m.new("GRAPHICS", "slots", "OUTLINE", outline=[m.marker("", wheel, at=point) for point in outline()])
    m.draw(crank, bc.Solid.cylinder(0.05, 0.012), bc.Solid.rod((*place[:2], -0.025), (*place[:2], 0.012), PIN))
    m.draw(crank, bc.Solid.cylinder(1.2 * ARM, 0.01, at=(0, 0, -0.02)), bc.Solid.cylinder(0.012, 0.05))
    m.draw(wheel, bc.Solid.plate(outline(), 0.012), bc.Solid.cylinder(0.015, 0.03, at=wheel.qg))
    law: dict[str, Any] = {"law": "IMPACT", "stiffness": 1e8, "exponent": 1.0, "damping": 2e3, "dmax": 1e-7}
    m.contact("touch", igeom=[pin], jgeom=[slots], **law)
    m.request("turning", crank=f"{START} + {SPEED}*TIME", wheel="AZ(wheel)", speed="WZ(wheel)")
    return m


def ratio(angle: Any) -> Any:
    """Speed of the wheel over that of the crank while the pin is in a slot."""
    return ARM * (CENTRES * np.cos(angle) - ARM) / (CENTRES**2 + ARM**2 - 2 * ARM * CENTRES * np.cos(angle))


def curves(run: bc.Results) -> dict[str, Any]:
    """What is plotted over time."""
    return {"time, s": run.time, "wheel, rad": run["turning.wheel"], "its speed, rad/s": run["turning.speed"]}


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    most = abs(run["turning.speed"]).max() / SPEED
    print(f"the wheel turns at up to {most:.4f} of the crank, formula {ratio(0.0):.4f}")
    print(f"and rests at {run['turning.wheel'][-1]:.4f} rad, two quarters are {-pi:.4f} rad")


if __name__ == "__main__":
    main()
