"""What may be wrong with a transmit file."""

from __future__ import annotations


class FormatError(ValueError):
    """The file departs from the transmit format: nothing of it can be used."""


class NotMeshed(Exception):
    """Why one face has no triangles; the rest of the body is kept."""


BROKEN = (NotMeshed, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What nodes with wrong contents lead to: pointers to nothing or to nodes of another kind, missing or absurd
numbers."""
