"""Rule C002: the velocity given as the rate of a distance or an angle is another velocity.

d/dt DM(i,j) = VR(i,j)                 VM(i,j) is the magnitude of the relative velocity, never negative        (1)
d/dt AZ(i,j) = WZ(i,j,j)               for turning about z of j                                                 (2)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bellcrank.model.checks.formulas import Formula, formulas, sums, terms
from bellcrank.model.checks.geometry import parallel
from bellcrank.model.checks.rule import Finding, rule
from bellcrank.model.checks.turning import Turning
from bellcrank.model.checks.velocity_as_rate import CONTACTS, Measure, linear_measure, only_measure, text_fix

if TYPE_CHECKING:
    from bellcrank.model import Model

ANGLES = ("AX", "AY", "AZ")
RATES = {
    ("DM",): ("VR", "VM", "VX", "VY", "VZ"),
    ANGLES: ("WX", "WY", "WZ", "WM"),
}
"""Distances and angles -> what people write as their rates, right or wrong."""


@rule("C002", "warning", "the velocity is not the rate of the distance or angle")
def velocity_is_another_one(model: Model) -> Iterator[Finding]:
    """A velocity stands where the rate of a distance or an angle is meant, and is another one.

    The rate of DM(i,j) is VR(i,j), negative while the markers approach. VM(i,j) is the magnitude of the relative
    velocity, never negative: as damping of a contact or a spring it acts the same way in both directions. The rate of
    AZ(i,j) is WZ(i,j,j), about the z axis of j. Looked at are the first two arguments of IMPACT and BISTOP, and for
    distances sums such as -k*(DM(i,j) - l0) - c*VM(i,j).
    """
    turning = Turning(model)
    for formula in formulas(model):
        for displacement, velocity in pairs(model, formula):
            doubt = what_is_wrong(turning, displacement, velocity)
            if doubt:
                yield finding(displacement, velocity, doubt)


def pairs(model: Model, formula: Formula) -> Iterator[tuple[Measure, Measure]]:
    """Distances and angles with what stands for their rates."""
    for call in formula.calls(*CONTACTS):
        for names, rates in RATES.items():
            x, v = (only_measure(model, formula, node, n) for node, n in zip(call.arguments, (names, rates)))
            if x and v:
                yield x, v
    if formula.owner.keyword == "REQUEST":
        return
    for whole in sums(formula.tree):
        measures = [m for _, term in terms(whole) if (m := linear_measure(formula, term, ("DM", "VM")))]
        springs = {frozenset(m.markers[:2]): m for m in measures if m.call.name == "DM"}
        for velocity in measures:
            spring = springs.get(frozenset(velocity.markers[:2]))
            if velocity.call.name == "VM" and spring:
                yield spring, velocity


def what_is_wrong(turning: Turning, displacement: Measure, velocity: Measure) -> str:
    """Why a velocity is not the rate, or "" where it is."""
    i, j, _, _ = displacement.markers
    vi, vj, vk, _ = velocity.markers
    name, given = displacement.call.name, velocity.call.name
    straight = turning.same_place(i, vi) and turning.same_place(j, vj)
    turned = turning.same_place(i, vj) and turning.same_place(j, vi)
    sign = displacement.sign * velocity.sign
    if given in ("VM", "WM"):
        return "it is a magnitude, never negative"
    if name == "DM" and given != "VR":
        return "it is one component of the velocity, not the rate of the distance"
    if name in ANGLES and given[1] != name[1]:
        return f"it turns about {given[1].lower()}, the angle about {name[1].lower()}"
    if not (straight or turned):
        return "it is taken between other markers"
    if (sign if straight or name == "DM" else -sign) < 0:
        return "it has the opposite sign"
    if name in ANGLES and not parallel(turning.geometry.axis(j, name[1]), turning.geometry.axis(vk, name[1])):
        return f"it is taken about the axis of {turning.name(vk)}, the angle about that of {turning.name(j)}"
    return ""


def finding(displacement: Measure, velocity: Measure, doubt: str) -> Finding:
    """The message with the right velocity."""
    i, j = (argument.strip() for argument in (displacement.text.partition("(")[2].rstrip(") ") + ",0").split(",")[:2])
    rate = f"VR({i},{j})" if displacement.call.name == "DM" else f"W{displacement.axis}({i},{j},{j})"
    owner, signs_fit = velocity.formula.owner, displacement.sign == velocity.sign
    return Finding(
        owner,
        f"{velocity.text} is not the rate of {displacement.text}: {doubt}.",
        "Damping computed from it acts in the wrong direction or at the wrong time.",
        f"write {rate} for {velocity.text}" + ("." if signs_fit else ", with the sign of the displacement."),
        text_fix(displacement, velocity, rate, owner.place) if signs_fit and owner.place else None,
    )
