"""The register of pairs: which kernel finds the samples of two kinds of shapes.

    @pair("BALL", "PLANE", "BOX")     shape a is a BALL, shape b one of the others
    @kernel
    def gaps(c, k):                   NOW[THIS] is the pair; fills SAMPLES and NOW[COUNT]

A sample is a point of one body in the field of the other: depth g, weight w, normal n. Weights of a flat face sum to 1,
change smoothly, and no sample appears or vanishes with g > 0: so the force has no jumps. Where all are apart, the
nearest one is in row 0, with its depth below 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bellcrank.kernel import Kernel
from bellcrank.registry import PAIRS


class Found(NamedTuple):
    """The kernel of a pair, and whether the shapes must change places for it."""

    kernel: Kernel
    swapped: bool


def pair(first: str, *others: str) -> Callable[[Kernel], Kernel]:
    """Register a kernel for a kind of shape with others."""

    def register(kernel: Kernel) -> Kernel:
        for other in others:
            PAIRS[first, other] = kernel
        return kernel

    return register


def find(i: str, j: str) -> Found | None:
    """The kernel of two kinds of shapes; None where there is none."""
    if (i, j) in PAIRS:
        return Found(PAIRS[i, j], False)
    return Found(PAIRS[j, i], True) if (j, i) in PAIRS else None
