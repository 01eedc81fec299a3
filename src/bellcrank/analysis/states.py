"""A session at the state that a linear analysis asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bellcrank.analysis import arguments
from bellcrank.analysis.closing import displacement
from bellcrank.analysis.logged import Logging
from bellcrank.analysis.session import Session
from bellcrank.analysis.settings import settings_of
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.static import static_analysis
from bellcrank.errors import Message, ModelError

FAR = 1.0
"""Radians by which a part has turned on its way to the rest that are worth a word."""
UPRIGHT = 'at="input" linearises the position as it is drawn (an inverted pendulum); a start (ic) comes afterwards.'


def elsewhere(sim: Simulation, drawn: np.ndarray) -> Message | None:
    """W715: the rest lies far from the drawn position, as where an inverted pendulum has fallen over."""
    chord = np.linalg.norm(displacement(drawn, sim.work.q).reshape(-1, 2, 3)[:, 1], axis=1)
    turn = 2.0 * np.arcsin(np.minimum(0.5 * chord, 1.0))
    worst = int(np.argmax(turn)) if len(turn) else 0
    if not len(turn) or turn[worst] <= FAR:
        return None
    part = sim.builder.bodies[worst].element
    what = f"The rest that is linearised is not where the model was drawn: {part.title} has turned by "
    what += f"{np.degrees(turn[worst]):.0f} deg."
    return Message("warning", "W715", what, part.place, part.title, "It went to the nearest equilibrium.", UPRIGHT)


def session_at(model: Any, at: str | float, without: Sequence[str] = (), error: float | None = None) -> Session:
    """A session at the state asked for."""
    session = Session(model, None, (), without)
    if at == "rest":
        drawn = session.prepare().work.q.copy()
        static_analysis(session)
        if (far := elsewhere(session.prepare(), drawn)) is not None:
            Logging().say(far)
    elif isinstance(at, (int, float)):
        if at != 0.0:  # the state at the start is that of the input
            session.transient(arguments.real("at", at, above=0.0), 1, settings_of(model, error=error))
    elif at != "input":
        cure = 'write at="rest", at="input" or a time.'
        raise ModelError(Message("error", "E104", f"at={at!r} is no state.", cure=cure))
    return session
