"""The ways to an equilibrium, one after the other until one arrives: no parameter is to be tuned.

newton       Newton with a trust region, where the forces push                           (equilibrium.py)
ramping      all that is out of balance at the start is held, R - (1 - p) R_0 = 0, and let go in parts               (1)
arc length   the same path, followed through its limit points                            (path.py)
relaxation   damped motion: s W (d - B d_before) + K d = -R, momentum is lost where it works against the forces    (2)
             and Newton from where it comes to rest
References   Day (1965), The Engineer 219, 218-221 (dynamic relaxation);  Allgower, Georg (1990), Numerical Continuation
             Methods, ch. 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from bellcrank.analysis.equilibrium import FAR, START, Limits, Search, newton, settle, stiffness
from bellcrank.analysis.imbalance import Imbalance
from bellcrank.analysis.path import Path

FAILED = Search(False, 0, np.inf, 0.0, np.inf)
PARTS = 200
"""Parts of the loads, or steps of a path, at most."""
ITERATIONS = 1000
"""Of Newton in all parts of the loads: a ramp that has not arrived by then creeps towards a rest that is not there."""
MOMENTUM = 0.9
STROKE = 0.1
"""Length of a step of relaxation."""
RELAXATIONS, ATTEMPTS = 400, 4

Watch = Callable[[int, Search], None] | None


def ramping(balance: Imbalance, limits: Limits, watch: Watch = None) -> Search:
    """Equation (1), with parts that shrink where Newton does not arrive."""
    first = _hold(balance)
    if first is None:
        return FAILED
    p, part, spent = 0.0, 0.25, 0
    for _ in range(PARTS):
        kept = balance.keep()
        aim = min(1.0, p + part)
        balance.load = (1.0 - aim) * first
        last = aim == 1.0
        search = newton(balance, limits if last else Limits(40), watch, radius=0.1)
        spent += search.iterations
        if search.found:
            if last:
                return replace(search, iterations=spent)
            p, part = aim, 1.6 * part
            continue
        balance.back(kept)
        part *= 0.3
        if part < 1e-4 or spent > ITERATIONS:
            break
    balance.load = np.zeros(balance.bodies)
    return replace(FAILED, iterations=spent)


def arc_length(balance: Imbalance, limits: Limits, watch: Watch = None) -> Search:
    """The path of (1) to p = 1; Newton makes the last step."""
    first = _hold(balance)
    if first is None:
        return FAILED

    def put(p: float) -> None:
        balance.load = (1.0 - p) * first

    def slope() -> np.ndarray:
        return np.concatenate([first, np.zeros(balance.sim.work.n - balance.bodies)])

    path, arrived, steps = Path(balance, put, slope), False, 0
    for _ in range(PARTS):
        steps += 1
        if not path.step():
            break
        if path.p >= 1.0:
            arrived = True
            break
    balance.load = np.zeros(balance.bodies)
    if not arrived:
        return replace(FAILED, iterations=steps)
    search = newton(balance, limits, watch, radius=0.1)
    return replace(search, iterations=search.iterations + steps)


def relaxation(balance: Imbalance, limits: Limits, watch: Watch = None) -> Search:
    """Equation (2)."""
    here = settle(balance)
    if here is None:
        return FAILED
    before, s, asked, attempts = np.zeros(balance.sim.work.n), 0.0, here.size, 0
    start = balance.sim.work.q[:, :3].copy()
    for count in range(RELAXATIONS):
        push = balance.measure(here.push)
        s = max(0.7 * s, push / STROKE, 1e-3 * stiffness(balance, here.tangents))
        right = -here.residual
        right[: balance.bodies] += MOMENTUM * s * balance.arms**2 * before[: balance.bodies]
        step = balance.solver(here.tangents, 1.0, s)(right)
        length = balance.measure(step)
        if not np.isfinite(length):
            return replace(FAILED, iterations=count)
        step *= min(1.0, STROKE / length) if length > 0.0 else 1.0
        kept = balance.keep()
        balance.move(step)
        there = settle(balance) if balance.close(here.project) else None
        if there is None:
            balance.back(kept)
            here, before, s = settle(balance) or here, np.zeros_like(before), 8.0 * s
            continue
        against = float(there.residual[: balance.bodies] @ step[: balance.bodies]) > 0.0
        here, before = there, np.zeros_like(before) if against else step
        balance.accept()
        gone = float(np.abs(balance.sim.work.q[:, :3] - start).max(initial=0.0))
        if gone > FAR * balance.sim.length or attempts == ATTEMPTS:
            break
        if here.size < 1e-2 * asked or balance.measure(step) < 1e-4:
            attempts += 1
            search = newton(balance, limits, watch, radius=START)
            if search.found:
                return replace(search, iterations=search.iterations + count)
            asked, here = 0.1 * asked, settle(balance) or here
    return replace(FAILED, iterations=count)


def _hold(balance: Imbalance) -> np.ndarray | None:
    """What is out of balance at the start, which a dead load is to hold."""
    balance.load = np.zeros(balance.bodies)
    here = settle(balance)
    if here is None or not balance.close(here.project):
        return None
    here = settle(balance)
    return None if here is None else here.residual[: balance.bodies].copy()


RUNGS: dict[str, Callable[[Imbalance, Limits, Watch], Search]] = {
    "Newton with a trust region": newton,
    "load ramping": ramping,
    "pseudo-arc-length": arc_length,
    "dynamic relaxation": relaxation,
}
