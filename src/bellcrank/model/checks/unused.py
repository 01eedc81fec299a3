"""Rule C501: elements that nothing refers to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bellcrank.model.checks.rule import Finding, rule
from bellcrank.model.references import all_references

if TYPE_CHECKING:
    from bellcrank.model import Model

PASSIVE_DATA = ("MARKER", "SPLINE", "ARRAY", "MATRIX", "STRING")
"""Elements that do nothing by themselves; a VARIABLE does: its value is in the results, as Adams View measures are."""
SHOWN = 12


@rule("C501", "note", "elements that nothing refers to")
def unused_elements(model: Model) -> Iterator[Finding]:
    """Markers, splines, arrays, matrices and strings do nothing by themselves: somebody has to refer to them.

    An unused one does no harm, but may be the sign of a wrong number elsewhere.
    """
    used = used_elements(model)
    for keyword in PASSIVE_DATA:
        idle = [e for e in model.all(keyword) if (keyword, e.id) not in used]
        if idle:
            shown = ", ".join(f"{e.id} ({e.name})" if e.name else str(e.id) for e in idle[:SHOWN])
            more = f" and {len(idle) - SHOWN} more" if len(idle) > SHOWN else ""
            plural = "s" if len(idle) > 1 else ""
            what = f"{len(idle)} {keyword}{plural} that nothing refers to: {shown}{more}."
            yield Finding(None, what, cure="remove what is not needed, or look for a wrong id.", place=idle[0].place)


def used_elements(model: Model) -> set[tuple[str, int]]:
    """(statement, id) of everything that is referred to, in arguments and in expressions."""
    found = (reference for element in model.all() for reference in all_references(element))
    return {(keyword, id) for keywords, id in found for keyword in keywords}
