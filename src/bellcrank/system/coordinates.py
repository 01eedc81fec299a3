"""Where the motions of bodies stand among the unknowns D of a step: six a body, along x, y, z, then about x, y, z.

Behind them stand multipliers, states and algebraic unknowns; y of an integrator has positions and speeds, as long as
the motions each, then the rest (state.py). Analyses ask here, so that the numbers stand in this package alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from bellcrank.system.builder import Builder
    from bellcrank.system.workspace import Workspace

AXES = ("X", "Y", "Z", "rotation about x", "rotation about y", "rotation about z")
PER_BODY = len(AXES)


def motions_of(body: int, turns: bool = True) -> range:
    """The motions of a body; without rotations for a point mass."""
    return range(PER_BODY * body, PER_BODY * body + (PER_BODY if turns else 3))


def body_of(motion: Any) -> Any:
    """The body that a motion (or an array of them) belongs to."""
    return motion // PER_BODY


def is_translation(motions: Any) -> Any:
    """Whether motions (a number or an array) are along axes, not about them."""
    return motions % PER_BODY < 3


def free_motions(bodies: Iterable[Any]) -> list[int]:
    """All motions that bodies (with `turns`) have."""
    return [k for b, body in enumerate(bodies) for k in motions_of(b, body.turns)]


def in_lengths(n_bodies: int, length: float) -> np.ndarray:
    """Factors that measure rotations in lengths."""
    return np.tile([1.0] * 3 + [length] * 3, n_bodies)


def count_unknowns(b: Builder) -> int:
    """The unknowns of a step of a model."""
    return PER_BODY * len(b.bodies) + len(b.rows) + len(b.diffs) + len(b.variables)


def unknown_of(work: Workspace, place: int) -> int:
    """The unknown of D that place in y belongs to."""
    return place % work.n_motions if place < 2 * work.n_motions else place - work.n_motions + work.n_rows
