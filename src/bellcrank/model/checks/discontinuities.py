"""Rule C304: functions that jump or kink, in expressions that enter the equations of motion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bellcrank.expression import Call, If, Node, constant
from bellcrank.expression.tree import postorder
from bellcrank.model.checks.formulas import formulas
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model

JUMPS = ("MOD", "SIGN", "AINT", "ANINT", "IF")
KINKS = ("MIN", "MAX", "DIM", "ABS")
SHOWN_ONLY = ("REQUEST", "SENSOR")
SWITCHES = ("MODE", "SENVAL")
"""A condition on these changes between analyses or at events, not during the motion."""


@rule("C304", "note", "a function jumps or has a kink")
def discontinuous_functions(model: Model) -> Iterator[Finding]:
    """MOD, SIGN, AINT, ANINT and IF jump, MIN, MAX, DIM and ABS have a kink: integrators of high order stumble there.

    Discontinuities are the most frequent reason why a simulation is slow or stops. A smooth function often does as
    well: STEP for IF, SQRT(x**2+small) for ABS.
    """
    for formula in formulas(model):
        if formula.owner.keyword in SHOWN_ONLY:
            continue
        names = sorted({name for node in postorder(formula.tree) if (name := discontinuous(node))})
        if names:
            does = "jump or have a kink" if len(names) > 1 else verb(names[0])
            yield Finding(
                formula.owner,
                f"{formula.field.name} uses {', '.join(names)}, which {does}.",
                "Where it happens during the motion the integrator must take very small steps.",
                "use STEP or another smooth function if the run is slow or stops.",
            )


def verb(name: str) -> str:
    """What one function does."""
    return "jumps" if name in JUMPS else "has a kink"


def discontinuous(node: Node) -> str:
    """The name of a discontinuous function of something that changes, or ""."""
    if isinstance(node, If):
        return "IF" if changes(node.condition) else ""
    if isinstance(node, Call) and node.name in JUMPS + KINKS:
        return node.name if any(changes(a) for a in node.arguments) else ""
    return ""


def changes(node: Node) -> bool:
    """Whether an expression changes during the motion."""
    if constant(node) is not None:
        return False
    leaves = [n.name for n in postorder(node) if isinstance(n, Call) and constant(n) is None]
    return any(name not in SWITCHES for name in leaves)
