"""The state of one simulation handed over to another one of the changed model, element by element."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from bellcrank.analysis.simulation import Simulation
from bellcrank.system import assemble
from bellcrank.system.differentiable import states_of
from bellcrank.system.layout import LATCHED, T_MEMORY
from bellcrank.system.leaf_kinds import HIDDEN
from bellcrank.system.state import State


def hand_over(old: Simulation, new: Simulation) -> None:
    """Positions, velocities, states, counted turns, kept values and the work done; what is new keeps its own start."""
    a, b = old.work, new.work
    bodies = {(body.element.keyword, body.element.id): n for n, body in enumerate(old.builder.bodies)}
    for n, body in enumerate(new.builder.bodies):
        m = bodies.get((body.element.keyword, body.element.id))
        if m is not None:
            b.q[n], b.u[n], b.ud[n] = a.q[m], a.u[m], a.ud[m]
            _move_centre(b.state, n, np.subtract(old.builder.bodies[m].origin, body.origin))
    for kind, source, target in (("diffs", a.x, b.x), ("diffs", a.xd, b.xd), ("variables", a.v, b.v)):
        before = dict(zip(_scalars(old, kind), source, strict=True))
        for n, name in enumerate(_scalars(new, kind)):
            target[n] = before.get(name, target[n])
    turns = dict(zip(_leaves(old), a.memory, strict=True))
    for n, name in enumerate(_leaves(new)):
        b.memory[n] = turns.get(name, 0.0)
    b.num[T_MEMORY] = a.num[T_MEMORY]
    zeros = {old.builder.owners[u.owner].label: a.constraint_zero[n] for n, u in enumerate(old.builder.constraints)}
    for n, use in enumerate(new.builder.constraints):
        b.constraint_zero[n] = zeros.get(new.builder.owners[use.owner].label, 0.0)
    b.y[-1] = a.y[-1]  # the work done
    _hand_over_memory(old, new)
    _hand_over_past(old, new)
    _go_on(old, new)
    kept = dict(zip((s.element.id for s in old.builder.sensors), a.num[int(LATCHED) :], strict=True))
    for n, sensor in enumerate(new.builder.sensors):
        b.num[LATCHED + n] = kept.get(sensor.element.id, sensor.start)


def _go_on(old: Simulation, new: Simulation) -> None:
    """Motions of velocities or accelerations that are new begin where their parts are, and as fast as these move."""
    s, known = new.work, set(_scalars(old, "diffs"))
    names, uses = _scalars(new, "diffs"), new.builder.diffs
    fresh = {n for n, name in enumerate(names) if name not in known and name[0][0] == "MOTION"}
    if not fresh:
        return
    s.call(assemble.residual)
    for use in new.builder.constraints:
        for place in fresh & _states(new, use.expression):
            s.x[place] += s.phi[use.row]
            for speed in fresh & _states(new, uses[place].expression):
                s.x[speed] = s.phid[use.row] + s.xd[place]


def _states(sim: Simulation, expression: int) -> set[int]:
    """The states that an expression reads."""
    return set(states_of(sim.builder.expressions[expression].leaves))


def _hand_over_memory(old: Simulation, new: Simulation) -> None:
    """What kinds of elements remember, element by element."""
    known = dict(_remembered(old))
    for name, row in _remembered(new):
        if name in known:
            row[...] = known[name]


def _remembered(sim: Simulation) -> Iterator[tuple[Any, np.ndarray]]:
    own = dict(zip(sim.system.memory_of_kinds, sim.state.own, strict=True))
    for kind, first in sim.system.kinds:
        uses = sim.builder.uses.get(kind.name, [])
        names = _counted([(kind.name, sim.builder.owners[use.owner].label) for use in uses])
        yield from zip(names, own[first + 2], strict=True) if names else ()


def _hand_over_past(old: Simulation, new: Simulation) -> None:
    """The past of the unknowns that are read with a delay; one that was not kept has been what it is now."""
    a, b = old.work, new.work
    rows = int(a.state.past_now[-1])
    if not new.builder.kept or rows == 1:
        return
    names, before = _scalars(new, "variables"), _scalars(old, "variables")
    past = np.zeros((len(a.state.past), b.state.past.shape[1]))
    past[:, :2] = a.state.past[:, :2]
    for m, kept in enumerate(new.builder.kept):
        known = [k for k, number in enumerate(old.builder.kept) if before[number] == names[kept]]
        if known:
            past[:, 2 + 7 * m : 9 + 7 * m] = a.state.past[:, 2 + 7 * known[0] : 9 + 7 * known[0]]
        else:
            past[:, 2 + 7 * m] = b.v[kept]
    b.put_past(past, rows)


def _move_centre(state: State, n: int, shift: np.ndarray) -> None:
    """The mass centre of body n is elsewhere in the part (CM was changed): r += A d, v += w x A d, d in body axes."""
    if np.any(shift):
        axes = rotation(state.q[n, 3:])
        state.q[n, :3] += axes @ shift
        state.u[n, :3] += np.cross(state.u[n, 3:], axes @ shift)


def rotation(e: np.ndarray) -> np.ndarray:
    """The rotation matrix of a quaternion e0 e1 e2 e3 of any length: A = 1 + 2 (e0 E + E E) / |e|^2, E x = e x."""
    cross = np.array([[0.0, -e[3], e[2]], [e[3], 0.0, -e[1]], [-e[2], e[1], 0.0]])
    turned: np.ndarray = np.eye(3) + 2.0 * (e[0] * cross + cross @ cross) / (e @ e)
    return turned


def _scalars(sim: Simulation, kind: str) -> list[Any]:
    """Names of states or algebraic unknowns: the element, and a count where an element has several."""
    return _counted([_owner(sim.builder.expressions[use.expression]) for use in getattr(sim.builder, kind)])


def _leaves(sim: Simulation) -> list[Any]:
    """Names of leaves: what they measure; between markers the program made, the element and a count."""
    hidden = _counted([_owner(lowered) for lowered in sim.builder.expressions])
    return [
        (hidden[n], k) if any(id >= HIDDEN for id in leaf.arguments) else leaf
        for n, lowered in enumerate(sim.builder.expressions)
        for k, leaf in enumerate(lowered.tape.leaves)
    ]


def _owner(lowered: Any) -> tuple[str, int]:
    return (lowered.element.keyword, lowered.element.id) if lowered.element is not None else ("", 0)


def _counted(names: list[Any]) -> list[Any]:
    """Each name with how often it came before."""
    seen: Counter[Any] = Counter()
    counted = []
    for name in names:
        counted.append((name, seen[name]))
        seen[name] += 1
    return counted
