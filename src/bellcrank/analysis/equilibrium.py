"""Newton's method for a position of rest, with steps that go where the forces push.

At every position the multipliers balance as much as they can (least squares); what is left, p, is the imbalance.    (1)
Step       (K + s W) d + J^T dlam = -R,  J d = -phi;  then back onto the constraints                              (2)
           s >= MU |p|: with it Newton converges quadratically where a freedom is neutral, too, and leaves it alone
           s grows until d goes with the forces (-R . d > 0) and is no longer than the trust radius               (3)
Gain       the work of the forces out of balance on the way, -(R_0 + R_1) . d / 2, beside what (2) expects of it:
           the potential goes down, wherever there is one, so that the rest found is a stable one                 (4)
           A step is taken for its gain, or where it leaves half the imbalance
Radius     a rotation of START rad, or that part of the model, to begin with; it grows and shrinks with the gain
Rest       the imbalance is rounding (of forces, or of positions times the stiffness), or Newton's step is (RESTS), or
           no step reduces it further
References Fan, Yuan (2005), Computing 74, 23-39 (s of the size of the residual);  Absil, Mahony, Sepulchre (2008),
           ch. 7;  Conn, Gould, Toint (2000), Trust-Region Methods, ch. 6.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from bellcrank.analysis.imbalance import Imbalance, Solver
from bellcrank.analysis.tangents import Tangents
from bellcrank.system.coordinates import is_translation

START = 0.3
LONGEST = 0.8
"""No step turns a body by more: angles keep their turns."""
MU = 1e-4
NEUTRAL = 1e-11
"""s is at least this part of the stiffness: rounding does not move a neutral freedom."""
RESTS = 1e-11
ROUNDING = 1e-14
EPS = 1e-15
"""Rounding of a position, as a part of the largest coordinate."""
FAR = 1e3
"""A part that has gone so many sizes of the model falls for ever."""
BALANCED = 1e-8
"""Part of the forces at work that may be out of balance where no step reduces it further."""


@dataclass(frozen=True)
class Limits:
    """What ends the search, and how far a step goes; None: by the rules of the module docstring."""

    iterations: int = 300
    imbalance: float | None = None
    """Force that may be out of balance (EQUILIBRIUM/IMBALANCE)."""
    error: float | None = None
    """Length of the last step (EQUILIBRIUM/ERROR)."""
    translation: float | None = None
    """Longest displacement in a step, in units of the model file (TLIMIT)."""
    rotation: float | None = None
    """Largest rotation in a step (ALIMIT)."""


@dataclass(frozen=True)
class Search:
    """How a search ended."""

    found: bool
    iterations: int
    imbalance: float
    """The largest force, or moment by the size of its body, that nothing balances."""
    forces: float
    """The size of the forces at work."""
    step: float
    """The last step, as a part of the model or in radians."""


@dataclass(frozen=True)
class Position:
    """What is known of a position: R with the multipliers of (1), the push p, its size, and the solver of (1)."""

    residual: np.ndarray
    push: np.ndarray
    size: float
    others: float
    """Largest residual of states and algebraic unknowns."""
    noise: float
    """The largest of R beside what the rounding of positions makes of it, coordinate by coordinate."""
    project: Solver
    tangents: Tangents


def settle(balance: Imbalance) -> Position | None:
    """(1) at the present position; None where an expression has no value."""
    s = balance.sim.work
    for _ in range(20):  # algebraic unknowns may depend on each other and on reactions
        residual = balance.residual()
        if not np.isfinite(residual).all():
            return None
        tangents = Tangents(balance.sim, only_stiffness=True)
        project = balance.solver(tangents, 0.0, 1.0)
        right = -residual
        right[balance.bodies : balance.bodies + balance.rows] = 0.0
        right[balance.states] = 0.0
        step = project(right)
        if not np.isfinite(step).all():
            return None
        balance.change(step)
        algebraic = np.abs(step[s.n - s.n_v :]).max(initial=0.0)
        if not s.n_v or algebraic <= 1e-13 * (1.0 + np.abs(s.v).max(initial=0.0)):
            break
    push = step[: balance.bodies].copy()
    residual = balance.residual()
    others = float(np.abs(residual[balance.states]).max(initial=0.0))
    noise = float((np.abs(residual[: balance.bodies]) / rounding(balance, tangents)).max(initial=0.0))
    size = float(np.abs(push * balance.arms).max(initial=0.0))
    return Position(residual, push, size, others, noise, project, tangents)


def refreshed(balance: Imbalance, here: Position) -> Position:
    """The same position with the stiffness of its own multipliers."""
    balance.residual()
    return replace(here, tangents=Tangents(balance.sim, only_stiffness=True))


def newton(
    balance: Imbalance, limits: Limits, watch: Callable[[int, Search], None] | None = None, radius: float = START
) -> Search:
    """Search from the present position; the state is left at the best position found."""
    here = settle(balance)
    if here is None or not balance.close(here.project):
        return Search(False, 0, np.inf, 0.0, np.inf)
    here = settle(balance)
    if here is None:
        return Search(False, 0, np.inf, 0.0, np.inf)
    balance.accept()
    last, wide, damping, start = np.inf, radius, 0.0, balance.sim.work.q[:, :3].copy()
    for count in range(limits.iterations):
        forces = balance.forces()
        search = Search(False, count, here.size, forces, last)
        if watch is not None:
            watch(count, search)
        if rests(here, search, limits):
            return replace(search, found=True)
        if np.abs(balance.sim.work.q[:, :3] - start).max(initial=0.0) > FAR * balance.sim.length:
            return search
        moved = trust_step(balance, here, limits, wide, damping)
        if moved is None:
            return replace(search, found=stalled(here, search, limits))
        here, last, wide, damping = moved
        balance.accept()
    return Search(False, limits.iterations, here.size, balance.forces(), last)


def rests(here: Position, search: Search, limits: Limits) -> bool:
    """Whether the position is an equilibrium."""
    if limits.imbalance is not None or limits.error is not None:
        still = search.step <= (limits.error if limits.error is not None else np.inf)
        return here.size <= (limits.imbalance or np.inf) and (still or here.size <= ROUNDING * search.forces)
    if here.others > 1e-9 * (1.0 + here.others):
        return False
    if here.size <= ROUNDING * search.forces or here.noise <= 1.0:
        return True
    return search.step <= RESTS and here.size <= BALANCED * search.forces


def stalled(here: Position, search: Search, limits: Limits) -> bool:
    """No step reduces the imbalance any further: whether what is left is rounding."""
    small = here.size <= max(BALANCED * search.forces, limits.imbalance or 0.0) or here.noise <= 100.0
    return small and here.others <= 1e-9


def rounding(balance: Imbalance, tangents: Tangents) -> np.ndarray:
    """What the rounding of all positions may change in each row of R."""
    k = tangents.of(tangents.k)
    inside = (k.row < balance.bodies) & (k.column < balance.bodies)
    places = np.where(is_translation(np.arange(balance.bodies)), balance.sim.reach, 1.0)
    sums = np.bincount(k.row[inside], np.abs(k.value[inside]) * places[k.column[inside]], balance.bodies)
    return np.asarray(EPS * sums + 1e-200)


def trust_step(
    balance: Imbalance, here: Position, limits: Limits, radius: float, damping: float
) -> tuple[Position, float, float, float] | None:
    """One step: the new position, its length, and radius and s for the next; None where no step helps."""
    here = refreshed(balance, here)
    kept = balance.keep()
    push = balance.measure(here.push)
    stiff = stiffness(balance, here.tangents)
    least = max(MU * push, NEUTRAL * stiff)
    s = max(least, damping)
    for _ in range(60):
        step = balance.solver(here.tangents, 1.0, s)(-here.residual)
        length = measured(balance, step, limits, radius)
        along = -float(here.residual[: balance.bodies] @ step[: balance.bodies])
        small = length <= 1e-6
        if not np.isfinite(step).all() or length > 1.5 * radius or (along < 0.0 and not small):
            s = max(4.0 * s, push / (100.0 * radius))
            continue
        there = attempt(balance, here, step)
        if there is not None:
            gain = -0.5 * float((here.residual + there.residual)[: balance.bodies] @ step[: balance.bodies])
            bent = float(step[: balance.bodies] @ (here.tangents.of(here.tangents.k) @ step)[: balance.bodies])
            share = gain / (along - 0.5 * bent) if along > 0.5 * bent else np.sign(gain)
            if there.size <= 0.5 * here.size or (share > 0.1 and gain > 0.0) or (small and there.size < here.size):
                wider = min(2.5 * radius, LONGEST) if 0.6 < share < 1.6 else radius
                if share < 0.25 and there.size > 0.5 * here.size:
                    wider = 0.5 * length
                return there, length, wider, 0.1 * s if s > least else 0.0
        balance.back(kept)
        balance.residual()
        if length < 1e-14:
            return None
        radius = 0.3 * length
        s = max(4.0 * s, push / (100.0 * radius))
    return None


def attempt(balance: Imbalance, here: Position, step: np.ndarray) -> Position | None:
    """Move, close the constraints, settle; None where that cannot be done."""
    balance.move(step)
    change = step.copy()
    change[: balance.bodies] = 0.0
    balance.change(change)
    if not balance.close(here.project):
        return None
    return settle(balance)


def measured(balance: Imbalance, step: np.ndarray, limits: Limits, radius: float) -> float:
    """The length of a step in the measure of the radius; TLIMIT and ALIMIT count as the radius where they are given."""
    length = balance.measure(step)
    moves = np.abs(step[: balance.bodies].reshape(-1, 2, 3)).max(axis=(0, 2), initial=0.0)
    for limit, move in zip((limits.translation, limits.rotation), moves, strict=True):
        if limit is not None:
            length = max(length, move / limit * radius)
    return length


def stiffness(balance: Imbalance, tangents: Tangents) -> float:
    """The largest stiffness against a displacement (rotations by the size of the body)."""
    k = tangents.of(tangents.k)
    inside = (k.row < balance.bodies) & (k.column < balance.bodies)
    arms = balance.arms
    values = np.abs(k.value[inside]) / (arms[k.row[inside]] * arms[k.column[inside]])
    return float(values.max(initial=0.0))
