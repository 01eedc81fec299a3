"""Static equilibrium of a simulation: the rungs in turn, and what there is to say about the position found.

After it velocities and accelerations are zero, the multipliers are the reactions, and the time is what it was.
EQUILIBRIUM's arguments count where they are given; what is not given follows from the model (rungs.py, equilibrium.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bellcrank.analysis.equilibrium import Limits, Search, settle
from bellcrank.analysis.failure import bad_expression
from bellcrank.analysis.imbalance import Imbalance
from bellcrank.analysis.rungs import RUNGS
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.stability import Stability, stability
from bellcrank.errors import ConvergenceError, Message
from bellcrank.system import assemble, layout, report

LISTED = 5
"""Parts that are listed with what is out of balance."""


@dataclass(frozen=True)
class Rest:
    """An equilibrium: how it was found, what is left out of balance, and whether it is stable."""

    time: float
    rung: str
    tried: tuple[str, ...]
    search: Search
    left: tuple[tuple[str, float, float], ...]
    """Title of a part, force and moment out of balance; the largest first."""
    stability: Stability
    units: tuple[str, str] = ("", "")
    iterations: int = 0
    outputs: int = 0
    """Of a quasi-static analysis: its output intervals, and their length where it was given."""
    dtout: float | None = None

    def lines(self) -> list[str]:
        """The summary, for people."""
        force, moment = self.units
        tried = f" (after {', '.join(self.tried)})" if self.tried else ""
        found = [f"found by {self.rung}{tried} in {self.iterations} iterations"]
        worst = [f"{title} {f:.2g} {force}, {m:.2g} {moment}" for title, f, m in self.left]
        found.append(
            f"out of balance: {'; '.join(worst) or 'nothing'} (forces at work: {self.search.forces:.3g} {force})"
        )
        return [*found, self.stability.verdict]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        s = self.stability
        return {
            "time": self.time, "rung": self.rung, "tried": list(self.tried), "iterations": self.iterations,
            "imbalance": self.search.imbalance, "forces": self.search.forces,
            "left": [list(x) for x in self.left], "stable": s.unstable == 0, "neutral": s.neutral,
            "smallest_stiffness": s.smallest, "motion": s.motion, "freedoms": s.freedoms, "summary": self.lines(),
        }  # fmt: skip


def find_rest(sim: Simulation, watch: Callable[[int, Search], None] | None = None, mode: float = 5.0) -> Rest:
    """Move the simulation to an equilibrium; ConvergenceError where no rung finds one."""
    balance, limits, rungs = Imbalance(sim, mode), limits_of(sim.model), rungs_of(sim.model)
    start, memory = balance.keep(), sim.work.memory.copy()
    tried: list[str] = []
    best, spent = None, 0
    for rung in rungs:
        search = RUNGS[rung](balance, limits, watch)
        balance.load = np.zeros(balance.bodies)
        spent += search.iterations
        if search.found:
            return at_rest(balance, rung, tuple(tried), search, spent)
        tried.append(rung)
        best = search if best is None or search.imbalance < best.imbalance else best
        if rung != rungs[-1]:
            balance.back(start)
            sim.work.memory[:] = memory
            balance.accept()
    assert best is not None
    raise ConvergenceError(not_found(balance, tried, best, spent))


def at_rest(balance: Imbalance, rung: str, tried: tuple[str, ...], search: Search, spent: int) -> Rest:
    """What there is to say about the present position."""
    sim, label = balance.sim, balance.sim.model.units.label
    settle(balance)
    found = stability(balance)
    left = out_of_balance(balance)
    units = (label("force"), label("force*length"))
    return Rest(sim.state.t, rung, tried, search, left, found, units, spent)


def out_of_balance(balance: Imbalance) -> tuple[tuple[str, float, float], ...]:
    """The largest forces and moments that nothing balances, by part."""
    rows = balance.residual()[: balance.bodies].reshape(-1, 6)
    forces, moments = np.linalg.norm(rows[:, :3], axis=1), np.linalg.norm(rows[:, 3:], axis=1)
    size = forces + moments / np.where(balance.sizes > 0.0, balance.sizes, 1.0)
    order = [b for b in np.argsort(-size)[:LISTED] if size[b] > 0.01 * size.max(initial=0.0)]
    bodies = balance.sim.builder.bodies
    return tuple((bodies[b].element.title, float(forces[b]), float(moments[b])) for b in order)


def limits_of(model: Any) -> Limits:
    """The arguments of EQUILIBRIUM that are given."""
    wishes = model.settings("EQUILIBRIUM")
    given = {"alimit": "rotation", "tlimit": "translation", "imbalance": "imbalance", "error": "error",
             "maxit": "iterations"}  # fmt: skip
    asked = {ours: getattr(wishes, theirs) for theirs, ours in given.items() if theirs in wishes.given}
    return replace(Limits(), **asked)


def rungs_of(model: Any) -> Sequence[str]:
    """EQUILIBRIUM/DYNAMIC asks for motion that is damped; else all rungs in their order."""
    names = list(RUNGS)
    return [names[-1]] if model.settings("EQUILIBRIUM").approach == "DYNAMIC" else names


def not_found(balance: Imbalance, tried: list[str], best: Search, spent: int) -> Message:
    """Why there is no equilibrium: the expression without a value, or where the forces do not balance."""
    sim = balance.sim
    balance.residual()
    if (bad := bad_expression(sim)) is not None:
        place, element, why = bad
        what = "Static equilibrium was not found: a function expression gave no number."
        return Message("error", "E711", what, place, element, why, "keep its argument inside its domain (MAX, STEP).")
    left = out_of_balance(balance)
    unit = sim.model.units.label("force")
    parts = "; ".join(f"{title} {f:.3g} {unit}" for title, f, _ in left) or "an equation of a state or variable"
    what = f"Static equilibrium was not found at time {sim.state.t:g} in {spent} iterations ({', '.join(tried)})."
    why = f"Out of balance at the last position: {parts} (forces at work: {best.forces:.3g} {unit})."
    cure = (
        "a part that nothing holds falls for ever: hold it by a joint, spring or contact; else look at the loads there."
    )
    elements = {body.element.title: body.element for body in sim.builder.bodies}
    first: Any = elements.get(left[0][0]) if left else None
    return Message("error", "E711", what, first.place if first else None, first.title if first else "", why, cure)


def row_at_rest(sim: Simulation) -> np.ndarray:
    """One row of results at the present state."""
    s = sim.work
    sim.seeds(1.0, 0.0, 0.0)
    s.num[layout.WITH_ACC] = 1.0
    s.call(assemble.residual)
    s.call(report.report)
    s.num[layout.WITH_ACC] = 0.0
    return s.out[None, :].copy()
