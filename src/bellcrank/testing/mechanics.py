"""Checks of mechanical laws: action is reaction, ideal constraints do no work."""

from __future__ import annotations

import numpy as np

from bellcrank.system import layout as at
from bellcrank.testing.sample import Sample


def resultant(sample: Sample) -> np.ndarray:
    """Force and moment about the origin of everything that acts on the parts and on ground."""
    wrench = sample.forces()
    places = np.vstack([sample.work.q[:, :3], np.zeros(3)])
    moment = wrench[:, 3:].sum(axis=0) + np.cross(places, wrench[:, :3]).sum(axis=0)
    return np.concatenate([wrench[:, :3].sum(axis=0), moment])


def check_action_reaction(sample: Sample) -> None:
    """Internal elements give no resultant force and no moment (Newton's third law, strong form).

    Constraints are assembled first: two forces at points that should coincide make a couple as long as they do not.
    """
    sample.assemble()
    wrench = sample.forces()
    size = float(np.abs(wrench).max())
    if size == 0.0:
        raise AssertionError("nothing acts: the check would prove nothing")
    np.testing.assert_allclose(resultant(sample) / size, 0.0, atol=1e-13, err_msg="resultant of internal forces")


def check_no_power(sample: Sample) -> None:
    """Reactions do no work on velocities that the constraints allow: J u = 0 makes u . J^T lam = 0 and phi' = phi_t."""
    s = sample.work
    sample.matrix(0.0, 1.0, 0.0)
    jac = s.jacobian()
    speeds = s.u.ravel()
    allowed = speeds - np.linalg.pinv(jac) @ (jac @ speeds)
    if float(np.abs(allowed).max()) < 1e-3:
        raise AssertionError("no motion is left: the check would prove nothing")
    s.u[:] = allowed.reshape(-1, 6)
    power = float(np.dot(sample.forces()[:-1].ravel(), allowed))
    size = max(float(np.abs(a).max(initial=0.0)) for a in (s.lam, jac, allowed)) ** 3
    if abs(power) > 1e-12 * size:
        raise AssertionError(f"the reactions do work: power {power:.3g} on a motion the constraints allow")


def kinetic_and_potential(sample: Sample) -> tuple[float, float]:
    """Kinetic energy and energy of gravity, by textbook formulas in ground axes."""
    s = sample.work
    sample.residual()
    kinetic = potential = 0.0
    for b in range(s.n_bodies):
        xx, yy, zz, xy, xz, yz = s.mass[b, 1:7]
        w = s.body[b, :9].reshape(3, 3).T @ s.u[b, 3:]
        kinetic += 0.5 * s.mass[b, 0] * s.u[b, :3] @ s.u[b, :3]
        kinetic += 0.5 * w @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ w
        potential -= s.mass[b, 0] * s.num[at.GX : at.GX + 3] @ s.q[b, :3]
    return float(kinetic), float(potential)
