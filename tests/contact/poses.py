"""Two shapes at poses of our choice: depth, force and torque of their contact, without any motion."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from bellcrank import kernel
from bellcrank.model import load_text
from bellcrank.system import assemble
from bellcrank.system.lowering import Lowering
from bellcrank.system.state import State
from bellcrank.system.system import System
from bellcrank.system.workspace import Workspace

SHAPES = {
    "PLANE": "PLANE, RM={m}",
    "POINT": "POINT, RM={m}",
    "BALL": "ELLIPSOID, CM={m}, XSCALE=0.8",
    "ELLIPSOID": "ELLIPSOID, CM={m}, XSCALE=0.8, YSCALE=1.1, ZSCALE=1.4",
    "BOX": "BOX, CORNER={m}, X=0.9, Y=1.2, Z=0.7",
    "CYLINDER": "CYLINDER, CM={m}, LENGTH=1.2, RADIUS=0.4",
    "FRUSTUM": "FRUSTUM, CM={m}, LENGTH=-0.9, BOTTOM=0.5, TOP=0.25",
    "TORUS": "TORUS, CM={m}, MAJORRADIUS=0.6, MINORRADIUS=0.15",
    "NET": "EXTRUSION, RM={m}, LENGTH=0.5, POINTS=0,0,0, 1,0,0, 1,0.3,0, 0.4,0.3,0, 0.4,0.9,0, 0,0.9,0, 0,0,0",
    "CONVEX": "EXTRUSION, RM={m}, LENGTH=0.7, POINTS=0,0,0, 0.8,0,0, 1,0.4,0, 0.6,0.9,0, 0.1,0.7,0, 0,0,0",
}
K, E = 10.0, 1.5


class Poses:
    """GRAPHICS i on PART/2 against j on PART/3, undamped IMPACT with K and E."""

    def __init__(
        self, i: str, j: str, law: str = f"IMPACT, STIFFNESS={K}, EXPONENT={E}, DAMPING=0, DMAX=0.1", file=None
    ):
        shapes = SHAPES | {"": ""}
        text = (
            "two shapes\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\n"
            "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\nPART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3\n"
            f"GRAPHICS/2, {shapes.get(i, i).format(m=20)}\nGRAPHICS/3, {shapes.get(j, j).format(m=30)}\n"
            f"CONTACT/1, IGEOM=2, JGEOM=3, {law}\nEND\n"
        )
        model, report = load_text(text, str(file) if file else "two.adm")
        assert not report.errors, report.render()
        kernel.compile_mode(True)
        self.model, self.builder = model, Lowering(model).run()
        self.system = System(self.builder)
        self.work = Workspace(self.system, State(self.system))
        kernel.compile_mode(False)
        self.pair = self.builder.uses["CONTACT"][0].pairs[0]
        self.index = next(first for kind, first in self.system.kinds if kind.name == "CONTACT")

    def place(self, shift, turn, body: int = 0) -> None:
        """Put a body at a place, turned by a rotation vector."""
        self.work.q[body, :3] = shift
        self.work.q[body, 3:] = np.roll(Rotation.from_rotvec(turn).as_quat(), 1)

    def evaluate(self):
        """Depth, and force and torque on the body of I about its origin, at speed zero."""
        self.work.u[:] = 0.0
        self.work.call(assemble.residual)
        return float(self.work.context.arrays[self.index + 3][0, 0]), self.work.wrench[0].copy()

    def gap(self):
        """How far the nearest sample is apart (below 0: the deepest one touches), by the samples themselves."""
        self.work.call(assemble.residual)
        now, samples = self.work.context.arrays[self.index + 8], self.work.context.arrays[self.index + 7]
        count = max(1, int(now[1]))
        return -float(samples[:count, 0].max())


def random_touch(poses: Poses, rng, depth: float):
    """A random pose of I in which the shapes are about `depth` deep; its shift and turn. J stands at the origin."""
    poses.place((0, 0, 0), rng.normal(size=3), 1)
    turn, away = rng.normal(size=3), rng.normal(size=3)
    away /= np.linalg.norm(away)
    if poses.pair.j.shape.kind == "PLANE":
        away = Rotation.from_quat(np.roll(poses.work.q[1, 3:], -1)).apply((0, 0, 1.0))
    high = 3.0  # from outside: deep inside, a depth means nothing
    while high > 0.0:
        poses.place((high - 2e-3) * away, turn)
        if poses.evaluate()[0] > 0.0:
            break
        high -= 2e-3
    low = high - 2e-3
    for _ in range(60):
        middle = 0.5 * (low + high)
        poses.place(middle * away, turn)
        low, high = (middle, high) if poses.evaluate()[0] > depth else (low, middle)
    return low * away, turn
