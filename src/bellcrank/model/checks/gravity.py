"""Rules C401 and C404: gravity that does not fit the units, and gravity that nobody speaks of."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.model.checks.rule import Finding, rule
from bellcrank.schema.units import LENGTH

if TYPE_CHECKING:
    from bellcrank.model import Model

EARTH = 9.80665
"""m/s^2"""
COMMON = ("METER", "MILLIMETER", "CENTIMETER", "INCH", "FOOT")


@rule("C401", "warning", "gravity does not fit the length unit")
def gravity_that_does_not_fit(model: Model) -> Iterator[Finding]:
    """The acceleration of gravity is that of the earth in another length unit: 9.81 in a model in millimetres, for
    instance.

    Everything then falls a thousand times too slowly, or too fast. On the moon, in a centrifuge or without gravity
    nothing is said.
    """
    gravity = model.single("ACCGRAV")
    units = model.units
    if gravity is None or not units.known:
        return
    value = math.hypot(*model.gravity)
    unit = units.si("length") / units.si("time") ** 2
    if value == 0.0 or abs(value * unit / EARTH - 1.0) < 0.02:
        return
    for other in COMMON:
        if abs(value * LENGTH[other] / EARTH - 1.0) < 0.02:
            yield Finding(
                gravity,
                f"Gravity is {value:g} {units.label('length/time**2')} = {value * unit / EARTH:.4g} g.",
                f"{value:g} is the gravity of the earth in {other.lower()}; the model is in {units.length.lower()}.",
                f"write {EARTH / unit:.7g} (with its sign), or correct UNITS.",
            )
            return
    if not 1e-3 <= value * unit / EARTH <= 100.0:
        yield Finding(
            gravity,
            f"Gravity is {value:g} {units.label('length/time**2')} = {value * unit / EARTH:.4g} g.",
            "Few machines live in such a field.",
            f"the gravity of the earth is {EARTH / unit:.7g} in these units.",
        )


@rule("C404", "note", "masses without gravity")
def masses_without_gravity(model: Model) -> Iterator[Finding]:
    """A model built in Python has masses, and gravity was not given: nothing falls.

    That is right in space, and in a plane that lies flat: `gravity=0` says that it is meant. A dataset without ACCGRAV
    means it so.
    """
    if model.file:
        return
    bodies: list[Any] = [*model.all("PART"), *model.all("POINT_MASS")]
    if any((body.mass or 0.0) > 0.0 for body in bodies) and model.single("ACCGRAV") is None:
        unit = model.units.si("length") / model.units.si("time") ** 2 if model.units.known else 1.0
        cure = f"model.gravity = {-EARTH / unit:.7g} (along z) or three numbers; 0 where none is meant."
        yield Finding(None, "The model has masses and no gravity.", "Without gravity nothing falls.", cure)
