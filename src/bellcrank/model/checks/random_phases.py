"""Rule C602: signals whose random phases are not those of Adams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bellcrank.expression import Call
from bellcrank.expression.tree import postorder
from bellcrank.model.checks.formulas import formulas
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model


@rule("C602", "note", "a random signal differs from that of Adams")
def random_phases(model: Model) -> Iterator[Finding]:
    """INVPSD adds harmonics with random phases, and how Adams draws them is not published.

    Spectrum, mean square and distribution of the signal agree; its values at a time do not. Compare results by their
    statistics, not curve by curve.
    """
    for formula in formulas(model):
        if any(isinstance(node, Call) and node.name == "INVPSD" for node in postorder(formula.tree)):
            yield Finding(
                formula.owner,
                f"{formula.field.name} uses INVPSD, whose random phases are not those of Adams.",
                "The statistics of the signal agree with Adams, its values at a time do not.",
                "compare spectra and mean squares; or give the signal itself by a SPLINE.",
            )
