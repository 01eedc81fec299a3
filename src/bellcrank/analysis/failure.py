"""Why an integration could not go on: the message, with the worst equation by element name."""

from __future__ import annotations

from typing import Any

from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.transient import Reason, Transient
from bellcrank.errors import ExpressionError, Message, Place
from bellcrank.integrators import gstiff as g
from bellcrank.system import layout

HINTS = {
    Reason.STEP_TOO_SMALL: "look for a mechanism that locks up or cannot follow its motion, a jump in a function (IF, "
    "MOD, SIGN; use STEP), a stiff contact, a part with almost no mass; `bellcrank check` helps.",
    Reason.NOT_FINITE: "correct the expression, or keep its argument inside its domain with MAX or STEP.",
    Reason.SINGULAR: "the mechanism may be in a dead-centre position, or a part has become free without mass.",
}


def failure_message(sim: Simulation, run: Transient, reason: Reason) -> Message:
    """What, where, why and what to do."""
    what = f"Integration stopped at time {run.time:.6g}: {reason.value}."
    if reason is Reason.NOT_FINITE and (bad := bad_expression(sim)) is not None:
        place, element, why = bad
        return Message("error", "E701", what, place, element, why, HINTS[reason])
    worst = sim.unknown_title(worst_unknown(sim, run))
    why = f"Step {run.real[g.R_H]:.3g}, order {run.ints[g.I_ORDER]}; the worst equation is {worst}."
    return Message("error", "E701", what, why=why, cure=HINTS.get(reason, ""))


def bad_expression(sim: Simulation) -> tuple[Place | None, str, str] | None:
    """Place and title of the element whose expression gave no number, and the sub-expression."""
    number = int(sim.system.num[layout.BAD_EXPRESSION]) - 1
    if number < 0:
        return None
    lowered = sim.builder.expressions[number]
    first = int(sim.system.expression_ints[number, 0])
    values = sim.system._arrays[int(layout.LEAF_VAL)]
    why = explain(sim, number, values[first : first + len(lowered.tape.leaves)])
    element = lowered.element
    return (element.place, element.title, why) if element is not None else (None, "", why)


def explain(sim: Simulation, number: int, values: Any) -> str:
    """Why an expression gave no number, with its innermost sub-expression."""
    from bellcrank.expression import evaluate

    tape = sim.system.machine.tapes[number]
    try:
        evaluate(tape, list(values), sim.system.machine.tables)
    except ExpressionError as error:
        return str(error.report.messages[0].what)
    return f"{tape.source} is not a number."


def worst_unknown(sim: Simulation, run: Transient) -> int:
    """The unknown of the linear system that the largest error or correction belongs to."""
    nb, n = sim.system.n_bodies, int(run.ints[g.I_WORST])
    if run.statistics.rejected_error and run.real[g.R_WORST] > 1.0:
        if n < 7 * nb:
            return 6 * (n // 7) + min(n % 7, 5)
        n = n - 7 * nb if n < 13 * nb else 6 * nb + sim.system.n_rows + n - 13 * nb
    return min(n, sim.system.n - 1)
