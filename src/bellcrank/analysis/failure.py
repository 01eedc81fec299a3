"""Why an integration could not go on: the message, with the worst equation by element name."""

from __future__ import annotations

import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bellcrank.analysis.cures import likely_cures
from bellcrank.analysis.locked import Dependence, dependence
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.terms import Reason
from bellcrank.analysis.transient import Transient
from bellcrank.analysis.undetermined import undetermined_state
from bellcrank.errors import ConvergenceError, ExpressionError, Message, Place
from bellcrank.expression import user
from bellcrank.integrators import stepper as st
from bellcrank.system import assemble, layout
from bellcrank.system.coordinates import unknown_of

HINTS = {
    Reason.STEP_TOO_SMALL: "look for a mechanism that locks up or cannot follow its motion, a jump in a function (IF, "
    "MOD, SIGN; use STEP), a stiff contact, a part with almost no mass; `bellcrank check` helps.",
    Reason.NOT_FINITE: "correct the expression, or keep its argument inside its domain with MAX or STEP.",
    Reason.SINGULAR: "the mechanism may be in a dead-centre position, or a part has become free without mass.",
}
OVERCONSTRAINED = "take a joint with more freedoms in this loop (CYLINDRICAL, SPHERICAL), or remove a motion."
WEIGHTLESS = "give them mass and inertia (MASS, IP), or hold them by joints."
COINCIDE = (
    "for a force along one direction ACTIONONLY, which acts along z of J (in Python actiononly=True and axis=); for "
    "one between two points move them apart; else a VFORCE or BUSHING, which need no line."
)
LOCKED = "keep the motion within what the lengths of the mechanism allow, change them, or drive another joint."
PASSES = "the motion goes on, in more than one way, and rounding is magnified beyond the tolerance."
SINGULAR = "ask for less (a larger ERROR has longer steps over the position){}, or break the symmetry of lengths."
NAMED = 10
"""Elements whose constraints depend on each other that a message names; a row of 40 loops has 80."""
RAISED = " raised "
LINE_OF_SIGHT = -1
"""Component of a force along the line between its markers (`force_axes`)."""


def failure_message(sim: Simulation, run: Transient, reason: Reason) -> Message:
    """What, where, why and what to do."""
    stopped = "Kinematic analysis stopped" if run.settings.kinematic else "Integration stopped"
    what = f"{stopped} at time {run.time:.6g}: {reason.value}."
    if reason in (Reason.NOT_FINITE, Reason.SINGULAR) and (bad := bad_expression(sim)) is not None:
        place, element, why = bad  # SINGULAR: at an output time only, between the steps
        what = f"{stopped} at time {run.time:.6g}: {Reason.NOT_FINITE.value}."
        return Message("error", "E701", what, place, element, why, cure_of_expression(why))
    if (line := force_without_direction(sim, f"{stopped} at time {run.time:.6g}")) is not None:
        return line
    if reason in (Reason.STEP_TOO_SMALL, Reason.SINGULAR) and (state := undetermined_state(sim)) is not None:
        return replace(state, what=f"{what} {state.what}")
    if reason in (Reason.STEP_TOO_SMALL, Reason.SINGULAR) and (locked := dependent_here(sim, run)) is not None:
        return lock_up(sim, run, stopped, locked)
    light: list[Any] = [body.element for body in sim.builder.bodies if body.mass == 0.0]
    if reason is Reason.SINGULAR and light:
        why = f"Without mass: {', '.join(part.title for part in light[:6])}. A spring does not hold them still."
        return Message("error", "E701", what, light[0].place, light[0].title, why, WEIGHTLESS)
    unknown = worst_unknown(sim, run)
    worst = sim.unknown_title(unknown)
    why = f"Step {run.real[st.R_H]:.3g}, order {run.ints[st.I_ORDER]}; the worst equation is {worst}."
    return Message("error", "E701", what, why=f"{why} {history(run)}", cure=cure_of(sim, reason, unknown))


def history(run: Transient) -> str:
    """What the steps were like until the end, and between which times the step that fails lies."""
    s, t, h = run.statistics, float(run.real[st.R_T]), float(run.real[st.R_H])
    rejected = f"{s.rejected_error} steps rejected by their error, {s.rejected_newton} without convergence"
    return f"Until then {s.steps} steps, {rejected}; what stops it lies within {max(h, 0.0):.1e} after time {t:.9g}."


def cure_of(sim: Simulation, reason: Reason, unknown: int) -> str:
    """The likeliest cures, those found in the model first."""
    if reason is Reason.STEP_TOO_SMALL:
        return f"{likely_cures(sim, unknown)} Else {HINTS[reason]}"
    return HINTS.get(reason, "")


def dependent_here(sim: Simulation, run: Transient) -> Dependence | None:
    """The constraints that become dependent at the last accepted step."""
    run.go_back()
    return dependence(sim, float(run.real[st.R_END] - run.real[st.R_OUT0]))


def lock_up(sim: Simulation, run: Transient, stopped: str, found: Dependence) -> Message:
    """E702: a dead point; E704: a singular position that the motion itself would pass."""
    titles, last = ", ".join(e.title for e in found.elements[:NAMED]), found.elements[-1]
    if len(found.elements) > NAMED:
        titles += f" and {len(found.elements) - NAMED} more"
    what = f"{stopped} at time {run.time:.9g}: "
    if not found.dead:
        what += "a singular position was not passed."
        why = f"The equations of {titles} depend on each other here, as where bars are in line: {PASSES}"
        cure = SINGULAR.format(", use SI2" if run.settings.formulation == "I3" else "")
        if run.settings.method != "GSTIFF":
            cure = f"integrate with GSTIFF from the start, {cure}"
        return Message("error", "E704", what, last.place, last.title, why, cure)
    why = f"In this position the equations of {titles} cannot all be met any further."
    if (row := int(run.ints[st.I_OPEN]) - 1) >= 0:
        why += f" A step beyond leaves {sim.row_title(row)} open."
    return Message("error", "E702", f"{what}the mechanism locks up.", last.place, last.title, why, LOCKED)


def redundant_no_more(sim: Simulation, error: float) -> Message | None:
    """The warning that a constraint left out as redundant is not met at the last output; None where all are."""
    s = sim.work
    misfits = {red.row: abs(s.phi[red.row]) for red in sim.redundant if red.row not in sim.loose}
    worst = max(misfits, key=misfits.__getitem__, default=-1)
    if worst < 0 or misfits[worst] <= 100.0 * error * sim.length:
        return None
    row = sim.builder.rows[worst]
    element: Any = sim.builder.owners[row.owner].element
    unit = sim.model.units.label("length") if row.translational else "rad"
    what = f"{row.label} was redundant at the start and is not met any more: {misfits[worst]:.2g} {unit}."
    why = "It followed from other constraints in the first position only; left out, it did not hold the parts."
    message: Message = element.message("W602", what, why, OVERCONSTRAINED, severity="warning")
    return message


def check_start(sim: Simulation, time: float) -> None:
    """ConvergenceError when an expression has no value at the start."""
    sim.work.num[layout.BAD_EXPRESSION] = 0.0
    sim.work.call(assemble.residual)
    if (bad := bad_expression(sim)) is not None:
        place, element, why = bad
        what = f"The analysis cannot start at time {time:.6g}: {Reason.NOT_FINITE.value}."
        raise ConvergenceError(Message("error", "E701", what, place, element, why, cure_of_expression(why)))
    if (line := force_without_direction(sim, f"The analysis cannot start at time {time:.6g}")) is not None:
        raise ConvergenceError(line)


def force_without_direction(sim: Simulation, event: str) -> Message | None:
    """The message about a force along the line between two markers that coincide, where there is one."""
    finite = np.isfinite(sim.work.wrench)
    for n in np.flatnonzero(~finite.all(axis=1)) if not finite.all() else ():
        element: Any = sim.builder.owners[n].element
        axes = element.force_axes() if hasattr(element, "force_axes") else []
        if axes and axes[0][0] == LINE_OF_SIGHT:
            why = f"MARKER/{element.i} and MARKER/{element.j} are at one place, and the force acts along their line."
            message: Message = element.message("E703", f"{event}: a force has no direction.", why, COINCIDE)
            return message
    return None


def bad_expression(sim: Simulation) -> tuple[Place | None, str, str] | None:
    """Place and title of the element whose expression gave no number, and the sub-expression."""
    number = int(sim.work.num[layout.BAD_EXPRESSION]) - 1
    if number < -1:
        return bad_law(sim, -2 - number)
    if number < 0:
        return None
    lowered = sim.builder.expressions[number]
    first = int(sim.system.expression_ints[number, 0])
    values = sim.work.leaf_values
    why = explain(sim, number, values[first : first + len(lowered.tape.leaves)])
    element = lowered.element
    return (element.place, element.title, why) if element is not None else (None, "", why)


def cure_of_expression(why: str) -> str:
    """What to do about an expression without a value: correct what raised, or keep to the domain."""
    return "correct the function where it raises." if RAISED in why else HINTS[Reason.NOT_FINITE]


def bad_law(sim: Simulation, number: int) -> tuple[Place | None, str, str]:
    """The same for a law of the user that an element calls by itself."""
    owner, law = sim.system.laws_of_users[number]
    element: Any = sim.builder.owners[owner].element
    name = law.call.name
    why = of_user(name, law.failure) if law.failure is not None else f"{name} gave no number."
    return element.place, element.title, why


def explain(sim: Simulation, number: int, values: Any) -> str:
    """Why an expression gave no number: what a user's function raised, or the innermost sub-expression that failed."""
    from bellcrank.expression import evaluate

    machine = sim.system.machine
    tape = machine.tapes[number]
    first = sum(len(other.users) for other in machine.tapes[:number])
    raised = [one.failure for one in machine.users[first : first + len(tape.users)] if one.failure is not None]
    if raised:
        return of_user(tape.source, raised[0])
    try:
        evaluate(tape, list(values), machine.tables)
    except ExpressionError as error:
        return str(error.report.messages[0].what)
    except Exception as error:  # of a user's function that ran compiled so far
        return of_user(tape.source, error)
    return f"{tape.source} is not a number."


def of_user(source: str, error: BaseException) -> str:
    """What was raised, and where: the frames of the user's own files, outermost first."""
    if isinstance(error, user.NotOneNumber):
        return f"{error}."
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if Path(f.filename).parent != Path(user.__file__).parent] or frames[-1:]
    where = "; ".join(f"{frame.filename}:{frame.lineno}, in {frame.name}" for frame in own)
    return f"{source}{RAISED}{type(error).__name__}: {error} ({where})."


def worst_unknown(sim: Simulation, run: Transient) -> int:
    """The unknown of the linear system that the largest error or correction belongs to."""
    n = int(run.ints[st.I_WORST])
    if run.statistics.rejected_error and run.real[st.R_WORST] > 1.0:
        n = unknown_of(sim.work, n)
    return min(n, sim.work.n - 1)
