"""A ball rolls down a surface given by a spline of points: the bowl z = (x^2 + 2 y^2)/2 as a table, and IMPACT on it.

In the end it rests at the bottom, sunk in so far that the contact carries its weight: k p^e = m g.
"""

from math import cos, pi, sin, sqrt

import bellcrank as bc

MASS, STIFF, EXPONENT, DAMP, G = 0.5, 2e4, 1.5, 60.0, 9.81
END, STEPS = 20.0, 1000
SHOWN = (0.0, 0.02, 0.045, 1.0)


def build() -> bc.Model:
    """The height of the surface is AKISPL of x and y; friction is a damping by the contact force."""
    m = bc.Model("Ball in a bowl: contact with a surface of spline points", units="SI", gravity=-G)
    ball = m.part("ball", at=(0.8, 0.4, 0.75), mass=MASS, ip=(1e-3, 1e-3, 1e-3))
    points = [-1.2 + 0.2 * n for n in range(13)]
    rows = [[(x * x + 2 * y * y) / 2 for x in points] for y in points]
    bowl = m.spline("bowl", x=points, y=[(y, *row) for y, row in zip(points, rows, strict=True)])
    m.variable("ground_height", function=f"AKISPL(DX(ball, ground), DY(ball, ground), {bowl.id})")
    m.variable("gap", function="DZ(ball, ground) - VARVAL(ground_height)")
    m.variable("push", function=f"IMPACT(VARVAL(gap), VZ(ball, ground), 0, {STIFF}, {EXPONENT}, {DAMP}, 1E-3)")
    slope = lambda letter, order: f"-VARVAL(push)*{order}*D{letter}(ball, ground) - 0.8*V{letter}(ball, ground)"
    m.vforce("contact", i=ball, fx=slope("X", 1), fy=slope("Y", 2), fz="VARVAL(push) - 0.8*VZ(ball, ground)")
    m.draw(ball, bc.Solid.sphere(0.1, at=ball.qg))
    level = lambda r: [(r * cos(a), r * sin(a) / sqrt(2), r * r / 2 - 0.1) for a in (pi * n / 8 for n in range(17))]
    rings = [[m.marker("", m.ground, at=point) for point in level(r)] for r in (0.3, 0.6, 0.9, 1.2)]
    for line in (*rings, *zip(*rings, strict=True)):
        m.new("GRAPHICS", "", "OUTLINE", outline=line)  # the bowl, as far below as the ball is thick
    m.request("rest", dx="DX(ball, ground)", dy="DY(ball, ground)", gap="VARVAL(gap)")
    return m


def expected() -> float:
    """The gap at rest."""
    return -((MASS * G / STIFF) ** (1 / EXPONENT))


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    print(f"the ball rests with a gap of {1e3 * run['rest.gap'][-1]:.4f} mm, formula {1e3 * expected():.4f} mm")


if __name__ == "__main__":
    main()
