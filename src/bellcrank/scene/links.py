"""What connects parts in a picture: joints, forces, springs, outlines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bellcrank.scene import contract as c
from bellcrank.scene.bodies import Bodies, facts

COMPONENTS = ("FX", "FY", "FZ", "TX", "TY", "TZ")
POINT = ("PX", "PY", "PZ")
NO_JOINT = ("MOTION",)

Column = Callable[[str], int]
"""Index of a channel by its name, -1 if the results have none."""


def joints(bodies: Bodies) -> list[c.Joint]:
    """Everything that takes away degrees of freedom, but motions."""
    found = []
    for element in bodies.model.all():
        if element.equations() > 0 and element.keyword not in NO_JOINT:
            i, j = (bodies.marker(getattr(element, name, None)) for name in ("i", "j"))
            i = i if i >= 0 else bodies.marker(getattr(element, "cv", None))
            kind = (element.kind or element.keyword).lower()
            found.append(
                c.Joint(element.label, element.id or 0, element.keyword, kind, i, j, facts(bodies.model, element))
            )
    return found


def forces(bodies: Bodies, column: Column) -> list[c.Force]:
    """An arrow for every element with a force or torque in the results and a place where it acts."""
    drawn = _drawn_arrows(bodies)
    found = []
    for element in bodies.model.all():
        six = tuple(column(f"{element.label}.{component}") for component in COMPONENTS)
        if element.keyword in (*_NO_FORCE,) or max(six) < 0:
            continue
        arrows = drawn.get((element.keyword, element.id or 0), [])
        at: Any = tuple(column(f"{element.label}.{component}") for component in POINT)
        at = at if element.keyword == "CONTACT" and min(at) >= 0 else None
        if at is not None:
            six, arrows = (*six[:3], -1, -1, -1), []  # the force at its point has no torque
        for marker, sign in arrows or [(bodies.marker(_acting_marker(bodies, element)), 1.0)]:
            found.append(
                c.Force(
                    name=element.label,
                    id=element.id or 0,
                    keyword=element.keyword,
                    marker=marker,
                    channels=six,  # type: ignore[arg-type]
                    sign=sign,
                    reaction=element.equations() > 0,
                    drawn=bool(arrows),
                    at=at,
                    info=facts(bodies.model, element),
                )
            )
    return found


_NO_FORCE = ("PART", "POINT_MASS", "FLEX_BODY", "MARKER", "REQUEST", "VARIABLE")


def _acting_marker(bodies: Bodies, element: Any) -> int | None:
    """The marker on which the reported force acts: I, or that of the joint a motion drives."""
    marker = getattr(element, "i", None)
    if element.keyword == "CONTACT" and element.igeom:
        return getattr(bodies.model.find("GRAPHICS", element.igeom[0]), "hangs_on", None)
    if isinstance(marker, tuple):
        return marker[0] if marker else None
    joint = getattr(element, "joint", None)
    if marker is None and joint:
        return getattr(bodies.model.find("JOINT", joint), "i", None)
    return marker


def _drawn_arrows(bodies: Bodies) -> dict[tuple[str, int], list[tuple[int, float]]]:
    """GRAPHICS, FORCE: statement and id of an element -> marker index and sign of its arrows (-1 on the J side)."""
    found: dict[tuple[str, int], list[tuple[int, float]]] = {}
    for graphic in bodies.model.all("GRAPHICS"):
        if graphic.kind != "FORCE":
            continue
        keyword, id = graphic.etype.upper(), graphic.eid  # type: ignore[attr-defined]
        element = bodies.model.find(keyword, id)
        at = graphic.emarker or getattr(element, "i", None)  # type: ignore[attr-defined]
        other_side = at is not None and at == getattr(element, "j", None) and at != getattr(element, "i", None)
        if element is not None and bodies.marker(at) >= 0:
            found.setdefault((element.keyword, id), []).append((bodies.marker(at), -1.0 if other_side else 1.0))
    return found


def lines(bodies: Bodies) -> list[c.Spring | c.Outline]:
    """Springs and outlines the model draws, coils for other springs, lines for beams."""
    found: list[c.Spring | c.Outline] = []
    ends: set[frozenset[int]] = set()
    for graphic in bodies.model.all("GRAPHICS"):
        if graphic.kind == "SPRDAMP":
            spring = _drawn_spring(bodies, graphic)
            if spring is not None:
                found.append(spring)
                ends.add(frozenset((spring.i, spring.j)))
        elif graphic.kind == "OUTLINE":
            markers = [bodies.marker(id) for id in graphic.outline]  # type: ignore[attr-defined]
            if len(markers) > 1 and min(markers) >= 0:
                found.append(c.Outline(graphic.label, markers))
    for element in [*bodies.model.all("SPRINGDAMPER"), *bodies.model.all("BEAM")]:
        i, j = (bodies.marker(getattr(element, name)) for name in ("i", "j"))
        if min(i, j) < 0 or frozenset((i, j)) in ends or element.kind == "ROTATION":
            continue
        found.append(c.Outline(element.label, [j, i]) if element.keyword == "BEAM" else c.Spring(element.label, i, j))
    return found


def _drawn_spring(bodies: Bodies, g: Any) -> c.Spring | None:
    i, j = bodies.marker(g.i), bodies.marker(g.j)
    if min(i, j) < 0 or g.invisible:
        return None
    coils = 10 if g.coils is None else g.coils
    return c.Spring(
        name=g.label,
        i=i,
        j=j,
        coils=coils if g.da or not (g.db or g.dc) else 0,
        diameter=g.da or 0.0,
        ends=(g.la or 0.0, g.lb or 0.0),
        tubes=(g.db or 0.0, g.dc or 0.0),
        lengths=(g.lc or 0.0, g.ld or 0.0),
    )
