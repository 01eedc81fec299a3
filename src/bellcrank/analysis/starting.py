"""Where a run starts: the input position, the rest that statics finds, or the last row of earlier results.

    rest = model.statics()
    run = model.simulate(end=2.0, start=rest)          or start="rest", which looks for it by itself

A row of results holds positions, orientations and velocities of all parts and the states of DIFFs. Orientations are
Euler angles of the part frame there; with A the axes of the part and B those of the body (they differ by a constant
matrix that the input position tells),

    B = A A_0^T B_0,    A = A(psi, theta, phi),  0: as read                                                      (1)

What elements remember beside that (turns counted so far, friction that sticks, the past of DELAY) starts anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bellcrank.analysis import columns
from bellcrank.analysis.handover import hand_over, rotation
from bellcrank.analysis.session import Session
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.static import static_analysis
from bellcrank.errors import Message, ModelError
from bellcrank.results import Results
from bellcrank.results.orientation import matrices
from bellcrank.system import report
from bellcrank.system.state import quaternion_of

CURE = 'give "rest", "input", or the results of an analysis: rest = model.statics().'


def start_at(session: Session, start: str | Results | None, without: Sequence[str]) -> None:
    """Let a session that has done nothing so far start there."""
    if start is None or (isinstance(start, str) and start == "input"):
        return
    if isinstance(start, Results):
        session.start, session.time = from_row(start), float(start.time[-1])
    elif start == "rest":
        before = Session(session.model, None, session.watchers, without)
        static_analysis(before)
        session.start = lambda sim: hand_over(before.prepare(), sim)
    else:
        raise ModelError(Message("error", "E104", f"start={start!r} is no state to start from.", cure=CURE))


def from_row(results: Results) -> Callable[[Simulation], None]:
    """What puts the last row of results into a simulation."""

    def put(sim: Simulation) -> None:
        s, row = sim.work, _Row(results)
        _refuse_hidden(sim)
        as_read = _axes_as_read(sim)
        for n, body in enumerate(sim.builder.bodies):
            element: Any = body.element
            known = row.of(element.result_type, element.id, element.title)
            s.q[n, :3], s.u[n, :3] = known("CM_X", "CM_Y", "CM_Z"), known("CM_VX", "CM_VY", "CM_VZ")
            if body.turns:
                axes = matrices(*known("PSI", "THETA", "PHI")[:, None])[0] @ as_read[n].T @ rotation(s.q[n, 3:])
                s.q[n, 3:], s.u[n, 3:] = quaternion_of(tuple(axes.ravel().tolist())), known("WX", "WY", "WZ")
        for kind, target in (("Differential_Equation", s.x), ("ADAMS_Variable", s.v)):
            uses = sim.builder.diffs if target is s.x else sim.builder.variables
            for n, use in enumerate(uses):
                owner: Any = sim.builder.expressions[use.expression].element
                if owner is not None and (kind, owner.id) in row.entities and owner.keyword in ("DIFF", "VARIABLE"):
                    target[n] = row.of(kind, owner.id, owner.title)("Q")[0]

    return put


class _Row:
    """The last row of results, by type and id of what it belongs to."""

    def __init__(self, results: Results) -> None:
        self.values = {}
        self.entities = set()
        if not len(results):
            raise ModelError(Message("error", "E104", "The results to start from are empty.", cure=CURE))
        for entity in results.entities:
            self.entities.add((entity.type, entity.object_id))
            for component, channel in zip(entity.components, entity.channels, strict=True):
                self.values[entity.type, entity.object_id, component] = channel
        self.results = results

    def of(self, type: str, id: int, title: str) -> Callable[..., np.ndarray]:
        """What gives the numbers of an element."""

        def numbers(*components: str) -> np.ndarray:
            try:
                channels = [self.values[type, id, component] for component in components]
            except KeyError:
                what = f"The results to start from say nothing about {title}."
                raise ModelError(Message("error", "E104", what, cure=CURE)) from None
            return np.array([float(self.results[channel][-1]) for channel in channels])

        return numbers


def _axes_as_read(sim: Simulation) -> np.ndarray:
    """A_0 of (1) of all bodies: the row of the present position."""
    sim.work.call(report.report)
    rows = sim.work.out[1 : 1 + len(sim.builder.bodies) * len(columns.PART)].reshape(-1, len(columns.PART))
    first = columns.PART.index("PSI")
    return matrices(*rows[:, first : first + 3].T)


def _refuse_hidden(sim: Simulation) -> None:
    """States that stand in no row: those of motions of a speed, of systems of equations, of delays."""
    owners: list[Any] = [sim.builder.expressions[use.expression].element for use in sim.builder.diffs]
    hidden = [owner for owner in owners if owner is None or owner.keyword != "DIFF"]
    if hidden or sim.builder.longest_delay:
        title = hidden[0].title if hidden and hidden[0] is not None else "DELAY"
        what = f"{title} has states that results do not hold, so that no run can start from them."
        cure = 'start="rest", or a command file with SAVE and RELOAD.'
        raise ModelError(Message("error", "E104", what, cure=cure))
