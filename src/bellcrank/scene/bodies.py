"""The bodies of a model and the places of their markers, as a picture needs them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bellcrank.errors import ModelError
from bellcrank.scene import contract as c
from bellcrank.scene.frames import frame, relative
from bellcrank.scene.graphics import Drawing, shapes
from bellcrank.scene.inferred import part_shapes

if TYPE_CHECKING:
    from bellcrank.model import Model

Array = NDArray[np.float64]

BODIES = ("PART", "POINT_MASS", "FLEX_BODY")
PALETTE = (
    "#3b78b8", "#d9822b", "#2a9d76", "#b65fa0", "#c9a227", "#56a8d4", "#c4523f", "#7a68b8", "#7f9a3a", "#8c6d4f",
)  # fmt: skip
"""Colours of parts, chosen to be told apart by people with colour vision deficiency."""
GROUND = "#9aa3ad"


class Bodies:
    """Bodies and markers of a model with their indices in the header, and marker frames in their bodies."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.elements: list[Any] = [body for keyword in BODIES for body in model.all(keyword)]
        self.elements.sort(key=lambda body: not getattr(body, "ground", False))
        self.index = {(body.keyword, body.id): k for k, body in enumerate(self.elements)}
        self.markers: list[c.Marker] = []
        self.marker_index: dict[int, int] = {}
        self.origins: dict[int, Array] = {}
        """Marker id -> origin in ground in the input position."""
        self._place_markers()
        self.size = self._measure()

    def _place_markers(self) -> None:
        frames = [_arrays(self.model.body_frame(body.id, body.keyword)) for body in self.elements]
        for marker in self.model.all("MARKER"):
            part = self.index.get(getattr(marker, "owner", None) or ("", 0))
            if part is None or getattr(marker, "floating", False):
                continue
            try:
                place = _arrays(self.model.frame_of(marker.id or 0))
            except ModelError:  # the model check reports it
                continue
            r, R = relative(place, frames[part])
            self.marker_index[marker.id or 0] = len(self.markers)
            self.markers.append(c.Marker(marker.label, marker.id or 0, part, frame(r, R.tolist())))
            self.origins[marker.id or 0] = place[0]

    def _measure(self) -> float:
        """The diagonal of the box about all markers; 1 if they coincide."""
        points = np.array([*self.origins.values(), *(body.qg for body in self.elements if not self.is_ground(body))])
        points = points.reshape(-1, 3)
        return float(np.linalg.norm(np.ptp(points, axis=0))) or 1.0 if len(points) else 1.0

    @staticmethod
    def is_ground(body: Any) -> bool:
        """Whether a body is the ground."""
        return bool(getattr(body, "ground", False))

    def marker(self, id: int | None) -> int:
        """The index of a marker in the header, -1 if there is none."""
        return self.marker_index.get(id or 0, -1)

    def local(self, marker: int) -> Array:
        """The origin of a marker (index) in its part."""
        return np.array(self.markers[marker].frame[:3])


def _arrays(place: Any) -> tuple[Array, Array]:
    return np.array(place[0], dtype=float), np.reshape(np.array(place[1], dtype=float), (3, 3))


def draw_parts(bodies: Bodies, drawing: Drawing, poses: dict[int, int]) -> tuple[list[c.Part], list[c.Note]]:
    """All parts with their shapes; `poses` maps the index of a body to its pose columns."""
    own: list[list[c.AnyShape]] = [[] for _ in bodies.elements]
    undrawn: dict[str, list[str]] = {}
    for marker_id, shape, graphic, why in shapes(drawing):
        marker = bodies.marker(marker_id)
        if shape is None or marker < 0:
            why = why or f"It hangs on MARKER/{marker_id}, which is not fixed on a body."
            undrawn.setdefault(why, []).append(graphic.title)
            continue
        shape.frame = bodies.markers[marker].frame
        own[bodies.markers[marker].part].append(shape)
    notes = [c.Note("note", f"Not drawn: {why}", _some(titles), "V101") for why, titles in undrawn.items()]
    notes += [c.Note("note", note, _some(titles), "V106") for note, titles in drawing.notes.items()]
    acting = acting_points(bodies)
    colors = iter(PALETTE * (1 + len(own) // len(PALETTE)))
    parts = []
    for k, body in enumerate(bodies.elements):
        ground = bodies.is_ground(body)
        if not own[k] and not ground:
            own[k] = infer(bodies, body, acting.get(k, []))
        color = GROUND if ground else next(colors)
        part = c.Part(
            body.label,
            body.id,
            body.keyword,
            poses.get(k, -1),
            color,
            own[k],
            _cm(bodies, body),
            facts(bodies.model, body),
        )
        parts.append(part)
    return parts, notes


def _some(titles: list[str], most: int = 4) -> str:
    more = f" and {len(titles) - most} more" if len(titles) > most else ""
    return ", ".join(titles[:most]) + more


def acting_points(bodies: Bodies) -> dict[int, list[Array]]:
    """For every body the points (in its frame) where joints and forces act."""
    points: dict[int, list[Array]] = {}
    for element in bodies.model.all():
        if element.keyword in ("MARKER", "REQUEST", "MREQUEST", "GRAPHICS", *BODIES):
            continue
        for field, id in element.references():
            marker = bodies.marker(id) if "MARKER" in (field.targets or ()) else -1
            if marker >= 0 and field.attribute != "rm":
                points.setdefault(bodies.markers[marker].part, []).append(bodies.local(marker))
    return points


def infer(bodies: Bodies, body: Any, points: list[Array]) -> list[c.AnyShape]:
    """Shapes of a body without graphics."""
    cm = bodies.marker(getattr(body, "cm", None))
    centre = bodies.local(cm) if cm >= 0 else None
    mass = float(getattr(body, "mass", 0.0) or 0.0)
    inertia = _inertia(bodies, body) if cm >= 0 and mass > 0.0 else np.zeros((3, 3))
    return part_shapes(points, centre, mass, inertia, bodies.size)


def _inertia(bodies: Bodies, part: Any) -> Array:
    """The inertia tensor about the mass centre in part axes."""
    from bellcrank.model.checks.geometry import Geometry
    from bellcrank.model.checks.inertia import tensor_at_cm
    from bellcrank.scene.frames import matrix

    marker = bodies.marker(getattr(part, "im", None) or part.cm)
    if not any(getattr(part, "ip", ())) or marker < 0:
        return np.zeros((3, 3))
    xx, yy, zz, xy, xz, yz = tensor_at_cm(Geometry(bodies.model), part)
    J = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    R = matrix(bodies.markers[marker].frame[3:])
    return np.asarray(R @ J @ R.T)


def _cm(bodies: Bodies, body: Any) -> c.Vector | None:
    marker = bodies.marker(getattr(body, "cm", None))
    if marker < 0:
        return None
    x, y, z = bodies.markers[marker].frame[:3]
    return (x, y, z)


def facts(model: Model, element: Any) -> list[c.Row]:
    """An element in words: what it is, what it joins, its numbers with units, where it stands in the dataset."""
    rows = [("what", (type(element).__doc__ or element.keyword).strip().partition("\n")[0].rstrip("."))]
    for attribute, value in element.given.items():
        field = element.fields[attribute]
        rows.append((_label(field), _value(model, field, value)))
    line = f", line {element.place.line}" if element.place is not None else ""
    rows.append(("statement", f"{element.keyword}{'' if element.id is None else f'/{element.id}'}{line}"))
    return rows


def _label(field: Any) -> str:
    """The argument in words, with its name in the dataset: "Stiffness K"."""
    words = field.doc.partition(",")[0].partition(";")[0].partition(":")[0].strip()
    name = field.name or field.attribute.upper()
    if not words or len(words) > 34:
        return str(name)
    return words if words.split()[-1].upper() == name else f"{words} {name}"


def _value(model: Model, field: Any, value: Any) -> str:
    """Elements by name and part, numbers to six digits with their unit."""
    if field.targets and not isinstance(value, (tuple, list)):
        found = [e for keyword in field.targets if (e := model.find(keyword, value)) is not None]
        return _named(model, found[0]) if found else field.show(value)
    dimension = field.dimension
    unit = symbol(model.units.label(dimension)) if isinstance(dimension, str) and dimension not in ("", "angle") else ""
    if isinstance(value, float) and dimension != "angle":
        return f"{value:.6g} {unit}".strip()
    if isinstance(value, tuple) and dimension != "angle" and all(isinstance(v, float) for v in value):
        return f"{', '.join(f'{v:.6g}' for v in value)} {unit}".strip()
    return f"{field.show(value)} {unit}".strip()


def _named(model: Model, element: Any) -> str:
    owner = getattr(element, "owner", None) if element.keyword == "MARKER" else None
    body = model.find(*owner) if owner else None
    return f"{element.label} on {body.label}" if body is not None and body.label not in element.label else element.label


SYMBOLS = {
    "newton": "N", "knewton": "kN", "kilonewton": "kN", "dyne": "dyn", "pound_force": "lbf", "sec": "s",
    "deg": "\u00b0", "meter": "m", "millimeter": "mm", "kilogram": "kg",
}  # fmt: skip


def symbol(unit: str) -> str:
    """A unit as it is printed: "newton-sec/mm" becomes "N\u00b7s/mm"."""
    words = re.sub(r"[A-Za-z_]+", lambda word: SYMBOLS.get(word[0].lower(), word[0]), unit)
    words = re.sub(r"[*-](?=[A-Za-z\u00b0])", "\u00b7", words.replace("**", "^"))
    return words.replace("^2", "\u00b2").replace("^3", "\u00b3")
