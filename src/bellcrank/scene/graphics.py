"""GRAPHICS statements as shapes of a picture.

Every kind is one function from the element (and its model) to a shape without a place; the marker it hangs on gives the
place. A kind that cannot be drawn says so in a message and draws nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from bellcrank.elements.output.graphics import curve_points
from bellcrank.errors import ModelError
from bellcrank.geometry.decimate import decimated
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.shading import shaded
from bellcrank.geometry.shapes.frustum import sector
from bellcrank.scene import contract as c

if TYPE_CHECKING:
    from bellcrank.model import Model

FULL = 2.0 * math.pi
TRIANGLES = 400_000
"""Triangles of all nets of a scene: with more of them a browser takes long to open a report."""
FEW = 200
"""Triangles below which a net is left as it is."""


class NotDrawn(Exception):
    """Why a statement gives no shape."""


@dataclass
class MeshBlock:
    """The bytes of all meshes of a scene; a mesh that is used twice is stored once.

    A mesh: float32 x y z of its vertices; int16 normals times 32767, filled up to four bytes; uint32 corners of its
    triangles; uint32 ends of its edges.
    """

    most: int = TRIANGLES
    nets: dict[tuple[object, ...], tuple[Mesh, list[c.Mesh]]] = field(default_factory=dict)
    """Name of a net -> the net and the shapes that show it."""

    def add(self, name: tuple[object, ...], mesh: Mesh) -> c.Mesh:
        """A shape that shows a net; `bytes` fills in where it lies."""
        shape = c.Mesh(offset=0, vertices=0, triangles=0)
        self.nets.setdefault(name, (mesh, []))[1].append(shape)
        return shape

    def bytes(self) -> tuple[bytes, int]:
        """The block, and how many nets were made coarser: all of them to the same part of their triangles."""
        total = sum(len(mesh.corners) for mesh, _ in self.nets.values())
        data, coarser = bytearray(), 0
        for mesh, shapes in self.nets.values():
            share = int(len(mesh.corners) * self.most / total) if total > self.most else len(mesh.corners)
            net = decimated(mesh, max(share, FEW))
            coarser += net is not mesh
            look = shaded(net)
            for shape in shapes:
                shape.offset, shape.vertices = len(data), len(look.points)
                shape.triangles, shape.edges = len(look.corners), len(look.edges)
            normals = np.round(32767.0 * look.normals).astype("<i2").tobytes()
            data += look.points.astype("<f4").tobytes() + normals + bytes(-len(normals) % 4)
            data += look.corners.astype("<u4").tobytes() + look.edges.astype("<u4").tobytes()
        return bytes(data), coarser


@dataclass
class Drawing:
    """What drawing a statement needs beside the statement: the model, the meshes, the size of the model."""

    model: Model
    size: float
    meshes: MeshBlock = field(default_factory=MeshBlock)
    notes: dict[str, list[str]] = field(default_factory=dict)
    """What is to be told about shapes that are drawn -> titles of the statements."""


def shape_of(graphic: Any, drawing: Drawing) -> tuple[int, c.AnyShape] | None:
    """The marker a graphic hangs on and its shape; None for kinds that are no shapes of a part (OUTLINE, FORCE)."""
    found = SHAPES.get(graphic.kind)
    if found is None:
        return None
    try:
        shape: c.AnyShape = found(graphic, drawing)
    except ModelError as error:
        raise NotDrawn(" ".join(f"{m.what} {m.cure}".strip() for m in error.report)) from None
    shape.name = graphic.label
    return marker_of(graphic), shape


def marker_of(graphic: Any) -> int:
    """The marker a shape hangs on."""
    if graphic.hangs_on is None:
        raise NotDrawn("It names no marker to hang on.")
    return int(graphic.hangs_on)


def box(g: Any, drawing: Drawing) -> c.Box:
    """BOX: signed edges from a corner."""
    return c.Box(x=g.x, y=g.y, z=g.z)


def cylinder(g: Any, drawing: Drawing) -> c.Frustum:
    """CYLINDER: from the centre of the bottom along z."""
    start, sweep = sector(g)
    return c.Frustum(length=g.length, bottom=g.radius, top=g.radius, start=start, sweep=sweep)


def frustum(g: Any, drawing: Drawing) -> c.Frustum:
    """FRUSTUM: two radii."""
    start, sweep = sector(g)
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
    return c.Arc(radius=g.radius, sweep=sector(g)[1] if getattr(g, "rangle", None) else FULL)


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
    return c.Polyline(points=[(x, y, z) for x, y, z in curve_points(g, drawing.model, g.cid)])


def extrusion(g: Any, drawing: Drawing) -> c.Extrusion | c.Mesh:
    """EXTRUSION: a profile along z; a net where the profile does not lie in the x-y plane."""
    points = g.profile(drawing.model)
    if points[0][2]:
        return drawing.meshes.add((g.kind, tuple(map(tuple, points)), g.length), g.solid(drawing.model).mesh)
    return c.Extrusion(profile=[(p[0], p[1]) for p in points], length=g.length or 0.0)


def revolution(g: Any, drawing: Drawing) -> c.Revolution:
    """REVOLUTION: a profile (x: distance from the axis, z: height) about z."""
    profile = [(math.hypot(p[0], p[1]), p[2]) for p in g.profile(drawing.model)]
    return c.Revolution(profile=profile, sweep=sector(g)[1])


def external(g: Any, drawing: Drawing) -> c.Mesh:
    """EXTERNAL and SHELL: a net from a file beside the dataset."""
    shape = g.solid(drawing.model).pieces[0].shape
    for note in shape.notes:
        drawing.notes.setdefault(note, []).append(g.title)
    return drawing.meshes.add((g.file, *shape.asked, *shape.scale.tolist()), shape.mesh())


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
