"""Where the bodies and markers of a model are, in the input position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bellcrank.errors import ModelError
from bellcrank.model.frames import GLOBAL, Frame, NoDirection, compose, orientation


class Positions:
    """The frames of a model."""

    if TYPE_CHECKING:

        def get(self, keyword: str, id: int) -> Any: ...

    def body_frame(self, id: int, keyword: str = "PART") -> Frame:
        """Origin and axes of a body in ground, in the input position."""
        body: Any = self.get(keyword, id)
        if getattr(body, "ground", False):
            return GLOBAL
        return body.qg, _oriented(body, body.qg, body.reuler, body.zg, body.xg, False)

    def frame_of(self, marker_id: int, known: dict[tuple[str, int], Frame] | None = None) -> Frame:
        """Origin and axes of a marker in ground, in the input position; marker 0 is the global frame.

        `known`: frames of bodies that were asked for before.
        """
        if marker_id == 0:
            return GLOBAL
        marker: Any = self.get("MARKER", marker_id)
        frames: dict[int, Frame] = {}
        while True:
            axes = _oriented(marker, marker.qp, marker.reuler, marker.zp, marker.xp, marker.usexp)
            frames[marker.id] = (marker.qp, axes)
            if not marker.rm:
                break
            if marker.rm in frames:
                raise ModelError(marker.message("E106", f"RM = {marker.rm} leads back to the marker itself.", at="rm"))
            marker = self.get("MARKER", marker.rm)
        result = self._base_of(marker, {} if known is None else known)
        for frame in reversed(frames.values()):
            result = compose(result, frame)
        return result

    def _base_of(self, marker: Any, known: dict[tuple[str, int], Frame]) -> Frame:
        """The frame of the body a marker is on."""
        owner = marker.owner
        if owner is None:
            raise ModelError(marker.message("E108", "The marker belongs to no part.", cure="give it a part."))
        if owner[0] not in ("PART", "POINT_MASS", "FLEX_BODY"):
            return GLOBAL
        if owner not in known:
            known[owner] = self.body_frame(owner[1], owner[0])
        return known[owner]


def _oriented(element: Any, origin: Any, angles: Any, z: Any, x: Any, x_first: bool) -> Any:
    try:
        return orientation(origin, angles, z, x, x_first)
    except NoDirection as error:
        raise ModelError(
            element.message(
                "E106", f"The axes cannot be found: {error}.", cure="choose points that are not on one line."
            )
        ) from None
