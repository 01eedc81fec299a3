"""The evaluators of curve and surface nodes, each made once.

A node that is being made and asks for itself belongs to a damaged file; so does a chain deeper than any CAD program
writes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from bellcrank.geometry.parasolid.curves import BCurve, Chart, Conic, Curve, Line, OnSurface, Trimmed
from bellcrank.geometry.parasolid.errors import BROKEN, NotMeshed
from bellcrank.geometry.parasolid.free_form import REACH, BSurface, FreeForm, Spun, blend, swept
from bellcrank.geometry.parasolid.nodes import Node, Transmit
from bellcrank.geometry.parasolid.splines import Frame, Spline, knot_vector, number, row, unit
from bellcrank.geometry.parasolid.surfaces import Plane, Round, Sphere, Surface, Torus

T = TypeVar("T")


class Geometry:
    """Curves and surfaces of a transmit file by their node numbers."""

    def __init__(self, transmit: Transmit) -> None:
        self.transmit = transmit
        self._curves: dict[int, Curve | None] = {}
        self._surfaces: dict[int, Surface | None] = {}

    def curve(self, index: int) -> Curve:
        """The curve of a node."""
        if index not in self._curves:
            self._curves[index] = None
            node = self.transmit[index]
            self._curves[index] = _maker(CURVES, self.transmit, node)(self, node)
        found = self._curves[index]
        if found is None:
            raise NotMeshed("a damaged curve")
        return found

    def surface(self, index: int) -> Surface:
        """The surface of a node."""
        if index not in self._surfaces:
            self._surfaces[index] = None
            node = self.transmit[index]
            self._surfaces[index] = _maker(SURFACES, self.transmit, node)(self, node)
        found = self._surfaces[index]
        if found is None:
            raise NotMeshed("a damaged surface")
        return found


def _maker(
    table: dict[int, Callable[[Geometry, Node], T]], transmit: Transmit, node: Node
) -> Callable[[Geometry, Node], T]:
    if node.kind not in table:
        raise NotMeshed(f"geometry of type {transmit.names.get(node.kind, node.kind)}")
    return table[node.kind]


def _intersection(g: Geometry, node: Node) -> Curve:
    surfaces: list[Surface] = []
    try:
        surfaces = [g.surface(s) for s in node.surface]
    except BROKEN:
        surfaces = []
    if any(isinstance(s, FreeForm) for s in surfaces):
        surfaces = []  # drawing onto a free-form surface is left to the chart's own density
    chart = g.transmit[node.chart]
    points = [h for h in chart.hvec[: chart.chart_count] if h is not None]
    return Chart(np.array([row(p) for p in points]).reshape(-1, 3), surfaces)


def _trimmed(g: Geometry, node: Node) -> Curve:
    return Trimmed(g.curve(node.basis_curve), node.parm_1, node.parm_2)


def _b_curve(g: Geometry, node: Node) -> Curve:
    return BCurve(g.transmit, g.transmit[node.nurbs])


def _on_surface(g: Geometry, node: Node) -> Curve:
    flat = g.curve(node.b_curve)
    if not isinstance(flat, BCurve):
        raise NotMeshed("a curve on a surface that is no B-curve")
    return OnSurface(flat, g.surface(node.surface))


def _frame(node: Node) -> Frame:
    return Frame(node.pvec, node.axis, node.x_axis)


def _b_surface(g: Geometry, node: Node) -> Surface:
    t, n = g.transmit, g.transmit[node.nurbs]
    values = np.array(t[n.bspline_vertices].vertices, dtype=float)
    control = values.reshape(n.n_u_vertices, n.n_v_vertices, n.vertex_dim)
    knots = [
        knot_vector(t, n.u_knots, n.u_knot_mult, n.n_u_knots),
        knot_vector(t, n.v_knots, n.v_knot_mult, n.n_v_knots),
    ]
    return BSurface(Spline(control, [n.u_degree, n.v_degree], knots, n.rational), (bool(n.u_closed), bool(n.v_closed)))


def _spun(g: Geometry, node: Node) -> Surface:
    profile = g.curve(node.profile)
    end = number(node.end_param or 0.0)
    low, high = profile.range or (end - REACH, end + REACH)
    low = low if node.start_param is None else number(node.start_param)
    high = high if node.end_param is None else number(node.end_param)
    full = profile.period is not None and node.start_param is None and node.end_param is None
    return Spun(profile, row(node.base), unit(row(node.axis)), (low, high), full)


def _blend(g: Geometry, node: Node) -> Surface:
    if node.blend_type != "R":
        raise NotMeshed(f"a blend of type {node.blend_type}")
    sides = [(g.surface(s), number(r)) for s, r in zip(node.surface, node.range)]
    return blend(g.curve(node.spine), sides, -1.0 if g.transmit[node.spine].sense == "-" else 1.0)


CURVES: dict[int, Callable[[Geometry, Node], Curve]] = {
    30: lambda g, n: Line(n),
    31: lambda g, n: Conic(n, n.radius, n.radius),
    32: lambda g, n: Conic(n, n.major_radius, n.minor_radius),
    38: _intersection,
    133: _trimmed,
    134: _b_curve,
    137: _on_surface,
}
"""Node type -> maker of a curve."""

SURFACES: dict[int, Callable[[Geometry, Node], Surface]] = {
    50: lambda g, n: Plane(Frame(n.pvec, n.normal, n.x_axis)),
    51: lambda g, n: Round(_frame(n), number(n.radius)),
    52: lambda g, n: Round.cone(n),
    53: lambda g, n: Sphere(Frame(n.centre, n.axis, n.x_axis), number(n.radius)),
    54: lambda g, n: Torus(Frame(n.centre, n.axis, n.x_axis), number(n.major_radius), number(n.minor_radius)),
    56: _blend,
    60: lambda g, n: g.surface(n.surface).offset(number(n.offset)),
    67: lambda g, n: swept(g.curve(n.section), unit(row(n.sweep))),
    68: _spun,
    124: _b_surface,
}
"""Node type -> maker of a surface."""
