"""TIRE and ROAD: a tyre on a flat or wavy road.

    TIRE/id, {FIALA | PAC2002}, I=id, J=id [, FILE=c] [, RADIUS=r] [, WIDTH=r] [, K=r] [, C=r] [, CSLIP=r] [, CALPHA=r]
            [, UMIN=r] [, UMAX=r] [, RR=r] [, VLOW=r] [, SPLINE=id]

Geometry      I is on the wheel, at its centre, z along the spin axis s (to the left of the way it rolls); J is the
              road: its plane z = 0, or with SPLINE the height z(x) of the spline over x of J, tangent plane below I:
              n = (-z', 0, 1)/sqrt(1 + z'^2)
Contact       h distance of I from that plane, sin g = s . n (camber), r = h/cos g the loaded radius; the contact point
              is r below I in the plane of the wheel. Axes: forward x = s x n/cos g, y = n x x, n
Equation      Fz = K d + C d',  d = RADIUS - r > 0, d' = -v . n, never negative; C grows over the first 1 % of d (1)
              slip S = (w r - Vx)/max(|Vx|, VLOW),  tan a = Vy/max(|Vx|, VLOW)                                     (2)
              w the spin, Vx of the wheel centre, Vy of the contact point;  FIALA: forces/fiala.py, PAC2002:
              forces/pacejka.py give Fx, Fy, Mz;  rolling resistance -RR Fz about y                                (3)
Reaction      on the body of J: the opposite, at the same point
At rest       below VLOW (0.5 m/s) slip is a speed: the tyre is a damper and creeps on a slope.
File          a property file beside the dataset, KEY = value: UNLOADED_RADIUS, VERTICAL_STIFFNESS, VERTICAL_DAMPING,
              WIDTH, CSLIP, ..., or the coefficients of PAC2002, in units of its [UNITS]; arguments given here win.
Results       FX .. TZ at I, and NORMAL, SLIP, ALPHA, LONGITUDINAL, LATERAL, ALIGNING
Kept          TIRE and ROAD statements of other forms are read and written back; they are not simulated.
References    Pacejka (2002), Tyre and Vehicle Dynamics, 4.3.2;  Fiala (1954), VDI-Z 96, 973-979.  Adams: TIRE.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterator
from typing import Any

from bellcrank.elements.data.number_file import text_of
from bellcrank.elements.forces import fiala, pacejka
from bellcrank.elements.forces.formula import Formula, Vector, call, combined, cross, dot, if_positive, measure
from bellcrank.errors import Message, ModelError
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, one_of, quantity, reference, text, vector
from bellcrank.schema.vocabulary import Vocabulary

DIMENSIONS = {
    "UNLOADED_RADIUS": "length", "WIDTH": "length", "ROLLING_RESISTANCE": "length",
    "VERTICAL_STIFFNESS": "force/length", "VERTICAL_DAMPING": "force*time/length",
    "CSLIP": "force", "CALPHA": "force", "FNOMIN": "force",
}  # fmt: skip
"""What numbers of a property file are; all others have no dimension."""
ARGUMENTS = {
    "radius": "UNLOADED_RADIUS", "width": "WIDTH", "k": "VERTICAL_STIFFNESS", "c": "VERTICAL_DAMPING", "cslip": "CSLIP",
    "calpha": "CALPHA", "umin": "UMIN", "umax": "UMAX", "rr": "ROLLING_RESISTANCE",
}  # fmt: skip
SIZES = {"meter": 1.0, "m": 1.0, "mm": 1e-3, "millimeter": 1e-3, "newton": 1.0, "n": 1.0, "second": 1.0, "sec": 1.0}
SLOW = 0.5
"""VLOW in metres per second."""


@element("TIRE")
class Tire(Element):
    """A tyre."""

    result_type = "Tire"
    open_arguments = True

    law: str | None = one_of("FIALA PAC2002", doc="Law of the forces; none: a statement that is only kept")
    i: int | None = reference("MARKER", doc="Marker on the wheel, z along its axis")
    j: int | None = reference("MARKER", doc="Marker on the road, z up")
    jfloat: int | None = reference("MARKER", doc="Floating marker of the reaction")
    rm: int | None = reference("MARKER", doc="Reference marker of the road")
    string: int | None = reference("STRING", doc="Name of the property file")
    road: int | None = reference("ROAD", doc="The road")
    spline: int | None = reference("SPLINE", doc="Height of the road over x of J")
    type: str = text(doc="Kind of tyre")
    file: str = text(doc="Property file")
    im: float | None = quantity("mass*length**2", doc="Moment of inertia about the spin axis")
    mass: float | None = quantity("mass", doc="Mass")
    radius: float | None = quantity("length", above=0.0, doc="Radius without load")
    width: float | None = quantity("length", minimum=0.0, doc="Width")
    k: float | None = quantity("force/length", above=0.0, doc="Vertical stiffness")
    c: float | None = quantity("force*time/length", minimum=0.0, doc="Vertical damping")
    cslip: float | None = quantity("force", above=0.0, doc="FIALA: slope of Fx over the slip")
    calpha: float | None = quantity("force", above=0.0, doc="FIALA: slope of Fy over the tangent of the slip angle")
    umin: float | None = quantity("", minimum=0.0, doc="FIALA: friction where all slides")
    umax: float | None = quantity("", above=0.0, doc="FIALA: friction without slip")
    rr: float | None = quantity("length", minimum=0.0, doc="Moment of rolling resistance by Fz")
    vlow: float | None = quantity("length/time", above=0.0, doc="Speed below which slip is a speed")
    parameters: tuple[float, ...] | None = vector(None, count=None, doc="Further numbers")
    function: Expression | None = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        for name in ("i", "j"):
            if self.law and getattr(self, name) is None:
                yield self.message("E105", f"{name.upper()} is missing.", cure=f"add , {name.upper()} = id.")

    # ---- parameters
    def numbers(self, model: Any) -> dict[str, float]:
        """The numbers of the tyre in units of the model; ModelError where some are missing."""
        found = self._from_file(model) if self.file else {}
        given = {key: getattr(self, name) for name, key in ARGUMENTS.items() if getattr(self, name) is not None}
        found |= {key: float(value) for key, value in given.items()}
        law = fiala.NEEDED if self.law == "FIALA" else pacejka.NEEDED
        missing = [key for key in ("UNLOADED_RADIUS", "VERTICAL_STIFFNESS", *law) if not found.get(key)]
        if missing:
            raise ModelError(
                self.message(
                    "E105", f"{', '.join(missing)} is not given.", cure="give it in the property file, or as argument."
                )
            )
        return found

    def _from_file(self, model: Any) -> dict[str, float]:
        numbers: dict[str, float] = {}
        units = {"length": 1.0, "force": 1.0, "time": 1.0}
        for line in text_of(self, model, self.file).splitlines():
            match = re.match(r"\s*(\w+)\s*=\s*('[^']*'|[^\s$!]+)", line)
            if match is None:
                continue
            key, value = match[1].upper(), match[2].strip("'")
            if key.lower() in units and value.lower() in SIZES:
                units[key.lower()] = SIZES[value.lower()]
            elif key.lower() in units and not re.match(r"[-+.\d]", value):
                raise ModelError(
                    self.message("E509", f"{key} = {value} in {self.file}: the unit is not known.",
                                 cure="use meter or mm, newton, second.", at="file")
                )  # fmt: skip
            else:
                with contextlib.suppress(ValueError):  # words: titles, names, switches
                    numbers.setdefault(key, float(value))
        if model.units.known:
            units = {base: size / model.units.si(base) for base, size in units.items()}
        return {key: value * _size(DIMENSIONS.get(key, ""), units) for key, value in numbers.items()}

    # ---- simulation
    @property
    def only_kept(self) -> bool:
        """A statement of another form."""
        other = (self.jfloat, self.rm, self.string, self.road, self.parameters, self.function, self.others)
        return self.law is None or self.i is None or self.j is None or any(other)

    def lower(self, to: Vocabulary) -> None:
        if self.only_kept:
            super().lower(to)
        assert self.i is not None and self.j is not None
        p = self.numbers(to.model)

        def inner(value: Formula, name: str = "", of: str = "") -> Formula:
            """A value that is computed once and read often."""
            return measure("VARVAL", to.inner_variable(self, value.node, name, of))

        n, h = self._plane(inner)
        s = [measure("$COSINE", self.i, 2, self.j, axis) for axis in range(3)]
        sine = inner(dot(s, n))
        along = cross(s, n)
        cosine = inner(call("SQRT", dot(along, along)))
        r = inner(h / cosine)
        forward = [inner(a / cosine) for a in along]
        up, side = [(n[a] - sine * s[a]) / cosine for a in range(3)], cross(n, forward)
        fz, slips = self._contact(to, p, inner, (n, r, forward, up, side), s)
        load = call("MAX", fz, 1e-9 * p["VERTICAL_STIFFNESS"] * p["UNLOADED_RADIUS"])
        forces = self._forces(p, inner, fz, load, call("ATAN2", sine, cosine), slips)
        force = combined((forces["FX"], forward), (forces["FY"], side), (fz, n))
        arm = [-r * a for a in up]
        moment = combined((1.0, cross(arm, force)), (forces["MX"], forward), (forces["MY"], side), (forces["MZ"], n))
        to.load(self, self.i, self.j, self.j, {a: e.node for a, e in enumerate([*force, *moment])})

    def _plane(self, inner: Any) -> tuple[Vector, Formula]:
        """The normal of the road below I and the distance of I from it."""
        i, j = self.i or 0, self.j or 0
        if self.spline is None:
            return (0.0, 0.0, 1.0), measure("DZ", i, j, j)
        x = measure("DX", i, j, j)
        slope = inner(call("AKISPL", x, 0.0, self.spline, 1))
        size = inner(call("SQRT", 1.0 + slope * slope))
        n = (-slope / size, Formula.of(0.0), 1.0 / size)
        return n, (measure("DZ", i, j, j) - call("AKISPL", x, 0.0, self.spline)) / size

    def _contact(
        self, to: Vocabulary, p: dict[str, float], inner: Any, frame: tuple[Any, ...], s: Vector
    ) -> tuple[Formula, tuple[Formula, Formula, Formula]]:
        """Fz of (1), slip and tangent of the slip angle of (2), and the spin times r."""
        (n, r, forward, up, side), ids = frame, (self.i or 0, self.j or 0, self.j or 0)
        v = [measure(f"V{axis}", *ids, self.j or 0) for axis in "XYZ"]
        w = [measure(f"W{axis}", *ids) for axis in "XYZ"]
        radius = p["UNLOADED_RADIUS"]
        depth = radius - r
        damping = p.get("VERTICAL_DAMPING", 0.0) * call("STEP", depth, 0.0, 0.0, 0.01 * radius, 1.0)
        push = call("MAX", 0.0, p["VERTICAL_STIFFNESS"] * depth - damping * dot(v, n))
        fz = inner(if_positive(depth, push, 0.0), "NORMAL", "force")
        units = to.model.units
        slow = self.vlow or SLOW * (units.si("time") / units.si("length") if units.known else 1.0)
        vx, rolling = inner(dot(v, forward)), inner(dot(w, s) * r)
        vy = dot(v, side) - r * dot(cross(w, up), side)
        speed = call("MAX", call("ABS", vx), slow)
        slip, tangent = inner((rolling - vx) / speed, "SLIP", ""), inner(vy / speed)
        back = call("STEP", rolling, -slow, 1.0, slow, -1.0)
        return fz, (slip, tangent, back)

    def _forces(
        self, p: dict[str, float], inner: Any, fz: Formula, load: Formula, camber: Formula, slips: tuple[Formula, ...]
    ) -> dict[str, Any]:
        """Forces and moments on the axes of the contact, (3)."""
        slip, tangent, back = slips
        alpha = inner(call("ATAN", tangent), "ALPHA", "angle")
        found: dict[str, Any] = {"MX": 0.0, "MY": p.get("ROLLING_RESISTANCE", 0.0) * fz * back}
        if self.law == "FIALA":
            found |= fiala.fiala(p, fz, load, slip, tangent)
        else:
            tyre = pacejka.Tyre(p, fz, load, inner(camber))
            fx, fy = inner(tyre.longitudinal(slip)), inner(tyre.lateral(alpha))
            found["FX"], found["FY"] = tyre.with_side_slip(fx, slip, alpha), tyre.with_slip(fy, slip, alpha)
            found["MZ"] = tyre.aligning(alpha, fy)
            r0 = p["UNLOADED_RADIUS"]
            found["MY"] = found["MY"] + fz * (r0 * tyre("QSY1") * tyre("LMY")) * back
            tilt = tyre("QSX1") - tyre("QSX2") * tyre.camber + tyre("QSX3") / tyre.fz0 * found["FY"]
            found["MX"] = fz * tilt * (r0 * tyre("LMX"))
        shown = {"FX": ("LONGITUDINAL", "force"), "FY": ("LATERAL", "force"), "MZ": ("ALIGNING", "force*length")}
        return found | {key: inner(Formula.of(found[key]), *names) for key, names in shown.items()}


def _size(dimension: str, units: dict[str, float]) -> float:
    """What a number of a dimension such as force*time/length is multiplied by."""
    size = 1.0
    for sign, word in re.findall(r"([*/]?)(\w+)", dimension):
        size = size / units[word] if sign == "/" else size * units[word]
    return size if math.isfinite(size) else 1.0


@element("ROAD")
class Road(Element):
    """A road."""

    open_arguments = True

    type: str = text(doc="Kind of road")
    file: str = text(doc="Property file")
    rm: int | None = reference("MARKER", doc="Reference marker of the road")
    string: int | None = reference("STRING", doc="Name of the property file")
