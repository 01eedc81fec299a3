"""STRING: a text that user subroutines can ask for.

    STRING/id, STRING=text

References    Adams: STRING.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import rest


@element("STRING")
class String(Element):
    """A text."""

    passive = True

    string: str = rest(doc="The text: the whole rest of the statement")
