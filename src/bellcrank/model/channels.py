"""Channels in expressions: `pin.ANGLE` is `AZ(3,4)` where the joint pin has the markers 3 and 4.

The names are those of the results: coordinates of bodies (`rod.X`, `rod.VZ`, `rod.CM_Y`, `rod.WX`, ...), what elements
show of their own (`pin.ANGLE`, `spring.LENGTH`, `motor.TORQUE`), components of forces (`pin.FX`), `.Q` of a VARIABLE or
DIFF, and the columns of a REQUEST. They become functions of ids as soon as an expression is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from bellcrank.errors import Message, ModelError
from bellcrank.expression import declarations
from bellcrank.schema.abbreviation import did_you_mean

if TYPE_CHECKING:
    from bellcrank.model.model import Model

XYZ = ("X", "Y", "Z")
OF_FRAME = (
    {axis: f"D{axis}" for axis in XYZ}
    | {name: name for name in ("PSI", "THETA", "PHI")}
    | {f"{kind}{axis}": f"{kind}{axis}" for kind in ("V", "W", "ACC") for axis in XYZ}
    | {f"WD{axis}": f"WDT{axis}" for axis in XYZ}
)
"""Channel of a body frame -> function."""
OF_CENTRE = {f"CM_{name}": OF_FRAME[name] for kind in ("", "V", "ACC") for name in (f"{kind}{axis}" for axis in XYZ)}
LOADS = {"FX": 2, "FY": 3, "FZ": 4, "TX": 6, "TY": 7, "TZ": 8}
BODIES = ("PART", "POINT_MASS")


def channel(model: Model, name: str, origin: Callable[[Any], int]) -> str:
    """The expression of a channel; `origin` gives the marker at the frame of a body. ModelError where there is none."""
    label, _, component = name.rpartition(".")
    elements = [element for element in model.all() if element.label == label]
    known: list[str] = []
    for element in elements:
        found = channels_of(model, element, origin)
        texts = {key.upper(): make for key, make in found.items()}
        if component.upper() in texts:
            return f"({texts[component.upper()]()})"
        known += found
    if elements:
        near = did_you_mean(component, known) or (f"known: {', '.join(known)}." if known else "it has none.")
        what = f"{elements[0].title} has no channel {component}."
    else:
        near = did_you_mean(label, [element.label for element in model.all()]) or "make the element first."
        what = f"There is no element named {label!r}, of which {name} would be a channel."
    raise ModelError(Message("error", "E111", what, cure=near))


def channels_of(model: Model, element: Any, origin: Callable[[Any], int]) -> Mapping[str, Callable[[], str]]:
    """The channels of an element that an expression can read -> what gives their text."""
    id = element.id
    if element.keyword in BODIES and not getattr(element, "ground", False):
        frame = {name: partial(_at, f, element, origin, "") for name, f in OF_FRAME.items()}
        centre = {name: partial(_at, f, element, origin, "cm") for name, f in OF_CENTRE.items()}
        return frame | centre
    if element.keyword in ("VARIABLE", "DIFF"):
        return {"Q": partial(str, f"{'VARVAL' if element.keyword == 'VARIABLE' else 'DIF'}({id})")}
    if element.keyword == "REQUEST":
        names = (*(element.cnames or ()), *[""] * 8)
        return {names[n - 1] or f"F{n}": partial(str, text) for n, text in element.columns().items()}
    own = {name: partial(_text, source) for name, source, _ in element.channels(model)}
    force = declarations().get(element.keyword)
    if force is None or force.family != "element":
        return own
    return own | {name: partial(str, f"{force.name}({id},0,{n},0)") for name, n in LOADS.items()}


def _at(function: str, body: Any, origin: Callable[[Any], int], attribute: str) -> str:
    """A function of the marker at the frame of a body, or at its mass centre where that has one."""
    marker = getattr(body, attribute, None) or origin(body) if attribute else origin(body)
    return f"{function}({marker})"


def _text(source: Any) -> str:
    """A measure as text; an angle about z counts its full turns."""
    if not isinstance(source, tuple):
        return str(source)
    name = "AZ" if source[0] == "YAW" else source[0]
    return f"{name}({','.join(map(str, source[1:]))})"
