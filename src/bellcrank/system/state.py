"""The state of a system: all that changes while time passes and must be known to go on from here.

    state = State(system)            the start given by the model
    kept = state.copy()              another state of the same system
    state.put(kept)                  back to it, bit for bit, in the arrays that kernels already know
    State.read(system, state.to_bytes())

One System serves many states. This file alone knows how the coordinates are laid out in one array Y:

    positions and rotation vectors (6 a body, charts.py), velocities (6 a body), states of DIFF, algebraic unknowns,
    multipliers, work done

Q and U hold positions, quaternions and velocities themselves; an integrator follows Y, and the charts connect the two.
"""

from __future__ import annotations

import io
import itertools
import math
from typing import TYPE_CHECKING

import numpy as np

from bellcrank.math.vec3 import rotate
from bellcrank.model.frames import Matrix
from bellcrank.system import layout as at

if TYPE_CHECKING:
    from bellcrank.system.system import System

PAST_ROWS = 256
"""Steps whose past is kept for DELAY to begin with; `keep_more_past` makes room."""
SEEDS = {at.C_U: 1.0, at.C_A: 1.0, at.SCALE: 1.0, at.MODE: 4.0, at.T_SHIFT: 1e-4}
"""Scalars that are not zero to begin with."""


class State:
    """See the module docstring."""

    def __init__(self, system: System) -> None:
        self.system = system
        nb, n_x, n_v, n_rows = system.n_bodies, system.n_x, system.n_v, system.n_rows
        self.y = np.zeros(12 * nb + n_x + n_v + n_rows + 1)
        ends = np.cumsum([12 * nb, n_x, n_v, n_rows])
        self.x, self.v, self.lam = (self.y[a:b] for a, b in itertools.pairwise(ends))
        self.q, self.u, self.chart = np.zeros((nb, 7)), np.zeros((nb, 6)), np.zeros((nb, 30))
        self.chart[:, [int(at.C_AXIS) + 2, int(at.C_CENTRE), int(at.C_REF)]] = 1.0
        self.done = self.y[-1:]
        """Work done by applied forces and motions."""
        self.rate = np.zeros(6 * nb + n_x)
        self.ud, self.xd = self.rate[: 6 * nb].reshape(nb, 6), self.rate[6 * nb :]
        self.num = np.zeros(int(at.LATCHED) + len(system.builder.sensors))
        """Scalars: the time, the step being taken, gravity; behind LATCHED the values that sensors keep."""
        self.latched = self.num[int(at.LATCHED) :]
        self.memory = np.zeros((system.n_leaves, 4))
        """At the last accepted step: unwrapped angles, and their rates or the normals of included angles."""
        self.own = [start.copy() for start in system.memory_of_kinds.values()]
        """What the kinds of elements remember, one array each."""
        zero = next((first + 1 for kind, first in system.kinds if kind.name == "CONSTRAINT"), -1)
        self.constraint_zero = dict(zip(system.memory_of_kinds, self.own, strict=True)).get(zero, np.zeros(0))
        """Values that constraints given by expressions count from."""
        self.past = np.zeros((PAST_ROWS, 2 + 7 * len(system.builder.kept)))
        """Past of the algebraic unknowns that DELAY reads, see past.py."""
        self.past_now = np.zeros(8)
        self.past_now[-1] = 1.0  # row 0 is the step to take
        self.begin()

    def begin(self) -> None:
        """What the model says."""
        s = self.system
        for place, value in SEEDS.items():
            self.num[place] = value
        self.num[at.GX : at.GX + 3] = s.builder.gravity
        self.latched[:] = [use.start for use in s.builder.sensors]
        self.num[at.READS_ACC] = float(s.reads_accelerations)
        if s.n_bodies:
            bodies = s.builder.bodies
            self.q[:, :3] = [body.position for body in bodies]
            self.q[:, 3:] = [quaternion_of(body.axes) for body in bodies]
            self.u[:, :3] = [body.velocity for body in bodies]
            self.u[:, 3:] = [rotate(body.axes, body.spin) for body in bodies]
        self.v[:] = [use.start for use in s.builder.variables]
        self.x[:], self.xd[:] = [use.start for use in s.builder.diffs], [use.rate for use in s.builder.diffs]

    @property
    def t(self) -> float:
        """The time."""
        return float(self.num[at.T])

    @t.setter
    def t(self, time: float) -> None:
        self.num[at.T] = time

    def arrays(self) -> dict[int, np.ndarray]:
        """The arrays by their numbers in the context of the kernels."""
        own = dict(zip(self.system.memory_of_kinds, self.own, strict=True))
        return {
            at.NUM: self.num, at.Q: self.q, at.U: self.u, at.UD: self.ud, at.X: self.x, at.XD: self.xd, at.V: self.v,
            at.LAM: self.lam, at.DONE: self.done, at.MEMORY: self.memory, at.PAST: self.past,
            at.PAST_NOW: self.past_now, at.Y: self.y, at.CHART: self.chart,
        } | own  # fmt: skip

    # ---- copies
    def _parts(self) -> list[np.ndarray]:
        parts = [self.y, self.q, self.u, self.rate, self.chart, self.num, self.memory]
        return [*parts, self.past_now, *self.own]

    def remembered(self) -> list[np.ndarray]:
        """The arrays themselves, in one order: who goes back copies them here."""
        return [*self._parts(), self.past]

    def put(self, other: State) -> None:
        """Become what another state of the same system is."""
        for mine, given in zip(self._parts(), other._parts(), strict=True):
            mine[...] = given
        if self.past.shape != other.past.shape:
            raise ValueError("the other state keeps another length of the past: Workspace.put_past makes room")
        self.past[...] = other.past

    def copy(self) -> State:
        """The same state in arrays of its own."""
        twin = State(self.system)
        twin.past = np.zeros_like(self.past)
        twin.put(self)
        return twin

    def to_bytes(self) -> bytes:
        """All numbers, to be kept in a file."""
        file = io.BytesIO()
        np.savez(file, self.past, *self._parts())
        return file.getvalue()

    @classmethod
    def read(cls, system: System, data: bytes) -> State:
        """The state that `to_bytes` kept; ValueError when it is of another system."""
        state = cls(system)
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            state.past, *parts = (file[name] for name in file.files)
        for mine, given in zip(state._parts(), parts, strict=True):
            if mine.shape != given.shape:
                raise ValueError("the state belongs to another model")
            mine[...] = given
        return state


def quaternion_of(a: Matrix) -> tuple[float, float, float, float]:
    """The unit quaternion of a rotation matrix, nine numbers by rows (Shepperd: divide by the largest element)."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz = a
    trace = xx + yy + zz
    largest = max(trace, xx, yy, zz)
    if largest == trace:
        p = 1.0 + trace, zy - yz, xz - zx, yx - xy
    elif largest == xx:
        p = zy - yz, 1.0 + xx - yy - zz, xy + yx, xz + zx
    elif largest == yy:
        p = xz - zx, xy + yx, 1.0 + yy - zz - xx, yz + zy
    else:
        p = yx - xy, xz + zx, yz + zy, 1.0 + zz - xx - yy
    size = math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3])
    return p[0] / size, p[1] / size, p[2] / size, p[3] / size
