"""FE_PART, FE_NODE, FE_LOAD, SECTION: geometrically exact beams.

    FE_PART/id, TYPE=3DBEAM, NODE_LABELS=.., COORDINATES=label,x,y,z,a,b,c,.., SECTION=.., MATERIAL=id

Kept          read, written back and shown; not simulated.
References    Simo, Vu-Quoc (1986), Comput. Methods Appl. Mech. Eng. 58, 79-116.  Adams: FE_PART.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import expression, integer, integers, quantity, reference, references, text, vector


@element("FE_PART")
class FePart(Element):
    """A nonlinear beam."""

    open_arguments = True

    type: str = text(doc="Kind of beam: 3DBEAM, 2DBEAM")
    node_labels: tuple[int, ...] | None = integers(doc="Numbers of the nodes")
    coordinates: tuple[float, ...] | None = vector(None, count=None, doc="label, x, y, z, a, b, c of every node")
    centerline: int | None = reference("CURVE", doc="Curve of the centre line")
    centerline_points: tuple[float, ...] | None = vector("length", count=None, doc="Points of the centre line")
    section: tuple[float, ...] | None = vector(None, count=None, doc="Sections: number, then place along the beam")
    material: int | None = reference("MATERIAL", doc="Material")
    cratiom: object = expression(None, doc="Damping ratio of the masses")
    cratiok: object = expression(None, doc="Damping ratio of the stiffnesses")
    qg: tuple[float, ...] | None = vector("length", doc="Origin of the beam frame in ground")
    reuler: tuple[float, ...] | None = vector("angle", doc="Body-fixed 3-1-3 angles in ground")
    vx: float | None = quantity("length/time", doc="Initial velocity, x component")
    vy: float | None = quantity("length/time", doc="Initial velocity, y component")
    vz: float | None = quantity("length/time", doc="Initial velocity, z component")
    wx: float | None = quantity("angle/time", doc="Initial angular velocity, x component")
    wy: float | None = quantity("angle/time", doc="Initial angular velocity, y component")
    wz: float | None = quantity("angle/time", doc="Initial angular velocity, z component")
    inertia_section: str = text(doc="Inertia of the sections")


@element("FE_NODE")
class FeNode(Element):
    """A node of a nonlinear beam."""

    open_arguments = True

    fe_part: int | None = reference("FE_PART", doc="Beam")
    number: int | None = integer(name="LABEL", doc="Number of the node")
    s: float | None = quantity("", doc="Place along the beam, 0 to 1")
    angle: float | None = quantity("angle", doc="Turn of the section about the beam")
    section_node: int | None = integer(doc="Node whose section is taken")
    qg: tuple[float, ...] | None = vector("length", doc="Place in ground")
    reuler: tuple[float, ...] | None = vector("angle", doc="Body-fixed 3-1-3 angles in ground")


@element("FE_LOAD")
class FeLoad(Element):
    """A distributed load on a nonlinear beam."""

    open_arguments = True

    fe_part: int | None = reference("FE_PART", doc="Beam")
    fx: object = expression(None, doc="Force per length, x component")
    fy: object = expression(None, doc="Force per length, y component")
    fz: object = expression(None, doc="Force per length, z component")
    tx: object = expression(None, doc="Torque per length, x component")
    ty: object = expression(None, doc="Torque per length, y component")
    tz: object = expression(None, doc="Torque per length, z component")
    function: object = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")


@element("SECTION")
class Section(Element):
    """The cross section of a nonlinear beam."""

    passive = True
    open_arguments = True

    type: str = text(doc="Kind of section, for instance Solid Rectangular")
    area: float | None = quantity("length**2", doc="Area")
    iyy: float | None = quantity("length**4", doc="Second moment of area about y")
    izz: float | None = quantity("length**4", doc="Second moment of area about z")
    iyz: float | None = quantity("length**4", doc="Product of area")
    jxx: float | None = quantity("length**4", doc="Torsion constant")
    cy: float | None = quantity("length", doc="Centre, y coordinate")
    cz: float | None = quantity("length", doc="Centre, z coordinate")
    asy: float | None = quantity("", doc="Shear ratio in y")
    asz: float | None = quantity("", doc="Shear ratio in z")
    rect_base: float | None = quantity("length", doc="Width of a rectangle")
    rect_height: float | None = quantity("length", doc="Height of a rectangle")
    base: float | None = quantity("length", doc="Width")
    height: float | None = quantity("length", doc="Height")
    radius: float | None = quantity("length", doc="Outer radius")
    inner_radius: float | None = quantity("length", doc="Inner radius")
    values: tuple[float, ...] | None = vector(None, count=None, doc="Further values")
    materials: tuple[int, ...] | None = references("MATERIAL", doc="Materials")
