"""The likeliest cures of an integration that could not go on, in their order: looked for in the model, not only named.

1  a motion whose speed jumps (rule C306)
2  a function that jumps (MOD, SIGN, AINT, ANINT, IF), first those of elements at the body of the worst equation
3  parts whose mass is less than a millionth of the largest: no force moves them at a pace that steps can follow
4  a contact (IMPACT, BISTOP) whose exponent or numbers do not fit (rules C302, C305)
Then what always helps to see more: a smaller ERROR or HMAX, `bellcrank check`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bellcrank.analysis.simulation import Simulation
from bellcrank.expression.tree import postorder
from bellcrank.model.checks.discontinuities import JUMPS, SHOWN_ONLY, discontinuous
from bellcrank.model.checks.formulas import formulas
from bellcrank.model.checks.function_parameters import contact_parameters
from bellcrank.model.checks.impact_scale import impact_out_of_scale
from bellcrank.model.checks.motion_corners import motions_with_corners
from bellcrank.system.coordinates import body_of

LIGHT = 1e-6
"""Of the largest mass."""
SHOWN = 3


def likely_cures(sim: Simulation, unknown: int) -> str:
    """The first three that apply to a model, as one text; `unknown` is the one of the worst equation."""
    body = sim.builder.bodies[body_of(unknown)].element if unknown < sim.work.n_motions else None
    found = [*motions(sim.model), *jumps(sim.model, body), *light_parts(sim), *contacts(sim.model)]
    found.append("a smaller ERROR or HMAX shows whether it is a matter of steps; `bellcrank check` tells more.")
    return " ".join(f"({n}) {text}" for n, text in enumerate(found[:SHOWN], start=1))


def motions(model: Any) -> Iterator[str]:
    """Motions whose speed jumps."""
    for finding in motions_with_corners(model):
        yield f"{finding.element.title}: {finding.what} {finding.cure[:1].upper()}{finding.cure[1:]}"


def jumps(model: Any, body: Any) -> Iterator[str]:
    """Functions that jump, those at a body first."""
    found = []
    for formula in formulas(model):
        if formula.owner.keyword in SHOWN_ONLY:
            continue
        names = sorted({name for node in postorder(formula.tree) if (name := discontinuous(node)) in JUMPS})
        if names:
            text = (
                f"{formula.owner.title} uses {', '.join(names)}, which jumps: use STEP over a short interval instead."
            )
            found.append((not acts_on(model, formula.owner, body), text))
    yield from (text for _, text in sorted(found, key=lambda entry: entry[0]))


def acts_on(model: Any, element: Any, body: Any) -> bool:
    """Whether one of the markers of an element is on a body."""
    if body is None:
        return False
    markers = [model.find("MARKER", getattr(element, end, None) or 0) for end in ("i", "j", "jfloat")]
    return any(marker is not None and marker.part == body.id for marker in markers)


def light_parts(sim: Simulation) -> Iterator[str]:
    """Parts with almost no mass."""
    bodies = sim.builder.bodies
    largest = max((body.mass for body in bodies), default=0.0)
    light: list[Any] = [body for body in bodies if body.mass < LIGHT * largest]
    if light:
        part = f"{light[0].mass / largest:.0e} of the largest mass" if light[0].mass else "no mass"
        rest = f" (and {len(light) - 1} more)" if len(light) > 1 else ""
        yield f"{light[0].element.title}{rest} has {part}: give it a mass, or fix it to a neighbour."


def contacts(model: Any) -> Iterator[str]:
    """Contacts whose numbers do not fit."""
    for rule in (contact_parameters, impact_out_of_scale):
        for finding in rule(model):
            yield f"{finding.element.title}: {finding.what} {finding.cure[:1].upper()}{finding.cure[1:]}"
            return
