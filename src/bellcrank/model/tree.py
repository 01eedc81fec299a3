"""The model as a tree of words: what hangs on what."""

from __future__ import annotations

from typing import Any

from bellcrank.model.model import Model
from bellcrank.schema.element import Element


def tree(model: Model) -> list[str]:
    """Lines with the parts, what connects them, and the rest counted."""
    units = model.units
    lines = [model.title.strip() or "(no title)"]
    if units.known:
        lines.append(f"  units: {', '.join(name.lower() for name in units.names.values())}")
    lines.append(f"  degrees of freedom (Gruebler count): {model.dof()}")
    lines.append("  bodies")
    for keyword in ("PART", "POINT_MASS", "FLEX_BODY", "FE_PART"):
        lines += [f"    {_body(body, model)}" for body in model.all(keyword)]
    shown = {"PART", "POINT_MASS", "FLEX_BODY", "FE_PART", "MARKER"}
    connected: list[str] = []
    others: dict[str, int] = {}
    for element in model.all():
        if element.keyword in shown:
            continue
        ends = _ends(element, model)
        if ends:
            connected.append(f"    {element.title}: {ends}")
        else:
            others[element.keyword] = others.get(element.keyword, 0) + 1
    if connected:
        lines += ["  connections", *connected]
    if others:
        lines += ["  other statements", *(f"    {count} {keyword}" for keyword, count in others.items())]
    return lines


def _body(body: Any, model: Model) -> str:
    owner = (body.keyword, body.id)
    markers = sum(getattr(marker, "owner", None) == owner for marker in model.all("MARKER"))
    if getattr(body, "ground", False):
        return f"{body.title}: ground, {markers} markers"
    mass = getattr(body, "mass", 0.0)
    label = model.units.label("mass")
    return f"{body.title}: mass {mass:g}{' ' + label if label else ''}, {markers} markers"


def _ends(element: Element, model: Model) -> str:
    """The parts a joint or force connects: `rod - ground`."""
    if element.passive:
        return ""
    names = []
    for attribute in ("i", "j", "jfloat"):
        marker: Any = (
            model.find("MARKER", value) if isinstance(value := getattr(element, attribute, None), int) else None
        )
        owner = marker.owner if marker is not None else None
        body = model.find(*owner) if owner else None
        if body is not None:
            names.append(body.label)
    return " - ".join(names)
