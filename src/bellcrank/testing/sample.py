"""A small model at a random state: where elements are tested against differences.

    sample = Sample("JOINT/1, REVOLUTE, I=21, J=31", seed=3)      three free parts, two markers on each and on ground
    sample.residual()      all equations: dynamic rows, constraint rows, scalar equations
    sample.matrix(1, 0, 0) the derivative by positions that the program itself assembles
    sample.move(step)      another state nearby

Nothing is assembled: constraints are violated, multipliers and accelerations are random numbers. Derivatives hold there
as well, and a mistake cannot hide behind a term that vanishes in an assembled position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bellcrank.kernel import plain
from bellcrank.model import load_text
from bellcrank.system import assemble, charts, expressions, motion
from bellcrank.system import layout as at
from bellcrank.system.bodies import body_residual
from bellcrank.system.coordinates import body_of, motions_of
from bellcrank.system.lowering import Lowering
from bellcrank.system.state import State
from bellcrank.system.system import System
from bellcrank.system.workspace import Workspace

PARTS = (2, 3, 4)
COMPONENTS = ("FX", "FY", "FZ", "TX", "TY", "TZ")


def random_dataset(statements: str, seed: int = 0) -> str:
    """Ground (PART/1), three parts (2, 3, 4), markers 11, 12, 21, 22, ... at random poses, and `statements`."""
    rng = np.random.default_rng(seed)

    def pose(point: str, angles: str, size: float) -> str:
        r, e = rng.uniform(-size, size, 3), rng.uniform(0.3, 1.2, 3) * rng.choice([-1, 1], 3)
        return f", {point}={_numbers(r)}, {angles}={_numbers(e)}"

    lines = ["random model", "UNITS/SYSTEM=MKS", "PART/1, GROUND"]
    lines += [f"MARKER/{m}, PART=1{pose('QP', 'REULER', 1.0)}" for m in (11, 12)]
    for part in PARTS:
        ip = rng.uniform(0.5, 0.9, 3)
        products = rng.uniform(-0.1, 0.1, 3)
        mass = f"MASS={rng.uniform(1, 3):.6f}, CM={part}0, IP={_numbers([*ip, *products])}"
        lines.append(f"PART/{part}, {mass}{pose('QG', 'REULER', 1.5)}")
        lines += [f"MARKER/{part}{n}, PART={part}{pose('QP', 'REULER', 0.7)}" for n in (0, 1, 2)]
    lines += [f"MARKER/{part}9, PART={part}, FLOATING" for part in PARTS]
    lines += ["ACCGRAV/IGRAV=0.3, JGRAV=-9.8, KGRAV=0.7", statements.strip(), "END", ""]
    return "\n".join(lines)


def _numbers(values: Any) -> str:
    return ", ".join(f"{v:.6f}" for v in values)


STATE = ("y", "q", "u", "ud", "xd", "chart", "num")
"""The arrays of a state."""


def tangent(x: np.ndarray) -> np.ndarray:
    """The matrix of dexp(x): sum of x~^n/(n+1)!."""
    cross = np.array([[0.0, -x[2], x[1]], [x[2], 0.0, -x[0]], [-x[1], x[0], 0.0]])
    term, total = np.eye(3), np.eye(3)
    for n in range(1, 20):
        term = term @ cross / (n + 1)
        total = total + term
    return total


class Sample:
    """The equations of a model at a random state; see the module docstring.

    `compiled` needs compile mode (kernel.compile_mode); otherwise the kernels run as plain Python. `more` may add to
    the lowered model what no statement says.
    """

    def __init__(
        self,
        statements: str = "",
        seed: int = 0,
        compiled: bool = False,
        more: Callable[[Lowering], None] | None = None,
    ) -> None:
        model, report = load_text(random_dataset(statements, seed), "sample.adm")
        if report.errors:
            raise AssertionError(report.render())
        self.model: Any = model
        self.compiled = compiled
        with plain(not compiled):
            self.lowering = Lowering(self.model)
            self.builder = self.lowering.run()
            if more is not None:
                more(self.lowering)
            self.system = System(self.builder)
            self.work = Workspace(self.system, State(self.system))
        self.throw(seed)

    def throw(self, seed: int = 0) -> None:
        """Random speeds, accelerations, multipliers, states and unknowns; positions stay those of the dataset."""
        s, rng = self.work, np.random.default_rng(seed + 1000)
        for array in (s.u, s.ud, s.lam, s.x, s.xd, s.v):
            array[:] = rng.uniform(0.3, 1.5, array.shape) * rng.choice([-1.0, 1.0], array.shape)
        s.chart[::2, at.C_LOCAL] = 1.0  # the angular velocity is followed in body axes
        s.num[[at.WITH_ACC, at.T, at.T_MEMORY]] = 1.0, 0.37, 0.37
        s.num[at.T_SHIFT] = 1e-3
        self.seeds(0.0, 1.0, 0.0)
        self.call(expressions.accept_step)

    def call(self, function: Any) -> None:
        """Run a kernel over the model."""
        with plain(not self.compiled):
            self.work.call(function)

    def seeds(self, q: float, u: float, a: float) -> None:
        """Derivatives of positions, velocities and accelerations by the unknowns."""
        self.work.num[[at.C_Q, at.C_U, at.C_A, at.SCALE, at.CHARTED]] = q, u, a, 1.0, 0.0

    # ---- the equations
    def residual(self, level: int = 0) -> np.ndarray:
        """All equations; constraint rows: phi (level 0), its rate (1) or its second rate (2)."""
        s = self.work
        self.call(assemble.residual)
        self.call(assemble.second)
        rows = s.res[: s.n].copy()
        first = s.n_motions
        rows[first : first + s.n_rows] = (s.phi, s.phid, s.phidd)[level]
        return rows

    def matrix(self, q: float, u: float, a: float) -> np.ndarray:
        """The matrix the program assembles for these derivatives."""
        self.seeds(q, u, a)
        self.call(assemble.residual)
        self.call(assemble.matrix)
        return self.work.dense()

    def state(self) -> list[np.ndarray]:
        """Everything `restore` needs."""
        return [getattr(self.work, name).copy() for name in STATE]

    def restore(self, state: list[np.ndarray]) -> None:
        """Back to an earlier state."""
        for name, values in zip(STATE, state, strict=True):
            getattr(self.work, name)[:] = values

    def move(self, step: np.ndarray, q: float, u: float, a: float) -> None:
        """Change the state by the unknowns `step`: positions q step, velocities u step, accelerations a step."""
        s = self.work
        first = s.n_motions
        bodies, lam = step[:first], step[first : first + s.n_rows]
        x, v = np.split(step[first + s.n_rows :], [s.n_x])
        self.call(assemble.residual)  # rotations are needed by what follows
        for factor, shift in ((q, motion.shift_positions), (u, motion.shift_velocities)):
            s.step[:] = 0.0
            s.step[:first] = factor * bodies
            self.call(shift)
        s.step[:] = 0.0
        s.step[:first] = a * bodies
        self.call(motion.apply_accelerations)
        s.lam += lam
        s.x += u * x
        s.xd += a * x
        s.v += v

    def set_corrector(self, hb: float) -> None:
        """The known part psi = y - h b y' for which the present state solves the corrector.

        The charts are such that x = (0.1, -0.2, 0.15); the body spins about (0.6, 0, 0.8) of it with 3 rad/s.
        """
        from scipy.spatial.transform import Rotation

        s, nb = self.work, self.work.n_bodies
        s.num[at.C_A] = 1.0 / hb
        self.call(charts.encode)
        x, axis, spin, late = np.array([0.1, -0.2, 0.15]), np.array([0.6, 0.0, 0.8]), 3.0, 0.05
        away = Rotation.from_rotvec(x)
        for b, row in enumerate(s.chart):
            now = Rotation.from_quat(np.roll(s.q[b, 3:], -1))
            ref = away.inv() * now
            middle = ref * Rotation.from_rotvec(-spin * late * axis)
            row[at.C_CENTRE : at.C_CENTRE + 4] = np.roll(middle.as_quat(), 1)
            row[at.C_REF : at.C_REF + 4] = np.roll(ref.as_quat(), 1)
            row[at.C_AXIS : at.C_AXIS + 3] = axis
            row[at.C_S : at.C_S + 3] = middle.apply(axis)
            row[at.C_SPIN], row[at.C_TIME] = spin, s.num[at.T] - late
            slow = s.u[b, 3:] - spin * now.apply(axis)
            rate = np.linalg.solve(tangent(x), slow)
            turn = motions_of(b)[3:]
            s.y[turn], s.yd[turn], row[at.C_RATE : at.C_RATE + 3] = x, rate, rate
        s.psi[:] = s.y - hb * s.yd
        s.delta[:] = 0.0
        s.num[at.CHARTED] = hb
        if nb:
            s.num[at.C_Q] = hb
            s.step[:] = 0.0
            kept = s.num[at.SCALE]
            self.call(motion.advance)  # what follows from it
            s.num[at.SCALE] = kept

    def assemble(self, iterations: int = 100) -> None:
        """Move the parts until all position constraints hold: Newton, the shortest steps, at most half a radian."""
        s = self.work
        for _ in range(iterations):
            self.matrix(1.0, 0.0, 0.0)
            if float(np.abs(s.phi).max(initial=0.0)) < 1e-14:
                return
            step = -np.linalg.pinv(s.jacobian()) @ s.phi
            s.step[:] = 0.0
            s.step[: len(step)] = step * min(1.0, 0.5 / float(np.abs(step).max()))
            self.call(motion.shift_positions)
        if float(np.abs(s.phi).max()) > 1e-12:
            raise AssertionError(f"not assembled: {s.phi}")

    # ---- forces
    def forces(self) -> np.ndarray:
        """Force and torque of all elements, no inertia, no weight: about each mass centre, last on ground's origin."""
        s = self.work
        self.call(assemble.residual)
        total = np.vstack([s.res[: s.n_motions].reshape(-1, 6), s.res[s.n :][None, :]])
        self.call(body_residual)
        total[:-1] -= s.res[: s.n_motions].reshape(-1, 6)
        return -total

    def name_of_row(self, row: int) -> str:
        """An equation in words."""
        s = self.work
        if row < s.n_motions:
            return f"{self.builder.bodies[body_of(row)].label}, {COMPONENTS[row % len(COMPONENTS)]}"
        row -= s.n_motions
        if row < s.n_rows:
            entry = self.builder.rows[row]
            return f"{self.builder.owners[entry.owner].label}, {entry.label}"
        return f"scalar equation {row - s.n_rows}"
