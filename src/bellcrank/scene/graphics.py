"""GRAPHICS statements as shapes of a picture.

Every kind is one function from the element (and its model) to a shape without a place; the marker it hangs on gives the
place. A kind that cannot be drawn says so in a message and draws nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bellcrank.errors import BellcrankError, ModelError
from bellcrank.expression.curves import points_along
from bellcrank.scene import contract as c
from bellcrank.scene.meshes import Triangles, read_mesh

if TYPE_CHECKING:
    from bellcrank.model import Model

FULL = 2.0 * math.pi
CURVE_POINTS = 96


class NotDrawn(Exception):
    """Why a statement gives no shape."""


@dataclass
class MeshBlock:
    """The bytes of all meshes of a scene; a mesh that is used twice is stored once."""

    data: bytearray = field(default_factory=bytearray)
    known: dict[tuple[str, float], c.Mesh] = field(default_factory=dict)

    def add(self, name: str, mesh: Triangles, scale: float = 1.0) -> c.Mesh:
        """Store triangles; the result says where."""
        if (name, scale) not in self.known:
            shape = c.Mesh(offset=len(self.data), vertices=len(mesh.points), triangles=len(mesh.corners))
            self.data += (scale * mesh.points).astype("<f4").tobytes() + mesh.corners.astype("<u4").tobytes()
            self.known[name, scale] = shape
        known = self.known[name, scale]
        return c.Mesh(offset=known.offset, vertices=known.vertices, triangles=known.triangles)


@dataclass
class Drawing:
    """What drawing a statement needs beside the statement: the model, the meshes, the size of the model."""

    model: Model
    size: float
    meshes: MeshBlock = field(default_factory=MeshBlock)


def shape_of(graphic: Any, drawing: Drawing) -> tuple[int, c.AnyShape] | None:
    """The marker a graphic hangs on and its shape; None for kinds that are no shapes of a part (OUTLINE, FORCE)."""
    found = SHAPES.get(graphic.kind)
    if found is None:
        return None
    shape: c.AnyShape = found(graphic, drawing)
    shape.name = graphic.label
    return marker_of(graphic), shape


def marker_of(graphic: Any) -> int:
    """The marker a shape hangs on."""
    for attribute in ("corner", "cm", "rm", "crm"):
        if getattr(graphic, attribute, None):
            return int(getattr(graphic, attribute))
    raise NotDrawn("It names no marker to hang on.")


def _sector(graphic: Any) -> tuple[float, float]:
    """Start and sweep of a round shape: RANGLE = a is a sweep from the x axis, RANGLE = a1, a2 two ends."""
    *first, end = (0.0, *(graphic.rangle or (FULL,)))[-2:]
    start = first[0]
    return start, min(end - start, FULL)


def box(g: Any, drawing: Drawing) -> c.Box:
    """BOX: signed edges from a corner."""
    return c.Box(x=g.x, y=g.y, z=g.z)


def cylinder(g: Any, drawing: Drawing) -> c.Frustum:
    """CYLINDER: from the centre of the bottom along z."""
    start, sweep = _sector(g)
    return c.Frustum(length=g.length, bottom=g.radius, top=g.radius, start=start, sweep=sweep)


def frustum(g: Any, drawing: Drawing) -> c.Frustum:
    """FRUSTUM: two radii."""
    start, sweep = _sector(g)
    return c.Frustum(length=g.length, bottom=g.bottom, top=g.top, start=start, sweep=sweep)


def ellipsoid(g: Any, drawing: Drawing) -> c.Ellipsoid:
    """ELLIPSOID: three diameters."""
    x = g.xscale
    return c.Ellipsoid(x=x, y=x if g.yscale is None else g.yscale, z=x if g.zscale is None else g.zscale)


def torus(g: Any, drawing: Drawing) -> c.Torus:
    """TORUS: two radii."""
    if g.majorradius is None or g.minorradius is None:
        raise NotDrawn("A torus needs its two radii.")
    return c.Torus(major=g.majorradius, minor=g.minorradius)


def arc(g: Any, drawing: Drawing) -> c.Arc:
    """ARC and CIRCLE: a line in the x-y plane."""
    return c.Arc(radius=g.radius, sweep=_sector(g)[1] if getattr(g, "rangle", None) else FULL)


def plane(g: Any, drawing: Drawing) -> c.Plate:
    """PLANE: a rectangle; sides that are not given lie outside the model."""
    far = drawing.size
    xmin, xmax, ymin, ymax = (
        side if value is None else value
        for value, side in ((g.xmin, -far), (g.xmax, far), (g.ymin, -far), (g.ymax, far))
    )
    return c.Plate(xmin=xmin, xmax=xmax, ymin=ymin, ymax=ymax)


def point(g: Any, drawing: Drawing) -> c.Point:
    """POINT."""
    return c.Point()


def curve(g: Any, drawing: Drawing) -> c.Polyline:
    """CURVE: a line."""
    return c.Polyline(points=[(x, y, z) for x, y, z in curve_points(drawing.model, g.cid)])


def extrusion(g: Any, drawing: Drawing) -> c.Extrusion:
    """EXTRUSION: a profile along z."""
    return c.Extrusion(profile=[(p[0], p[1]) for p in _profile(g, drawing.model)], length=g.length or 0.0)


def revolution(g: Any, drawing: Drawing) -> c.Revolution:
    """REVOLUTION: a profile (x: distance from the axis, z: height) about z."""
    profile = [(math.hypot(p[0], p[1]), p[2]) for p in _profile(g, drawing.model)]
    return c.Revolution(profile=profile, sweep=_sector(g)[1])


def external(g: Any, drawing: Drawing) -> c.Mesh:
    """EXTERNAL and SHELL: triangles from a file beside the dataset."""
    folder = Path(drawing.model.file).parent if drawing.model.file else Path()
    path = folder / g.file.replace("\\", "/")
    scale = float((getattr(g, "scale", None) or (1.0,))[0])
    try:
        return drawing.meshes.add(str(path), read_mesh(path), scale)
    except ModelError as error:
        raise NotDrawn(" ".join(f"{m.what} {m.cure}" for m in error.report)) from None


def _profile(g: Any, model: Model) -> list[list[float]]:
    if g.points:
        return [list(p) for p in np.reshape(g.points, (-1, 3)).tolist()]
    if g.cid:
        return curve_points(model, g.cid)
    if g.matrix:
        return matrix_points(model, g.matrix)
    raise NotDrawn("It has no profile.")


def curve_points(model: Model, id: int) -> list[list[float]]:
    """Points along a curve, close enough for the eye; straight from point to point where they make no B-spline."""
    found: Any = model.find("CURVE", id)
    if found is None or not found.matrix:
        raise NotDrawn("Its curve is not given by points.")
    points = matrix_points(model, found.matrix)
    try:
        return [list(point) for point in points_along(found.data(model), CURVE_POINTS)]
    except BellcrankError:
        return points


def matrix_points(model: Model, id: int) -> list[list[float]]:
    """Points x, y, z of a MATRIX of three columns, or of four with a parameter first."""
    found: Any = model.find("MATRIX", id)
    try:
        rows: list[list[float]] = found.entries() if found is not None else []
    except ModelError as error:
        raise NotDrawn(" ".join(m.what for m in error.report)) from None
    if not rows or len(rows[0]) not in (3, 4):
        raise NotDrawn("Its points are not in a matrix of three or four columns.")
    return [row[-3:] for row in rows]


SHAPES: dict[str, Callable[[Any, Drawing], Any]] = {
    "BOX": box, "CYLINDER": cylinder, "FRUSTUM": frustum, "ELLIPSOID": ellipsoid, "TORUS": torus, "ARC": arc,
    "CIRCLE": arc, "PLANE": plane, "POINT": point, "CURVE": curve, "EXTRUSION": extrusion, "REVOLUTION": revolution,
    "EXTERNAL": external, "SHELL": external,
}  # fmt: skip
"""Kind of GRAPHICS -> its shape. OUTLINE, SPRDAMP and FORCE connect markers of several parts; see links.py."""


def shapes(drawing: Drawing) -> Iterator[tuple[int, c.AnyShape | None, Any, str]]:
    """(marker, shape, statement, "") for what can be drawn, (0, None, statement, why) for what cannot."""
    for graphic in drawing.model.all("GRAPHICS"):
        try:
            found = shape_of(graphic, drawing)
        except NotDrawn as why:
            yield 0, None, graphic, str(why)
            continue
        if found is not None:
            yield *found, graphic, ""
