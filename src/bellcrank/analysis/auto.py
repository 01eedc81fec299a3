"""method="auto": the method that suits a model, by what can be seen of it at the start, and why.

Kinematic   no freedom is left: nothing is integrated (kinematics.py)
GSTIFF      where something stiff or sudden may happen: contacts and stops, delays, more than MOST bodies, or
            eigenvalues s of the equations of motion at the start, reduced to the motions that constraints allow, with
            |s| > STIFF times the pace of the motion: an explicit method would take steps of a few 1/|s|            (1)
ABAM        where ERROR is less than FINE of the model's size: its order goes to 12
DOP853      everything else: for the same accuracy it takes less time (benchmarks/peers.py)
Where stability limits the steps of an explicit method, or they fail again and again or become too small, GSTIFF takes
over, with a note (transient.py); near singular positions of loops from a state before them (marks.py).
The pace is the largest of the frequencies that bodies have by turning, by moving on the way of their size, and by
gravity (system/weights.py).
References  Hairer & Wanner (1996), Solving ODEs II, section IV.2 (stiffness by the spectrum, and as it goes).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from bellcrank.analysis.dependent import scaled_jacobian
from bellcrank.analysis.session import Session
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.terms import TransientSettings
from bellcrank.errors import Message
from bellcrank.system import assemble

EXPLICIT = "DOP853"
MOST = 40
"""Bodies: above, the eigenvalues cost more than they may save, and a sparse implicit step is cheap."""
FINE = 1e-9
"""Of the model's size."""
STIFF = 10.0
"""How much faster than the motion the fastest mode may be: DOP853 takes steps of about half a radian of the motion, and
is stable for some radians of the fastest mode."""
SUDDEN = ("IMPACT", "BISTOP", "IF(", "MOD(", "SIGN(", "DELAY(")


def choose(session: Session, settings: TransientSettings) -> TransientSettings:
    """The settings with the method that suits the session's model, which says why."""
    sim = session.prepare()
    method, why = suggestion(sim, settings.relative(sim.length))
    session.say_once(Message("note", "N506", f"Method: {method}, {why}."))
    return replace(settings, method=method, formulation="SI2", may_change=method != "GSTIFF")


def suggestion(sim: Simulation, error: float) -> tuple[str, str]:
    """A method for a tolerance, and why."""
    sudden = sudden_element(sim)
    if sudden is not None:
        return "GSTIFF", f"because {sudden.title} may act suddenly"
    if sim.builder.kept:
        return "GSTIFF", "because a delay reads its past"
    if sim.work.n_bodies > MOST:
        return "GSTIFF", f"because {sim.work.n_bodies} bodies move"
    modes = frequencies(sim)
    if modes is None:
        return "GSTIFF", "because parts without mass follow the others"
    moving = modes[modes > 1e-6 * modes.max(initial=0.0)]
    fastest = modes.max(initial=0.0)
    pace = pace_of(sim) or moving.min(initial=np.inf)  # at rest without gravity: springs move it
    what = f"its fastest mode has {fastest:.3g} rad by the unit of time, its motion {pace:.3g}"
    if fastest > STIFF * pace:
        return "GSTIFF", f"because the model is stiff: {what}"
    return ("ABAM" if error < FINE else EXPLICIT), f"because the model is smooth: {what}"


def sudden_element(sim: Simulation) -> Any:
    """The first element that may act suddenly: contacts, friction, stops; None: there is none."""
    for element in sim.model.all():
        text = "".join(str(x.text) for _, x in element.expressions()).upper().replace(" ", "")
        acts = element.keyword not in ("REQUEST", "SENSOR") and any(word in text for word in SUDDEN)
        if acts or element.keyword in ("CONTACT", "FRICTION", "TIRE"):
            return element
    return None


def pace_of(sim: Simulation) -> float:
    """The frequency of the motion at the start, in radians by the unit of time."""
    s = sim.work
    gravity = float(np.linalg.norm(sim.builder.gravity))
    turning = np.linalg.norm(s.u[:, 3:], axis=1).max(initial=0.0)
    moving = np.linalg.norm(s.u[:, :3], axis=1).max(initial=0.0) / sim.length
    return float(max(turning, moving, np.sqrt(gravity / sim.length)))


def frequencies(sim: Simulation) -> np.ndarray | None:
    """|s| of (1), and of the states of DIFF; None where they cannot be found."""
    s = sim.work
    bodies, first = s.n_motions, s.n - s.n_v - s.n_x
    blocks = []
    for seeds in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        sim.seeds(*seeds)
        s.call(assemble.residual)
        s.call(assemble.matrix)
        blocks.append(s.dense())
    free = tangent_basis(sim)
    stiffness, damping, mass = (free.T @ b[:bodies, :bodies] @ free for b in blocks)
    count = len(mass)
    try:
        lower = np.linalg.solve(mass, np.hstack([-stiffness, -damping])) if count else np.zeros((0, 0))
        matrix = np.vstack([np.eye(count, 2 * count, count), lower])
        states = blocks[0][first : first + s.n_x, first : first + s.n_x]  # minus d x'/d x
        found = np.abs(np.concatenate([np.linalg.eigvals(matrix), np.linalg.eigvals(states)]))
    except np.linalg.LinAlgError:
        return None
    return found if np.isfinite(found).all() else None


def tangent_basis(sim: Simulation) -> np.ndarray:
    """Motions that the constraints allow, as columns."""
    s = sim.work
    rows = [r for r in range(s.n_rows) if r not in s.left_out]
    scale = np.tile([1.0] * 3 + [1.0 / sim.length] * 3, s.n_bodies)
    if not rows:
        return np.diag(scale)
    _, sigma, v = np.linalg.svd(scaled_jacobian(sim).take(rows).dense())
    rank = int((sigma > 1e-9 * sigma.max(initial=0.0)).sum())
    return np.asarray((scale * v[rank:]).T)
