"""INFO, SHOW, TIME, HELP, MENU, PAUSE: questions of an interactive session.

    INFO/{DISPLACEMENT | VELOCITY | ACCELERATION | FORCE}, I=id [, J=id] [, RM=id]
    SHOW/STATUS=SIMULATION        TIME        HELP        MENU        PAUSE

References    Adams: INFO, SHOW.
"""

from __future__ import annotations

from bellcrank.elements.commands.command import Command
from bellcrank.registry import command
from bellcrank.schema.fields import flag, one_of, reference, text


@command("INFO")
class Info(Command):
    """Print one measurement."""

    measure: str = one_of("DISPLACEMENT VELOCITY ACCELERATION FORCE", required=True, doc="What is measured")
    i: int | None = reference("MARKER", doc="Marker I")
    j: int | None = reference("MARKER", doc="Marker J")
    rm: int | None = reference("MARKER", doc="Marker on whose axes the components are given")


@command("SHOW")
class Show(Command):
    """Print statistics."""

    status: str = text(doc="What is shown, for instance SIMULATION")
    element: bool = flag("Show elements")


@command("TIME")
class Time(Command):
    """Print the time."""


@command("HELP")
class Help(Command):
    """Print help."""


@command("MENU")
class Menu(Command):
    """Print the commands."""


@command("PAUSE")
class Pause(Command):
    """Does nothing here."""
