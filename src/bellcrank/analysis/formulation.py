"""Which formulation suits a model: I3 controls positions only, its accelerations and multipliers scatter.

A state (DIFF) that reads accelerations or reactions, itself or by way of variables, or a delayed value of them, cannot
be integrated to a tolerance with I3: smaller steps make the scatter worse. Such models are integrated as SI2.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bellcrank.analysis.terms import TransientSettings
from bellcrank.errors import Message
from bellcrank.integrators.method import METHODS
from bellcrank.system import layout as at
from bellcrank.system.builder import Builder
from bellcrank.system.coordinates import count_unknowns

LARGEST = 300
"""Unknowns of a dense factorisation that is worth its time."""
SCATTERED = frozenset({at.L_ACC, at.L_WDT})


def suited(builder: Builder, settings: TransientSettings) -> tuple[TransientSettings, Message | None]:
    """The settings, with SI2 for I3 where a state reads accelerations or reactions, and a note of that.

    Delays are read from the polynomials of a method that keeps them: GSTIFF for methods that do not.
    """
    if builder.kept and not METHODS[settings.method].keeps_past:
        reads: Any = builder.expressions[builder.variables[builder.kept[0]].expression].element
        what = f"Integrated by GSTIFF instead of {settings.method}."
        told: Message = reads.message("N504", what, f"{settings.method} keeps no past for DELAY.", severity="note")
        return replace(settings, method="GSTIFF"), told
    if settings.formulation == "COMPLEMENT" and (why := not_on_tangents(builder)):
        note = Message("note", "N504", f"Integrated as SI2 instead of COMPLEMENT: {why}.")
        return replace(settings, formulation="SI2"), note
    reader = reader_of_accelerations(builder) if settings.formulation == "I3" and builder.rows else None
    if reader is None:
        return settings, None
    note = reader.message(
        "N504",
        "Integrated as SI2 instead of I3.",
        "It reads accelerations or reactions, which I3 does not control: no tolerance could be kept.",
        severity="note",
    )
    return replace(settings, formulation="SI2"), note


def not_on_tangents(builder: Builder) -> str:
    """Why the orthogonal complement does not suit; empty where it does."""
    unknowns = count_unknowns(builder)
    if unknowns > LARGEST:
        return f"it is dense, for at most {LARGEST} unknowns, and there are {unknowns}"
    asked = set(builder.requests)
    read = (leaf for n, e in enumerate(builder.expressions) if n not in asked for leaf in e.leaves)
    return "equations read reactions" if any(leaf.kind == at.L_WRENCH for leaf in read) else ""


def reader_of_accelerations(builder: Builder) -> Any:
    """The first element whose state, or delayed value, depends on accelerations or multipliers; None: there is none."""
    controlled = [*(use.expression for use in builder.diffs), *(builder.variables[n].expression for n in builder.kept)]
    found = (builder.expressions[n].element for n in controlled if depends(builder, n, set()))
    return next(found, None)


def depends(builder: Builder, expression: int, seen: set[int]) -> bool:
    """Whether an expression reads accelerations or reactions, also by way of variables; not forces, as of contacts."""
    leaves = builder.expressions[expression].leaves
    if any(leaf.kind in SCATTERED or (leaf.kind == at.L_WRENCH and leaf.scalars) for leaf in leaves):
        return True
    variables = {number for leaf in leaves for letter, number in leaf.scalars if letter == "v"} - seen
    seen |= variables
    return any(depends(builder, builder.variables[n].expression, seen) for n in variables)
