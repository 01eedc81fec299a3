"""Watt's governor: two balls on arms, links to a sleeve; the faster the spindle turns, the higher the sleeve.

At rest in the turning frame cos(theta) = g (2 m + 3 u + 2 M) / (omega^2 l (2 m + u/2)), m a ball, u a link, M the
sleeve: the gradients of weight and centrifugal force balance.
"""

from math import acos, cos, degrees, radians, sin

import bellcrank as bc

ARM, BALL, LINK, SLEEVE, SPEED, G = 0.3, 1.0, 0.05, 2.0, 12.0, 9.81  # m, kg, kg, kg, rad/s, m/s2
START = radians(20.0)
END, STEPS = 12.0, 600
SHOWN = (0.0, 0.345, 0.367, 1.0)
SMALL = (1e-3, 1e-3, 1e-3)


def build() -> bc.Model:
    """The pivots of both arms are on the axis."""
    m = bc.Model("Governor: balls on a turning spindle lift a sleeve", units="SI", gravity=-G)
    x, z = ARM * sin(START), -ARM * cos(START)
    spindle = m.part("spindle", at=(0, 0, 0), mass=1.0, ip=(0.01, 0.01, 0.01))
    sleeve = m.part("sleeve", at=(0, 0, 2 * z), mass=SLEEVE, ip=SMALL)
    axle = m.revolute("axle", spindle, m.ground, at=(0, 0, 0), axis="z")
    m.motion("drive", joint=axle, level="VELOCITY", function=f"STEP(TIME, 0, 0, 3, {SPEED})")
    m.translational("slide", sleeve, spindle, at=(0, 0, 2 * z), axis="z")
    for side in (1, -1):
        name = "left" if side > 0 else "right"
        arm = m.part(f"{name}_ball", at=(side * x, 0, z), mass=BALL, ip=SMALL)
        link = m.part(f"{name}_link", at=(side * x / 2, 0, 1.5 * z), mass=LINK, ip=SMALL)
        hinge = m.revolute(f"{name}_hinge", arm, spindle, at=(0, 0, 0), axis="y")
        m.springdamper(f"{name}_oil", "ROTATION", i=hinge.i, j=hinge.j, ct=0.6)
        rods = [bc.Solid.rod((0, 0, top), (side * x, 0, z), 0.01) for top in (0, 2 * z)]
        m.draw(arm, rods[0], bc.Solid.sphere(0.06, at=(side * x, 0, z)))
        m.draw(link, rods[1])
        m.revolute(f"{name}_knee", link, arm, at=(side * x, 0, z), axis="y")
        m.inline(f"{name}_pin", link, sleeve, at=(0, 0, 2 * z), axis="y")
    m.draw(spindle, bc.Solid.rod((0, 0, 0.08), (0, 0, 2 * z - 0.1), 0.012), bc.Solid.sphere(0.025, at=(0, 0, 0.08)))
    m.draw(sleeve, bc.Solid.cylinder(0.035, 0.1, at=sleeve.qg))
    m.draw(m.ground, bc.Solid.frustum(0.2, 0.05, 0.08, at=(0, 0, 2 * z - 0.16)))
    m.request("governor", height="DZ(sleeve, ground)", speed="WZ(spindle, ground)")
    return m


def expected() -> float:
    """The height of the sleeve at full speed."""
    return -2 * G * (2 * BALL + 3 * LINK + 2 * SLEEVE) / (SPEED**2 * (2 * BALL + LINK / 2))


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    angle = degrees(acos(-run["governor.height"][-1] / (2 * ARM)))
    height = run["governor.height"][-1]
    print(f"the arms stand at {angle:.2f} deg; the sleeve at {height:.4f} m, formula {expected():.4f} m")


if __name__ == "__main__":
    main()
