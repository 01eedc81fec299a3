"""Full turns of the angles that motions prescribe: which of a, a + 2 pi, a - 2 pi, ... is meant at the start.

Angles begin between -180 and 180 degrees and count turns from there. A motion may begin at 200 degrees, and one that is
switched on again goes on after many turns; the parts stand right, only the count differs. So for every constraint
phi(a) = 0 that reads one such angle, a is changed by the full turns that make |phi| least, wherever it is read.
"""

from __future__ import annotations

import math

import numpy as np

from bellcrank.analysis.simulation import Simulation
from bellcrank.system import assemble

MEASURE = [0, 1, 2, *range(9, 16)]
"""Columns of a leaf that tell what it measures: kind, markers i and j, numbers of the kind."""


def nearest_turns(sim: Simulation) -> None:
    """Count the turns as the motions do, at the present position and time."""
    s = sim.work
    s.call(assemble.residual)
    for use in sim.builder.constraints:
        first, count = s.system.expression_ints[use.expression, :2]
        leaves = sim.builder.expressions[use.expression].leaves
        counting = [n for n, leaf in enumerate(leaves[:count]) if leaf.counts_turns]
        if use.from_start or len(counting) != 1:
            continue
        if abs(s.phi[use.row]) > 1e-3:
            leaf = s.system.leaf
            same = (leaf[:, MEASURE] == leaf[first + counting[0], MEASURE]).all(axis=1)
            add_turns(sim, same, use.row)


def add_turns(sim: Simulation, leaves: np.ndarray, row: int) -> None:
    """Add the full turns to `leaves` that bring the constraint `row` nearest to zero."""
    memory, before = sim.work.memory, float(sim.work.phi[row])
    memory[leaves, 0] += 2.0 * math.pi
    slope = misfit(sim, row) - before
    turns = round(-before / slope) if abs(slope) > 1e-9 * abs(before) else 0
    memory[leaves, 0] += 2.0 * math.pi * (turns - 1)
    if not abs(misfit(sim, row)) < abs(before):
        memory[leaves, 0] -= 2.0 * math.pi * turns
        misfit(sim, row)


def misfit(sim: Simulation, row: int) -> float:
    """phi of one constraint row now."""
    sim.work.call(assemble.residual)
    return float(sim.work.phi[row])
