"""EXTERNAL and SHELL: a net from a file beside the dataset.

Parasolid files are in metres whatever the units of the model; triangles of other files in its length unit. SCALE of
a SHELL stretches along the axes.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bellcrank.geometry.mass import Mass, mass_of
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.places import allow_outside, beside
from bellcrank.geometry.reading import ALL, Asked, Found, read_solid
from bellcrank.geometry.shape import Array, Shape, shape


@shape("EXTERNAL", "SHELL")
@dataclass(frozen=True, eq=False)
class External(Shape):
    """A net."""

    file: str
    found: Found = field(repr=False)
    scale: Array = field(default_factory=lambda: np.ones(3))
    density: float | None = None
    asked: Asked = ALL

    @classmethod
    def of(cls, graphic: Any, model: Any) -> External:
        asked = Asked(getattr(graphic, "element", "") or "", _part_name(graphic, model))
        with allow_outside() if model.allow_outside else contextlib.nullcontext():
            found = read_solid(beside(model.file, graphic.file), asked)
        metre, kilogram = _units(model)
        given = getattr(graphic, "scale", None) or (1.0,)
        scale = np.array([*given, *[given[-1]] * 3][:3], dtype=float) * (metre if found.metre else 1.0)
        density = found.density * kilogram / metre**3 if found.density else None
        return cls(graphic.file, found, scale, density, asked)

    @property
    def notes(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.found.notes

    def mesh(self, angle: float = 0.2) -> Mesh:
        return self.found.mesh.moved(np.diag(self.scale), np.zeros(3))

    def mass(self) -> Mass:
        if self.scale.min() == self.scale.max():
            return mass_of(self.found.mesh).moved(np.eye(3), np.zeros(3), float(self.scale[0]))
        return mass_of(self.mesh())

    def statement(self) -> tuple[str, str, dict[str, Any]]:
        return "EXTERNAL", "rm", {"file": self.file, **({"element": self.asked.element} if self.asked.element else {})}


def _part_name(graphic: Any, model: Any) -> str:
    """The name of the part a net belongs to: names in a file may repeat."""
    marker = model.find("MARKER", getattr(graphic, "rm", None) or 0)
    owner = getattr(marker, "owner", None)
    return str(getattr(model.find(*owner), "name", "") or "") if owner else ""


def _units(model: Any) -> tuple[float, float]:
    """A metre and a kilogram in units of the model; 1 where it has none."""
    units = model.units
    if not units.known:
        return 1.0, 1.0
    return 1.0 / units.si("length"), 1.0 / units.si("mass")
