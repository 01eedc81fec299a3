"""The energies of a mode by element: kinetic by part, strain and dissipated by force element.

Kinetic      1/2 |lam|^2 phi^H M phi, split for each part into X, Y, Z, RXX, RYY, RZZ, RXY, RXZ, RYZ (ground axes)   (1)
Strain       -1/2 Re(d^H dF(d)): the change dF of the element's force and torque along the mode, times the relative
             displacement and rotation d of its two sides                                                          (2)
Dissipated   the same with the change of the force by the velocities of the mode                                    (3)
             (2) and (3) by central differences of the forces themselves: every kind of force element has them
Each table adds up to 100 %. Generalized mass phi^H M phi, generalized stiffness |lam|^2 times that.
References   Adams: LINEAR/EIGENSOL, KINETIC, STRAIN, DISSIPATIVE.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bellcrank.analysis.simulation import Simulation
from bellcrank.system import assemble, layout, motion

SHIFT = 1e-5
KINETIC = ("X", "Y", "Z", "RXX", "RYY", "RZZ", "RXY", "RXZ", "RYZ")
FORCE = ("X", "Y", "Z", "RXX", "RYY", "RZZ")


@dataclass(frozen=True)
class Energies:
    """Shares in per cent: element -> components; the sum of all of a table is 100 (or 0 where there is none)."""

    mass: float
    """Generalized mass."""
    stiffness: float
    kinetic: dict[str, np.ndarray]
    strain: dict[str, np.ndarray]
    dissipated: dict[str, np.ndarray]

    def table(self, which: str) -> str:
        """`kinetic`, `strain` or `dissipated` as text."""
        shares = getattr(self, which)
        names = KINETIC if which == "kinetic" else FORCE
        lines = [f"   {'element':<24}" + "".join(f"{name:>10}" for name in names) + f"{'sum':>10}"]
        for title, row in shares.items():
            if np.abs(row).sum() >= 0.005:
                lines.append(f"   {title[:24]:<24}" + "".join(f"{x:10.3f}" for x in row) + f"{row.sum():10.3f}")
        return "\n".join(lines)


def energies(sim: Simulation, shape: np.ndarray, value: complex) -> Energies:
    """The energies of a mode (bodies, 6) with eigenvalue `value`, at the state of `sim`."""
    kinetic, mass = _kinetic(sim, shape)
    owners, strain = _work(sim, shape, moving=False)
    _, dissipated = _work(sim, shape * abs(value), moving=True)
    titles = [sim.builder.owners[n].element.title for n in owners]
    bodies = [body.element.title for body in sim.builder.bodies]
    return Energies(
        mass,
        abs(value) ** 2 * mass,
        dict(zip(bodies, shares(kinetic), strict=True)),
        dict(zip(titles, shares(strain), strict=True)),
        dict(zip(titles, shares(dissipated), strict=True)),
    )


def shares(values: np.ndarray) -> np.ndarray:
    """In per cent of the sum of all; zeros where what is left is rounding."""
    total = float(values.sum())
    biggest = float(np.abs(values).max(initial=0.0))
    return np.asarray(100.0 * values / total) if abs(total) > 1e-9 * biggest else np.zeros_like(values)


def _kinetic(sim: Simulation, shape: np.ndarray) -> tuple[np.ndarray, float]:
    """phi^H M phi by body and component."""
    s = sim.work
    s.call(assemble.residual)
    found = np.zeros((len(shape), 9))
    for b, row in enumerate(shape):
        m, xx, yy, zz, xy, xz, yz, turns = s.mass[b]
        found[b, :3] = m * np.abs(row[:3]) ** 2
        if turns:
            axes = s.body[b, :9].reshape(3, 3)
            j = axes @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ axes.T
            t = row[3:]
            found[b, 3:6] = np.diag(j) * np.abs(t) ** 2
            for k, (p, q) in enumerate(((0, 1), (0, 2), (1, 2))):
                found[b, 6 + k] = 2.0 * j[p, q] * (np.conj(t[p]) * t[q]).real
    return found, float(found.sum())


def _work(sim: Simulation, shape: np.ndarray, moving: bool) -> tuple[list[int], np.ndarray]:
    """Owners of forces, and (2) or (3) by component."""
    owners = [int(n) for n in sim.system.tables[layout.FORCED]]
    found, others = np.zeros((len(owners), 6)), _bodies_of_reactions(sim)
    for part in (shape.real, shape.imag):
        size = float(np.abs(part * np.array([1.0 / sim.length] * 3 + [1.0] * 3)).max(initial=0.0))
        if not owners or size == 0.0:
            continue
        pace = SHIFT / size
        change = (_wrenches(sim, part * pace, moving) - _wrenches(sim, -part * pace, moving)) / (2.0 * pace)
        for n, owner in enumerate(owners):
            found[n] -= change[owner] * _relative(sim, sim.builder.owners[owner].i, others[owner], part)
    return owners, found


def _bodies_of_reactions(sim: Simulation) -> dict[int, int]:
    """The body on which the opposite of an element's force acts; n_bodies: ground."""
    builder, of = sim.builder, sim.system.marker_body
    found = {owner: int(of[entry.j]) for owner, entry in enumerate(builder.owners)}
    found |= {use.owner: use.body_j for use in builder.forces}
    for uses in builder.uses.values():
        found |= {use.owner: use.body_j for use in uses if use.body_j is not None}
    return {owner: sim.work.n_bodies if body < 0 else body for owner, body in found.items()}


def _wrenches(sim: Simulation, shift: np.ndarray, moving: bool) -> np.ndarray:
    """Forces and torques of all elements, displaced, or with added velocities."""
    s, kept = sim.work, sim.state.copy()
    s.step[: shift.size] = shift.ravel()
    s.call(motion.shift_velocities if moving else motion.shift_positions)
    s.q[:, 3:] /= np.linalg.norm(s.q[:, 3:], axis=1, keepdims=True)
    for _ in range(2):  # algebraic unknowns follow, where forces read them
        s.call(assemble.residual)
        s.v -= np.nan_to_num(s.res[s.n - s.n_v : s.n])
    s.call(assemble.residual)
    found = s.wrench.copy()
    sim.state.put(kept)
    s.call(assemble.residual)
    return found


def _relative(sim: Simulation, i: int, body_j: int, part: np.ndarray) -> np.ndarray:
    """Displacement and rotation of the side of marker I beside those of the other body, at I."""
    s = sim.work
    place = s.mark[i, :3]
    sides = np.zeros((2, 6))
    for k, b in enumerate((int(sim.system.marker_body[i]), body_j)):
        if b < s.n_bodies:
            sides[k, :3] = part[b, :3] + np.cross(part[b, 3:], place - s.q[b, :3])
            sides[k, 3:] = part[b, 3:]
    return np.asarray(sides[0] - sides[1])
