"""Contacts made in Python, and numbers that fit the bodies that touch.

    m.contact("ball on floor", a=ball, b=floor, friction=0.3)      bodies: all their solids touch; or GRAPHICS

Proposal      m = m_a m_b/(m_a + m_b), v the largest of their speeds at the start and sqrt(2 g l), l the smaller size;
              the blow of m with v goes p = l/200 deep:  m v^2/2 = k p^(e+1)/(e+1), e = 1.5                          (1)
              c = 0.2 sqrt(m e k p^(e-1)), a tenth of critical damping there;  d = p/10                              (2)
Creep         friction without memory carries a slope mu at the speed at which mus (3u - u^3)/2 = mu, u = v/vs       (3)
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from bellcrank.errors import Message, ModelError
from bellcrank.model.bodies import body_of
from bellcrank.schema.element import Element

if TYPE_CHECKING:
    from bellcrank.model.model import Model

EXPONENT, DEEP, DAMPED, SLOW = 1.5, 1.0 / 200.0, 0.2, 1e-2


class Proposal(NamedTuple):
    """Numbers of IMPACT, and what they come from."""

    stiffness: float
    exponent: float
    damping: float
    dmax: float
    mass: float
    speed: float
    size: float


def make_contact(model: Model, keyword: str, kind: str, name: str, values: dict[str, Any]) -> Element:
    """A CONTACT between bodies or GRAPHICS; what is not given of its law is proposed."""
    for side, attribute, flexible in (("a", "igeom", "iflex"), ("b", "jgeom", "jflex")):
        given = values.pop(side, None)
        if given is None and attribute not in values and flexible not in values:
            what = f"{side} is missing: a contact is between two bodies."
            cure = 'give both: m.contact("touch", ball, m.ground).'
            raise ModelError(Message("error", "E105", what, element=f'CONTACT (name "{name}")', cure=cure))
        if given is not None:
            values[attribute] = graphics_of(model, given)
    friction = values.pop("friction", None)
    if "law" not in values and "normal_function" not in values:
        values["law"] = "IMPACT"
    contact: Any = model.new("CONTACT", name, **values)
    found = proposal(model, contact) if contact.law == "IMPACT" else None
    if found is not None:
        for attribute in ("stiffness", "exponent", "damping", "dmax"):
            if attribute not in values:
                setattr(contact, attribute, getattr(found, attribute))
    if friction is not None:
        speed = found.speed if found is not None else 1.0
        contact.coulomb_friction, contact.mu_static, contact.mu_dynamic = "ON", float(friction), float(friction)
        contact.stiction_transition_velocity = SLOW * speed
        contact.friction_transition_velocity = 2.0 * SLOW * speed
    return contact  # type: ignore[no-any-return]


def graphics_of(model: Model, thing: Any) -> Any:
    """All solids of a body, given by itself or its name, or the GRAPHICS given."""
    from bellcrank.geometry.solid import Solid  # reading a file needs none of it

    if isinstance(thing, Solid):
        cure = "draw it on its body and give that: m.contact(..., b=m.draw(m.ground, solid))."
        raise ModelError(Message("error", "E104", "A Solid that belongs to no body touches nothing.", cure=cure))
    if isinstance(thing, str) and thing not in model.collection("GRAPHICS"):
        thing = body_of(model, thing)
    if getattr(thing, "keyword", "") != "PART":
        return thing
    ground = bool(getattr(thing, "ground", False))
    found = []
    for graphic in model.all("GRAPHICS"):
        marker: Any = model.find("MARKER", getattr(graphic, "hangs_on", None) or 0)
        owner = getattr(marker, "owner", None)
        part = model.find(*owner) if owner else None
        if part is thing or (ground and getattr(part, "ground", False)):
            found.append(graphic)
    if not found:
        cure = "give it one: m.part(..., solid=bc.Solid.box(...)), or m.draw(part, bc.Solid.box(...))."
        raise ModelError(thing.message("E105", f"{thing.title} has no solid that could touch anything.", cure=cure))
    return tuple(found)


def part_of(model: Model, ids: Any) -> Any:
    """The part of the first of some GRAPHICS."""
    graphic: Any = model.find("GRAPHICS", ids[0]) if ids else None
    marker: Any = model.find("MARKER", getattr(graphic, "hangs_on", None) or 0)
    owner = getattr(marker, "owner", None)
    return model.find(*owner) if owner else None


def proposal(model: Model, contact: Any) -> Proposal | None:
    """(1), (2) for a contact; None where nothing that moves has a mass or a size."""
    parts = [part_of(model, ids) for ids in (contact.igeom, contact.jgeom)]
    moving = [p for p in parts if p is not None and not getattr(p, "ground", False) and getattr(p, "mass", None)]
    sizes = [s for ids in (contact.igeom, contact.jgeom) for id in ids or () if (s := size_of(model, id)) > 0.0]
    if not moving or not sizes:
        return None
    mass = 1.0 / sum(1.0 / p.mass for p in moving) / model.units.ucf
    size = min(sizes)
    starts = [math.hypot(*(getattr(p, n, None) or 0.0 for n in ("vx", "vy", "vz"))) for p in moving]
    speed = max(sum(starts), math.sqrt(2.0 * math.hypot(*model.gravity) * size)) or size
    deep = DEEP * size
    k = (EXPONENT + 1.0) * mass * speed**2 / (2.0 * deep ** (EXPONENT + 1.0))
    c = DAMPED * math.sqrt(mass * EXPONENT * k * deep ** (EXPONENT - 1.0))
    return Proposal(digits(k), EXPONENT, digits(c), digits(deep / 10.0), mass, speed, size)


def size_of(model: Model, id: int) -> float:
    """The radius of gyration of a GRAPHICS; 0 where it has none."""
    graphic: Any = model.find("GRAPHICS", id)
    solid = graphic.solid(model) if graphic is not None else None
    return float(solid.size) if solid is not None else 0.0


def digits(x: float) -> float:
    """Two digits are enough for a proposal."""
    return float(f"{x:.1e}")


def creep(mus: float, vs: float, mu: float) -> float | None:
    """The speed (3); None where friction cannot carry the slope."""
    if mu > mus:
        return None
    return 2.0 * vs * math.sin(math.asin(mu / mus) / 3.0)


__all__ = ["Proposal", "creep", "graphics_of", "make_contact", "proposal"]
