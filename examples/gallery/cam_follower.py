"""A cam that turns too fast for its spring: the follower lifts off, flies and lands.

The cam is a round disc on a shaft beside its centre; a flat follower on it is lifted by e (1 - cos a). It stays on the
cam as long as m e w^2 cos a + k e (1 - cos a) + F + m g > 0; then it flies, m y'' = -(k y + F + m g), until it meets
the cam again. CONTACT between the shapes finds all of this by itself.
"""

from math import acos, cos, sin, sqrt
from typing import Any

import bellcrank as bc

ECCENTRIC, RADIUS, MASS, SPRING, PRELOAD, G = 0.010, 0.040, 0.4, 4000.0, 30.0, 9.81  # m, m, kg, N/m, N, m/s2
SPEED = 240.0  # rad/s
END, STEPS = 0.026, 520
SHOWN = (0.0, 0.32, 0.52, 0.9)
VIEW = "front"


def build() -> bc.Model:
    """The shaft along z at the origin; the follower slides along y, its plate on the cam."""
    m = bc.Model("Cam and follower: too fast for its spring, the follower lifts off", units="SI", gravity=(0, -G, 0))
    foot, small = RADIUS - ECCENTRIC, (1e-3, 1e-3, 1e-3)
    cam = m.part("cam", at=(0, -ECCENTRIC, 0), mass=1.0, ip=small, v=(SPEED * ECCENTRIC, 0, 0), w=(0, 0, SPEED))
    follower = m.part("follower", at=(0, foot, 0), mass=MASS, ip=small)
    shaft = m.revolute("shaft", cam, m.ground, at=(0, 0, 0), axis="z")
    m.motion("drive", joint=shaft, function=f"{SPEED}*TIME")
    m.translational("guide", follower, m.ground, at=(0, foot, 0), axis="y")
    spring = f"-{PRELOAD} - {SPRING}*(DY(follower) - {foot})"
    m.sforce("spring", i=follower, at=(0, foot, 0), axis="y", actiononly=True, function=spring)
    centre = m.marker("", cam, at=(0, -ECCENTRIC, -0.01))
    disc = m.new("GRAPHICS", "disc", "CYLINDER", cm=centre, length=0.02, radius=RADIUS)
    corner, top = m.marker("", follower, at=(-0.03, foot, -0.008)), m.marker("", follower, at=(0, foot, 0), z="y")
    plate = m.new("GRAPHICS", "plate", "BOX", corner=corner, x=0.06, y=0.008, z=0.016)
    m.new("GRAPHICS", "stem", "CYLINDER", cm=top, length=0.08, radius=0.006)
    bushes = (bc.Solid.box(0.012, 0.015, 0.02, at=(x, foot + 0.045, 0)) for x in (-0.013, 0.013))
    m.draw(m.ground, bc.Solid.cylinder(0.01, 0.04), *bushes)
    law = {"law": "IMPACT", "stiffness": 1e9, "exponent": 1.5, "damping": 2000.0, "dmax": 1e-5}
    m.contact("touch", igeom=[plate], jgeom=[disc], **law)
    m.request("follower_motion", lift=f"DY(follower) - {foot}", cam=f"{ECCENTRIC}*(1 - COS({SPEED}*TIME))")
    return m


def curves(run: bc.Results) -> dict[str, Any]:
    """What is plotted over time."""
    moved = {name: 1e3 * run[f"follower_motion.{name}"] for name in ("lift", "cam")}
    return {
        "time, s": run.time,
        "follower and cam, mm": [moved["lift"], moved["cam"]],
        "contact, N": run["touch.NORMAL"],
    }


def flight() -> tuple[float, float]:
    """When the follower lifts off, and how high it flies: a rigid contact."""
    force = PRELOAD + MASS * G
    a = acos(-(SPRING * ECCENTRIC + force) / (MASS * ECCENTRIC * SPEED**2 - SPRING * ECCENTRIC))
    w, middle = sqrt(SPRING / MASS), -force / SPRING
    y, v = ECCENTRIC * (1 - cos(a)), ECCENTRIC * SPEED * sin(a)
    return a / SPEED, middle + sqrt((y - middle) ** 2 + (v / w) ** 2)


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    lift, off = run["follower_motion.lift"], run.time[(run["touch.NORMAL"][10:] == 0).argmax() + 10]
    when, height = flight()
    print(f"it lifts off at {1e3 * off:.2f} ms, formula {1e3 * when:.2f} ms,")
    print(f"and flies {1e3 * lift.max():.3f} mm high, formula {1e3 * height:.3f} mm (the cam: {2e3 * ECCENTRIC:g} mm)")


if __name__ == "__main__":
    main()
