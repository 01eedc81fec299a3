"""Kinematic analysis: `model.kinematics(...)`, SIMULATE/KINEMATICS, and transient commands on models without freedoms.

Nothing is integrated (integrators/kinematic.py): the motions give all positions, and everything else follows from
them. States (DIFF) and delays have a past, and are integrated; a model with them is not purely kinematic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bellcrank.analysis.logged import Logging
from bellcrank.analysis.session import Session
from bellcrank.analysis.settings import output_times, settings_of
from bellcrank.analysis.terms import Progress, TransientSettings
from bellcrank.errors import ConvergenceError, Message, ModelError
from bellcrank.results import Results

IGNORED = ("error", "aerror", "tlimit", "alimit", "amaxit", "pattern", "apattern")


def kinematics(
    model: Any,
    end: float,
    steps: int | None = None,
    dtout: float | None = None,
    *,
    path: str | Path | None = None,
    watch: Callable[[Progress], None] | None = None,
    without: Sequence[str] = (),
) -> Results:
    """Positions, velocities, accelerations, reactions and driving forces of a model without freedoms.

    steps or dtout  number of output intervals (default 100), or their length (the last one ends at `end`)
    path            write the results to this .h5 file while running
    watch           called with a Progress every tenth of a second; a KeyboardInterrupt raised in it ends the run
    without         what to leave out, as of `simulate`

    ModelError where constraints and motions leave freedoms, or states are to be integrated. Where the mechanism
    locks, a ConvergenceError tells the time, the elements, and carries the results so far as `error.results`.

    >>> run = model.kinematics(end=1.0, steps=100)      # doctest: +SKIP
    >>> run["MOTION_1.TZ"]                              # doctest: +SKIP
    """
    from bellcrank.analysis.simulate import Calling

    outputs, interval = output_times(0.0, end, steps, dtout)
    session = Session(model, Path(path) if path else None, [Logging(), *([Calling(watch)] if watch else [])], without)
    try:
        run_kinematics(session, end, outputs, interval)
    except ConvergenceError as failure:
        session.messages.append(str(failure))
        failure.results = session.finish()
        raise
    results = session.finish()
    assert results is not None
    return results


def run_kinematics(session: Session, end: float, outputs: int, dtout: float | None) -> None:
    """A kinematic analysis of the session's model from the present time; ModelError where it is not kinematic."""
    if (why := not_kinematic(session)) is not None:
        raise ModelError(why)
    for message in not_obeyed(session.model):
        session.say_once(message)
    session.transient(end, outputs, kinematic_settings(session.model), dtout)


def kinematic_settings(model: Any) -> TransientSettings:
    """What KINEMATICS asks for."""
    statement = model.single("KINEMATICS")
    settings = replace(settings_of(model), method="KINEMATIC", formulation="SI2", absolute=False, error=1e-6)
    settings = replace(settings, instead_of="", h_init=None, h_min=None, h_max=None)
    if statement is None:
        return settings
    return replace(settings, h_max=statement.hmax, max_iterations=statement.maxit)


def not_obeyed(model: Any) -> Iterator[Message]:
    """Arguments of KINEMATICS that have no effect."""
    statement: Any = model.single("KINEMATICS")
    names = [name.upper() for name in IGNORED if statement is not None and name in statement.given]
    if names:
        what = f"{', '.join(names)} of KINEMATICS {'have' if len(names) > 1 else 'has'} no effect."
        yield statement.message("N501", what, "Positions and accelerations are solved to rounding.", severity="note")


def not_kinematic(session: Session) -> Message | None:
    """Why the model cannot be analysed kinematically; None where it can."""
    sim, free = session.prepare(), session.freedoms()
    if free > 0:
        what = f"The model has {free} degree{'s' if free > 1 else ''} of freedom: a kinematic analysis needs none."
        cure = "add a MOTION for each freedom, or use SIMULATE/DYNAMICS (model.simulate)."
        return Message("error", "E508", what, why="The constraints do not say how it moves.", cure=cure)
    b = sim.builder
    past: Any = next((b.expressions[use.expression].element for use in b.diffs), None)
    past = past or next((b.expressions[b.variables[n].expression].element for n in b.kept), None)
    if past is None:
        return None
    message: Message = past.message(
        "E508",
        "A state is to be integrated: the model is not purely kinematic.",
        "Differential equations and delays have a past, which positions at one time do not tell.",
        "use SIMULATE/DYNAMICS (model.simulate), or leave the element out.",
    )
    return message


def takes_kinematics(session: Session, settings: TransientSettings) -> TransientSettings:
    """Settings of a transient analysis: those of kinematics where no freedom is left, with a note of that."""
    if not_kinematic(session) is not None:
        return settings
    what = "Kinematic analysis: constraints and motions leave no freedom, so that nothing is to be integrated."
    session.say_once(Message("note", "N505", what))
    return kinematic_settings(session.model)
