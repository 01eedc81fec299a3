"""RESULTS: the results file is written; what it leaves out.

    RESULTS/ [FORMATTED] [, XRF] [, NODISPLACEMENTS] [, NOVELOCITIES] ... [, COMMENT=c]

References    Adams: RESULTS.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import flag, integer, text


@element("RESULTS")
class Results(Element):
    """The results file is written."""

    plural = "results"
    numbered = False
    passive = True
    open_arguments = True

    formatted: bool = flag("Text instead of binary numbers")
    xrf: bool = flag("XML form")
    nodisplacements: bool = flag("No displacements")
    novelocities: bool = flag("No velocities")
    noaccelerations: bool = flag("No accelerations")
    noappliedforces: bool = flag("No applied forces")
    noreactionforces: bool = flag("No reaction forces")
    nodatastructures: bool = flag("No variables, arrays, splines")
    nosystemelements: bool = flag("No differential equations")
    nolinear: bool = flag("No results of linear analyses")
    nofloatingmarkers: bool = flag("No floating markers")
    norequests: bool = flag("No requests")
    nocontacts: bool = flag("No contacts")
    notires: bool = flag("No tyres")
    comment: str = text(doc="Comment")
    decimal_places: int | None = integer(others=("DECIMAL",), doc="Digits behind the point")
    significant_figures: int | None = integer(doc="Significant digits")
