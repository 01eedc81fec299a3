"""What to say of parts that cannot be put together: the likeliest culprit first, then all that is left open.

Where the parts are given, most constraints fit; what does not fit there is where the mistake is:

    one constraint is open            its points or axes
    several, all on one part          the place of that part
    else                              the one with the largest misfit that is left

Motions and joints with a displacement of their own (IC) are open at first on purpose: they count where nothing else is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bellcrank.analysis.closing import FITS
from bellcrank.analysis.simulation import Simulation
from bellcrank.errors import Report
from bellcrank.system import assemble

SHOWN = 3
ALONE = "All other constraints fit where the parts are given."
CONTRARY = "The constraints contradict each other, or the input position is too far from an assembled one."
CURE = "correct the marker positions and axes of this element and of its loop, or remove the constraint."
PLACE = "correct the position and orientation of this part, or of its markers."


def misfits(sim: Simulation, given: np.ndarray) -> Report:
    """About a model whose constraints stay open; `given`: positions before anything was moved."""
    s, report = sim.work, Report()
    left, now = s.phi.copy(), s.q.copy()
    s.q[:] = given
    s.call(assemble.residual)
    part, guilty = _culprit(sim, _by_owner(sim, s.phi))
    s.q[:] = now
    open_now = _by_owner(sim, left)
    titles = {o: sim.builder.owners[o].element.title for o in open_now}
    order = sorted(open_now, key=lambda o: (o != guilty, -np.abs(left[open_now[o]]).max()))
    if not order:
        return report
    first, *others = order
    what = f"The parts cannot be put together: a misfit of {_gaps(sim, left, open_now[first])} is left"
    if part is not None:
        what, why, cure = (
            f"{what} in {titles[first]}.",
            "All that does not fit where the parts are given is on it.",
            PLACE,
        )
    else:
        what, why, cure = f"{what}.", ALONE if first == guilty else CONTRARY, CURE
    if others:
        told = "; ".join(f"{titles[o]} {_gaps(sim, left, open_now[o])}" for o in others[:SHOWN])
        why += f" With it stay open: {told}" + (f" and {len(others) - SHOWN} more." if others[SHOWN:] else ".")
    element: Any = part or sim.builder.owners[first].element
    report.add(element.message("E601", what, why, cure))
    return report


def _by_owner(sim: Simulation, phi: np.ndarray) -> dict[int, list[int]]:
    """Open rows by element; those of a thousandth of the worst follow from it."""
    least = max(FITS * sim.length, 1e-3 * float(np.nanmax(np.abs(phi), initial=0.0)))
    found: dict[int, list[int]] = {}
    for r, row in enumerate(sim.builder.rows):
        if not abs(phi[r]) <= least:
            found.setdefault(row.owner, []).append(r)
    return found


def _culprit(sim: Simulation, at_first: dict[int, list[int]]) -> tuple[Any, int | None]:
    """The part, or the element (its number), at which all that is open at first is."""
    starts, owners = sim.lowering.start_rows, sim.builder.owners
    meant = {o for o, rows in at_first.items() if owners[o].element.keyword == "MOTION" or starts.keys() >= set(rows)}
    found = {o: rows for o, rows in at_first.items() if o not in meant} or at_first
    if len(found) == 1:
        return None, next(iter(found))
    bodies = [set(sim.system.row_bodies[rows, :2].ravel().tolist()) for rows in found.values()]
    common = set.intersection(*bodies) - {sim.work.n_bodies} if bodies else set()
    return (sim.builder.bodies[common.pop()].element if len(common) == 1 else None), None


def _gaps(sim: Simulation, phi: np.ndarray, rows: list[int]) -> str:
    """Misfits in length and degrees, with the names of their equations."""
    unit, known = sim.model.units.label("length"), sim.builder.rows
    gaps = [f"{phi[r]:.3g} {unit} ({known[r].label})" for r in rows if known[r].translational]
    turns = [
        f"{np.degrees(np.arcsin(np.clip(phi[r], -1, 1))):.3g} deg ({known[r].label})"
        for r in rows
        if not known[r].translational
    ]
    return ", ".join(gaps + turns)
