"""Numbers in attributes of XML; a wrong one is told with its line, and the default goes on."""

from __future__ import annotations

import math

from bellcrank.importers.losses import Losses
from bellcrank.importers.xml_tree import Node

HUGE = 1e100
"""Sizes are taken to the third power; whatever is larger is no number of a machine."""


def reals(
    node: Node, name: str, default: tuple[float, ...], losses: Losses, count: int | None = None
) -> tuple[float, ...]:
    """The numbers of an attribute: as many as the default has, or as `count` says (0: any number)."""
    wanted = len(default) if count is None else count
    text = node.get(name)
    if not text:
        return default
    try:
        found = tuple(float(word) for word in text.replace(",", " ").split())
    except ValueError:
        found = (math.nan,)
    if not found or not all(abs(x) < HUGE for x in found):
        losses.error(node, "E104", f"{name} = {text[:40]!r} is not made of numbers.", "write finite numbers.")
        return default
    if wanted and len(found) != wanted:
        losses.error(node, "E104", f"{name} has {len(found)} numbers; {wanted} are needed.", f"give {wanted} numbers.")
        return default
    return found


def real(node: Node, name: str, default: float, losses: Losses) -> float:
    """One number of an attribute."""
    return reals(node, name, (default,), losses)[0]


def three(
    node: Node, name: str, losses: Losses, default: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> tuple[float, float, float]:
    """Three numbers of an attribute."""
    x, y, z = reals(node, name, default, losses)
    return x, y, z
