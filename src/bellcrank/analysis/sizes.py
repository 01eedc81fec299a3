"""The size of each body: what its tolerances and its figures of merit are measured by.

l = the larger of its radius of gyration and the distance of its markers in use from the mass centre; a hundred
thousandth of the model at least, and the size of the model at most: the inertia of a part with almost no mass is often
any number.
"""

from __future__ import annotations

import math

import numpy as np

from bellcrank.analysis.simulation import Simulation


def body_sizes(sim: Simulation) -> np.ndarray:
    """The size of each body: gyration radius or farthest marker; of a point without markers that of the model."""
    bodies = sim.builder.bodies
    if sim.sizes is not None and sim.sizes[0] is bodies and sim.sizes[1] == sim.length:
        return sim.sizes[2]
    gyration = [math.sqrt(max(b.inertia[:3]) / b.mass) if b.turns and b.mass > 0.0 else 0.0 for b in bodies]
    sizes = np.maximum(gyration, sim.system.marker_reach)
    sizes = np.where(sizes > 1e-5 * sim.length, sizes, np.where(sizes > 0.0, 1e-5 * sim.length, sim.length))
    smaller: np.ndarray = np.minimum(sizes, sim.length)
    smaller.setflags(write=False)
    sim.sizes = bodies, sim.length, smaller
    return smaller
