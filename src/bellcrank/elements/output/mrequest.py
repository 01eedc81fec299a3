"""MREQUEST: requests for many elements at once.

    MREQUEST/id, {DISPLACEMENT | VELOCITY | ACCELERATION | FORCE},
            {PARTS=id,.. | JOINTS=id,.. | JPRIMS=id,.. | FORCES=id,.. | MARKERS=id,.. | ALL} [, RM=id] [, COMMENT=c]

Effect        the same as one REQUEST for each of the elements, called MREQUEST_1_PART_2, ...
Measured      a part at its mass centre CM from ground, a marker from ground, a joint or force between its markers I and
              J. FORCES are all force elements of that id. ALL means the parts, and with FORCE joints and forces.
References    Adams: MREQUEST.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bellcrank.elements.output.request import Request
from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import flag, one_of, reference, references, text
from bellcrank.schema.vocabulary import Vocabulary

FORCES = ("SFORCE", "VFORCE", "VTORQUE", "GFORCE", "SPRINGDAMPER", "BUSHING", "BEAM", "FIELD", "NFORCE")
LISTS = {"parts": ("PART",), "joints": ("JOINT",), "jprims": ("JPRIM",), "forces": FORCES, "markers": ("MARKER",)}


@element("MREQUEST")
class Mrequest(Element):
    """Requests for many elements at once."""

    rank = 90

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

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if self.measure is None:
            yield self.message(
                "E105", "Nothing is measured.", cure="add DISPLACEMENT, VELOCITY, ACCELERATION or FORCE."
            )
        if not self.all and not any(getattr(self, name) for name in LISTS):
            yield self.message(
                "E105", "No element is named.", cure="add , PARTS = ids, or JOINTS, FORCES, MARKERS, ALL."
            )
        for id in self.forces or ():
            if not any(model.find(keyword, id) for keyword in FORCES):
                yield self.message("E107", f"There is no force element {id}.", cure="correct FORCES.", at="forces")

    def targets(self, model: Elements) -> list[Any]:
        """The elements that are asked for."""
        named = [(keywords, id) for name, keywords in LISTS.items() for id in getattr(self, name) or ()]
        found = [e for keywords, id in named for keyword in keywords if (e := model.find(keyword, id)) is not None]
        if self.all and not found:
            kinds = ("JOINT", "JPRIM", *FORCES) if self.measure == "FORCE" else ("PART",)
            found = [e for keyword in kinds for e in model.all(keyword)]
        return [e for e in found if not getattr(e, "ground", False)]

    def requests(self, model: Elements) -> Iterator[Request]:
        """One REQUEST for each element, with ids above those of all others."""
        id: int = max((e.id or 0 for e in model.all("REQUEST")), default=0)
        for other in model.all("MREQUEST"):
            if other.id == self.id:
                break
            id += len([end for target in other.targets(model) for end in ends(target)])  # type: ignore[attr-defined]
        for target in self.targets(model):
            for i, j, label in ends(target):
                id += 1
                given = {"measure": self.measure, "i": i, "comment": self.comment or f"{self.label} {label}"}
                more = {"j": j} if j else {}
                yield Request(id, f"{self.label}_{label}", **given, **more, **({"rm": self.rm} if self.rm else {}))

    def lower(self, to: Vocabulary) -> None:
        for request in self.requests(to.model):
            request.statement = self.statement
            request.lower(to)


def ends(target: Any) -> list[tuple[int, int, str]]:
    """Marker I, marker J (0: ground) and name of what is measured at an element."""
    if target.keyword == "MARKER":
        return [(target.id, 0, target.label)]
    if target.keyword == "PART":
        return [(target.cm, 0, target.label)] if target.cm else []
    found = []
    for share in target.shares():
        j = getattr(share, "j", None) or getattr(share, "jfloat", None) or 0
        found.append((share.i, j, share.label))
    return found
