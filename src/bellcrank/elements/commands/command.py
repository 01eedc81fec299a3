"""What all commands have in common: they are read by the same fields as statements."""

from __future__ import annotations

from bellcrank.schema.element import Element


class Command(Element):
    """One command of a command file."""

    numbered = False
    passive = True
