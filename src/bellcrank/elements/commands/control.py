"""CONTROL, STOP: call a user subroutine; end the run.

    CONTROL/FUNCTION=USER(r1[,..,r30]) [, ROUTINE=lib::sub]        STOP (also EXIT, QUIT)

CONTROL       calls a Python function f(par, give) (CONSUB, schema/subroutine.py): `give("sim/dyn, end=1, steps=10")`
              carries out commands and returns the time
References    Adams: CONTROL, STOP.
"""

from __future__ import annotations

from bellcrank.elements.commands.command import Command
from bellcrank.registry import command
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, text


@command("CONTROL")
class Control(Command):
    """Call a user subroutine, which may give commands itself."""

    function: Expression = expression(None, required=True, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")


@command("STOP")
class Stop(Command):
    """End the run."""


@command("EXIT")
class Exit(Stop):
    """End the run."""


@command("QUIT")
class Quit(Stop):
    """End the run."""
