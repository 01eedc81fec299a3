"""Followers of closed curves that would lift off: a constraint also pulls, a cam only pushes."""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.analysis.simulation import Simulation
from bellcrank.errors import Message
from bellcrank.system.curve_contact import PULLED, PULLED_AT

KIND = "CURVE_CONTACT"


def lifts_off(sim: Simulation) -> Iterator[Message]:
    """A warning for each element whose normal force has become a pull, with the time."""
    own = dict(zip(sim.system.memory_of_kinds, sim.state.own, strict=True))
    for kind, first in sim.system.kinds if KIND in sim.builder.uses else ():
        if kind.name != KIND:
            continue
        for use, memory in zip(sim.builder.uses[KIND], own[first + 2], strict=True):
            if memory[PULLED]:
                element = sim.builder.owners[use.owner].element
                what = f"The curve pulls from time {memory[PULLED_AT]:.6g} on; it is held all the same."
                why = "A cam only pushes: a follower that rests on the outside of the curve would lift off there."
                cure = "nothing for a pin in a groove; else a stronger spring, or a CONTACT, which can open."
                yield element.message("W511", what, why, cure, severity="warning")
