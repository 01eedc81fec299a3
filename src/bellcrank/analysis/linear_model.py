"""The linear model about an operating point, reduced to 2 x freedoms (and the states of DIFF): exact.

Small changes   y = (dr, theta) of each body, ground axes;  du = y' + G y,  da = y'' + G y' + G' y,
                G = -w~, G' = -al~ on rotations (dw = theta' + theta x w)                                            (1)
Motion          M da + C du + K y + J^T dlam + (states, algebraic unknowns) = 0, the matrices of tangents.py         (2)
Constraints     J y = 0 (positions);  J du + (phi')_q y = 0;  J da + (phi'')_u du + (phi'')_q y = 0                  (3)
                derivatives of phi' and phi'' by differences; all but J vanish at rest. Velocity rows have no first.
Coordinates     y = N z,  y' = N_v s + Y z,  J N = 0, N_v also allowed by velocity rows, Y the least that (3) asks   (4)
                N turns along the motion only as the constraints force it to (parallel transport): in steady rotation
                the equations have constant coefficients;  z' = N^T W y',  s' = N_v^T W y'' + N_v'^T W Y z           (5)
Result          d/dt (z, s, x) = A (z, s, x) + B in,   out = C (z, s, x) + D in;  inputs add to a VARIABLE       (6)
References      Sohoni, Whitesell (1986), J. Mech. Transm. Autom. Des. 108, 300-304;  Orlandea et al. (1977), 3.2;
                Negrut, Ortiz (2006), J. Comput. Nonlin. Dyn. 1, 230-239.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bellcrank.analysis.operating_point import OperatingPoint, light_masses
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.sizes import body_sizes
from bellcrank.analysis.state_space import LinearModel
from bellcrank.analysis.tangent_basis import eliminated, null_basis
from bellcrank.analysis.tangents import Tangents
from bellcrank.errors import Message, ModelError, UnsupportedError
from bellcrank.numerics.triplets import compose, one_thread
from bellcrank.system import assemble, layout, motion
from bellcrank.system.coordinates import free_motions, is_translation, motions_of

RANGE = "The linear equations cannot be written down: numbers of the model are too large or too small for a computer."
SHIFT = 1e-5
"""Step of the differences (3), in radians and parts of the model; two of them are extrapolated."""


def out_of_range() -> ModelError:
    """Numbers that no computer holds: 1E308 squared."""
    return ModelError(Message("error", "E712", RANGE, cure="look for a wrong exponent or unit: `bellcrank check`."))


class _Equations:
    """The parts of (2) and (3) as dense matrices over the unknowns (bodies, rows, states, algebraic)."""

    def __init__(self, point: OperatingPoint, damping: bool) -> None:
        self.point, self.sim = point, point.sim
        sim, s = point.sim, point.sim.work
        self.bodies, self.rows = s.n_motions, s.n_rows
        t = Tangents(sim)
        self.fixed = t.of(t.fixed).dense()
        mass = compose(s.n, [(0, 0, t.of(t.m)), (0, 0, light_masses(sim, point.weightless))])
        self.k, self.m, self.c = t.of(t.k).dense(), mass.dense(), t.of(t.c).dense()
        if not damping:
            self.c[:, : self.bodies] = 0.0
        free = free_motions(sim.builder.bodies)
        self.free = np.array(free, dtype=int)
        self.kept = np.array([r for r in range(s.n_rows) if r not in s.left_out], dtype=int)
        self.velocity = np.array([sim.builder.rows[r].velocity_only for r in self.kept], dtype=bool)
        self.jac = self.fixed[self.bodies : self.bodies + self.rows, : self.bodies][self.kept]
        self.arms = np.repeat(np.c_[np.ones(s.n_bodies), body_sizes(sim)], 3)
        self.states = np.arange(self.bodies + self.rows, self.bodies + self.rows + s.n_x)
        self._refuse_states_in_constraints()
        self.g, self.g_dot = self._turning(s.u[:, 3:]), self._turning(s.ud[:, 3:])

    def _refuse_states_in_constraints(self) -> None:
        rows = self.bodies + self.kept
        found = np.argwhere(np.abs(self.c[np.ix_(rows, self.states)]) > 0.0)
        if len(found):
            title = self.sim.row_title(int(self.kept[found[0][0]]))
            what = f"{title} follows a state of a DIFF: linear analysis of such a constraint is not there yet."
            raise UnsupportedError(
                Message("error", "E508", what, cure="hold the motion while the model is linearised.")
            )

    def _turning(self, w: np.ndarray) -> np.ndarray:
        """-w~ on the rotations of each body (1)."""
        found = np.zeros((self.bodies, self.bodies))
        for b, (x, y, z) in enumerate(w):
            at = motions_of(b)[3]
            found[at : at + 3, at : at + 3] = [[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]]
        return found

    def basis(self, rows: np.ndarray) -> np.ndarray:
        """N of these rows of the Jacobian, W-orthonormal."""
        found = null_basis(rows[:, self.free], self.arms[self.free])
        whole = np.zeros((self.bodies, found.shape[1]))
        whole[self.free] = found
        return whole

    def least(self, right: np.ndarray) -> np.ndarray:
        """The least y (metric W) with J y = right."""
        if not len(self.jac):
            return np.zeros((self.bodies, right.shape[1]))
        scaled = self.jac / self.arms
        if not (np.isfinite(scaled).all() and np.isfinite(right).all()):
            raise out_of_range()
        return np.asarray(np.linalg.lstsq(scaled, right, rcond=1e-12)[0] / self.arms[:, None])

    # ---- differences
    def rates(self) -> tuple[np.ndarray, np.ndarray]:
        """phi' and phi'' of the rows that are kept, at the state of the workspace."""
        s = self.sim.work
        s.call(assemble.residual)
        s.call(assemble.second)
        return s.phid[self.kept].copy(), s.phidd[self.kept].copy()

    def along(self, directions: np.ndarray, put: Callable[[np.ndarray], None]) -> tuple[np.ndarray, np.ndarray]:
        """Derivatives of (phi', phi'') along columns, by central differences, extrapolated."""
        state = self.sim.state
        found = np.zeros((2, len(self.kept), directions.shape[1]))
        for n in range(directions.shape[1]):
            sides = []
            for h in (SHIFT, 2.0 * SHIFT):
                pair = []
                for sign in (1.0, -1.0):
                    kept = state.copy()
                    put(sign * h * directions[:, n])
                    pair.append(np.array(self.rates()))
                    state.put(kept)
                sides.append((pair[0] - pair[1]) / (2.0 * h))
            found[:, :, n] = (4.0 * sides[0] - sides[1]) / 3.0
        self.rates()
        return found[0], found[1]

    def by_position(self, directions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(phi')_q and (phi'')_q along displacements."""
        s = self.sim.work
        measure = np.where(is_translation(np.arange(self.bodies)), 1.0 / self.sim.length, 1.0)
        length = np.abs(directions * measure[:, None]).max(axis=0, initial=0.0)
        length = np.where(length > 0.0, length, 1.0)

        def put(y: np.ndarray) -> None:
            s.step[: self.bodies] = y
            s.call(motion.shift_positions)
            s.q[:, 3:] /= np.linalg.norm(s.q[:, 3:], axis=1, keepdims=True)

        first, second = self.along(directions / length, put)
        return first * length, second * length

    def by_velocity(self, directions: np.ndarray) -> np.ndarray:
        """(phi'')_u along velocities."""
        s = self.sim.work
        pace = float(np.abs(s.u).max(initial=0.0)) or 1.0
        length = np.abs(directions).max(axis=0, initial=0.0) / pace
        length = np.where(length > 0.0, length, 1.0)

        def put(u: np.ndarray) -> None:
            s.step[: self.bodies] = u
            s.call(motion.shift_velocities)

        return self.along(directions / length, put)[1] * length

    def jac_rate(self) -> np.ndarray:
        """J' along the motion: the Jacobian a little later and earlier."""
        sim, s, state = self.sim, self.sim.work, self.sim.state
        fast = max(float(np.abs(s.u[:, 3:]).max(initial=0.0)), float(np.abs(s.u[:, :3]).max(initial=0.0)) / sim.length)
        h = SHIFT / fast if fast > 0.0 else 1.0
        found = []
        for h_ in (h, 2.0 * h):
            pair = []
            for sign in (1.0, -1.0):
                kept = state.copy()
                s.step[: self.bodies] = (sign * h_ * s.u + 0.5 * h_**2 * s.ud).ravel()
                s.call(motion.shift_positions)
                s.num[layout.T] += sign * h_
                sim.seeds(0.0, 0.0, 1.0)
                s.call(assemble.residual)
                s.call(assemble.matrix)
                pair.append(s.jacobian()[self.kept])
                state.put(kept)
            found.append((pair[0] - pair[1]) / (2.0 * h_))
        self.rates()
        return np.asarray((4.0 * found[0] - found[1]) / 3.0)


def linear_model(
    point: OperatingPoint, inputs: Sequence[Any] = (), outputs: Sequence[Any] = (), damping: bool = True
) -> LinearModel:
    """Equation (6); inputs and outputs are VARIABLEs."""
    e, s = _Equations(point, damping), point.sim.work
    with one_thread(s.n):
        n, n_v = e.basis(e.jac[~e.velocity]), e.basis(e.jac)
        f, f_v, n_x = n.shape[1], n_v.shape[1], s.n_x
        size = f + f_v + n_x
        y, y_dot, x = np.zeros((e.bodies, size)), np.zeros((e.bodies, size)), np.zeros((n_x, size))
        y[:, :f], y_dot[:, f : f + f_v], x[:, f + f_v :] = n, n_v, np.eye(n_x)
        turned, right = np.zeros_like(n_v), np.zeros((len(e.kept), size))
        if not point.rests:
            by_q, by_qq = e.by_position(y)
            y_dot += e.least(-(e.jac @ e.g @ y + by_q))
            turned = e.least(-(e.jac_rate() @ n_v))
            right = -(e.by_velocity(y_dot + e.g @ y) + by_qq) - e.jac @ (e.g @ y_dot + e.g_dot @ y)
        solution = _solve(e, y, y_dot, x, right, _columns(point.sim, inputs))
        a = _rates(e, (n, n_v), y_dot, turned, solution)
        found = solution[_columns(point.sim, outputs)] if len(outputs) else np.zeros((0, size + len(inputs)))
    if not (np.isfinite(a).all() and np.isfinite(found).all()):
        raise out_of_range()
    names = [tuple(v.label for v in group) for group in (inputs, outputs)]
    return LinearModel(
        point.sim,
        point,
        a[:, :size],
        a[:, size:],
        found[:, :size],
        found[:, size:],
        y,
        y_dot,
        f,
        f_v,
        n_x,
        _pace(e),
        *names,
    )


def reduced_matrices(point: OperatingPoint) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """N^T M N, N^T K N, N^T C N at rest, algebraic unknowns eliminated."""
    e = _Equations(point, damping=True)
    n, both = e.basis(e.jac), e.bodies + e.rows

    def along(matrix: np.ndarray) -> np.ndarray:
        return np.asarray(n.T @ eliminated(e.fixed + matrix, both)[: e.bodies, : e.bodies] @ n)

    none = along(np.zeros_like(e.fixed))
    return along(e.m) - none, along(e.k) - none, along(e.c) - none


def _rates(
    e: _Equations, bases: tuple[np.ndarray, np.ndarray], y_dot: np.ndarray, turned: np.ndarray, solution: np.ndarray
) -> np.ndarray:
    """Equation (5): the rates of z, s and x for every column of the states and inputs."""
    (n, n_v), w2 = bases, (e.arms**2)[:, None]
    f, f_v, size = n.shape[1], n_v.shape[1], y_dot.shape[1]
    a = np.zeros((size, solution.shape[1]))
    a[:f, :size] = n.T @ (w2 * y_dot)
    least = y_dot.copy()
    least[:, f : f + f_v] = 0.0
    a[f : f + f_v] = n_v.T @ (w2 * solution[: e.bodies])
    a[f : f + f_v, :size] += turned.T @ (w2 * least)
    a[f + f_v :] = solution[e.states]
    return a


def _pace(e: _Equations) -> float:
    """sqrt of the largest stiffness of a body beside its own inertia."""
    places = np.arange(e.bodies)
    inertia = np.abs(e.m[places, places])
    stiff = np.abs(e.k[: e.bodies, : e.bodies]).max(axis=1, initial=0.0)
    fast = stiff[inertia > 0.0] / inertia[inertia > 0.0]
    return float(np.sqrt(fast.max(initial=0.0)))


def _columns(sim: Simulation, variables: Sequence[Any]) -> np.ndarray:
    """The unknowns of VARIABLEs."""
    builder = sim.builder
    at = {builder.expressions[use.expression].element: n for n, use in enumerate(builder.variables)}
    by_id = {(e.keyword, e.id): n for e, n in at.items() if e is not None and e.keyword == "VARIABLE"}
    first = sim.work.n - sim.work.n_v
    return np.array([first + by_id["VARIABLE", v.id] for v in variables], dtype=int)


def _solve(
    e: _Equations, y: np.ndarray, y_dot: np.ndarray, x: np.ndarray, right: np.ndarray, inputs: np.ndarray
) -> np.ndarray:
    """y'', multipliers, x' and algebraic unknowns for every column of the states, then for every input."""
    n, bodies, rows = len(e.fixed), e.bodies, e.bodies + e.kept
    body = slice(0, bodies)
    forces = e.m[:, body] @ (e.g @ y_dot + e.g_dot @ y) + e.c[:, body] @ (y_dot + e.g @ y) + e.k[:, body] @ y
    forces += e.c[:, e.states] @ x
    given = np.zeros((n, y.shape[1] + len(inputs)))
    given[:, : y.shape[1]] = -forces
    given[bodies : bodies + e.rows] = 0.0
    given[rows, : y.shape[1]] = right
    given[inputs, y.shape[1] + np.arange(len(inputs))] = 1.0
    matrix = e.fixed + e.m
    scale = np.ones(n)
    scale[body] = 1.0 / e.arms
    inner = matrix * scale[:, None] * scale
    heavy = float(np.abs(inner[body, body]).max(initial=0.0)) or 1.0
    left, size = np.ones(n), np.ones(n)
    left[body] = 1.0 / heavy
    size[bodies : bodies + e.rows] = heavy
    inner = inner * left[:, None] * size
    try:
        found = np.linalg.solve(inner, given * (scale * left)[:, None])
    except np.linalg.LinAlgError:
        found = np.linalg.lstsq(inner, given * (scale * left)[:, None], rcond=1e-13)[0]
    return np.asarray(found * (size * scale)[:, None])
