"""A bicycle that nobody steers: between 4.29 and 6.02 m/s it steers into its fall and rides on.

The benchmark of J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, Linearized dynamics equations for the
balance and steer of a bicycle: a benchmark and review, Proc. R. Soc. A 463 (2007) 1955-1982: four rigid bodies, wheels
that touch the ground with knife edges and roll without slip. Each wheel has a constraint of its height and two of the
velocity of its lowest point, which no coordinate follows from (non-holonomic); n is the axle, c the hub, r the radius:

    z_c - r s = 0,   v_c + w x r d = 0 along x and y,   d = (n_z n_x, n_z n_y, n_z^2 - 1)/s,   s = sqrt(1 - n_z^2)
"""

from itertools import pairwise
from math import cos, pi, sin, tan
from typing import Any

import numpy as np

import bellcrank as bc

WHEELBASE, TRAIL, TILT, G = 1.02, 0.08, pi / 10, 9.81  # m, m, rad (steering axis from the vertical), m/s2
SPEED, PUSH = 4.6, 0.5  # m/s; rad/s, the rate of leaning that it starts with
END, STEPS = 5.0, 500
SHOWN = (0.0, 0.08, 0.16, 0.24, 0.32)
STROBE = True
WEAVE, CAPSIZE = 4.292382536341, 6.024262015388  # m/s: the published speeds between which it is stable
AT_5 = (-14.07838969279822, -0.77534188219585 + 4.46486771378823j, -0.32286642900409)  # published eigenvalues, 1/s


def inertia(xx: float, yy: float, zz: float, xz: float) -> Any:
    """The matrix about the mass centre, z up (the paper's z is down)."""
    return np.array([[xx, 0.0, -xz], [0.0, yy, 0.0], [-xz, 0.0, zz]])


def roll(m: bc.Model, name: str, wheel: Any, holder: Any, radius: float) -> None:
    """The wheel stands on the ground and does not slip; its axle is the y axis of the part that holds it."""
    hub = m.marker(f"{name}_hub", holder, at=wheel)
    m.marker(f"{name}_end", holder, at=np.array(wheel.qg) + (0, 1, 0))
    nx, ny, nz = (f"D{axis}({name}_end, {name}_hub)" for axis in "XYZ")
    s = f"SQRT(1 - {nz}**2)"
    m.gcon(f"{name}_stands", i=hub, function=f"DZ({name}_hub) - {radius}*{s}")
    along = f"VX({name}_hub) - {radius}*(WY({name})*{s} + WZ({name})*{nz}*{ny}/{s})"
    across = f"VY({name}_hub) + {radius}*(WX({name})*{s} + WZ({name})*{nz}*{nx}/{s})"
    m.gcon(f"{name}_rolls", i=hub, function=along)
    m.gcon(f"{name}_keeps_its_track", i=hub, function=across)
    ends = [np.array(wheel.qg) + (radius * cos(a), 0, radius * sin(a)) for a in np.arange(6) * pi / 3]
    spokes = (bc.Solid.rod(wheel.qg, end, 0.004) for end in ends)
    m.draw(wheel, bc.Solid.torus(radius - 0.015, 0.015, at=wheel.qg, axis="y"), *spokes)


def build(speed: float = SPEED, push: float = PUSH) -> bc.Model:
    """Upright, heading for x, with a rate of leaning."""
    m = bc.Model("Bicycle: nobody steers, it rides on", units="SI", gravity=-G)

    def part(name: str, x: float, z: float, mass: float, spin: float, *moments: float) -> Any:
        going = {"v": (speed, -push * z, 0), "w": (push, spin, 0)}
        return m.part(name, at=(x, 0, z), mass=mass, inertia=inertia(*moments), **going)

    frame = part("frame", 0.3, 0.9, 85.0, 0.0, 9.2, 11.0, 2.8, 2.4)
    fork = part("fork", 0.9, 0.7, 4.0, 0.0, 0.05892, 0.06, 0.00708, -0.00756)
    rear = part("rear", 0.0, 0.3, 2.0, speed / 0.3, 0.0603, 0.12, 0.0603, 0.0)
    front = part("front", WHEELBASE, 0.35, 3.0, speed / 0.35, 0.1405, 0.28, 0.1405, 0.0)
    head = (WHEELBASE + TRAIL - 0.8 * tan(TILT), 0, 0.8)
    m.revolute("head", fork, frame, at=head, axis=(-sin(TILT), 0, cos(TILT)))
    for name, wheel, holder, radius in (("rear", rear, frame, 0.3), ("front", front, fork, 0.35)):
        m.revolute(f"{name}_axle", wheel, holder, at=wheel, axis="y")
        roll(m, name, wheel, holder, radius)
    tubes = ((0, 0, 0.3), (0.25, 0, 0.8), head, (0.4, 0, 0.3), (0, 0, 0.3))
    handlebar = ((WHEELBASE, 0, 0.35), head, (0.75, 0.3, 1.0), head, (0.75, -0.3, 1.0))
    for body, points in ((frame, tubes), (fork, handlebar)):
        m.draw(body, *(bc.Solid.rod(p, q, 0.02) for p, q in pairwise(points)))
    legs = (bc.Solid.rod((0.2, 0, 0.85), (0.55, y, 0.75), 0.07) for y in (-0.1, 0.1))
    m.draw(frame, bc.Solid.rod((0.2, 0, 0.85), (0.4, 0, 1.35), 0.13), bc.Solid.sphere(0.12, at=(0.48, 0, 1.58)), *legs)
    m.request("ride", lean="AX(frame)", steer="AZ(head.i, head.j)", x="DX(rear)", y="DY(rear)", speed="VM(rear)")
    return m


def curves(run: bc.Results) -> dict[str, Any]:
    """What is plotted over time."""
    return {"time, s": run.time, "lean, rad": run["ride.lean"], "steer, rad": run["ride.steer"], "y, m": run["ride.y"]}


def main() -> None:
    """Its small motions at 5 m/s beside the published ones, and a ride."""
    found = build(5.0, 0.0).modes(at="input").values
    for wanted in AT_5:
        print(f"at 5 m/s {found[abs(found - wanted).argmin()]:.8f}, published {wanted:.8f}")
    lean = build().simulate(END, STEPS)["ride.lean"]
    print(f"pushed by {PUSH} rad/s it leans by up to {abs(lean).max():.3f} rad, after {END:g} s by {lean[-1]:.4f} rad")


if __name__ == "__main__":
    main()
