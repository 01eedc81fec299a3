"""A four-bar: a motor turns the crank, the rocker swings.

The shortest link turns fully, since 100 + 400 < 350 + 250 (Grashof). The joints of the loop, two hinges, a ball and a
universal joint, leave one freedom and nothing redundant. The dataset of this name is the same, written by hand.
"""

from math import atan2, cos, degrees, hypot, pi, radians, sin, sqrt
from typing import Any

import bellcrank as bc

CRANK, COUPLER, ROCKER, FRAME = 100.0, 350.0, 250.0, 400.0  # mm
END, STEPS = 2.0, 400
BY_HAND = True
SHOWN = (0.0, 0.07, 0.14, 0.21)
VIEW = "front"


def pins(angle: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Ends of crank and rocker for an angle of the crank: two circles meet."""
    b = (CRANK * cos(angle), CRANK * sin(angle))
    d = hypot(FRAME - b[0], b[1])
    along = (COUPLER**2 - ROCKER**2 + d * d) / (2 * d)
    up = sqrt(COUPLER**2 - along**2)
    u = ((FRAME - b[0]) / d, -b[1] / d)
    return b, (b[0] + along * u[0] - up * u[1], b[1] + along * u[1] + up * u[0])


def build() -> bc.Model:
    """In the plane of x and y, gravity along -y; it starts with the crank upright."""
    m = bc.Model("Four bar: a motor turns the crank, the rocker swings", units="MMKS", gravity=(0, -9806.65, 0))
    b, c = pins(pi / 2)

    def bar(name: str, p: Any, q: Any, mass: float, along: float, across: float) -> Any:
        """A bar from p to q, its frame at p, x along the bar."""
        d = (q[0] - p[0], q[1] - p[1], 0.0)
        part = m.part(name, at=(*p, 0), x=d, z="z", mass=mass, cm=(hypot(*d) / 2, 0, 0), ip=(along, across, across))
        m.new("GRAPHICS", "", "CYLINDER", cm=m.marker("", part, at=(*p, 0), z=d), length=hypot(*d), radius=10)
        return part

    crank = bar("crank", (0, 0), b, 0.5, 50, 420)
    coupler = bar("coupler", b, c, 1.0, 100, 10210)
    rocker = bar("rocker", (FRAME, 0), c, 0.8, 80, 4170)
    shaft = m.revolute("A", crank, m.ground, at=(0, 0, 0), axis="z")
    m.spherical("B", crank, coupler, at=(*b, 0))
    m.universal("C", coupler, rocker, at=(*c, 0), axis=("z", (c[0] - FRAME, c[1], 0)))
    m.revolute("D", rocker, m.ground, at=(FRAME, 0, 0), axis="z")
    m.sforce("motor", "ROTATION", i=shaft.i, j=shaft.j, function="-200*(WZ(A.i, A.j, A.j) - 4*PI)")
    m.request("angles", CRANK_DEG="AZ(crank)*RTOD", ROCKER_DEG="AZ(rocker)*RTOD", MOTOR_TORQUE="SFORCE(motor, 0, 8, 0)")
    return m


def expected(crank: float) -> float:
    """Angle of the rocker in degrees."""
    c = pins(radians(crank))[1]
    return degrees(atan2(c[1], c[0] - FRAME))


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    crank, rocker = run["angles.CRANK_DEG"][-1], run["angles.ROCKER_DEG"][-1]
    print(f"crank at {crank:.3f} deg, rocker at {rocker:.5f} deg, formula {expected(crank):.5f} deg")


if __name__ == "__main__":
    main()
