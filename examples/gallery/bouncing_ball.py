"""A steel ball bounces on a table that rocks: IMPACT with the right rate.

The free length is the radius of the ball; the contact begins where the centre is so near to the table top, never pulls,
and is fully damped from 0.1 mm on. The table turns, so that the rate of DZ(ball,top,top) is VZ(ball,top,top,top).
The dataset of this name is the same, written by hand.
"""

from math import cos, pi, radians, sin

import numpy as np
from scipy.integrate import solve_ivp

import bellcrank as bc

RADIUS, MASS, K, EXPONENT, DAMPING, DEPTH, G = 25.0, 0.5, 1000.0, 1.5, 0.5, 0.1, 9806.65  # mm, kg, N, s
START, TILT = (50.0, 225.0), radians(3.0)  # where the ball is dropped; how far the table rocks
END, STEPS = 2.0, 800
BY_HAND = True
SHOWN = (0.0, 0.1, 0.2, 0.35)


def build() -> bc.Model:
    """The table turns about y, once a second."""
    m = bc.Model("Bouncing ball: a steel ball on a rocking table", units="MMKS", gravity=-G)
    table = m.part("table", at=(0, 0, 0), mass=20, cm=(0, 0, -10), ip=(1.5e5, 6.0e5, 7.4e5))
    ball = m.part("ball", at=(START[0], 0, START[1]), mass=MASS, ip=(125, 125, 125))
    rocker = m.revolute("rocker", table, m.ground, at=(0, 0, 0), axis="y")
    m.motion("rocking", joint=rocker, function="3D*SIN(2*PI*TIME)")
    top = m.marker("top", table, at=(0, 0, 0))
    gap, rate = "DZ(ball, top, top)", "VZ(ball, top, top, top)"
    push = f"IMPACT({gap}, {rate}, {RADIUS}, {K}, {EXPONENT}, {DAMPING}, {DEPTH})"
    m.vforce("contact", i=ball, jfloat=m.marker("", table, floating=True), rm=top, fx=0, fy=0, fz=push)
    m.request("gap_and_force", GAP=f"{gap} - {RADIUS}", GAP_RATE=rate, FORCE="VFORCE(contact, 0, 4, top)")
    m.new("GRAPHICS", "", "BOX", corner=m.marker("", table, at=(-300, -150, -20)), x=600, y=300, z=20)
    size = dict.fromkeys(("xscale", "yscale", "zscale"), 2 * RADIUS)
    m.new("GRAPHICS", "", "ELLIPSOID", cm=m.marker("", ball), **size)
    return m


def expected(end: float) -> np.ndarray:
    """x, z of the ball by its own two equations: the law of IMPACT along the normal of the table, which turns."""

    def rate(t: float, y: np.ndarray) -> list[float]:
        a, w = TILT * sin(2 * pi * t), 2 * pi * TILT * cos(2 * pi * t)
        n, across = np.array([sin(a), cos(a)]), np.array([cos(a), -sin(a)])
        gap, speed = n @ y[:2], n @ y[2:] + w * (across @ y[:2])
        p = RADIUS - gap
        s = min(1.0, max(0.0, p / DEPTH))
        force = max(0.0, K * p**EXPONENT - DAMPING * s * s * (3 - 2 * s) * speed) if p > 0 else 0.0
        return [*y[2:], force * 1e3 / MASS * n[0], force * 1e3 / MASS * n[1] - G]

    return solve_ivp(rate, (0.0, end), [*START, 0.0, 0.0], "DOP853", rtol=1e-10, atol=1e-9, max_step=2e-5).y[:2, -1]


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS, error=1e-6)
    x, z = expected(0.5)
    found = [run.at(0.5, f"ball.{axis}") for axis in "XZ"]
    print(f"after 0.5 s the ball is at {found[0]:.3f}, {found[1]:.3f} mm; by its own equations {x:.3f}, {z:.3f} mm")


if __name__ == "__main__":
    main()
