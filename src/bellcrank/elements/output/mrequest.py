"""MREQUEST: requests for many elements at once.

    MREQUEST/id, {DISPLACEMENT | VELOCITY | ACCELERATION | FORCE},
            {PARTS=id,.. | JOINTS=id,.. | FORCES=id,.. | MARKERS=id,..} [, COMMENT=c]

Effect        the same as one REQUEST for each of the elements.
References    Adams: MREQUEST.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import flag, one_of, reference, references, text


@element("MREQUEST")
class Mrequest(Element):
    """Requests for many elements at once."""

    measure: str | None = one_of(
        "DISPLACEMENT VELOCITY ACCELERATION FORCE",
        spellings={"D": "DISPLACEMENT", "V": "VELOCITY", "A": "ACCELERATION", "F": "FORCE"},
        doc="What is measured",
    )
    all: bool = flag("All elements of the kind")
    parts: tuple[int, ...] | None = references("PART", others=("PART",), doc="Parts")
    joints: tuple[int, ...] | None = references("JOINT", others=("JOINT",), doc="Joints")
    jprims: tuple[int, ...] | None = references("JPRIM", doc="Joint primitives")
    forces: tuple[int, ...] | None = references(doc="Forces")
    markers: tuple[int, ...] | None = references("MARKER", doc="Markers")
    rm: int | None = reference("MARKER", doc="Marker on whose axes the components are given")
    comment: str = text(others=("C",), doc="Comment")
