"""FILE: load a dataset, or run another command file.

    FILE/MODEL=c [, OUTPUT_PREFIX=c]        FILE/COMMAND=c

References    Adams: FILE.
"""

from __future__ import annotations

from bellcrank.elements.commands.command import Command
from bellcrank.registry import command
from bellcrank.schema.fields import text


@command("FILE")
class File(Command):
    """Load a dataset, or run another command file."""

    model: str = text(doc="Dataset (.adm)")
    output_prefix: str = text(doc="First part of the names of all output files (the name of the dataset)")
    command: str = text(doc="Command file (.acf)")
