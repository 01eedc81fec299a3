"""Rule C402: the factor between force and mass times acceleration is not certain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from bellcrank.model.checks.inertia import moving_parts
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model


@rule("C402", "warning", "units are missing or contradict UCF")
def uncertain_units(model: Model) -> Iterator[Finding]:
    """UCF * force = mass * acceleration. The factor follows from the four units; without units it is 1.

    A dataset without UNITS is only right if its numbers are consistent, as m, kg, N, s are and mm, kg, N, s are not.
    A UCF that contradicts the units given beside it is used as it stands.
    """
    statement = model.single("UNITS")
    units = model.units
    if not units.known and units.factor_given is None:
        if any(part.mass for part in moving_parts(model)):
            yield Finding(
                statement,
                "The dataset names no units.",
                "Force is then taken as mass times acceleration (UCF = 1), and results have no unit labels.",
                "add UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND, or what it is.",
                severity="note",
            )
    elif units.known and units.factor_given is not None:
        computed = replace(units, factor_given=None).ucf
        if abs(computed / units.factor_given - 1.0) > 1e-3:
            yield Finding(
                statement,
                f"UCF = {units.factor_given:g}, but the units {', '.join(units.names.values())} give {computed:g}.",
                "UCF is used as it stands: all accelerations are off by the ratio of the two, if the units are right.",
                "remove UCF, or correct the units.",
            )
