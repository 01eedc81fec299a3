"""A double wishbone suspension, moved up and down: camber, toe and wheel rate over the travel of the wheel.

Two arms on hinges, an upright between their ball joints, a tie rod that steers it. A motion of the wheel centre takes
the one freedom that is left: a kinematic analysis. Its force is what the tyre has to carry, and the slope of that
force over the travel is the wheel rate. What is expected is found from the lengths, by the work of the spring.
"""

from itertools import pairwise
from typing import Any

import numpy as np
from scipy.optimize import fsolve
from scipy.spatial.transform import Rotation

import bellcrank as bc

LOWER, UPPER = np.array([0.0, 400, 200]), np.array([0.0, 450, 420])  # hinges, their axes along x; mm
LOWER_BALL, UPPER_BALL = np.array([0.0, 750, 180]), np.array([10.0, 700, 430])
RACK, STEERING, WHEEL = np.array([120.0, 420, 230]), np.array([120.0, 735, 225]), np.array([0.0, 790, 300])
SEAT, TOWER = np.array([0.0, 600, 190]), np.array([0.0, 500, 560])  # of the spring
RATE, LENGTH, PRELOAD = 70.0, 383.2754, 6816.0  # N/mm, mm, N
TRAVEL, END, STEPS = 80.0, 4.0, 400  # mm up and down; s
VIEW = "right"


def build() -> bc.Model:
    """x to the rear, y outwards, z up; weights are left out, and nothing here needs a mass."""
    m = bc.Model("Suspension: camber, toe and wheel rate of a double wishbone", units="MMKS", gravity=-9806.65)
    middles = {"lower_arm": (LOWER + LOWER_BALL) / 2, "upper_arm": (UPPER + UPPER_BALL) / 2, "upright": WHEEL}
    middles["tie_rod"] = (RACK + STEERING) / 2
    lower, upper, upright, rod = (m.part(name, at=at) for name, at in middles.items())
    m.revolute("lower_hinge", lower, m.ground, at=LOWER, axis="x")
    m.revolute("upper_hinge", upper, m.ground, at=UPPER, axis="x")
    m.spherical("lower_ball", upright, lower, at=LOWER_BALL)
    m.spherical("upper_ball", upright, upper, at=UPPER_BALL)
    m.spherical("steering_ball", rod, upright, at=STEERING)
    m.universal("rack_joint", rod, m.ground, at=RACK, axis=("x", "z"))
    m.springdamper("spring", i=lower, at=(SEAT, TOWER), k=RATE, length=LENGTH, force=PRELOAD)
    jounce = f"{WHEEL[2] - TRAVEL} + {2 * TRAVEL / END}*TIME"
    m.motion("jounce", i=upright, j=m.ground, at=(WHEEL, (0, 0, 0)), axis="Z", function=jounce)
    m.marker("axle", upright, at=WHEEL + (0, 100, 0))  # along the axle of the wheel
    n = {axis: f"D{axis}(axle, upright)" for axis in "XYZ"}
    angles = {"camber": f"-ASIN({n['Z']}/100)*RTOD", "toe_in": f"ATAN2(-{n['X']}, {n['Y']})*RTOD"}
    m.request("wheel", travel=f"DZ(upright) - {WHEEL[2]}", load="MOTION(jounce, 0, 4, 0)", **angles)
    aside, struts = np.array([120.0, 0, 0]), (LOWER_BALL, STEERING, UPPER_BALL, WHEEL, LOWER_BALL)
    arms = ([hinge - aside, ball, hinge + aside] for hinge, ball in ((LOWER, LOWER_BALL), (UPPER, UPPER_BALL)))
    for part, points in zip((lower, upper, upright, rod), (*arms, struts, (RACK, STEERING)), strict=True):
        m.draw(part, *(bc.Solid.rod(p, q, 12) for p, q in pairwise(points)))
    m.draw(upright, bc.Solid.torus(240, 60, at=WHEEL, axis="y"))
    return m


def pose(travel: float) -> tuple[Any, float]:
    """Direction of the axle and length of the spring at a travel of the wheel: five distances are kept."""

    def open_by(x: Any) -> list[float]:
        at, turn = np.array([x[0], x[1], WHEEL[2] + travel]), Rotation.from_rotvec(x[2:]).as_matrix()
        ball, top, arm = (at + turn @ (p - WHEEL) for p in (LOWER_BALL, UPPER_BALL, STEERING))
        kept = lambda p, q, p0, q0: (np.linalg.norm(p - q) - np.linalg.norm(p0 - q0)) / 100
        return [(ball[0] - LOWER_BALL[0]) / 100, kept(ball, LOWER, LOWER_BALL, LOWER), (top[0] - UPPER_BALL[0]) / 100,
                kept(top, UPPER, UPPER_BALL, UPPER), kept(arm, RACK, STEERING, RACK)]  # fmt: skip

    x = fsolve(open_by, [*WHEEL[:2], 0, 0, 0], xtol=1e-13)
    turn = Rotation.from_rotvec(x[2:])
    ball = np.array([x[0], x[1], WHEEL[2] + travel]) + turn.as_matrix() @ (LOWER_BALL - WHEEL)
    angle = np.arctan2(*(ball - LOWER)[[2, 1]]) - np.arctan2(*(LOWER_BALL - LOWER)[[2, 1]])
    seat = LOWER + Rotation.from_rotvec([angle, 0, 0]).as_matrix() @ (SEAT - LOWER)
    return turn.as_matrix()[:, 1], float(np.linalg.norm(seat - TOWER))


def curves(run: bc.Results) -> dict[str, Any]:
    """What is plotted: the first over nothing, the others over it."""
    travel = run["wheel.travel"]
    angles = {"camber, deg": run["wheel.camber"], "toe-in, deg": run["wheel.toe_in"]}
    return {"travel of the wheel, mm": travel, **angles, "wheel rate, N/mm": np.gradient(run["wheel.load"], travel)}


def expected(travel: float) -> tuple[float, float, float]:
    """Camber and toe in degrees, wheel rate in N/mm."""
    n = pose(travel)[0]
    camber, toe = -np.degrees(np.arcsin(n[2])), np.degrees(np.arctan2(-n[0], n[1]))
    return float(camber), float(toe), (load(travel + 1.0) - load(travel - 1.0)) / 2.0


def load(travel: float) -> float:
    """Of the tyre: minus the force of the spring times the rate of its length, N."""
    slope = (pose(travel + 0.01)[1] - pose(travel - 0.01)[1]) / 0.02
    return -(PRELOAD - RATE * (pose(travel)[1] - LENGTH)) * slope


def main() -> None:
    """The curves at some travels, and what the lengths say."""
    travel, *found = curves(build().kinematics(END, STEPS)).values()
    for row in (1, 100, 200, 300, 399):
        pairs = zip(("camber", "toe", "wheel rate"), found, expected(travel[row]), strict=True)
        print(f"{travel[row]:6.1f} mm:", *(f"{name} {curve[row]:.5f} ({wanted:.5f})" for name, curve, wanted in pairs))


if __name__ == "__main__":
    main()
