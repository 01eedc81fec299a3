"""EXTERNAL_SYSTEM: a body computed by another program.

    EXTERNAL_SYSTEM/id, TYPE=c, ...

Kept          read, written back and shown; not simulated.
References    Adams: EXTERNAL_SYSTEM.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import expression, integer, text


@element("EXTERNAL_SYSTEM")
class ExternalSystem(Element):
    """A body computed by another program."""

    open_arguments = True

    type: str = text(doc="Program: NASTRAN, MARC or USER")
    input_file_name: str = text(doc="Input file of the other program")
    modal_neutral_file_name: str = text(doc="File of the modal data")
    user_function: object = expression(None, doc="USER(...)")
    function: object = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")
    index_in_database: int | None = integer(doc="Index of the body in its file")
