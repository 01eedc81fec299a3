"""Contacts: from IGEOM and JGEOM to pairs of shapes on two bodies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bellcrank.errors import UnsupportedError
from bellcrank.model.frames import Frame, Matrix, Vector
from bellcrank.registry import KINDS
from bellcrank.system.builder import Builder
from bellcrank.system.contact import shapes
from bellcrank.system.contact.curves import CURVES, packed_curve
from bellcrank.system.contact.pair import find
from bellcrank.system.contact.shapes import Packed, Placed
from bellcrank.system.kinds.contact import Pair, Touch

NO_SOLID = "use a solid, a PLANE or a POINT."


class Touching:
    """The part of Lowering that knows what can touch what."""

    model: Any
    builder: Builder
    marker: Callable[[int], int]
    owner: Callable[[Any, int, int], int]
    body_of: Callable[[int], int]
    _frame: Callable[[int], Frame]
    _place: Callable[[int, Vector, Matrix], int]
    placed: dict[int, list[Placed]]
    """Id of a GRAPHICS (below 0: turned over) -> its shapes."""

    def touch(
        self,
        element: Any,
        i: Sequence[int],
        j: Sequence[int],
        numbers: Sequence[float],
        functions: Sequence[Any] = (),
    ) -> None:
        """Contact between the GRAPHICS i of one body and j of another, with the numbers or functions of its laws."""
        for id in (*i, *j):
            if not self.model.get("GRAPHICS", id).hangs_on:
                what = f"{self.model.get('GRAPHICS', id).title} encloses nothing that could touch anything."
                raise UnsupportedError(element.message("E512", what, cure=NO_SOLID))
        flips = [[word == "TRUE" for word in words] + [False] * len(ids)
                 for words, ids in ((element.iflip, i), (element.jflip, j))]  # fmt: skip
        sides = [[self._shapes(element, id, flip) for id, flip in zip(ids, of)] for ids, of in zip((i, j), flips)]
        markers = [self._marker(element, ids) for ids in (i, j)]
        if self.body_of(markers[0]) == self.body_of(markers[1]):
            raise UnsupportedError(
                element.message("E512", "Its I and J geometry are on the same part.", cure="take them from two parts.")
            )
        pairs = [
            self._pair(element, (i[n], a), (j[m], b))
            for n, first in enumerate(sides[0])
            for m, second in enumerate(sides[1])
            for a in first
            for b in second
        ]
        use = Touch(
            self.marker(markers[0]), self.marker(markers[1]), self.owner(element, *markers), numbers=tuple(numbers),
            pairs=tuple(pairs), functions=tuple(functions),
        )  # fmt: skip
        self.builder.use(KINDS["CONTACT"], use)

    def _marker(self, element: Any, ids: Sequence[int]) -> int:
        """The marker of the first GRAPHICS; all must be on its part."""
        markers = [self.model.get("GRAPHICS", id).hangs_on for id in ids]
        for id, marker in zip(ids, markers, strict=True):
            if self.body_of(marker) != self.body_of(markers[0]):
                what = f"GRAPHICS/{ids[0]} and GRAPHICS/{id} are on different parts."
                why = "All geometry of one side of a contact belongs to one part."
                raise UnsupportedError(element.message("E512", what, why, "make it two contacts."))
        return int(markers[0])

    def _shapes(self, element: Any, id: int, flip: bool) -> list[Placed]:
        """The shapes of a GRAPHICS, each with a marker at its own frame; flip: a curve whose other side is free."""
        key = -id if flip else id
        if key not in self.placed:
            graphic = self.model.get("GRAPHICS", id)
            frame, body = self._frame(graphic.hangs_on or 0), self.body_of(graphic.hangs_on)
            r, a = np.array(frame[0]), np.array(frame[1]).reshape(3, 3)
            self.placed[key] = [
                Placed(s, self._place(body, (r + a @ s.r).tolist(), (a @ s.R).ravel().tolist()), a @ s.R[:, 2])
                for s in packed(graphic, element, self.model, flip)
            ]
        return self.placed[key]

    def _pair(self, element: Any, i: tuple[int, Placed], j: tuple[int, Placed]) -> Pair:
        found = find(i[1].shape.kind, j[1].shape.kind)
        if found is None:
            names = [f"GRAPHICS/{id} ({placed.shape.kind})" for id, placed in (i, j)]
            raise UnsupportedError(
                element.message("E512", f"Contact between {names[0]} and {names[1]} cannot be simulated.",
                                cure="use other geometry, or leave it out: bellcrank run ... --without CONTACT.")
            )  # fmt: skip
        if not in_one_plane(i[1], j[1]):
            what = f"GRAPHICS/{i[0]} and GRAPHICS/{j[0]} are curves whose planes are not parallel."
            raise UnsupportedError(element.message("E512", what, cure="turn their markers, or use solids."))
        return Pair(i[1], j[1], found.kernel, found.swapped)


def in_one_plane(a: Placed, b: Placed) -> bool:
    """Whether two curves have parallel planes; a PLANE must be normal to that of a curve."""
    kinds, cosine = {a.shape.kind, b.shape.kind}, abs(float(a.z @ b.z))
    if "CURVE" not in kinds or "BALL" in kinds:
        return True
    return cosine < 1e-3 if "PLANE" in kinds else cosine > 1.0 - 1e-6


def packed(graphic: Any, element: Any, model: Any, flip: bool = False) -> list[Packed]:
    """The shapes of a GRAPHICS statement in the frame of its marker."""
    if graphic.kind == "PLANE":
        return [shapes.plane()]
    if graphic.kind == "POINT":
        return [shapes.point()]
    if graphic.kind in CURVES:
        return [packed_curve(graphic, element, model, flip)]
    solid = graphic.solid(model)
    if solid is None:
        what = f"{graphic.title} encloses nothing that could touch anything."
        raise UnsupportedError(element.message("E512", what, cure=NO_SOLID))
    return shapes.pack_solid(solid)
