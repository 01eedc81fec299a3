"""PREFERENCES: preferences of the solver.

    PREFERENCES/ [argument, ...] [, DEFAULT] [, LIST]

Effect        none: the program has no such choice.
References    Adams: PREFERENCES.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import flag, integer, quantity, text


@element("PREFERENCES")
class Preferences(Element):
    """Preferences of the solver."""

    numbered = False
    passive = True
    open_arguments = True

    default: bool = flag("All settings back to their defaults")
    list: bool = flag("Print the settings")
    solver: str = text(doc="Program: CXX or FORTRAN; ignored")
    contact_faceting_tolerance: float = quantity("", 300.0, above=0.0, doc="Fineness of the nets of contact solids")
    contact_geometry_library: str = text(doc="Program for contact geometry; ignored")
    nthreads: int | None = integer(minimum=1, doc="Number of threads")
    status_message: str = text(doc="Messages during the run; ignored")
    libpath: str = text(doc="Folders of user libraries")
    simulation_messages: str = text(doc="Messages during the run; ignored")
    flexible_body: str = text(doc="Form of flexible bodies; ignored")
    thermal: str = text(doc="Thermal loads; ignored")
