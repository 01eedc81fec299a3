"""Rule C001: the velocity given as the rate of a displacement is not its rate.

With d = r_i - r_j, and l the observer (the frame in which the derivative is taken, ground when left out),

    DZ(i,j,k) = d . z_k            VZ(i,j,k,l) = (v_i - v_j - w_l x d) . z_k                        (1)
    d/dt DZ(i,j,k) = VZ(i,j,k,k)                                                                    (2)

so that VZ(i,j,k), without an observer, is wrong by d . (w_k x z_k), unless k does not turn, i and j coincide, or k
turns about its own z axis. The same holds for X and Y.

References    Medepalli and Harris, "A Note On ADAMS Functions DZ(i,j,k) and VZ(i,j,k)", eqs. (12) to (18).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from bellcrank.errors import Place, TextFix
from bellcrank.expression import Call, Node
from bellcrank.expression.tree import postorder
from bellcrank.model.checks.formulas import Formula, factors, formulas, formulas_of, number_of, sums, terms
from bellcrank.model.checks.rule import Finding, rule
from bellcrank.model.checks.turning import Turning

if TYPE_CHECKING:
    from bellcrank.model import Model

DISPLACEMENTS = ("DX", "DY", "DZ")
VELOCITIES = ("VX", "VY", "VZ")
CONTACTS = ("IMPACT", "BISTOP")


@dataclass(frozen=True)
class Measure:
    """DX(i, j, k) or VX(i, j, k, l) of a formula, arguments left out as 0, with the sign it has in its sum."""

    formula: Formula
    call: Call
    sign: int = 1

    @property
    def axis(self) -> str:
        """X, Y or Z."""
        return self.call.name[-1]

    @property
    def markers(self) -> tuple[int, int, int, int]:
        """i, j, k and the observer l."""
        ids = [number_of(argument) for argument in self.call.arguments]
        i, j, k, l = (ids + [0, 0, 0, 0])[:4]
        return i, j, k, l

    @property
    def text(self) -> str:
        """The call as it was written."""
        return self.formula.source(self.call)


@rule("C001", "warning", "the velocity is not the rate of the displacement")
def velocity_is_not_the_rate(model: Model) -> Iterator[Finding]:
    """A velocity measure stands where the rate of a displacement measure is meant, and is not that rate.

    Looked at are the first two arguments of IMPACT and BISTOP, and sums such as -k*(DZ(i,j,k) - l0) - c*VZ(i,j,k).
    DZ(i,j,k) is measured along an axis of marker k, which turns with its part. Its rate is VZ(i,j,k,k): the fourth
    argument makes k the observer. VZ(i,j,k) takes the derivative in ground and differs whenever k turns and i is away
    from j: a contact then damps, or drives, a motion that is no approach at all.

    Nothing is said when k is on ground or on a part that cannot turn, when k turns only about the measured axis, or
    when i and j are the same place of one part.
    """
    turning = Turning(model)
    for formula in formulas(model):
        seen: set[int] = set()
        for displacement, velocity in [*contact_pairs(model, formula), *spring_pairs(formula)]:
            if id(velocity.call) in seen:
                continue
            doubt = what_is_wrong(turning, displacement, velocity)
            if doubt:
                seen.add(id(velocity.call))
                yield finding(displacement, velocity, doubt)


def contact_pairs(model: Model, formula: Formula) -> Iterator[tuple[Measure, Measure]]:
    """Displacement and velocity at the beginning of IMPACT and BISTOP; VARVAL is followed to its VARIABLE."""
    for call in formula.calls(*CONTACTS):
        found = [
            only_measure(model, formula, node, names)
            for node, names in zip(call.arguments, (DISPLACEMENTS, VELOCITIES))
        ]
        if len(found) == 2 and found[0] and found[1]:
            yield found[0], found[1]


def only_measure(model: Model, formula: Formula, node: Node, names: tuple[str, ...]) -> Measure | None:
    """The one measure of a kind among the terms of a sum, or None."""
    if isinstance(node, Call) and node.name == "VARVAL":
        variable = model.find("VARIABLE", number_of(node.arguments[0]))
        inner = next(formulas_of(variable), None) if variable is not None else None
        return only_measure(model, inner, inner.tree, names) if inner and inner.tree != node else None
    found = [Measure(formula, t, sign) for sign, t in terms(node) if isinstance(t, Call) and t.name in names]
    return found[0] if len(found) == 1 else None


def spring_pairs(formula: Formula) -> Iterator[tuple[Measure, Measure]]:
    """A term with DZ(i,j,k) and a term factor * VZ(i,j,k) of one sum: the same markers, the same frame."""
    if formula.owner.keyword == "REQUEST":
        return
    for whole in sums(formula.tree):
        parts = [term for _, term in terms(whole)]
        for term in parts:
            velocity = linear_measure(formula, term, VELOCITIES)
            if velocity is None:
                continue
            others = (node for other in parts if other is not term for node in postorder(other))
            for node in others:
                spring = Measure(formula, node) if is_displacement(node) else None
                if spring and (spring.axis, spring.markers[:3]) == (velocity.axis, velocity.markers[:3]):
                    yield spring, velocity
                    break


def linear_measure(formula: Formula, term: Node, names: tuple[str, ...]) -> Measure | None:
    """The measure of a term that is one measure (or a sum with one) times something without such measures."""
    found = None
    for factor in factors(term):
        inside = [node for node in postorder(factor) if isinstance(node, Call) and node.name in names]
        plain = [node for _, node in terms(factor) if node in inside]
        if found is None and len(inside) == len(plain) == 1:
            found = Measure(formula, inside[0])
        elif inside:
            return None
    return found


def is_displacement(node: Node) -> TypeGuard[Call]:
    """DX, DY or DZ."""
    return isinstance(node, Call) and node.name in DISPLACEMENTS


def what_is_wrong(turning: Turning, displacement: Measure, velocity: Measure) -> str:
    """Why a velocity is not the rate of a displacement, or "" where it is."""
    i, j, k, _ = displacement.markers
    vi, vj, vk, l = velocity.markers
    sign = displacement.sign * velocity.sign
    if displacement.axis != velocity.axis:
        return f"it is taken along {velocity.axis.lower()}, the displacement along {displacement.axis.lower()}"
    if (i, j) == (vj, vi):
        i, j, sign = vi, vj, -sign
    if not (turning.same_place(i, vi) and turning.same_place(j, vj)):
        return "it is taken between other markers"
    if not turning.same_axes(k, vk, displacement.axis):
        return "it is resolved along the axis of another marker"
    if sign < 0:
        return "it has the opposite sign"
    if turning.same_place(i, j) or turning.alike(k, l) or turning.about_axis(k, l, displacement.axis):
        return ""
    return "it is taken as seen from " + (turning.name(l) if l else "ground") + f", and {turning.name(k)} turns"


def finding(displacement: Measure, velocity: Measure, doubt: str) -> Finding:
    """The message, with the right velocity and where possible the change of text."""
    rate = rate_text(displacement)
    signs_fit = displacement.sign == velocity.sign
    owner = velocity.formula.owner
    right = rate if signs_fit else f"{'-' if displacement.sign < 0 else ''}{rate}"
    return Finding(
        owner,
        f"{velocity.text} is not the rate of {displacement.text}: {doubt}.",
        "The difference acts as damping, or as a drive, that nobody wrote; it grows with the distance of the markers.",
        f"write {right} for {velocity.text}" + ("." if signs_fit else ", with the sign of the displacement."),
        text_fix(displacement, velocity, rate, owner.place) if signs_fit and owner.place else None,
    )


def rate_text(displacement: Measure) -> str:
    """The rate of a displacement in the words of its author: DZ(11, 21, 21) gives VZ(11, 21, 21, 21)."""
    text, arguments = displacement.text, displacement.call.arguments
    letter = "v" if text[0] == "d" else "V"
    k = displacement.markers[2]
    if not k or len(arguments) < 3:
        return letter + text[1:]
    gap = ", " if ", " in text else ","
    last = text[:-1].rpartition(",")[2].strip()
    return f"{letter}{text[1:-1].rstrip()}{gap}{last})"


def text_fix(displacement: Measure, velocity: Measure, rate: str, place: Place) -> TextFix:
    """Replace the velocity; together with the displacement right before it, so that the place is unmistakable."""
    formula = velocity.formula
    start, end = velocity.call.position, formula.end(velocity.call)
    if displacement.formula is formula:
        behind = formula.end(displacement.call)
        if behind <= start and formula.text[behind:start].strip() == ",":
            start = displacement.call.position
    old = formula.text[start:end]
    return TextFix(place, old, old[: velocity.call.position - start] + rate)
