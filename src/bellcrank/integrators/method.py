"""A method of integration: its kernels, registered by name; how to run one.

    method = METHODS["GSTIFF"]
    run = Integration(problem, method)
    run.begin(t=0.0, end=40.0, outputs=10, error=1e-6)
    status = run.advance(1000)             # RUNNING, DONE, FULL ... of stepper.py; rows are in run.rows()

A method is one file that registers a `Method` here (`bellcrank.registry.INTEGRATORS`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank.integrators import problem as at
from bellcrank.integrators import stepper as st
from bellcrank.integrators.problem import Problem
from bellcrank.kernel import Kernel
from bellcrank.numerics.context import Context, run_kernel
from bellcrank.registry import INTEGRATORS as METHODS

__all__ = ["METHODS", "Integration", "Method"]

BLOCK = 256
"""Rows of results between two looks of Python."""
KEPT = 512
"""Steps that are kept for the story of a run that fails."""


@dataclass(frozen=True)
class Method:
    """Kernels of signature (context, number); all but `advance` ignore the number."""

    name: str
    what: str
    """One line for people."""
    formulations: tuple[str, ...]
    highest_order: int
    begin: Kernel
    """Make the state consistent and start; I_STATUS is PIVOTS_OUT when new pivots are needed."""
    restart: Kernel
    """Start again from the present state and rates with the step in R_H."""
    advance: Kernel
    """Steps until something is to be told, at most as many as the number; I_STATUS tells what."""
    shrink: Kernel
    """The matrix has no inverse here: a shorter step."""
    write_now: Kernel
    """One row of results at the present time."""
    step: Kernel | None = None
    """One step, where `advance` is the loop of stepping.py; I_STATUS tells what comes next."""
    first_order: int = 1
    """The order of its first step."""
    evaluations: int = 1
    """Of the equations, within one step, at different times."""
    explicit: bool = False
    """Whether it asks for nothing but accelerations."""
    keeps_past: bool = False
    """Whether it keeps what DELAY reads (past.py)."""


class Integration:
    """A method at work on a problem."""

    def __init__(self, problem: Problem, method: Method, sensors: np.ndarray | None = None) -> None:
        self.problem, self.method = problem, method
        given, n_y = problem.arrays, len(problem.arrays[int(at.Y)])
        self.real, self.ints = np.zeros(st.N_REALS), np.zeros(st.N_INTS, np.int64)
        self.out = np.zeros((BLOCK, len(given[int(at.ROW)])))
        self.z = given.get(int(at.Z), np.zeros((14, n_y)))
        functions, handles = problem.table(method.step), problem.handles()
        plain = not kernels.compiling()
        self.sensors = np.zeros((0, 9)) if sensors is None else sensors
        arrays: dict[int, np.ndarray] = given | {
            int(at.FUNCTIONS): np.zeros(0, np.int64) if plain else functions,
            int(at.HANDLES): np.zeros(0, np.int64) if plain else np.array(handles, np.int64),
            int(at.Z): self.z,
            int(at.LAST): given.get(int(at.LAST), np.zeros((2, n_y))),
            int(at.REAL): self.real,
            int(at.INTS): self.ints,
            int(at.OUT): self.out,
            int(at.LU_STATUS): problem.status,
            int(at.SENSORS): self.sensors,
            int(at.STOPS): np.zeros(1),
            int(at.PER_TOL): np.zeros(len(given[int(at.STEP)])),
            int(at.SEEN): np.zeros((len(given[int(at.PHI)]), 3)),
            int(at.STORY_T): given.get(int(at.STORY_T), np.zeros(14)),
            int(at.STORY_Y): given.get(int(at.STORY_Y), np.zeros((14, n_y))),
            int(at.STORY_F): given.get(int(at.STORY_F), np.zeros((14, n_y))),
            int(at.STAGES): np.zeros((16, n_y)),
            int(at.FORMULA): np.zeros((4, 9)),
            int(at.PER_GAP): np.zeros(len(given[int(at.DELTA)])),
            int(at.INVERSE): np.zeros(n_y + 1),
            int(at.TAKEN): np.zeros((KEPT, 4)),
            int(at.WEIGHTS): np.zeros((3, 16)),
        }
        self.context = Context([arrays[k] for k in range(len(arrays))])
        if plain:
            self.context.arrays[int(at.FUNCTIONS)] = functions
            self.context.arrays[int(at.HANDLES)] = handles  # type: ignore[call-overload]

    def begin(self, t: float, end: float, outputs: int, error: float, **more: Any) -> None:
        """Set the clock. `more`: h (first), h_max, h_min, dtout, order, iterations, stops, si2, driven, weights."""
        span = end - t
        self.real[:], self.ints[:] = 0.0, 0
        real, ints = self.real, self.ints
        real[st.R_T], real[st.R_END], real[st.R_OUT0], real[st.R_ERROR], real[st.R_CRATE] = t, end, t, error, 1.0
        real[st.R_DTOUT] = more.get("dtout") or span / outputs
        real[st.R_FORCES], real[st.R_GAMMA], real[st.R_BETA] = more.get("weights", (0.3, 0.8, 0.4225))
        real[st.R_HMAX], real[st.R_HMIN] = more.get("h_max", span), more.get("h_min", 0.0)
        real[st.R_H] = more.get("h") or 1e-6 * real[st.R_HMAX]
        ints[st.I_KMAX] = min(more.get("order", self.method.highest_order), self.method.highest_order)
        ints[st.I_MAXIT], ints[st.I_SI2] = more.get("iterations", 10), more.get("si2", 1)
        ints[st.I_N_OUT], ints[st.I_CHOOSE], ints[st.I_DRIVEN] = outputs, 0, more.get("driven", 0)
        self.context.replace(int(at.STOPS), np.array([*more.get("stops", ()), end], float))

    def call(self, kernel: Kernel, number: int = 0) -> int:
        """Run one of the method's kernels; what it says."""
        run_kernel(kernel, self.context, number)
        return int(self.ints[st.I_STATUS])

    def advance(self, steps: int) -> int:
        """At most so many steps."""
        return self.call(self.method.advance, steps)

    def rows(self) -> np.ndarray:
        """The rows of results since the last call."""
        found = self.out[: self.ints[st.I_ROWS_OUT]].copy()
        self.ints[st.I_ROWS_OUT] = 0
        return found
