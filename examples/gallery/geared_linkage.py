"""A geared five-bar: two cranks that gears turn against each other, and two rods that meet in a drawing point."""

from math import cos, hypot, pi, sin, sqrt

import bellcrank as bc

APART, CRANK, ROD, SPEED = 0.2, 0.08, 0.2, 2 * pi  # m, m, m, rad/s
START = 0.6  # rad, of the left crank; the right one is its mirror image
END, STEPS = 0.8, 200


def pins(angle: float) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
    """Ends of both cranks and the point where the rods meet, for an angle of the left crank."""
    a = (CRANK * cos(angle), CRANK * sin(angle))
    right = pi - START - (angle - START)
    b = (APART + CRANK * cos(right), CRANK * sin(right))
    middle, half = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), hypot(b[0] - a[0], b[1] - a[1]) / 2
    up = sqrt(ROD**2 - half**2) / (2 * half)
    return a, b, (middle[0] - up * (b[1] - a[1]), middle[1] + up * (b[0] - a[0]))


def gear(x: float, phase: float) -> list[tuple[float, float, float]]:
    """The outline of a gear of 24 teeth about (x, 0), for pictures: a tooth at an angle of phase."""
    radius = lambda n: APART / 2 * (1.04 if n % 4 < 2 else 0.95)
    angles = [(pi / 48 * (n - 0.5) + phase, radius(n)) for n in range(96)]
    return [(x + r * cos(a), r * sin(a), -0.02) for a, r in angles]


def build() -> bc.Model:
    """All hinges about z."""
    m = bc.Model("Geared linkage: two geared cranks draw a curve", units="SI", gravity=0)
    a, b, c = pins(START)
    place = lambda p: (p[0], p[1], 0.0)
    between = lambda p, q: ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, 0.0)
    left = m.part("left_crank", at=between((0, 0), a), mass=0.2, ip=(1e-4, 1e-4, 1e-4))
    right = m.part("right_crank", at=between((APART, 0), b), mass=0.2, ip=(1e-4, 1e-4, 1e-4))
    first = m.part("left_rod", at=between(a, c), mass=0.3, ip=(1e-3, 1e-3, 1e-3))
    second = m.part("right_rod", at=between(b, c), mass=0.3, ip=(1e-3, 1e-3, 1e-3))
    one = m.revolute("left_axle", left, m.ground, at=(0, 0, 0), axis="z")
    two = m.revolute("right_axle", right, m.ground, at=(APART, 0, 0), axis="z")
    m.revolute("left_pin", first, left, at=place(a), axis="z")
    m.revolute("top_pin", second, first, at=place(c), axis="z")
    m.inline("right_pin", second, right, at=place(b), axis="z")
    m.coupler("gears", joints=[one, two], scales=[1.0, 1.0])
    m.motion("motor", joint=one, function=f"{SPEED!r}*TIME")
    m.marker("pen", first, at=place(c))
    for crank, x, phase, pin in ((left, 0.0, 0.0, a), (right, APART, pi / 24, b)):
        m.draw(crank, bc.Solid.plate(gear(x, phase), 0.015), bc.Solid.rod((*pin, -0.02), (*pin, 0.01), 0.008))
        m.draw(m.ground, bc.Solid.rod((x, 0, -0.04), (x, 0, -0.005), 0.012))
    for rod, pin in ((first, a), (second, b)):
        m.draw(rod, bc.Solid.rod(place(pin), place(c), 0.007))
    m.draw(first, bc.Solid.rod((*c, -0.02), (*c, 0.015), 0.01))
    m.request("curve", dx="DX(pen, ground)", dy="DY(pen, ground)")
    return m


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    x, y = pins(START + SPEED * END)[2]
    print(f"the pen ends at {run['curve.dx'][-1]:.6f}, {run['curve.dy'][-1]:.6f}; by two circles {x:.6f}, {y:.6f}")


if __name__ == "__main__":
    main()
