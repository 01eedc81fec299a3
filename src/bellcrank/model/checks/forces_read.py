"""Rule C308: a force is read between markers that no element connects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bellcrank.expression import Call, whole_number
from bellcrank.model.acting import acting_between
from bellcrank.model.checks.formulas import Formula, formulas
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model

SUMS = ("FX", "FY", "FZ", "FM", "TX", "TY", "TZ", "TM")


@rule("C308", "warning", "a force is read where none acts")
def forces_of_nothing(model: Model) -> Iterator[Finding]:
    """FX(i,j) and its like are sums over the elements that connect exactly these two markers; here is none.

    The value is zero at all times. The second argument is often taken for the marker of the axes, which is the third:
    FX(i,j,k). A curve constraint acts between its I marker and its floating marker.
    """
    for formula in formulas(model):
        for call in formula.calls(*SUMS):
            ids = [whole_number(node) for node in call.arguments[:2]]
            markers = [id for id in ids if id]
            if None in ids or not markers or not all(model.find("MARKER", id) for id in markers):
                continue
            if not acting_between(model, markers[0], markers[1] if len(markers) > 1 else 0):
                yield finding(model, formula, call, markers)


def finding(model: Model, formula: Formula, call: Call, markers: list[int]) -> Finding:
    """With the elements that do act at the first marker, or at the second."""
    words = " and ".join(f"MARKER/{id}" for id in markers)
    where = f"{formula.field.name} = {formula.source(call)}: " if formula.field.name else ""
    what = f"{where}no force and no constraint acts {'between' if len(markers) > 1 else 'at'} {words}; the value is 0."
    for id in markers if len(markers) > 1 else ():
        others = [element for element, _ in acting_between(model, id)]
        if others:
            cure = f"give the two markers of {others[0].title}, which acts at MARKER/{id}."
            return Finding(formula.owner, what, cure=cure)
    return Finding(formula.owner, what, cure="give the two markers of the element whose force is wanted.")
