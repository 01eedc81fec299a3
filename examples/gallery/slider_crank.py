"""A slider crank: a crank at ten turns a second drives a piston.

x = r cos(a) + sqrt(l^2 - r^2 sin(a)^2). A hinge, a ball, a universal joint and a slide leave one freedom, and the
motion takes it: every reaction is unique. The dataset of this name is the same, written by hand.
"""

from math import cos, pi, sin, sqrt

import bellcrank as bc

CRANK, ROD, SPEED = 100.0, 300.0, 20 * pi  # mm, mm, rad/s
END, STEPS = 0.5, 500
BY_HAND = True
SHOWN = (0.0, 0.05, 0.1, 0.15)
VIEW = "front"


def place(t: float) -> float:
    """Of the piston, mm."""
    a = SPEED * t
    return CRANK * cos(a) + sqrt(ROD**2 - (CRANK * sin(a)) ** 2)


def build() -> bc.Model:
    """Stretched out along x; gravity along -y."""
    m = bc.Model("Slider crank: a crank at 10 turns a second drives a piston", units="MMKS", gravity=(0, -9806.65, 0))
    pin, wrist = (CRANK, 0, 0), (CRANK + ROD, 0, 0)
    crank = m.part("crank", at=(0, 0, 0), mass=1.2, cm=(40, 0, 0), ip=(250, 1500, 1600))
    rod = m.part("rod", at=pin, mass=0.6, cm=(110, 0, 0), ip=(60, 4500, 4500))
    piston = m.part("piston", at=wrist, mass=0.8, cm=(0, 0, 0), ip=(700, 650, 650))
    main = m.revolute("main", crank, m.ground, at=(0, 0, 0), axis="z")
    m.spherical("crankpin", crank, rod, at=pin)
    m.universal("gudgeon", rod, piston, at=wrist, axis=("z", "y"))
    m.translational("cylinder", piston, m.ground, at=(wrist, (0, 0, 0)), axis="x")
    m.motion("drive", joint=main, function="3600D*TIME")
    speed = "VX(piston, ground, ground)"
    m.sforce("gas", i=piston, at=wrist, axis="x", actiononly=True, function=f"-STEP({speed}, -500, 0, 500, 1)*800")
    torque = "MOTION(drive, 0, 8, 0)"
    m.request("piston_motion", X="DX(piston)", SPEED=speed, ACCELERATION="ACCX(piston)", TORQUE=torque)
    for part, at, length, radius in ((crank, (0, 0, 0), CRANK, 18), (rod, pin, ROD, 10), (piston, wrist, 70, 42)):
        m.new("GRAPHICS", "", "CYLINDER", cm=m.marker("", part, at=at, z="x"), length=length, radius=radius)
    return m


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    t, x = run.time[20], run["piston_motion.X"][20]
    print(f"after {t:g} s the piston is at {x:.6f} mm, formula {place(t):.6f} mm")


if __name__ == "__main__":
    main()
