"""What is worth knowing about the start of a run: nothing of it stops the run.

W512  a model built in Python that has masses and says nothing about gravity
W513  parts with moments of inertia and no mass
W604  constraint rows that follow from others in the start position and in no position beside it (dependent.py)
C306, C307, C401  motions with corners, rotations that look like degrees, gravity in another unit: rules of `check`
W605  parts that were moved when the model was put together: they are not where they were given. Those that a joint
      with a displacement of its own (IC) carries along were meant to move
W606  parts that move at the start because a joint was given a speed, though they are not on its I side
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bellcrank.analysis.closing import displacement
from bellcrank.analysis.shared_directions import directions
from bellcrank.analysis.simulation import Simulation
from bellcrank.errors import Message
from bellcrank.model.checks import rules
from bellcrank.model.checks.inertia import inertia_without_mass

MOVED = 1e-5
"""Of the model's size, or in radians: what six digits of a file leave open is not told."""
SHOWN = 3
TOLD = ("C306", "C307", "C401")
"""Rules of `check` that are told at the start of every run: what they find makes its numbers worthless."""
CLOSED = "Joints are closed and motions met at the start; what was given does not do so."
MEET = "give positions at which the joints fit (markers of a joint at one point, axes parallel), or leave it as it is."
DISPLACED = "was to start elsewhere; both its sides were moved, and what holds them, as little as possible."
GOING = "was to start with a speed; both its sides were set going, and what holds them, as little as possible."
KEEP = (
    "say what stays (IC=0,0 of the joint that carries it, or EXACT of the part), or give the parts where they start, "
    "or leave it as it is."
)
HOLD = "say what rests (IC=0 of the joint that carries it, or a velocity of 0 of the part), or leave it as it is."
BRANCHES = (
    "The equations are kept, since they are independent beside it. Here reactions are not unique, and the mechanism "
    "can go on in more than one way."
)
BESIDE = "start a little beside this position, or with velocities of the motion that is meant."
UNWEIGHED = "They resist turning, but have no weight, and nothing resists a force on them."
WEIGH = "bc.Model(..., gravity=-9.81) or three numbers; gravity=0 says that none is meant."


def start_notes(sim: Simulation, given: np.ndarray | None) -> Iterator[Message]:
    """About a simulation that was put together from positions that were given (None: by an earlier analysis)."""
    if given is not None:
        if (note := weightless(sim.model)) is not None:
            yield note
        if (note := massless(sim.model)) is not None:
            yield note
        for number in TOLD:
            yield from rules()[number].messages(sim.model)
        if (note := moved(sim, given)) is not None:
            yield note
        if (note := set_going(sim)) is not None:
            yield note
    if (note := only_here(sim)) is not None:
        yield note


def weightless(model: Any) -> Message | None:
    """W512; a dataset without ACCGRAV means it so (rule C404 of `check` notes it)."""
    if model.file or model.single("ACCGRAV") is not None:
        return None
    if not any((part.mass or 0.0) > 0.0 for keyword in ("PART", "POINT_MASS") for part in model.all(keyword)):
        return None
    return Message("warning", "W512", "The model has masses and no gravity.", why="Nothing falls.", cure=WEIGH)


def massless(model: Any) -> Message | None:
    """W513, as rule C106 of `check` finds it."""
    found = [finding.element for finding in inertia_without_mass(model)]
    if not found:
        return None
    told = ", ".join(part.title for part in found[:SHOWN]) + (" and more" if len(found) > SHOWN else "")
    what = f"{told} {'has' if len(found) == 1 else 'have'} moments of inertia and no mass."
    return Message("warning", "W513", what, found[0].place, found[0].title, UNWEIGHED, "give the mass.")


def moved(sim: Simulation, given: np.ndarray) -> Message | None:
    """W605: which parts are elsewhere now, those moved most first."""
    if np.array_equal(given, sim.work.q):
        return None
    change = displacement(given, sim.work.q).reshape(-1, 2, 3)
    way, chord = np.linalg.norm(change, axis=2).T
    turn = 2.0 * np.arcsin(np.minimum(0.5 * chord, 1.0))
    size = np.maximum(way / sim.length, turn)
    carried = carried_along(sim, sim.lowering.starts_elsewhere)
    worst = [int(n) for n in np.argsort(-size, kind="stable") if size[n] > MOVED and n not in carried]
    if not worst:
        return None
    unit, parts = sim.model.units.label("length"), [sim.builder.bodies[n].element for n in worst]
    told = [
        f"{part.title} by {way[n]:.3g} {unit}" + (f" and {np.degrees(turn[n]):.3g} deg" if turn[n] > MOVED else "")
        for n, part in zip(worst[:SHOWN], parts, strict=False)
    ]
    more = f" and {len(worst) - SHOWN} more" if len(worst) > SHOWN else ""
    what = f"Putting the model together moved {', '.join(told)}{more}."
    starts = sim.lowering.starts_elsewhere
    why, cure = (f"{', '.join(e.title for e in starts)} {DISPLACED}", KEEP) if starts else (CLOSED, MEET)
    return Message("warning", "W605", what, parts[0].place, parts[0].title, why, cure)


def set_going(sim: Simulation) -> Message | None:
    """W606: which parts have another speed than without the speeds of joints, fastest first."""
    starts = sim.lowering.starts_going
    if not starts or sim.unasked is None:
        return None
    change = (sim.work.u - sim.unasked).reshape(-1, 2, 3)
    speed, rate = np.linalg.norm(change, axis=2).T
    size = np.maximum(speed / sim.length, rate)
    carried = carried_along(sim, starts)
    worst = [int(n) for n in np.argsort(-size, kind="stable") if size[n] > MOVED * size.max() and n not in carried]
    if not worst:
        return None
    unit, parts = sim.model.units.label("length/time"), [sim.builder.bodies[n].element for n in worst]
    told = [f"{part.title} {speed[n]:.3g} {unit}" for n, part in zip(worst[:SHOWN], parts, strict=False)]
    more = f" and {len(worst) - SHOWN} more a speed" if len(worst) > SHOWN else ""
    what = f"The speeds of joints at the start gave {', '.join(told)}{more}."
    why = f"{', '.join(e.title for e in starts)} {GOING}"
    return Message("warning", "W606", what, parts[0].place, parts[0].title, why, HOLD)


def carried_along(sim: Simulation, starts: list[Any]) -> set[int]:
    """Bodies that joints with a start of their own carry: all that hang on their I side, not through ground."""
    b = sim.builder
    found: set[int] = set()
    for joint in starts:
        owner = sim.lowering.owners[joint.keyword, joint.id]
        pairs = {(b.marker_body[row.i], b.marker_body[row.j]) for row in b.rows if row.owner != owner}
        hangs, todo = set[int](), {b.marker_body[sim.lowering.markers[joint.i]]}
        while todo := {body for body in todo if body >= 0} - hangs:
            hangs |= todo
            todo = {one if other in todo else other for one, other in pairs if (one in todo) != (other in todo)}
        found |= hangs
    return found


def only_here(sim: Simulation) -> Message | None:
    """W604: rows that depend on others here alone, their loop and what they all resist."""
    if not sim.only_here:
        return None
    found, rows, owners = sim.only_here, sim.builder.rows, sim.builder.owners
    element: Any = owners[rows[found[0].row].owner].element
    loop = dict.fromkeys(owners[rows[row].owner].element.title for red in found for row in (*red.loop, red.row))
    words = dict.fromkeys(text for text in directions(sim, found) if text)
    resist = f" resist {' and '.join(words)} more often than needed" if words else " depend on each other"
    many = "equation is" if len(found) == 1 else "equations are"
    what = f"{len(found)} constraint {many} redundant in this position only: {', '.join(loop)}{resist} here."
    message: Message = element.message("W604", what, BRANCHES, BESIDE, severity="warning")
    return message
