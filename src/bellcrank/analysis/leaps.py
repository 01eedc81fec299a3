"""Leaps: what motions with corners do to speeds.

A motion given by straight lines asks for another speed behind each corner at once. An impulse of the motion and of the
joints gives it; positions stay:

    M (u+ - u-) + J^T L = 0,    J u+ = -Phi_t(t+)                                                                 (1)

the least change of velocities, measured by the kinetic energy of the change. The impulse does the work

    W = T+ - T-                                                                                                   (2)

Looked for are corners of functions of TIME in MOTION statements (system/corners.py) where Phi_t is another one before
and behind. A motion whose position jumps has no such answer: the run stops there.
Reference     Haug (1989), Computer-Aided Kinematics and Dynamics of Mechanical Systems, section 11.5 (impulses).
"""

from __future__ import annotations

import numpy as np

from bellcrank.analysis.closing import least_steps, state_rates
from bellcrank.analysis.simulation import Simulation
from bellcrank.system import assemble, layout, motion, report

ASIDE = 4e-15
"""How far before and behind a corner functions are looked at, as a part of its time or of the whole time."""
SLIGHT, NOTHING = 1e-6, 1e-12
"""Changes of a rate that are none: as a part of the rate, and of the size of the model in the whole time."""


def leaps(sim: Simulation, start: float, end: float) -> list[float]:
    """The times from start (included) to end at which a motion asks for another speed."""
    s = sim.work
    times = sorted(t for t in sim.builder.driven_corners if start <= t < end)
    if not times:
        return []
    kept, rates = s.num[[layout.T, layout.BAD_EXPRESSION]], s.xd.copy()
    nothing = NOTHING * max(1e-300, sim.length) / (end - start)
    found = []
    for t in times:
        away = aside(t, end - start)
        before, behind = (_rates(sim, at) for at in (t if t == start else t - away, t + away))
        if (np.abs(behind - before) > nothing + SLIGHT * np.maximum(np.abs(before), np.abs(behind))).any():
            found.append(t)
    s.num[[layout.T, layout.BAD_EXPRESSION]], s.xd[:] = kept, rates
    s.call(assemble.residual)
    return found


def aside(t: float, duration: float) -> float:
    """Just beside a corner."""
    return ASIDE * max(abs(t), duration)


def _rates(sim: Simulation, t: float) -> np.ndarray:
    """Rates of the constraints at the present state, at another time."""
    s = sim.work
    s.num[layout.T] = t
    state_rates(sim)
    s.call(assemble.residual)
    return np.asarray(s.phid.copy())


def leap(sim: Simulation, t: float) -> float:
    """Velocities behind the corner just before t, equation (1); the work (2)."""
    s = sim.work
    before = _kinetic(sim)
    wanted = -_rates(sim, t)
    rows = np.array([r for r in range(s.n_rows) if r not in s.left_out], dtype=int)
    if len(rows) and wanted[rows].any():
        step = least_steps(sim, _masses(sim), rows)(wanted, np.zeros(s.n_motions))
        s.step[: len(step)] = step
        s.call(motion.shift_velocities)
        s.call(assemble.residual)
    return _kinetic(sim) - before


def _kinetic(sim: Simulation) -> float:
    s = sim.work
    s.call(report.report)
    return float(s.out[-3])


def _masses(sim: Simulation) -> np.ndarray:
    """M of each body, 6 x 6 in ground axes; a body without mass gives way first."""
    s = sim.work
    least = 1e-9 * max(s.mass[:, 0].max(initial=0.0), 1e-300)
    masses = np.zeros((s.n_bodies, 6, 6))
    axes = s.body[:-1, :9].reshape(-1, 3, 3)
    inertia = np.zeros((s.n_bodies, 3, 3))
    for k, (a, b) in enumerate(((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))):
        inertia[:, a, b] = inertia[:, b, a] = s.mass[:, 1 + k]
    masses[:, range(3), range(3)] = np.maximum(s.mass[:, :1], least)
    masses[:, 3:, 3:] = axes @ inertia @ axes.transpose(0, 2, 1) + least * sim.length**2 * np.eye(3)
    return masses
