"""The programs of peers.py: how each of them is set up for a problem, and what is timed.

bellcrank      prepared: model, equations, assembled position, ordering of the factorisation; run: consistent start,
               integration, rows of results at the start and at the end; `bellcrank auto` with the method that
               method="auto" chooses, while it is prepared
exudyn, mujoco the functions build_... and sim_... of the bench folder: sim_... is the run
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import mechanisms
import numpy as np
from sweep import Method

from bellcrank.analysis.auto import choose
from bellcrank.analysis.columns import PART
from bellcrank.analysis.session import Session
from bellcrank.analysis.simulate import simulate
from bellcrank.analysis.terms import Reason, TransientSettings
from bellcrank.analysis.transient import Transient

EXUDYN_STEPS = {"P1": 500, "P2_10": 200, "P2_100": 400, "P2_s40": 200, "P3_1": 1000, "P3_10": 1000, "P4": 100}
"""The first number of steps. Much longer steps do not converge and are halved by the program, at a high cost."""
TREE_STEPS = {"P1": 25, "P2_10": 50, "P2_100": 200}
MUJOCO_STEPS = {"P1": 60, "P2_10": 100, "P2_100": 200, "P2_s40": 50, "P3_1": 1000, "P3_10": 1000, "P4": 20}


def load(folder: Path, name: str) -> ModuleType:
    """A module of the bench folder, under its own name; nothing is written there, nothing it says is printed."""
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return module


# ---- bellcrank
AUTO = "bellcrank auto"
"""Its column; a ratio below 1 is quicker than GSTIFF."""


class NoAnswer(Exception):
    """The integration did not come to its end."""


NEIGHBOURS = (0.97, 1.0, 1.03)
"""Every setting of every program is run with its neighbours, and the largest error counts: that of a single run may be
small by chance. MuJoCo at P4: 1.6e-2 with 39 steps, 5.9e-4 with 40, 1.5e-2 with 41."""


def bellcrank(p: Any, problem: str) -> list[Method]:
    """The default integrator (GSTIFF, SI2), and the method that suits the model; the setting is ERROR."""

    def prepare(error: float) -> Transient:
        sim = Session(mechanisms.build(p, problem)).prepare()
        return Transient(sim, TransientSettings(error=error), 0.0)

    def prepare_auto(error: float) -> Transient:
        session = Session(mechanisms.build(p, problem))
        return Transient(session.prepare(), choose(session, TransientSettings(error=error)), 0.0)

    def run(transient: Transient, error: float) -> np.ndarray:
        rows: list[np.ndarray] = []
        transient.begin(end, outputs=1)
        reason = transient.run(rows.append)
        return mechanisms.probes(problem, last_positions(rows, reason, end, transient.sim.work.n_bodies))

    end = p.TEND[problem]
    whole = lambda error: simulate(mechanisms.build(p, problem), end, 1, error=error)
    whole_auto = lambda error: simulate(mechanisms.build(p, problem), end, 1, error=error, method="auto")
    settings = 1e-12, NEIGHBOURS, NoAnswer
    return [
        Method("bellcrank", "GSTIFF SI2", 1e-2, 0.1**0.5, prepare, run, whole, *settings),
        Method(AUTO, "auto", 1e-2, 0.1**0.5, prepare_auto, run, whole_auto, *settings),
    ]


def last_positions(rows: list[np.ndarray], reason: Reason, end: float, parts: int) -> np.ndarray:
    """X, Y, Z of all parts in the last row, which must be that of the end time; NoAnswer when the run has failed."""
    if reason is not Reason.DONE:
        raise NoAnswer(reason.value)
    row = rows[-1][-1]
    if row[0] != end:
        raise RuntimeError(f"the last row is that of time {row[0]!r}, not of {end!r}")
    return row[1 : 1 + len(PART) * parts].reshape(parts, len(PART))[:, :3]


# ---- the peers
def exudyn(x: ModuleType, problem: str) -> list[Method]:
    """Redundant coordinates and joints, as for any mechanism: generalised alpha and the trapezoidal rule of index 2.

    The trapezoidal rule does not pass the singular positions of P3: it halves its steps for minutes, the error stays.
    """
    build, sim = {
        "P2_s40": (x.build_spatial, x.sim_spatial),
        "P4": (x.build_andrews, x.sim_andrews),
    }.get(problem, (x.build_fourbar, x.sim_fourbar) if problem.startswith("P3") else (x.build_chain2d, x.sim_chain2d))
    form = "3D-EP" if problem == "P2_s40" else "2D"
    return [
        _steps("exudyn", f"{form}-{name}", EXUDYN_STEPS[problem], lambda s: build(problem), sim, kind)
        for name, kind in (("genalpha(.9)", 0.9), ("trapezIdx2", "tr"))
        if kind != "tr" or not problem.startswith("P3")
    ]


def exudyn_tree(x: ModuleType, problem: str) -> list[Method]:
    """Joint coordinates and an explicit Runge-Kutta formula: planar open chains only."""
    if problem not in TREE_STEPS:
        return []
    build = lambda s: x.build_tree(problem)
    return [_steps("exudyn tree", "tree-RK67", TREE_STEPS[problem], build, x.sim_tree, "rk67")]


def mujoco(m: ModuleType, problem: str) -> list[Method]:
    """Joint coordinates, loops closed by soft constraints: RK4, but Euler for P3, where it is four times as quick."""
    m.mujoco.set_mju_user_warning(lambda text: None)  # it would write a file; an unstable run shows in its error
    build, sim = {
        "P2_s40": (m.build_spatial, m.sim_spatial),
        "P4": (m.build_andrews, m.sim_andrews),
        "P3": (lambda s: m.build_fourbar(problem, s), m.sim_fourbar),
    }.get("P3" if problem.startswith("P3") else problem, (lambda s: m.build_chain(problem, s), m.sim_chain))
    kind = "Euler" if problem.startswith("P3") else "RK4"
    return [_steps("mujoco", kind, MUJOCO_STEPS[problem], build, sim, kind)]


PEERS: dict[str, tuple[str, Callable[[ModuleType, str], list[Method]]]] = {
    "exudyn": ("exudyn", exudyn),
    "exudyn tree": ("exudyn", exudyn_tree),
    "mujoco": ("mujoco", mujoco),
}
"""Column -> package, its methods. The script of a package is peer_PACKAGE.py of the bench folder."""


def _steps(program: str, name: str, first: int, build: Any, sim: Any, kind: Any) -> Method:
    """A method of constant steps; the setting is their number."""
    prepare = lambda steps: build((kind, round(steps)))
    run = lambda model, steps: sim(model, (kind, round(steps)))[0]
    return Method(program, name, first, 2.0, prepare, run, spread=NEIGHBOURS)
