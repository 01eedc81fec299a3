"""Rules C801 to C803: numbers of contacts that do not fit the bodies, and how fast friction creeps."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bellcrank.errors import BellcrankError
from bellcrank.model.checks.impact_scale import Blow, judged
from bellcrank.model.checks.rule import Finding, rule
from bellcrank.model.contacts import Proposal, creep, proposal

if TYPE_CHECKING:
    from bellcrank.model import Model

TOO_SOFT, TOO_STIFF = 0.3, 1e-7
"""Depths of a usual blow, in sizes of the smaller body, that are told."""
SLOPE = 5.0
"""Degrees."""


@rule("C801", "note", "stiffness of a contact does not fit its bodies")
def stiffness_of_contacts(model: Model) -> Iterator[Finding]:
    """A usual blow (the speed at the start, or a fall from the body's own height) goes deeper than a third of the
    smaller body, or less than a ten millionth of it: the contact is so soft that bodies pass through each other, or so
    stiff that steps become tiny.

    The depth is p = ((e+1) m v^2/(2 k))^(1/(e+1)), m = m_a m_b/(m_a + m_b). The numbers proposed make it l/200:
    k = (e+1) m v^2/(2 p^(e+1)), e = 1.5, c = 0.2 sqrt(m e k p^(e-1)), d = p/10.
    """
    for contact in model.all("CONTACT"):
        found = _proposal(model, contact)
        k, e = getattr(contact, "stiffness", None), getattr(contact, "exponent", None)
        if found is None or not k or not e:
            continue
        deep = ((e + 1.0) * found.mass * found.speed**2 / (2.0 * k)) ** (1.0 / (e + 1.0))
        part = deep / found.size
        if TOO_STIFF < part < TOO_SOFT:
            continue
        unit = model.units.label("length")
        yield Finding(
            contact,
            f"A blow with {found.speed:.3g} {model.units.label('length/time')} goes {deep:.3g} {unit} deep, "
            f"{part:.2g} of the size of the smaller body.",
            f"p = ((e+1) m v^2/(2 k))^(1/(e+1)) with m v^2 = {found.mass * found.speed**2:.3g} "
            f"{model.units.label('force*length')}.",
            f"for 1/200 of its size: STIFFNESS = {found.stiffness:g}, EXPONENT = {found.exponent:g}, "
            f"DAMPING = {found.damping:g}, DMAX = {found.dmax:g}.",
        )


@rule("C802", "note", "friction of a contact creeps")
def creep_of_contacts(model: Model) -> Iterator[Finding]:
    """The friction of a CONTACT has no memory: it carries a load only while the surfaces slide.

    On a slope of 5 degrees a body slides at the speed v at which mus (3u - u^3)/2 = tan, u = v/vs. All contacts with
    the same numbers are one finding; nothing is said where v is below a millimetre a second.
    """
    groups: dict[tuple[float, float], list[Any]] = {}
    for contact in model.all("CONTACT"):
        mus, vs = getattr(contact, "mu_static", None), getattr(contact, "stiction_transition_velocity", None)
        if getattr(contact, "coulomb_friction", "OFF") == "ON" and mus and vs:
            groups.setdefault((mus, vs), []).append(contact)
    metre = model.units.si("length") / model.units.si("time") if model.units.known else 1.0
    for (mus, vs), contacts in groups.items():
        speed = creep(mus, vs, math.tan(math.radians(SLOPE)))
        if speed is None or speed * metre < 1e-3:
            continue
        rest = f" The same holds for {len(contacts) - 1} more." if len(contacts) > 1 else ""
        yield Finding(
            contacts[0],
            f"On a slope of {SLOPE:g} degrees a body creeps at {speed:.3g} {model.units.label('length/time')}.{rest}",
            "The law has no sticking: it carries a load by sliding slowly.",
            f"a smaller STICTION_TRANSITION_VELOCITY creeps less (it is {vs:g}), and costs steps.",
        )


@rule("C803", "note", "damping of a contact does not fit its bodies")
def damping_of_contacts(model: Model) -> Iterator[Finding]:
    """DAMPING, DMAX and EXPONENT of a CONTACT are judged as those of IMPACT are (C305), for the masses of its bodies
    and a usual blow: DMAX above ten times its depth p = ((e+1) m v^2/(2 k))^(1/(e+1)), DAMPING above ten times the
    critical damping 2 sqrt(m e k p^(e-1)), EXPONENT below 1, where the stiffness of the first touch is infinite. All
    contacts with the same numbers are one finding.
    """
    groups: dict[tuple[float, ...], list[Any]] = {}
    for contact in model.all("CONTACT"):
        if getattr(contact, "law", "") == "IMPACT":
            numbers = (getattr(contact, name, None) for name in ("stiffness", "exponent", "damping", "dmax"))
            groups.setdefault(tuple(float(x or 0.0) for x in numbers), []).append(contact)
    for (k, e, c, d), contacts in groups.items():
        known = [(contact, found) for contact in contacts if (found := _proposal(model, contact)) is not None]
        rest = f" The same numbers have {len(contacts) - 1} more." if len(contacts) > 1 else ""
        if not known:
            continue
        if 0.0 < e < 1.0:
            yield Finding(
                contacts[0],
                f"CONTACT: EXPONENT = {e:g} is below 1.{rest}",
                "The force k p^e then rises with an infinite slope at the first touch: steps become tiny.",
                "give an EXPONENT of 1.5 (balls) to 2.2.",
            )
        contact, heaviest = max(known, key=lambda pair: pair[1].mass)  # the one that the numbers fit best
        blow, given = Blow(heaviest.mass, heaviest.speed, 0.0), {"k": k, "e": e, "cmax": c, "d": d}
        for finding in judged(model, contact, "CONTACT", given, blow, ("DMAX", "DAMPING")):
            yield replace(finding, what=finding.what + rest)


def _proposal(model: Model, contact: Any) -> Proposal | None:
    try:
        return proposal(model, contact)
    except BellcrankError:  # a file that cannot be read is told by another rule
        return None
