"""What a redundant constraint resists, in words: the direction that it shares with the others of its loop.

A constraint row acts on a body along t (a force) or about r (a moment), its entries of the Jacobian in ground axes:

    phi' = ... + t . v + r . w                                                                                    (1)

A row on positions is told by t, a row on directions by r; nearly along an axis of ground, the axis is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bellcrank.analysis.dependent import key_of, scaled_jacobian
from bellcrank.analysis.redundancy import Redundant
from bellcrank.analysis.simulation import Simulation
from bellcrank.system.coordinates import body_of, is_translation

ALONG = 0.9999
"""A cosine that is as good as one."""


def shared_directions(sim: Simulation) -> list[str]:
    """For each redundant row of a simulation: "turning about ground y"; empty where it resists nothing here."""
    if not sim.redundant:
        return []
    key = key_of(sim)
    known = (key, [red.row for red in sim.redundant])
    if key is None or _last[0] != known:
        _last[:] = [known, directions(sim, sim.redundant)]
    return list(_last[1])


_last: list[Any] = [None, []]
"""Of the last model: it may run again."""


def directions(sim: Simulation, rows: Sequence[Redundant]) -> list[str]:
    """For each of these rows what it resists at the present position."""
    jac = scaled_jacobian(sim, complete=True)
    found = []
    for red in rows:
        here = jac.row == red.row
        columns, values = jac.column[here], jac.value[here]
        moves = bool(sim.builder.rows[red.row].translational)
        wanted = is_translation(columns) == moves
        found.append(_words(columns[wanted], values[wanted], moves))
    return found


def _words(columns: np.ndarray, values: np.ndarray, moves: bool) -> str:
    """The direction of one row at the body on which it acts most (1)."""
    vectors: dict[int, np.ndarray] = {}
    for column, value in zip(columns, values, strict=True):
        vectors.setdefault(body_of(int(column)), np.zeros(3))[int(column) % 3] += value
    largest = max(vectors.values(), key=lambda v: float(np.linalg.norm(v)), default=np.zeros(3))
    size = float(np.linalg.norm(largest))
    if size < 1e-12:
        return ""
    unit = largest / size
    axis = int(np.argmax(np.abs(unit)))
    if abs(unit[axis]) > ALONG:
        where = f"ground {'xyz'[axis]}"
    else:
        unit = unit if unit[axis] > 0.0 else -unit
        where = f"({', '.join(f'{x:.2f}' for x in unit)}) of ground"
    return f"moving along {where}" if moves else f"turning about {where}"
