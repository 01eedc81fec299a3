"""SAVE, RELOAD: keep the state of the run, and go back to it.

    SAVE/{SYSTEM | STATES}, {FILE=c | BUFFER=c} [, AUTOSAVE=i]
    RELOAD/{SYSTEM | STATES}, {FILE=c | BUFFER=c} [, OUTPUT_PREFIX=c] [, TITLE=c]

Effect        STATES: time and states; SYSTEM: the model too.
References    Adams: SAVE, RELOAD.
"""

from __future__ import annotations

from bellcrank.elements.commands.command import Command
from bellcrank.registry import command
from bellcrank.schema.fields import integer, one_of, text


class Saved(Command):
    """Where the state is kept."""

    content: str = one_of("SYSTEM STATES", "SYSTEM", doc="The whole model, or time and states only")
    file: str = text(doc="File")
    buffer: str = text(doc="Name of a place in memory")


@command("SAVE")
class Save(Saved):
    """Keep the state."""

    autosave: int | None = integer(minimum=1, doc="Again after this number of outputs")


@command("RELOAD")
class Reload(Saved):
    """Go back to a saved state."""

    output_prefix: str = text(doc="First part of the names of the output files from now on")
    model_title: str = text(name="TITLE", doc="New title of the model")
