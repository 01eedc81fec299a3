"""Clamp docking: four handles of a chaser are caught by four claws of a target, each with a spring-loaded lever.

    python examples/clamp_docking.py          writes clamp-docking.adm, .html (a report) and .png (five snapshots)

After V. N. Sohoni and M. A. Chace, Pseudo-prototyping of aerospace mechanical dynamic systems with a generalized
computer program, example 2; all numbers are our own. Two free satellites, no gravity. The chaser comes from about 15 cm
with a small angular misalignment. A claw is a base with two cheeks, mounted on the target by a bushing. Its lever turns
on a revolute joint; a catch holds it open. A sensor trips the catch when the ball of the handle is within 70 mm of the
base: from then on a linear torsional spring turns the lever behind the ball and pulls it into the claw.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

import bellcrank as bc

CLAWS = {"east": 0.0, "north": 0.5 * math.pi, "west": math.pi, "south": 1.5 * math.pi}
"""Where they are on the face of the target: the angle from y towards z."""
RADIUS = 0.35
BALL, BAR = 0.020, 0.006
"""Radii of the ball of a handle and of a lever."""
REACH = 0.115
"""Length of a lever, from its pin."""
PIN = (0.055, 0.075)
"""Where the pin is: ahead of the base, and outwards of the middle of the claw."""
OPEN, SHUT = -25.0, 150.0
"""Degrees from straight ahead: where the catch holds a lever, and where its spring would be at rest."""
TRIP = 0.070
AHEAD = np.array([-1.0, 0.0, 0.0])
"""From the target to the chaser."""
LAW = {"law": "IMPACT", "stiffness": 4e6, "exponent": 1.5, "damping": 2000.0, "dmax": 1e-4}


def turned(about: tuple[float, float, float]) -> np.ndarray:
    """The rotation by a small vector (Rodrigues)."""
    angle = np.linalg.norm(about)
    k = np.cross(np.eye(3), np.array(about) / angle)
    return np.eye(3) - math.sin(angle) * k + (1.0 - math.cos(angle)) * k @ k


def block(m: bc.Model, name: str, body: Any, corner: np.ndarray, axes: np.ndarray, sizes: tuple[float, ...]) -> Any:
    """A box: its corner and its axes (rows) in ground."""
    marker = m.marker("", body, at=corner, x=axes[0], z=axes[2])
    return m.new("GRAPHICS", name, "BOX", corner=marker, x=sizes[0], y=sizes[1], z=sizes[2])


def claw(m: bc.Model, name: str, turn: float, target: Any, ball: Any) -> None:
    """A claw on the face of the target: base, cheeks, lever, catch, and their contacts with a ball."""
    out = np.array([0.0, math.cos(turn), math.sin(turn)])
    side, base = np.cross(AHEAD, out), RADIUS * out
    cup = m.part(f"{name}_claw", at=base, mass=3.0, cm=(0, 0, 0), ip=(8e-3, 8e-3, 8e-3))
    m.bushing(f"{name}_mount", i=cup, j=target, at=base, axis=(1, 0, 0),
              k=(2e5, 2e5, 2e5), c=(400, 400, 400), kt=(800, 800, 800), ct=(3, 3, 3))  # fmt: skip
    axes = np.array([AHEAD, out, side])
    walls = [block(m, f"{name}_base", cup, base - axes.T @ (0.015, 0.05, 0.05), axes, (0.015, 0.10, 0.10))]
    for place, label in ((-0.040, "left"), (0.030, "right")):
        start = base + axes.T @ (0.0, -0.05, place)
        walls.append(block(m, f"{name}_{label}_cheek", cup, start, axes, (0.045, 0.10, 0.010)))
    lever = lever_of(m, name, base, axes, cup)
    m.contact(f"{name}_seat", igeom=[ball], jgeom=walls, **LAW)
    m.contact(f"{name}_grip", igeom=[ball], jgeom=[lever], **LAW)


def lever_of(m: bc.Model, name: str, base: np.ndarray, axes: np.ndarray, cup: Any) -> Any:
    """The lever with its pin, catch, sensor and spring; returns its shape."""
    ahead, out, side = axes
    pin = base + PIN[0] * ahead + PIN[1] * out
    along = math.cos(math.radians(OPEN)) * ahead - math.sin(math.radians(OPEN)) * out
    flat = 0.4 * REACH**2 / 12.0
    lever = m.part(f"{name}_lever", at=pin + 0.5 * REACH * along, z=along, x=side, mass=0.4, cm=(0, 0, 0),
                   ip=(flat, flat, 1e-5))  # fmt: skip
    i = m.marker(f"{name}_lever_pin", lever, at=pin, z=side, x=along)
    j = m.marker(f"{name}_claw_pin", cup, at=pin, z=side, x=along)
    m.revolute(f"{name}_pin", i=i, j=j)
    m.marker(f"{name}_middle", cup, at=base)
    trigger = m.sensor(f"{name}_trigger", function=f"DM({name}_ball, {name}_middle)", relation="LE", value=TRIP,
                       error=1e-6, evaluate="1", restart=True)  # fmt: skip
    angle, rate = f"AZ({i.id},{j.id})", f"WZ({i.id},{j.id},{j.id})"
    spring = f"1.0*({-math.radians(SHUT - OPEN):.6f} - {angle}) - 0.06*{rate}"
    m.sforce(f"{name}_spring", "ROTATION", i=i, j=j,
             function=f"IF(SENVAL({trigger.id})-0.5: -40*{angle} - 0.3*{rate}, 0, {spring})")  # fmt: skip
    bar = m.marker("", lever, at=pin, z=along)
    return m.new("GRAPHICS", f"{name}_bar", "CYLINDER", cm=bar, length=REACH, radius=BAR)


def clamp_docking(speed: float = 0.03, tilt: tuple[float, float, float] = (0.012, 0.015, -0.020)) -> bc.Model:
    """Both satellites; the chaser comes at `speed`, turned by the vector `tilt` (radians) about the middle of its
    handles.
    """
    m = bc.Model("Clamp docking: four handles are caught by four claws", units="MKS", gravity=(0, 0, 0))
    target = m.part("target", at=(0.45, 0, 0), mass=300.0, cm=(0, 0, 0), ip=(30, 28, 28))
    block(m, "target_face", target, np.array([0.02, -0.45, -0.45]), np.eye(3), (0.02, 0.9, 0.9))
    block(m, "target_body", target, np.array([0.04, -0.2, -0.2]), np.eye(3), (0.4, 0.4, 0.4))
    turn, middle = turned(tilt), np.array([-0.15, 0.004, -0.003])
    place = middle + turn @ (-0.60, 0.0, 0.0)
    chaser = m.part("chaser", at=place, x=turn[:, 0], z=turn[:, 2], mass=800.0, cm=(0, 0, 0), ip=(85, 110, 110),
                    v=(speed, 0, 0))  # fmt: skip
    block(m, "chaser_face", chaser, middle - turn @ (0.14, 0.45, 0.45), turn.T, (0.02, 0.9, 0.9))
    block(m, "chaser_body", chaser, middle - turn @ (0.54, 0.2, 0.2), turn.T, (0.4, 0.4, 0.4))
    for name, at in CLAWS.items():
        out = np.array([0.0, math.cos(at), math.sin(at)])
        centre = middle + turn @ (RADIUS * out)
        marker = m.marker(f"{name}_ball", chaser, at=centre)
        ball = m.new("GRAPHICS", f"{name}_handle", "ELLIPSOID", cm=marker, xscale=2 * BALL, yscale=2 * BALL,
                     zscale=2 * BALL)  # fmt: skip
        stem = m.marker("", chaser, at=centre + turn @ (-0.12, 0.0, 0.0), z=turn[:, 0])
        m.new("GRAPHICS", f"{name}_stem", "CYLINDER", cm=stem, length=0.12, radius=0.008)
        claw(m, name, at, target, ball)
    return m


def main(folder: Path) -> None:
    """Run it; write dataset, report and snapshots."""
    model = clamp_docking()
    model.write(folder / "clamp-docking.adm")
    run = model.simulate(end=8.0, steps=800)
    run.view(folder / "clamp-docking.html", model=model)
    run.snapshot(folder / "clamp-docking.png", [0.0, 2.5, 3.0, 3.5, 8.0], size=(420, 420))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path())
