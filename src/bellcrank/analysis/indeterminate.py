"""0/0 at the start: such a quotient counts as 0, as in Adams, and that is told.

A measure such as ATAN(ABS(VX(1,2))/ABS(VZ(1,2))) of a model at rest is 0/0 at time 0 only. Real datasets have such
expressions, and Adams goes on with 0. A quotient of anything else by zero is a mistake and stops the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bellcrank.analysis.simulation import Simulation
from bellcrank.errors import ExpressionError, Message
from bellcrank.expression import indeterminate
from bellcrank.numerics.context import run_kernel
from bellcrank.system import assemble, layout
from bellcrank.system.expressions import leaves

LATER = frozenset({layout.L_ACC, layout.L_WDT, layout.L_WRENCH, layout.L_SEEN, layout.L_PAST})
"""Leaves that have no value before the first accelerations are known."""
WHY = "Numerator and divisor are zero at the start; Adams goes on with 0, too."
CURE = "nothing where 0 is meant; else guard the division with IF(divisor: ..., ..., ...)."


def zero_over_zero(sim: Simulation) -> Iterator[Message]:
    """A warning for every element with a quotient 0/0 at the present positions and velocities."""
    work, told = sim.work, set()
    if not any(lowered.tape.code and lowered.tape.divides for lowered in sim.builder.expressions):
        return
    work.num[layout.WITH_ACC] = 1.0  # all markers
    work.call(assemble.residual)
    work.num[layout.WITH_ACC] = 0.0
    for number, lowered in enumerate(sim.builder.expressions):
        element = lowered.element
        if element is not None and id(element) not in told and (found := quotients(sim, number)):
            told.add(id(element))
            yield warning(element, found[0])


def quotients(sim: Simulation, number: int) -> list[str]:
    """The quotients of an expression that are 0/0 now."""
    system, lowered = sim.system, sim.builder.expressions[number]
    tape = lowered.tape
    if not tape.divides or tape.users or any(leaf.kind in LATER for leaf in lowered.leaves):
        return []
    run_kernel(leaves, sim.work.context, number)
    first = int(system.expression_ints[number, 0])
    values = sim.work.leaf_values[first : first + len(tape.leaves)]
    try:
        return indeterminate(tape, values.tolist(), system.machine.tables)
    except ExpressionError:  # told by the run itself, where it matters
        return []


def warning(element: Any, quotient: str) -> Message:
    """W507."""
    what = f"{quotient} is 0/0 at the start and is taken as 0."
    message: Message = element.message("W507", what, WHY, CURE, severity="warning")
    return message
