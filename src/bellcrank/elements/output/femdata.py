"""FEMDATA: loads and motion for finite element programs.

    FEMDATA/id, {LOADS | NODAL_DEFORMATIONS | MODAL_DEFORMATIONS | STRAIN | STRESS}, {FLEX_BODY=id | PART=id},
            FILE=c, ...

Kept          read, written back and shown; nothing is exported.
References    Adams: FEMDATA.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import flag, integer, integers, one_of, quantity, reference, references, text


@element("FEMDATA")
class Femdata(Element):
    """Loads and motion for finite element programs."""

    passive = True
    open_arguments = True

    content: str | None = one_of("LOADS NODAL_DEFORMATIONS MODAL_DEFORMATIONS STRAIN STRESS", doc="What is exported")
    no_inertia: bool = flag("Without inertia loads")
    flex_body: int | None = reference("FLEX_BODY", doc="The flexible body")
    part: int | None = reference("PART", doc="The part")
    cm: int | None = reference("MARKER", doc="Marker of the loads")
    rm: int | None = reference("MARKER", doc="Marker on whose axes the loads are given")
    imarker: tuple[int, ...] | None = references("MARKER", doc="Markers")
    datum: int | None = integer(doc="Datum node")
    nodes: tuple[int, ...] | None = integers(doc="Nodes")
    hotspots: int | None = integer(doc="Number of places with the largest stress")
    radius: float | None = quantity("length", doc="Distance of these places")
    criterion: str = text(doc="Criterion of the stress")
    peak_slice: str = text(doc="Which load component is looked at")
    start: float | None = quantity("time", doc="Start")
    end: float | None = quantity("time", doc="End")
    skip: int | None = integer(doc="Output steps left out")
    characters: int | None = integer(doc="Characters per line")
    format: str = text(doc="Format of the file")
    file: str = text(doc="File")
