"""Rule C305: k, cmax and d of IMPACT and BISTOP against the masses they stop and the speeds that can occur."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from bellcrank.model.checks.formulas import Formula, formulas
from bellcrank.model.checks.function_parameters import values
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model

MANY = 10.0
"""A number that is this many times too large is told."""


class Blow(NamedTuple):
    """What a contact has to stop."""

    mass: float
    speed: float
    weight: float


@rule("C305", "note", "numbers of IMPACT or BISTOP do not fit the masses")
def impact_out_of_scale(model: Model) -> Iterator[Finding]:
    """k, cmax and d are compared with what the contact has to stop: m = m_i m_j/(m_i + m_j), and the speed v of the
    start or of a fall over the distance of its markers.

    Depth of the blow p = ((e+1) m v^2/(2 k))^(1/(e+1)), at rest p0 = (m g/k)^(1/e), stiffness there K = e k p^(e-1).
    Told are d above 10 p (the damping never acts fully), cmax above 10 times the critical damping 2 sqrt(m K) (the
    contact holds what it should throw back), and p0 above x1 (the body sinks in by more than its own radius).
    """
    for formula in formulas(model):
        for call in formula.calls("IMPACT", "BISTOP"):
            blow = blow_of(model, formula)
            if blow is not None:
                yield from judged(model, formula.owner, call.name, values(call), blow)


def judged(
    model: Model, owner: Any, name: str, given: dict[str, float], blow: Blow, words: tuple[str, str] = ("d", "cmax")
) -> Iterator[Finding]:
    """What does not fit; `words`: how the penetration of full damping and the damping are called."""
    k, e, c, d = (given.get(word, 0.0) for word in ("k", "e", "cmax", "d"))
    if not (k > 0.0 and e > 0.0):
        return
    length, force = model.units.label("length"), model.units.label("force")
    rest = (blow.weight / k) ** (1.0 / e)
    depth = max(rest, ((e + 1.0) * blow.mass * blow.speed**2 / (2.0 * k)) ** (1.0 / (e + 1.0)))
    if depth <= 0.0:
        return
    told = f"m = {blow.mass:.3g} {model.units.label('mass')}, v = {blow.speed:.3g} {model.units.label('length/time')}"
    if d > MANY * depth:
        yield Finding(
            owner,
            f"{name}: {words[0]} = {d:g} {length}, but a blow is only {depth:.2g} {length} deep: "
            "the damping never acts fully.",
            f"p = ((e+1) m v^2/(2 k))^(1/(e+1)) with {told}.",
            f"give {words[0]} of about {depth / MANY:.1g}.",
        )
    critical = 2.0 * math.sqrt(blow.mass * e * k * depth ** (e - 1.0))
    if c > MANY * critical:
        yield Finding(
            owner,
            f"{name}: {words[1]} = {c:g} is {c / critical:.0f} times the critical damping {critical:.3g}.",
            f"2 sqrt(m e k p^(e-1)) with {told}, p = {depth:.2g} {length}: what should bounce is held.",
            f"give {words[1]} of about {critical / MANY:.1g} for a blow that loses some of its energy.",
        )
    radius = given.get("x1", 0.0)
    if name == "IMPACT" and 0.0 < radius < rest:
        yield Finding(
            owner,
            f"IMPACT: under its own weight the body sinks in by {rest:.2g} {length}, more than x1 = {radius:g}.",
            f"p0 = (m g/k)^(1/e) with a weight of {blow.weight:.3g} {force}: the contact is too soft to carry it.",
            f"give k of about {blow.weight / (radius / 100.0) ** e:.1g} to sink in by a hundredth of x1.",
        )


def blow_of(model: Model, formula: Formula) -> Blow | None:
    """Mass, speed and weight for the markers of a force; None where they are not known."""
    owner: Any = formula.owner
    i, j = getattr(owner, "i", None), getattr(owner, "j", None) or getattr(owner, "jfloat", None)
    if owner.keyword not in ("SFORCE", "VFORCE", "GFORCE") or not isinstance(i, int) or not isinstance(j, int):
        return None
    bodies = [body_of(model, marker) for marker in (i, j)]
    masses = [float(body.mass or 0.0) for body in bodies if body is not None]
    if not masses or any(mass <= 0.0 for mass in masses):
        return None
    mass = masses[0] if len(masses) == 1 else masses[0] * masses[1] / (masses[0] + masses[1])
    g = math.hypot(*(float(x) for x in model.gravity))
    speeds = [math.hypot(*(float(getattr(b, v, 0.0) or 0.0) for v in ("vx", "vy", "vz"))) for b in bodies if b]
    apart = math.dist(model.frame_of(i)[0], model.frame_of(j)[0]) if not getattr(owner, "jfloat", None) else 0.0
    return Blow(mass, max([math.sqrt(2.0 * g * apart), *speeds]), mass * g)


def body_of(model: Model, marker: int) -> Any:
    """The part of a marker; None for ground."""
    found: Any = model.find("MARKER", marker)
    part: Any = model.find("PART", found.part) if found is not None and found.part is not None else None
    return None if part is None or getattr(part, "ground", False) else part
