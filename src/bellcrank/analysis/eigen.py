"""Eigenvalues and modes of a linear model: each pair is checked by its residual.

A v = lam v,  frequency |Im lam| / 2 pi, undamped |lam| / 2 pi, damping ratio -Re lam / |lam|                       (1)
Residual   |A v - lam v| / (|A| |v|), in balanced coordinates: rounding for a pair that can be trusted               (2)
Zero       of a double eigenvalue 0 rounding makes sqrt(rounding): |lam| below ZERO of the fastest part is rigid   (3)
Order      real ones by magnitude, then pairs by their imaginary part, as Adams lists them
References Golub, Van Loan (2013), chapter 7;  Adams: LINEAR/EIGENSOL.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.state_space import LinearModel
from bellcrank.numerics.triplets import one_thread
from bellcrank.results.units import cycles_per

ZERO, ROUNDING = 1e-7, 1e-12
REAL = 1e-9
"""Imaginary part, beside the magnitude, below which an eigenvalue is real."""


@dataclass(frozen=True)
class Mode:
    """One eigenvalue, or the one of a pair that lies above the real axis."""

    number: int
    value: complex
    """In radians per unit of time."""
    shape: np.ndarray
    """Displacement of the mass centre and rotation of each body, (bodies, 6), ground axes; the largest part is 1."""
    residual: float
    rigid: bool = False
    sim: Simulation | None = field(default=None, repr=False, compare=False)

    @property
    def frequency(self) -> float:
        """Damped frequency, in cycles per unit of time."""
        return abs(self.value.imag) / (2.0 * np.pi)

    @property
    def undamped(self) -> float:
        """|lam| in cycles per unit of time."""
        return abs(self.value) / (2.0 * np.pi)

    @property
    def damping(self) -> float:
        """Damping ratio; negative: the motion grows."""
        return -self.value.real / abs(self.value) if abs(self.value) > 0.0 else 0.0

    @cached_property
    def energies(self) -> Any:
        """Kinetic, strain and dissipated energy by element (`modal_energy.Energies`)."""
        from bellcrank.analysis.modal_energy import energies

        assert self.sim is not None
        return energies(self.sim, self.shape, self.value)


@dataclass(frozen=True)
class Modes:
    """All modes of a linear model."""

    time: float
    modes: tuple[Mode, ...]
    freedoms: int
    speeds: int
    states: int
    rests: bool
    titles: tuple[str, ...]
    """The parts, in the order of the rows of a shape."""
    lengths: np.ndarray
    per: str = "second"
    complete: bool = True
    """All modes, not the lowest ones only."""
    doubts: tuple[str, ...] = ()
    """What is to be kept in mind: no equilibrium, motion, parts without mass, pairs that do not fit."""

    def __str__(self) -> str:
        return "\n".join([self.table(), *self.doubts])

    def __len__(self) -> int:
        return len(self.modes)

    def __iter__(self) -> Iterator[Mode]:
        return iter(self.modes)

    def __getitem__(self, n: int) -> Mode:
        return self.modes[n]

    @property
    def values(self) -> np.ndarray:
        """The eigenvalues as they are listed."""
        return np.array([mode.value for mode in self.modes])

    @property
    def frequencies(self) -> np.ndarray:
        """Damped frequencies of the modes that oscillate, in cycles per unit of time, ascending."""
        return np.array(sorted(mode.frequency for mode in self.modes if mode.value.imag))

    @property
    def rigid(self) -> int:
        """Zero eigenvalues."""
        return sum(mode.rigid for mode in self.modes)

    @property
    def residual(self) -> float:
        """The largest residual of a pair."""
        return max((mode.residual for mode in self.modes), default=0.0)

    @property
    def stable(self) -> bool:
        """Whether no mode grows."""
        top = max((abs(mode.value) for mode in self.modes), default=0.0)
        return all(mode.rigid or mode.value.real <= 1e-9 * top for mode in self.modes)

    def table(self) -> str:
        """Number, frequency, damping, real and imaginary part, and what moves."""
        head = (
            f"{'mode':>5} {'frequency':>13} {'undamped':>13} {'damping':>9} {'real part':>13} {'imaginary':>13}  motion"
        )
        cycles = cycles_per(self.per)
        lines = [head, f"{'':5} {cycles:>13} {cycles:>13} {'':9} {'1/' + self.per:>13} {'rad/' + self.per:>13}"]
        for m in self.modes:
            motion = self.motion(m)
            note = " (rigid)" if m.rigid else ""
            lines.append(
                f"{m.number:5d} {m.frequency:13.6g} {m.undamped:13.6g} {m.damping:9.4f} {m.value.real:13.5g} "
                f"{abs(m.value.imag):13.5g}  {motion}{note}"
            )
        return "\n".join(lines)

    def words(self) -> str:
        """Freedoms, rigid-body modes and residuals in one line."""
        which = "all modes" if self.complete else f"the {len(self.modes)} lowest modes"
        nonholonomic = (
            f", {self.freedoms - self.speeds} constraints on velocities" if self.freedoms > self.speeds else ""
        )
        return (
            f"{which} of {self.freedoms} freedoms{nonholonomic}, {self.states} states of DIFFs; {self.rigid} zero "
            f"eigenvalues; largest residual of a pair {self.residual:.1e}"
        )

    def motion(self, mode: Mode) -> str:
        """The part that moves most, and how."""
        moves = np.abs(mode.shape).copy()
        if not moves.size or not moves.any():
            return "a state of a DIFF"
        moves[:, 3:] *= self.lengths[:, None]
        b = int(np.argmax(np.linalg.norm(moves, axis=1)))
        turns = moves[b, 3:].max() > 0.5 * moves[b, :3].max()
        axis = "xyz"[int(np.argmax(moves[b, 3:] if turns else moves[b, :3]))]
        return f"{self.titles[b]} {'turns about' if turns else 'moves along'} {axis}"

    def film(self, **options: Any) -> Any:
        """One cycle of each mode as `Results`, whose time is the phase; see `mode_film.film`."""
        return importlib.import_module("bellcrank.analysis.mode_film").film(self, **options)

    def view(self, path: Any = "modes.html", **options: Any) -> Any:
        """A page that animates the modes: a table to choose from, a slider for the phase.

        `charts=[diagram, (linear, omega)]`: Campbell diagrams and frequency responses below the table.
        """
        return self.film(**options).view(path)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for the results and the report."""
        return {
            "time": self.time, "freedoms": self.freedoms, "speeds": self.speeds, "states": self.states,
            "rests": self.rests, "residual": self.residual, "per": self.per, "parts": list(self.titles),
            "complete": self.complete, "doubts": list(self.doubts),
            "modes": [
                {"number": m.number, "real": m.value.real, "imag": m.value.imag, "frequency": m.frequency,
                 "undamped": m.undamped, "damping": m.damping, "rigid": m.rigid, "residual": m.residual,
                 "motion": self.motion(m), "shape_real": m.shape.real.tolist(), "shape_imag": m.shape.imag.tolist()}
                for m in self.modes
            ],
        }  # fmt: skip


def modes_of(model: LinearModel) -> Modes:
    """All eigenpairs of a linear model (dense)."""
    size = len(model.a)
    with one_thread(size):
        values, vectors = np.linalg.eig(model.a) if size else (np.zeros(0, complex), np.zeros((0, 0), complex))
        residuals = _residuals(model.a, values, vectors)
        moves = model.shape @ vectors
    real = np.abs(values.imag) <= REAL * np.abs(values)
    values = np.where(real, values.real + 0.0j, values)
    zero = np.abs(values) <= ZERO * model.pace + ROUNDING * float(np.abs(values).max(initial=0.0))
    values = np.where(zero, 0.0, values)
    shown = [n for n in range(size) if values[n].imag >= 0.0]
    shapes = {n: normalised(model.sim, moves[:, n]) for n in shown}
    order = sorted(shown, key=lambda n: (values[n].imag != 0.0, abs(values[n].imag) or abs(values[n].real)))
    found = [
        Mode(k, complex(values[n]), shapes[n], float(residuals[n]), bool(zero[n]), model.sim)
        for k, n in enumerate(order, start=1)
    ]
    return collected(model.sim, model.point.rests, found, model.freedoms, model.speeds, model.states)


def collected(
    sim: Simulation, rests: bool, found: list[Mode], freedoms: int, speeds: int, states: int, complete: bool = True
) -> Modes:
    """Modes with what belongs to all of them."""
    from bellcrank.analysis.sizes import body_sizes

    titles = tuple(body.element.title for body in sim.builder.bodies)
    per = sim.model.units.label("time") or "second"
    return Modes(sim.state.t, tuple(found), freedoms, speeds, states, rests, titles, body_sizes(sim), per, complete)


def _residuals(a: np.ndarray, values: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Equation (2), with the scales that balance A."""
    if not len(a):
        return np.zeros(0)
    from scipy.linalg import matrix_balance

    with np.errstate(invalid="ignore"):  # scales beyond all integers, of rows that are rounding, are cast to some
        balanced, (scale, permutation) = matrix_balance(a, separate=True)
    inner = (vectors / scale[:, None])[permutation]
    size = np.linalg.norm(balanced, 2) if len(a) <= 200 else np.linalg.norm(balanced, 1)
    wrong = np.linalg.norm(balanced @ inner - inner * values, axis=0)
    return np.asarray(wrong / (max(float(size), 1e-300) * np.linalg.norm(inner, axis=0)))


def normalised(sim: Simulation, shape: np.ndarray) -> np.ndarray:
    """(bodies, 6), the largest displacement (of the model's size) or rotation real and one."""
    found = shape.astype(complex).reshape(-1, 6)
    if not found.size:
        return found
    measure = np.array([1.0 / sim.length] * 3 + [1.0] * 3)
    at = np.unravel_index(int(np.argmax(np.abs(found) * measure)), found.shape)
    return found / found[at] if found[at] != 0.0 else found
