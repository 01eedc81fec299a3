"""Rules C302, C303: parameters of IMPACT, BISTOP and the step functions that cannot be, or can hardly be, meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bellcrank.expression import Call, constant, declarations
from bellcrank.model.checks.formulas import Formula, formulas
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model


@rule("C302", "warning", "doubtful parameters of IMPACT or BISTOP")
def contact_parameters(model: Model) -> Iterator[Finding]:
    """IMPACT(x, x', x1, k, e, cmax, d): k >= 0, e > 1, cmax >= 0, d > 0; BISTOP has x1 < x2 too.

    With e <= 1 the slope of the force jumps at first touch, which costs the integrator many small steps; e of 1.5 and
    more runs well. Negative damping drives the contact; with d <= 0 the damping would be switched on at once.
    """
    for formula in formulas(model):
        for call in formula.calls("IMPACT", "BISTOP"):
            yield from doubts(formula, call)


def doubts(formula: Formula, call: Call) -> Iterator[Finding]:
    """What is wrong with one call."""
    given = values(call)
    k, e, cmax, d = (given.get(name) for name in ("k", "e", "cmax", "d"))
    impossible = [
        (k is not None and k < 0.0, f"the stiffness k = {k} is negative", "give k >= 0"),
        (e is not None and e <= 0.0, f"the exponent e = {e} is not positive", "give e > 1, for instance 1.5"),
        (cmax is not None and cmax < 0.0, f"the damping cmax = {cmax} is negative", "give cmax >= 0"),
        (d is not None and d <= 0.0, f"the penetration of full damping d = {d} is not positive", "give d > 0"),
        (call.name == "BISTOP" and given.get("x1", 0.0) >= given.get("x2", 1.0), "x1 is not below x2", "give x1 < x2"),
    ]
    for wrong, what, cure in impossible:
        if wrong:
            yield Finding(
                formula.owner, f"{call.name}: {what}.", "The function has no value then.", f"{cure}.", severity="error"
            )
    if e is not None and 0.0 < e <= 1.0:
        yield Finding(
            formula.owner,
            f"{call.name}: the exponent e = {e:g} is not above 1.",
            "The stiffness jumps at first touch: the integrator must take very small steps there.",
            "give e > 1; 1.5 (two spheres, Hertz) or 2.2 run well.",
        )


@rule("C303", "warning", "a step function runs backwards")
def steps_backwards(model: Model) -> Iterator[Finding]:
    """STEP(x, x0, h0, x1, h1) goes from h0 at x0 to h1 at x1, with x0 < x1; so do STEP5 and HAVSIN.

    With x0 > x1 the ends change places, which is often not what was meant; x0 = x1 is an error.
    """
    for formula in formulas(model):
        for call in formula.calls("STEP", "STEP5", "HAVSIN"):
            given = values(call)
            if "x0" not in given or "x1" not in given or given["x0"] < given["x1"]:
                continue
            x0, x1 = given["x0"], given["x1"]
            text = formula.source(call)
            if x0 == x1:
                what, why = f"begins and ends at x0 = x1 = {x0:g}", "It would be a jump, which has no value at x0."
                cure = "give x0 < x1; a short interval makes a fast but smooth step."
            else:
                what, why = f"begins at x0 = {x0:g} and ends before it, at x1 = {x1:g}", "The ends change places."
                cure = "exchange x0, h0 and x1, h1."
            yield Finding(formula.owner, f"{text} {what}.", why, cure, severity="error" if x0 == x1 else None)


def values(call: Call) -> dict[str, float]:
    """The constant arguments of a call by the names of its declaration."""
    named = zip(declarations()[call.name].arguments, call.arguments)
    found = {argument.name: constant(node) for argument, node in named}
    return {name: value for name, value in found.items() if value is not None}
