"""Which elements act between two markers: what FX(i,j), TX(i,j) and their like add up."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any


def acting_between(
    model: Any, i: int, j: int = 0, inactive: Collection[tuple[str, int]] = ()
) -> list[tuple[Any, bool]]:
    """Elements with a force that connect markers i and j (j = 0: all at i), and whether i is their J marker.

    An element without J, such as GCON, acts between i and whatever its expression measures: any j will do.
    A motion of a joint acts between the markers of the joint.
    """
    found = []
    acting = (e for e in model.all() if e.result_type and (e.keyword, e.id) not in inactive)
    for e in (share for whole in acting for share in whole.shares()):
        first, second = getattr(e, "i", None), getattr(e, "j", None) or getattr(e, "jfloat", None)
        if hasattr(e, "markers"):
            first, second = e.markers(model)
        if first == i and (second is None or j in (0, second)):
            found.append((e, False))
        elif second == i and j in (0, first) and not getattr(e, "actiononly", False):
            found.append((e, True))
    return found
