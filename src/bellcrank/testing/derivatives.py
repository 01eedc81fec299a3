"""Checks of what the program differentiates by hand: matrices against differences, rates along a motion.

All of them raise AssertionError with the equation, the unknown and both numbers.

Step        central differences of fourth order with step h = 1e-3: truncation about h^4 = 1e-12 and rounding
            1e-16/h = 1e-13 of the largest number involved; TOLERANCE leaves a factor of a thousand      (1)
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bellcrank.system import assemble, motion
from bellcrank.system import layout as at
from bellcrank.system.coordinates import motions_of
from bellcrank.system.kinematics import kinematics
from bellcrank.testing.sample import Sample

H = 1e-3
TOLERANCE = 2e-9
LEVELS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""Derivatives by positions, velocities, accelerations."""


def difference(f: Callable[[float], np.ndarray], h: float = H) -> np.ndarray:
    """f'(0) by central differences of fourth order."""
    slope: np.ndarray = (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h)
    return slope


def second_difference(f: Callable[[float], np.ndarray], h: float = 4e-3) -> np.ndarray:
    """f''(0) by central differences of sixth order."""
    outer = 2.0 * (f(3 * h) + f(-3 * h)) - 27.0 * (f(2 * h) + f(-2 * h)) + 270.0 * (f(h) + f(-h))
    bend: np.ndarray = (outer - 490.0 * f(0.0)) / (180.0 * h * h)
    return bend


def columns_by_differences(sample: Sample, residual_at: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """The derivative of `residual_at(step)` by the unknowns, one column after the other; the state is kept."""
    start, n = sample.state(), sample.work.n
    full = np.zeros((n, n))
    for column in range(n):

        def along(h: float, column: int = column) -> np.ndarray:
            sample.restore(start)
            step = np.zeros(n)
            step[column] = h
            return residual_at(step)

        full[:, column] = difference(along)
    sample.restore(start)
    still = [k for b, body in enumerate(sample.builder.bodies) if not body.turns for k in motions_of(b)[3:]]
    full[:, still] = full[still] = 0.0
    full[still, still] = 1.0  # a point mass has no rotation: its equations are D = 0
    return full


def compare(sample: Sample, got: np.ndarray, wanted: np.ndarray, what: str) -> None:
    """Raise AssertionError where two matrices differ by more than TOLERANCE of the largest entry."""
    gap = np.abs(got - wanted) / max(1.0, float(np.abs(wanted).max()))
    row, column = (int(k) for k in np.unravel_index(int(np.argmax(gap)), gap.shape))
    if not gap[row, column] <= TOLERANCE:
        raise AssertionError(
            f"d({sample.name_of_row(row)}) / d(unknown {column}: {sample.name_of_row(column)}) {what}: "
            f"the matrix says {got[row, column]:.12g}, differences say {wanted[row, column]:.12g}"
        )


def check_derivatives(sample: Sample) -> None:
    """The matrix against differences by positions, velocities and accelerations, each time with all other unknowns.

    Constraint rows are phi, phi' and phi'' in turn, whose derivatives are all J. Their derivatives by states are those
    of the integrator's equations: see check_newton_matrix.
    """
    s = sample.work
    rows, states = slice(s.n_motions, s.n_motions + s.n_rows), slice(s.n_motions + s.n_rows, s.n)
    for level, name in enumerate(("positions", "velocities", "accelerations")):

        def residual_at(step: np.ndarray, level: int = level) -> np.ndarray:
            sample.move(step, *LEVELS[level])
            return sample.residual(level)

        got, wanted = sample.matrix(*LEVELS[level]), columns_by_differences(sample, residual_at)
        got[rows, states] = wanted[rows, states] = 0.0
        velocity_only = [s.n_motions + r for r, row in enumerate(sample.builder.rows) if row.velocity_only]
        if level == 0:
            got[velocity_only] = wanted[velocity_only] = 0.0
        compare(sample, got, wanted, f"by {name}")


def check_newton_matrix(sample: Sample, hb: float = 0.05) -> None:
    """The matrix of an implicit step y = psi + h b y' against differences of exactly what the integrator evaluates.

    The unknowns enter as they do there: velocities change by P D, positions and accelerations follow from the corrector
    (system/motion.py). Constraint rows are phi/(h b) (formulation I3).
    """
    s, num = sample.work, sample.work.num
    seeds = hb, 1.0, 1.0 / hb, hb, hb
    names = [at.C_Q, at.C_U, at.C_A, at.SCALE, at.CHARTED]
    num[names] = seeds
    sample.set_corrector(hb)
    bodies, first = s.n_motions, s.n_motions + s.n_rows

    def residual_at(step: np.ndarray) -> np.ndarray:
        num[names] = seeds
        s.delta[:] = 0.0
        sample.call(kinematics)
        s.step[:] = step
        for part in (motion.advance, assemble.residual):
            sample.call(part)
        found = s.res[: s.n].copy()
        found[bodies:first] = [
            s.phid[r] if row.velocity_only else s.phi[r] / hb for r, row in enumerate(sample.builder.rows)
        ]
        return found

    wanted = columns_by_differences(sample, residual_at)
    residual_at(np.zeros(s.n))
    sample.call(assemble.matrix)
    got = s.dense()
    sample.seeds(0.0, 1.0, 0.0)
    loose = [bodies + r for r, row in enumerate(sample.builder.rows) if row.velocity_only]
    got[loose] = wanted[loose] = 0.0
    compare(sample, got, wanted, "in an implicit step")


def settle(sample: Sample, rates: bool) -> None:
    """Set variables to their functions (chains of up to four), and the rates of explicit states too."""
    s = sample.work
    explicit = np.array([not use.implicit for use in sample.builder.diffs], dtype=bool)
    for _ in range(4):
        x, v = np.split(sample.residual()[s.n_motions + s.n_rows :], [s.n_x])
        s.v -= v
        if rates:
            s.xd[explicit] -= x[explicit]


def travel(sample: Sample, t: float, xdd: np.ndarray) -> None:
    """Follow the motion given by velocities and accelerations for a time t: exact up to the second derivative at t = 0.

    r = v t + a t^2/2, rotation vector w t + al t^2/2 (ground axes), states x' t + x'' t^2/2, and time itself.
    """
    from scipy.spatial.transform import Rotation

    s = sample.work
    sample.call(kinematics)
    for b in range(s.n_bodies):
        turn = s.u[b, 3:] * t + s.ud[b, 3:] * t * t / 2
        p = (Rotation.from_rotvec(turn) * Rotation.from_quat(np.roll(s.q[b, 3:], -1))).as_quat()
        s.q[b, 3:] = np.roll(p, 1)
        s.q[b, :3] += s.u[b, :3] * t + s.ud[b, :3] * t * t / 2
        s.u[b] += s.ud[b] * t
    s.x += s.xd * t + xdd * t * t / 2
    s.num[at.T] += t


def along_motion(
    sample: Sample, values: Callable[[], np.ndarray], xdd: np.ndarray | None = None
) -> Callable[[float], np.ndarray]:
    """`values()` as a function of the time travelled."""
    start = sample.state()

    def after(t: float) -> np.ndarray:
        sample.restore(start)
        travel(sample, t, np.zeros(sample.work.n_x) if xdd is None else xdd)
        settle(sample, rates=False)
        sample.residual()
        found = values().copy()
        sample.restore(start)
        return found

    return after


def check_rates(sample: Sample) -> None:
    """PHID and PHIDD against the derivatives of PHI along a motion; of PHID where a constraint holds velocities."""
    s = sample.work
    settle(sample, rates=True)
    scalar = slice(s.n_motions + s.n_rows, s.n_motions + s.n_rows + s.n_x)
    xdd = -difference(along_motion(sample, lambda: s.res[scalar]))
    phi = along_motion(sample, lambda: s.phi, xdd)
    phid = along_motion(sample, lambda: s.phid, xdd)
    first, second, rate = difference(phi), second_difference(phi), difference(phid)
    sample.residual()
    for r, row in enumerate(sample.builder.rows):
        pairs = [(s.phidd[r], rate[r])] if row.velocity_only else [(s.phid[r], first[r]), (s.phidd[r], second[r])]
        for got, wanted in pairs:
            if not abs(got - wanted) <= 1e-8 * max(1.0, abs(wanted)):
                raise AssertionError(
                    f"rate of {sample.name_of_row(s.n_motions + r)}: {got:.12g}, along a motion {wanted:.12g}"
                )
