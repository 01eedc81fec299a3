"""Markers only where they are wanted: bodies, points and axes in place of markers.

    m.revolute("pin", rod, m.ground, at=(0, 0, 0), axis="z")             both markers at one point
    m.springdamper("spring", i=box, j=m.ground, at=((0, 0, 1), (0, 0, 0)), k=100)      a point for each side
    m.universal("cross", a, b, at=p, axis=("x", "y"))                    an axis for each side
    m.vforce("wind", i=box, at=(0, 0, 1), fx=5)                          the reaction goes to ground

Where an argument wants a marker, a body makes one: at the point `at`, with z along `axis` and x along `x` (ground axes
where they are not given); without `at` a joint is at the origin of ground, anything else at the frame of the body. A
floating marker is made for the body given as `jfloat`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bellcrank.errors import Message, ModelError
from bellcrank.model.directions import is_pair
from bellcrank.schema.element import Element

if TYPE_CHECKING:
    from bellcrank.model.model import Model

BODY_KEYWORDS = ("PART", "POINT_MASS", "FLEX_BODY")
ORIGIN = (0.0, 0.0, 0.0)
OPTIONAL_SIDES = (("MOTION", "i"), ("MOTION", "j"), ("TIRE", "j"))
"""Sides that a dataset may leave out; left out in Python they are the ground."""


def place_sides(model: Model, cls: type[Element], name: str, values: dict[str, Any]) -> None:
    """Replace bodies in `values` by markers, and take the points and axes that tell where out of it."""
    at, axis, x = (values.pop(key, None) for key in ("at", axis_name(cls), "x"))
    joint = cls.keyword in ("JOINT", "JPRIM")
    _ground_is_the_other_side(model, cls, values)
    _axes_that_cannot_work(cls, axis, values)
    _axis_without_effect(cls, axis, values)
    for attribute, field in cls.fields.items():
        value: Any = values.get(attribute)
        if "MARKER" not in (field.targets or ()) or not is_body(value):
            continue
        if attribute == "jfloat":
            owner: dict[str, Any] = {value.keyword.lower(): value}
            values[attribute] = model.new("MARKER", _named(name, "j"), floating=True, **owner)
            continue
        side = 1 if attribute == "j" else 0
        point = at[side] if is_pair(at) else at
        if point is None:
            point = ORIGIN if joint else model.body_frame(value.id, value.keyword)[0]
        axes = _oriented(axis[side] if is_pair(axis) else axis, x[side] if is_pair(x) else x)
        values[attribute] = model.marker(_named(name, attribute), value, at=point, **axes)


def _ground_is_the_other_side(model: Model, cls: type[Element], values: dict[str, Any]) -> None:
    """A joint or force with one side acts between this side and the ground."""
    for attribute in ("i", "j", "jfloat"):
        optional = (cls.keyword, attribute) in OPTIONAL_SIDES
        wanted = attribute in cls.fields and (cls.fields[attribute].required or optional)
        if wanted and attribute not in values and "joint" not in values and (attribute != "i" or "j" in values):
            values[attribute] = model.ground


def axis_name(cls: type[Element]) -> str:
    """The word for the z axis of new markers: `axis`, or `z` where the element has an argument `axis` of its own."""
    return "z" if "axis" in cls.fields else "axis"


def takes_sides(cls: type[Element]) -> bool:
    """Whether an element acts between markers that can be made from bodies and points."""
    return any(name in cls.fields and "MARKER" in (cls.fields[name].targets or ()) for name in ("i", "jfloat"))


def is_body(value: Any) -> bool:
    """Whether a value is an element that carries markers."""
    return getattr(value, "keyword", None) in BODY_KEYWORDS


def _named(name: str, side: str) -> str:
    return f"{name}.{side}" if name else ""


def _oriented(axis: Any, x: Any) -> dict[str, Any]:
    """Directions of the new marker; ground axes where none are given."""
    return {"euler": ORIGIN} if axis is None and x is None else {"z": axis, "x": x}


def _axes_that_cannot_work(cls: type[Element], axis: Any, values: dict[str, Any]) -> None:
    """A joint whose z axes are at right angles needs two of them."""
    crossed = ("PERPENDICULAR", "Z", "Z") in getattr(cls, "conditions", ())
    bodies = is_body(values.get("i")) and is_body(values.get("j"))
    if crossed and bodies and not is_pair(axis):
        raise ModelError(
            Message(
                "error",
                "E106",
                f"{cls.kind} needs two axes at right angles, one for each side.",
                element=cls.kind,
                cure='give both: axis=("x", "y").',
            )
        )


def _axis_without_effect(cls: type[Element], axis: Any, values: dict[str, Any]) -> None:
    """A force along the line between two points has no use for an axis."""
    along_line = cls.kind == "TRANSLATION" and cls.keyword in ("SFORCE", "SPRINGDAMPER")
    if axis is None or not along_line or values.get("actiononly"):
        return
    what = f"{cls.keyword} acts along the line from J to I: axis would have no effect."
    cure = "leave axis out, and give two points: at=((0, 0, 1), (0, 0, 0)); m.vforce(...) has components."
    if "actiononly" in cls.fields:
        cure = f"actiononly=True for a force along the axis, on I alone; or {cure}"
    raise ModelError(Message("error", "E106", what, element=cls.keyword, cure=cure))
