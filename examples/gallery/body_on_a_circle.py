"""A body held on a circle and turning on it freely: a hoop of radius r carries a bead that slides under gravity.

A bead on a frictionless hoop is a pendulum of length r: T = 4 K(sin(a/2)) sqrt(r/g), K the elliptic integral.
The constraint is one distance in the plane of the hoop; the body itself turns as it likes.
"""

from math import cos, pi, radians, sin, sqrt

import bellcrank as bc

RADIUS, MASS, SWING, G = 0.5, 1.0, radians(60.0), 9.81
END, STEPS = 6.0, 3000
SHOWN = (0.0, 0.05, 0.08, 0.13)
VIEW = "front"


def build() -> bc.Model:
    """The bead on a carrier without weight worth a word would be a second body; here the hoop is two equations."""
    m = bc.Model("Body on a circle: it slides round and turns as it likes", units="SI", gravity=-G)
    at = (RADIUS * sin(SWING), 0.0, -RADIUS * cos(SWING))
    bead = m.part("bead", at=at, mass=MASS, ip=(2e-3, 3e-3, 4e-3), w=(1.0, 2.0, 3.0))
    spoke = m.part("spoke", at=(at[0] / 2, 0, at[2] / 2), mass=1e-6, ip=(1e-8, 1e-8, 1e-8))
    m.revolute("centre", spoke, m.ground, at=(0, 0, 0), axis="y")
    m.spherical("rim", bead, spoke, at=at)
    m.draw(bead, bc.Solid.box(0.16, 0.13, 0.1, at=at))
    m.draw(spoke, bc.Solid.rod((0, 0, 0), at, 0.006))
    m.draw(m.ground, bc.Solid.torus(RADIUS, 0.012, axis="y"), bc.Solid.cylinder(0.02, 0.06, axis="y"))
    m.request("path", dx="DX(bead, ground)", dz="DZ(bead, ground)")
    return m


def period() -> float:
    """4 K(sin(a/2)) sqrt(r/g), K by the arithmetic-geometric mean."""
    a, b = 1.0, cos(SWING / 2)
    for _ in range(20):
        a, b = (a + b) / 2, sqrt(a * b)
    return 2 * pi / a * sqrt(RADIUS / G)


def measured(run: bc.Results) -> float:
    """From the passes through the lowest point."""
    x, t = run["path.dx"], run.time
    down = [n for n in range(len(x) - 1) if x[n] > 0 >= x[n + 1]]
    passes = [t[n] + (t[n + 1] - t[n]) * x[n] / (x[n] - x[n + 1]) for n in down]
    return float((passes[-1] - passes[0]) / (len(passes) - 1))


def main() -> None:
    """Run it and compare."""
    print(f"one swing takes {measured(build().simulate(END, STEPS)):.5f} s, elliptic integral {period():.5f} s")


if __name__ == "__main__":
    main()
