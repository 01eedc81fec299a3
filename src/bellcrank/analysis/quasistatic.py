"""Quasi-static analysis: the equilibrium at every output time, as one path over time.

Predictor   K q' + J^T lam' = -R_t,  J q' = -phi_t at the last rest: the path leads on along q'                      (1)
Step        a rest is taken where the path leads to: it lies within DOUBT of the prediction, as a part of the model or
            in radians. Else, or where Newton does not arrive, the step in time is halved (between outputs too)     (2)
Limit point steps of SHORTEST do not help: the path has no rest beyond this time. The motion that loses its stiffness is
            named, and the analysis goes on from the rest into which the parts then move (snap-through), if any
Sensors     are looked at after each output; the time of one that becomes true is found by halving
References  Riks (1979), Int. J. Solids Struct. 15, 529-551;  Allgower, Georg (1990), ch. 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from bellcrank.analysis.closing import assemble_velocities, displacement
from bellcrank.analysis.equilibrium import NEUTRAL, newton, settle, stiffness
from bellcrank.analysis.imbalance import Imbalance
from bellcrank.analysis.rest import Rest, at_rest, find_rest, limits_of, row_at_rest
from bellcrank.analysis.sensors import RELATIONS, Firing
from bellcrank.analysis.session import Session
from bellcrank.analysis.stability import stability
from bellcrank.analysis.tangents import Tangents
from bellcrank.analysis.terms import Reason
from bellcrank.errors import ConvergenceError, Message
from bellcrank.system import layout, sensors

DOUBT = 0.03
SHORTEST = 1e-7
"""Shortest step, as a part of the whole time."""
MODE = 6.0
ITERATIONS = 40
"""A rest that takes more lies not where the path leads to."""
HALVINGS = 40
"""Of the interval in which a sensor becomes true."""


class PathOverTime:
    """The rests of a session one after the other; see the module docstring."""

    def __init__(self, session: Session, end: float) -> None:
        self.session, self.sim = session, session.prepare()
        self.start, self.end, self.step = session.time, end, end - session.time
        limits, self.spent = limits_of(session.model), 0
        self.limits = replace(limits, iterations=min(limits.iterations, ITERATIONS))
        self.first = find_rest(self.sim, mode=MODE)
        self.balance = Imbalance(self.sim, MODE)
        settle(self.balance)

    @property
    def now(self) -> float:
        """The time."""
        return self.sim.state.t

    def put_time(self, time: float) -> None:
        """Motions and loads of this time."""
        self.sim.work.num[layout.T] = time

    def rate(self) -> np.ndarray:
        """q' of (1) for the bodies."""
        balance, h = self.balance, 1e-5 * (self.end - self.start)
        now, sides = self.now, []
        for sign in (1.0, -1.0):
            self.put_time(now + sign * h)
            sides.append(balance.residual())
        self.put_time(now)
        slope = (sides[0] - sides[1]) / (2.0 * h)
        balance.residual()
        tangents = Tangents(self.sim, only_stiffness=True)
        solve = balance.solver(tangents, 1.0, NEUTRAL * stiffness(balance, tangents))
        found = solve(-slope)[: balance.bodies]
        return found if np.isfinite(found).all() else np.zeros(balance.bodies)

    def advance(self, target: float) -> None:
        """Follow the path to a time."""
        balance, shortest = self.balance, SHORTEST * (self.end - self.start)
        while self.now < target:
            before, kept, memory = self.now, balance.keep(), self.sim.work.memory.copy()
            aim = target if self.now + self.step > target - shortest else self.now + self.step
            rate = self.rate() * (aim - before)
            length = balance.measure(rate)
            rate *= min(1.0, 0.3 / length) if length > 0.0 else 1.0
            self.put_time(aim)
            balance.move(rate)
            search = newton(balance, self.limits, radius=0.1)
            self.spent += search.iterations
            apart = balance.measure(displacement(kept[0], self.sim.work.q) - rate)
            if search.found and apart <= DOUBT and length <= 0.3:
                self.step = (2.0 if apart < 0.3 * DOUBT else 1.0) * max(self.step, aim - before)
                continue
            self._back(before, kept, memory)
            if aim - before > shortest:
                self.step = 0.5 * (aim - before)
                continue
            self._limit_point(before, aim)
            self.step = 1e-3 * (self.end - self.start)

    def _back(self, time: float, kept: Any, memory: np.ndarray) -> None:
        self.put_time(time)
        self.balance.back(kept)
        self.sim.work.memory[:] = memory
        self.balance.residual()

    def _limit_point(self, time: float, beyond: float) -> None:
        """The path ends here: tell it, and go on from wherever the parts come to rest."""
        session = self.session
        lost = stability(self.balance)
        where = f"at time {time:.9g}: {lost.motion} has lost its stiffness" if lost.motion else f"at time {time:.9g}"
        before = self.sim.work.q.copy()
        self.put_time(beyond)
        try:
            rest = find_rest(self.sim, mode=MODE)
        except ConvergenceError as failure:
            why = f"The path of equilibria ends {where}, and no rest was found beyond."
            message = Message(
                "error", "E712", f"Quasi-static analysis stopped at time {time:.9g}.", why=why, cure=PATH_ENDS
            )
            raise ConvergenceError(message) from failure
        self.spent += rest.iterations
        apart = self.balance.measure(displacement(before, self.sim.work.q))
        what = f"Limit point {where}; the parts snap to another rest."
        why = f"They move by {apart:.3g} of the model's size, or radians ({rest.rung}); how, is a matter of dynamics."
        session.say(Message("warning", "W712", what, why=why, cure=DYNAMICS))
        if session.writer is not None:
            session.writer.event(time, "limit point", lost.motion, what)
        self.balance = Imbalance(self.sim, MODE)
        settle(self.balance)


DYNAMICS = (
    "simulate the snap with SIMULATE/DYNAMICS, or drive the displacement instead of the load to follow the path back."
)
PATH_ENDS = "look at what holds the part there; drive the displacement instead of the load; or use SIMULATE/DYNAMICS."


def quasi_static(session: Session, end: float, outputs: int, dtout: float | None = None) -> None:
    """Rows of results at the output times until `end`."""
    session.forget_course()
    path = PathOverTime(session, end)
    sim, start = path.sim, session.time
    writer, visible = session.rows_for("quasiStatic"), session.visible(sim)
    session.tell("text", f"Quasi-static analysis: time {start:g} to {end:g}, {outputs} output intervals")
    watched = Watched(session, path)
    writer.append(visible(row_at_rest(sim)))
    try:
        for time in times(start, end, outputs, dtout):
            fired = watched.advance(time)
            path.balance.residual()
            writer.append(visible(row_at_rest(sim)))
            session.time = path.now
            if fired:
                session.reason = Reason.HALTED if any(f.element.halt for f in fired) else Reason.RETURNED
                break
    except ConvergenceError:
        session.successful, session.end_reason, session.time = False, "the path of equilibria ended", path.now
        raise
    rest = replace(summary(path), outputs=outputs, dtout=dtout)
    session.rests.append(rest)
    session.tell("rested", rest)
    assemble_velocities(sim)


def summary(path: PathOverTime) -> Rest:
    """What there is to say about the last rest."""
    search = newton(path.balance, path.limits)
    return at_rest(path.balance, "quasi-static path", (), search, path.spent + search.iterations)


def times(start: float, end: float, outputs: int, dtout: float | None) -> Iterator[float]:
    """The output times behind the first one."""
    for n in range(1, outputs):
        yield start + n * (dtout or (end - start) / outputs)
    yield end


class Watched:
    """A path and the sensors that look at it."""

    def __init__(self, session: Session, path: PathOverTime) -> None:
        self.session, self.path = session, path
        self.elements: list[Any] = [use.element for use in path.sim.builder.sensors]
        self.true = self._state()

    def _state(self) -> list[bool]:
        s = self.path.sim.work
        if not self.elements:
            return []
        s.call(sensors.sense)
        return [is_true(e, float(s.sensed[n, 0])) for n, e in enumerate(self.elements)]

    def advance(self, time: float) -> list[Firing]:
        """To a time, or to that of a sensor that ends the analysis; those that do."""
        before, kept, memory = self.path.now, self.path.balance.keep(), self.path.sim.work.memory.copy()
        self.path.advance(time)
        now = self._state()
        fresh = [n for n, (a, b) in enumerate(zip(self.true, now, strict=True)) if b and not a]
        if fresh and any(self.elements[n].return_ or self.elements[n].halt for n in fresh):
            self._locate(fresh, before, kept, memory)
        found = [Firing(self.elements[n], self.path.now, float(self.path.sim.work.sensed[n, 0])) for n in fresh]
        for n, firing in zip(fresh, found, strict=True):
            if firing.element.evaluate is not None:
                self.path.sim.state.latched[n] = self.path.sim.work.sensed[n, 1]
            if self.session.writer is not None:
                self.session.writer.event(firing.time, "sensor", firing.element.title, ", ".join(firing.actions))
            self.session.tell("text", firing.text)
        self.true = now
        return [firing for firing in found if firing.element.return_ or firing.element.halt]

    def _locate(self, fresh: list[int], low: float, kept: Any, memory: np.ndarray) -> None:
        """Halve the interval until the sensor's value is met."""
        high = self.path.now
        for _ in range(HALVINGS):
            values = [abs(float(self.path.sim.work.sensed[n, 0]) - self.elements[n].value) for n in fresh]
            if max(v - self.elements[n].error for v, n in zip(values, fresh, strict=True)) <= 0.0:
                return
            middle = 0.5 * (low + high)
            self.path._back(low, kept, memory)
            self.path.advance(middle)
            if any(self._state()[n] for n in fresh):
                high = middle
            else:
                low, kept, memory = middle, self.path.balance.keep(), self.path.sim.work.memory.copy()
        self.path.advance(high)
        self._state()


def is_true(sensor: Any, value: float) -> bool:
    """Whether the condition of a sensor holds."""
    relation = RELATIONS[sensor.relation]
    apart = value - sensor.value
    return bool(abs(apart) <= sensor.error if relation == 0.0 else relation * apart >= -sensor.error)
