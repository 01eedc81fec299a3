"""Boom docking: a chaser catches a target with a telescoping boom and a funnel with a latch.

    python examples/boom_docking.py          writes boom-docking.adm, .html (a report) and .png (five snapshots)

After V. N. Sohoni and M. A. Chace, Pseudo-prototyping of aerospace mechanical dynamic systems with a generalized
computer program, example 1; all numbers are our own. Two free satellites about one metre apart, no gravity. The boom, a
telescope of three tubes in an elastically mounted housing, is driven out; its ball meets the funnel of the target off
centre, slides down the wall and reaches the base. There a sensor trips the latch, an elastic element that takes hold of
the ball within the latch time; then the boom is driven in and pulls the satellites together.

The wall of the funnel is a ring of plates, and CONTACT finds where the ball touches them (`funnel="shapes"`); or it is
a cone in a user's function, as in the paper (`funnel="function"`).
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

import bellcrank as bc

BALL, THROAT, DEPTH = 0.040, 0.040, 0.35
"""Radius of the ball; of the funnel at its base; depth of the funnel."""
HALF = math.radians(30.0)
"""Half the angle of the cone."""
PLATES = 12
WALL = {"stiffness": 5e5, "exponent": 1.5, "damping": 100.0, "dmax": 1e-3}
OUT, IN = 1.16, 0.94
"""How far the boom is driven out, and back in."""


ASIDE, TILT = (0.14, 0.08), 2.0
"""How far the target is off the axis of the boom, and by how many degrees it is turned."""


def funnel_frame(aside: tuple[float, float], tilt: float) -> tuple[np.ndarray, np.ndarray]:
    """Base of the funnel and axes (rows) of its marker, z out of the opening, in ground."""
    turn = math.radians(tilt)
    axes = np.array([[math.cos(turn), math.sin(turn), 0.0], [-math.sin(turn), math.cos(turn), 0.0], [0.0, 0.0, 1.0]])
    base = np.array([2.25, *aside]) - 0.4 * axes[0]
    return base, np.array([axes[1], axes[2], axes[0]]) * np.array([[1.0], [-1.0], [-1.0]])


def chaser_with_boom(m: bc.Model, extension: float, approach: float) -> Any:
    """The chaser, the housing on its bushing, three tubes that are driven out and in; returns the last tube."""
    along, v = (1.0, 0.0, 0.0), (approach, 0.0, 0.0)
    chaser = m.part("chaser", at=(0, 0, 0), mass=800.0, cm=(0, 0, 0), ip=(85, 110, 110), v=v)
    corner = m.marker("", chaser, at=(-0.5, -0.4, -0.4))
    m.new("GRAPHICS", "chaser_body", "BOX", corner=corner, x=1.0, y=0.8, z=0.8)
    housing = m.part("housing", at=(0.3, 0, 0), mass=10.0, cm=(0, 0, 0), ip=(0.05, 0.25, 0.25), v=v)
    m.bushing("mount", i=housing, j=chaser, at=(0.5, 0, 0), axis=along,
              k=(4e4, 4e4, 4e4), c=(500, 500, 500), kt=(1500, 1500, 1500), ct=(40, 40, 40))  # fmt: skip
    before = housing
    for n, (name, mass, radius) in enumerate((("outer", 6.0, 0.06), ("middle", 4.0, 0.045), ("boom", 3.0, 0.03))):
        flat = mass * 0.7**2 / 12.0
        tube = m.part(name, at=(0.3, 0, 0), mass=mass, cm=(0, 0, 0), ip=(mass * radius**2, flat, flat), v=v)
        joint = m.translational(f"{name}_slide", tube, before, at=(0.3, 0, 0), axis=along)
        out = f"STEP(TIME, 1, 0, {1 + extension:g}, {OUT / 3:.6f})"
        back = f"STEP(TIME, {5 + extension:g}, 0, {23 + extension:g}, {IN / 3:.6f})"
        m.motion(f"extend_{name}", joint=joint, function=f"{out} - {back}")
        end = m.marker("", tube, at=(-0.1 - 0.02 * n, 0, 0), z=along)
        m.new("GRAPHICS", f"{name}_tube", "CYLINDER", cm=end, length=0.75 + 0.05 * n, radius=radius)
        before = tube
    return before


def plates(m: bc.Model, target: Any, base: np.ndarray, axes: np.ndarray) -> list[Any]:
    """The wall of the funnel: plates that touch the cone, and one at its base."""
    x, y, z = axes
    found = []
    for n in range(PLATES):
        turn = 2.0 * math.pi * n / PLATES
        out = math.cos(turn) * x + math.sin(turn) * y
        up, inward = math.sin(HALF) * out + math.cos(HALF) * z, math.sin(HALF) * z - math.cos(HALF) * out
        length = (DEPTH + 0.02) / math.cos(HALF)
        width = 2.0 * math.tan(math.pi / PLATES) * (THROAT + DEPTH * math.tan(HALF))
        start = base + THROAT * out - 0.02 / math.cos(HALF) * up
        across = np.cross(inward, up)
        corner = m.marker("", target, at=start - 0.01 * inward - 0.5 * width * across, z=inward, x=up)
        found.append(m.new("GRAPHICS", f"plate_{n + 1}", "BOX", corner=corner, x=length, y=width, z=0.01))
    corner = m.marker("", target, at=base - 0.04 * z - 0.06 * (x + y), z=z, x=x)
    found.append(m.new("GRAPHICS", "base_plate", "BOX", corner=corner, x=0.12, y=0.12, z=0.02))
    return found


def wall_force(x: float, y: float, z: float, vx: float, vy: float, vz: float) -> float:
    """Force of the cone on the ball, along its normal: the law of IMPACT."""
    r = math.sqrt(x * x + y * y + 1e-12)
    gap = (THROAT + z * math.tan(HALF) - r) * math.cos(HALF) - BALL
    rate = vz * math.sin(HALF) - math.cos(HALF) * (x * vx + y * vy) / r
    if gap >= 0.0 or z > DEPTH:
        return 0.0
    part = min(1.0, -gap / 1e-3)
    return max(0.0, 5e5 * (-gap) ** 1.5 - 100.0 * part * part * (3.0 - 2.0 * part) * rate)


def cone(m: bc.Model, tip: Any, frame: Any, target: Any) -> None:
    """The wall as a user's function in a VFORCE."""
    places = [f"{f}({tip.id},{frame.id},{frame.id}{more})" for f, more in (
        ("DX", ""), ("DY", ""), ("DZ", ""), ("VX", f",{frame.id}"), ("VY", f",{frame.id}"), ("VZ", f",{frame.id}")
    )]  # fmt: skip
    m.variable("wall_force", function=bc.user(wall_force, *places))
    m.variable("radius", function=f"SQRT({places[0]}**2 + {places[1]}**2 + 1E-12)")
    m.vforce("funnel_force", i=tip, jfloat=m.marker("", target, floating=True), rm=frame,
             fx=f"-VARVAL(wall_force)*{math.cos(HALF):.9f}*{places[0]}/VARVAL(radius)",
             fy=f"-VARVAL(wall_force)*{math.cos(HALF):.9f}*{places[1]}/VARVAL(radius)",
             fz=f"VARVAL(wall_force)*{math.sin(HALF):.9f}")  # fmt: skip


def latch_of(m: bc.Model, tip: Any, frame: Any, target: Any, latch: float) -> None:
    """The latch: tripped at the base, closed within the latch time; then springs and dampers hold the ball, where it is
    within their reach of 6 to 10 cm.
    """
    i, j = tip.id, frame.id
    s = "SENVAL(1)"  # when it was tripped for the first time
    m.sensor("trip", id=1, function=f"DZ({i},{j},{j})", relation="LE", value=0.045, error=1e-6,
             evaluate=f"IF({s}: TIME, TIME, {s})", restart=True)  # fmt: skip
    radius = f"SQRT(DX({i},{j},{j})**2 + DY({i},{j},{j})**2 + 1E-12)"
    reach = f"STEP(DZ({i},{j},{j}), 0.06, 1, 0.10, 0)*STEP({radius}, 0.06, 1, 0.10, 0)"
    m.variable("latch_time", function=f"{latch:g}")
    m.variable("latch_closed", function=f"IF({s}: 0, 0, STEP(TIME, {s}, 0, {s} + VARVAL(latch_time), 1)*{reach})")
    pull = {}
    for axis, at in (("X", "0"), ("Y", "0"), ("Z", "0.02")):
        hold = f"2000*(D{axis}({i},{j},{j}) - {at}) + 250*V{axis}({i},{j},{j},{j})"
        pull[f"f{axis.lower()}"] = f"-VARVAL(latch_closed)*({hold})"
        pull[f"t{axis.lower()}"] = f"-VARVAL(latch_closed)*(60*A{axis}({i},{j}) + 120*W{axis}({i},{j},{j}))"
    m.gforce("latch", i=tip, jfloat=m.marker("", target, floating=True), rm=frame, **pull)
    m.request("docking", comment="tip in the funnel", f2=f"DZ({i},{j},{j})", f3=radius, f4=pull["fz"],
              cnames=("", "DEPTH", "RADIUS", "LATCH_FORCE"), cunits=("", "meter", "meter", "newton"))  # fmt: skip


def boom_docking(
    approach: float = 0.05,
    latch: float = 0.3,
    extension: float = 15.0,
    funnel: str = "shapes",
    aside: tuple[float, float] = ASIDE,
    tilt: float = TILT,
) -> bc.Model:
    """Both satellites; the chaser comes with the speed `approach`, its boom is driven out in `extension` seconds, the
    latch closes in `latch` seconds. The target is `aside` of the axis of the boom, turned by `tilt` degrees.
    """
    m = bc.Model("Boom docking: a chaser catches a satellite with a boom and a funnel", units="MKS", gravity=(0, 0, 0))
    boom = chaser_with_boom(m, extension, approach)
    base, axes = funnel_frame(aside, tilt)
    x, _, z = axes
    target = m.part("target", at=(2.25, *aside), x=-z, z=(0, 0, 1), mass=300.0, cm=(0, 0, 0), ip=(24, 28, 28))
    corner = m.marker("", target, at=base - 0.35 * x + 0.35 * np.cross(x, z) - 0.04 * z, z=(0, 0, 1), x=-z)
    m.new("GRAPHICS", "target_body", "BOX", corner=corner, x=0.8, y=0.7, z=0.7)
    frame = m.marker("funnel", target, at=base, z=z, x=x)
    tip = m.marker("tip", boom, at=(0.7, 0, 0), z=(-1, 0, 0), x=(0, 1, 0))
    ball = m.new("GRAPHICS", "ball", "ELLIPSOID", cm=tip, xscale=2 * BALL, yscale=2 * BALL, zscale=2 * BALL)
    wall = plates(m, target, base, axes)
    if funnel == "shapes":
        m.contact("wall", igeom=[ball], jgeom=wall, law="IMPACT", **WALL)
    else:
        cone(m, tip, frame, target)
    latch_of(m, tip, frame, target, latch)
    return m


def main(folder: Path) -> None:
    """Run it; write dataset, report and snapshots."""
    model = boom_docking()
    model.write(folder / "boom-docking.adm")
    run = model.simulate(end=40.0, steps=800)
    run.view(folder / "boom-docking.html", model=model)
    run.snapshot(folder / "boom-docking.png", [0.0, 8.0, 12.0, 17.0, 40.0], size=(420, 260))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path())
