"""Implicit DIFFs that leave the rate of a state open, or, where no rate stands in them, their value.

e(x, x', V, ...) = 0 must give x' at each instant: with the equations V - e_v = 0 of the algebraic unknowns, the matrix
of derivatives by x' and V is regular. Where it is not, its left null vector holds the equations that depend on others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bellcrank.analysis.simulation import Simulation
from bellcrank.errors import Message
from bellcrank.expression import Call
from bellcrank.expression.tree import postorder
from bellcrank.system import assemble

SINGULAR = 1e-12
"""Smallest singular value, in units of the largest, at which a rate counts as open."""
MOST = 1000
"""More unknowns are not searched: it is a dense computation."""


def undetermined_state(sim: Simulation) -> Message | None:
    """The message about an implicit DIFF that does not give its rate at the present state; None where all do."""
    implicit = {n: use for n, use in enumerate(sim.builder.diffs) if use.implicit}
    algebraic = {len(sim.builder.diffs) + n: use for n, use in enumerate(sim.builder.variables)}
    of = {n: sim.builder.expressions[use.expression].element for n, use in algebraic.items()}
    implicit |= {n: use for n, use in algebraic.items() if of[n] is not None and of[n].keyword == "DIFF"}
    share = _open_equations(sim) if implicit else np.zeros(0)
    found = [n for n in implicit if n < len(share) and share[n] > 0.1 * share.max()]
    if not found:
        return None
    worst = max(found, key=lambda n: float(share[n]))
    element = sim.builder.expressions[implicit[worst].expression].element
    return _message(element) if element is not None else None


def _open_equations(sim: Simulation) -> np.ndarray:
    """The left null vector of the equations of DIFFs and VARIABLEs, as absolute values; empty when there is none."""
    s = sim.work
    size = s.n_x + s.n_v
    if size > MOST:
        return np.zeros(0)
    sim.seeds(0.0, 0.0, 1.0)
    s.call(assemble.residual)
    s.call(assemble.matrix)
    unknowns = np.arange(s.n - size, s.n)
    matrix = s.matrix().take(unknowns, unknowns).dense()
    if not np.isfinite(matrix).all():
        return np.zeros(0)
    u, sigma, _ = np.linalg.svd(matrix)
    return np.zeros(0) if sigma[-1] > SINGULAR * max(sigma[0], 1.0) else np.abs(u[:, -1])


def _message(diff: Any) -> Message:
    names = {node.name for node in postorder(diff.function.tree) if isinstance(node, Call)}
    if "DIF1" in names:
        what = f"The IMPLICIT equation does not determine DIF1({diff.id}) here."
        why = "Its derivative by the rate is zero at this instant, or the same rate stands in another equation only."
    else:
        what = f"The IMPLICIT equation determines neither DIF1({diff.id}) nor DIF({diff.id}) here."
        why = "No rate stands in it, and its derivative by the value is zero at this instant."
    cure = f"write the equation with DIF1({diff.id}) or DIF({diff.id}), or start where its factor is not zero (IC)."
    message: Message = diff.message("E604", what, why, cure)
    return message
