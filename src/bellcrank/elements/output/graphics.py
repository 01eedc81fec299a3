"""GRAPHICS: shapes for pictures and contacts.

    GRAPHICS/id, BOX, CORNER=id, X=r, Y=r, Z=r
    GRAPHICS/id, CYLINDER, CM=id, LENGTH=r, RADIUS=r [, RANGLE=a1,a2] [, SIDES=i] [, SEG=i]
    and so on, one class for each shape

Reference     shapes hang on the marker CM, RM or CORNER and move with it; lengths along its axes.
Files         FILE names a file beside the dataset; a missing one may be stood in for by <stem>.<ELEMENT>.stl, .obj or
              .shl.
Sizes         ELLIPSOID: XSCALE, YSCALE, ZSCALE are diameters. CYLINDER: CM at the centre of the bottom, LENGTH along z.
References    Adams: GRAPHICS.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.errors import BellcrankError, Message, ModelError
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import flag, integer, quantity, reference, references, text, vector

if TYPE_CHECKING:
    from bellcrank.geometry.solid import Solid

CURVE_POINTS = 96
"""Points along a CURVE that is drawn."""


class Shape(Element):
    """A shape: nothing of it is simulated, but contacts refer to it."""

    plural = "graphics"
    passive = True
    open_arguments = True

    def solid(self, model: Any) -> Solid | None:
        """What it encloses, in the frame of its marker and units of the model; None for lines and planes.

        A ModelError says what is wrong with a file.
        """
        from bellcrank.geometry.shape import shapes
        from bellcrank.geometry.solid import Solid

        found = shapes().get(self.kind)
        return Solid.of(found.of(self, model)) if found else None

    @property
    def hangs_on(self) -> int | None:
        """The id of the marker it hangs on."""
        for attribute in ("corner", "cm", "rm", "crm"):
            if getattr(self, attribute, None):
                return int(getattr(self, attribute))
        return None


class Drawn(Shape):
    """Shapes drawn with facets."""

    seg: int | None = integer(minimum=0, doc="Number of segments of a circle")
    sides: int | None = integer(minimum=0, doc="Number of lines along the axis")


class Profiled(Drawn):
    """Shapes with a profile: points, a CURVE or a MATRIX."""

    points: tuple[float, ...] | None = vector("length", count=None, doc="Points of the profile")
    cid: int | None = reference("CURVE", doc="Curve of the profile")
    matrix: int | None = reference("MATRIX", doc="Points of the profile")

    def profile(self, model: Any) -> list[list[float]]:
        """The points x, y, z of the profile; ModelError where there are none."""
        if self.points:
            return [list(self.points[k : k + 3]) for k in range(0, len(self.points) - 2, 3)]
        if self.cid:
            return curve_points(self, model, self.cid)
        if self.matrix:
            return matrix_points(self, model, self.matrix)
        raise ModelError(_no_points(self, "It has no profile."))


def curve_points(graphic: Shape, model: Any, id: int) -> list[list[float]]:
    """Points along a curve, close enough for the eye; straight from point to point where they make no B-spline."""
    from bellcrank.expression.curves import points_along

    found = model.find("CURVE", id)
    if found is None or not found.matrix:
        raise ModelError(_no_points(graphic, "Its curve is not given by points."))
    points = matrix_points(graphic, model, found.matrix)
    try:
        return [list(point) for point in points_along(found.data(model), CURVE_POINTS)]
    except BellcrankError:
        return points


def matrix_points(graphic: Shape, model: Any, id: int) -> list[list[float]]:
    """Points x, y, z of a MATRIX of three columns, or of four with a parameter first."""
    found = model.find("MATRIX", id)
    rows: list[list[float]] = found.entries(model) if found is not None else []
    if not rows or len(rows[0]) not in (3, 4):
        raise ModelError(_no_points(graphic, "Its points are not in a matrix of three or four columns."))
    return [row[-3:] for row in rows]


def _no_points(graphic: Shape, what: str) -> Message:
    return graphic.message("E120", what, cure="give points, or a MATRIX of three columns.")


@element("GRAPHICS", "ARC")
class Arc(Drawn):
    """An arc in the x-y plane, from the x axis of the marker."""

    cm: int = reference("MARKER", required=True, doc="Centre")
    radius: float = quantity("length", required=True, doc="Radius")
    rangle: tuple[float, ...] | None = vector("angle", count=(1, 2), doc="Angle of the arc")


@element("GRAPHICS", "BOX")
class Box(Shape):
    """A box; X, Y, Z are its edges along the axes of the corner marker and may be negative."""

    corner: int = reference("MARKER", required=True, doc="Corner")
    x: float = quantity("length", required=True, doc="Edge along x")
    y: float = quantity("length", required=True, doc="Edge along y")
    z: float = quantity("length", required=True, doc="Edge along z")


@element("GRAPHICS", "CIRCLE")
class Circle(Drawn):
    """A circle in the x-y plane of the marker."""

    cm: int = reference("MARKER", required=True, doc="Centre")
    radius: float = quantity("length", required=True, doc="Radius")
    rm: int | None = reference("MARKER", doc="Marker of the normal")


@element("GRAPHICS", "CURVE")
class CurveGraphics(Drawn):
    """A CURVE."""

    cid: int = reference("CURVE", required=True, others=("CURVE",), doc="The curve")
    crm: int = reference("MARKER", required=True, doc="Marker in which it is given")


@element("GRAPHICS", "CYLINDER")
class Cylinder(Drawn):
    """A cylinder along z; CM is the centre of its bottom, LENGTH may be negative."""

    cm: int = reference("MARKER", required=True, doc="Centre of the bottom")
    length: float = quantity("length", required=True, doc="Length along z")
    radius: float = quantity("length", required=True, doc="Radius")
    rangle: tuple[float, ...] | None = vector("angle", count=(1, 2), doc="Part of the circle")


@element("GRAPHICS", "FRUSTUM")
class Frustum(Drawn):
    """A cone along z."""

    cm: int = reference("MARKER", required=True, doc="Centre of the bottom")
    length: float = quantity("length", required=True, doc="Length along z")
    top: float = quantity("length", 0.0, doc="Radius of the top")
    bottom: float = quantity("length", 0.0, doc="Radius of the bottom")
    rangle: tuple[float, ...] | None = vector("angle", count=(1, 2), doc="Part of the circle")


@element("GRAPHICS", "ELLIPSOID")
class Ellipsoid(Drawn):
    """An ellipsoid given by its three diameters; a sphere of radius R has 2R three times."""

    cm: int = reference("MARKER", required=True, doc="Centre")
    xscale: float = quantity("length", required=True, others=("XS",), doc="Diameter along x")
    yscale: float | None = quantity("length", others=("YS",), doc="Diameter along y (XSCALE)")
    zscale: float | None = quantity("length", others=("ZS",), doc="Diameter along z (XSCALE)")


@element("GRAPHICS", "TORUS")
class Torus(Drawn):
    """A ring about z."""

    cm: int = reference("MARKER", required=True, doc="Centre")
    majorradius: float | None = quantity("length", others=("RADIUS", "MAJOR_RADIUS"), doc="Radius of the ring")
    minorradius: float | None = quantity("length", others=("RING_RADIUS", "MINOR_RADIUS"), doc="Radius of its section")
    rangle: tuple[float, ...] | None = vector("angle", count=(1, 2), doc="Part of the ring")


@element("GRAPHICS", "EXTRUSION")
class Extrusion(Profiled):
    """A profile drawn along z."""

    rm: int | None = reference("MARKER", doc="Marker of the profile")
    cm: int | None = reference("MARKER", doc="Marker of the profile")
    length: float | None = quantity("length", doc="Length along z")


@element("GRAPHICS", "REVOLUTION")
class Revolution(Profiled):
    """A profile turned about z."""

    rm: int | None = reference("MARKER", doc="Marker of the profile")
    cm: int | None = reference("MARKER", doc="Marker of the profile")
    rangle: tuple[float, ...] | None = vector("angle", count=(1, 2), doc="Angle of turning")


@element("GRAPHICS", "SHELL")
class Shell(Shape):
    """A net of triangles from a file."""

    rm: int | None = reference("MARKER", doc="Marker of the net")
    file: str = text(doc="File")
    scale: tuple[float, ...] | None = vector("", count=(1, 3), doc="Scale factor")


@element("GRAPHICS", "PLANE")
class Plane(Shape):
    """A rectangle in the x-y plane; contacts act on the side of +z."""

    rm: int = reference("MARKER", required=True, doc="Marker of the plane")
    xmin: float | None = quantity("length", doc="Smallest x")
    xmax: float | None = quantity("length", doc="Largest x")
    ymin: float | None = quantity("length", doc="Smallest y")
    ymax: float | None = quantity("length", doc="Largest y")


@element("GRAPHICS", "POINT")
class Point(Shape):
    """A point."""

    rm: int = reference("MARKER", required=True, doc="Marker at the point")


@element("GRAPHICS", "EXTERNAL")
class External(Shape):
    """A solid or net from a file: Parasolid (.xmt_txt, .x_t, .xmt_bin, .x_b), STL, OBJ, shell, STEP."""

    rm: int = reference("MARKER", required=True, doc="Marker of the solid")
    file: str = text(required=True, doc="File")
    element: str = text(doc="Name of the solid in the file")
    faceting_tolerance: float | None = quantity("", doc="Fineness of the net in Adams; no effect here")


@element("GRAPHICS", "OUTLINE")
class Outline(Shape):
    """A line from marker to marker."""

    outline: tuple[int, ...] = references("MARKER", required=True, doc="The markers in order")

    @property
    def hangs_on(self) -> int | None:
        """The first of its markers."""
        return int(self.outline[0]) if self.outline else None


@element("GRAPHICS", "FORCE")
class ForceGraphics(Shape):
    """An arrow for a force."""

    etype: str = text(required=True, doc="Statement of the element, for instance JOINT or SFORCE")
    eid: int = integer(required=True, doc="Id of the element")
    emarker: int | None = reference("MARKER", doc="Marker at the arrow")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if self.etype and self.eid and model.find(self.etype.upper(), self.eid) is None:
            yield self.message(
                "W103",
                f"There is no {self.etype.upper()}/{self.eid} for this arrow.",
                cure="correct ETYPE and EID, or remove the arrow.",
                at="eid",
                severity="warning",
            )


@element("GRAPHICS", "SPRDAMP")
class SpringGraphics(Shape):
    """A coil spring and a damper between two markers."""

    other_kinds = {"SPDP": "SPRDAMP", "SPRINGDAMPER": "SPRDAMP"}

    i: int = reference("MARKER", required=True, doc="Marker I")
    j: int = reference("MARKER", required=True, doc="Marker J")
    coils: int | None = integer(minimum=0, doc="Number of coils")
    da: float | None = quantity("length", doc="Diameter of the coil")
    db: float | None = quantity("length", doc="Diameter of the damper at I")
    dc: float | None = quantity("length", doc="Diameter of the damper at J")
    la: float | None = quantity("length", doc="Length from I to the coil")
    lb: float | None = quantity("length", doc="Length from J to the coil")
    lc: float | None = quantity("length", doc="Length of the damper at I")
    ld: float | None = quantity("length", doc="Length of the damper at J")
    invisible: bool = flag("Not drawn")
