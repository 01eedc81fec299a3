"""SIMULATE: run an analysis.

    SIMULATE/{TRANSIENT | DYNAMICS | KINEMATICS | STATICS | INITIAL_CONDITIONS} [, END=r | , DURATION=r]
             [, STEPS=i | , DTOUT=r]

Types         TRANSIENT is KINEMATICS where no freedom is left, else DYNAMICS; STATICS with END is a sequence of
              equilibria; INITIAL_CONDITIONS assembles only.
Times         END absolute, DURATION from now; STEPS output intervals, or one of length DTOUT.
References    Adams: SIMULATE.
"""

from __future__ import annotations

from bellcrank.elements.commands.command import Command
from bellcrank.registry import command
from bellcrank.schema.fields import integer, one_of, quantity


@command("SIMULATE")
class Simulate(Command):
    """Run an analysis."""

    analysis: str = one_of(
        "TRANSIENT DYNAMICS KINEMATICS STATICS INITIAL_CONDITIONS",
        required=True,
        spellings={"QUASISTATICS": "STATICS", "EQUILIBRIUM": "STATICS"},
        doc="Kind of analysis",
    )
    level: str | None = one_of("DISPLACEMENT VELOCITY ACCELERATION", doc="INITIAL_CONDITIONS: how far to go (all)")
    end: float | None = quantity("time", doc="Absolute end time")
    duration: float | None = quantity("time", above=0.0, doc="Time from now")
    steps: int | None = integer(minimum=1, doc="Number of output intervals")
    dtout: float | None = quantity("time", above=0.0, doc="Output interval")
