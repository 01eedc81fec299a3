"""NFORCE: a linear force between one marker and many.

    NFORCE/id, I=id1,..,idn, J=id [, K=id] [, C=id | , CRATIO=r] [, LENGTH=id] [, FORCE=id]

Equation      F = -K (u - u0) - C u' + F0, u the 6n displacements of the I markers in J; K, C, LENGTH, FORCE are
              MATRIX ids                                                                              (1)
Reaction      the sum acts on J
References    Adams: NFORCE.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import quantity, reference, references


@element("NFORCE")
class Nforce(Element):
    """A linear force between one marker and many."""

    i: tuple[int, ...] = references("MARKER", required=True, doc="The I markers")
    j: int = reference("MARKER", required=True, doc="Marker J")
    k: int | None = reference("MATRIX", doc="Stiffness matrix")
    c: int | None = reference("MATRIX", doc="Damping matrix")
    cratio: float | None = quantity("time", doc="Ratio of damping to stiffness")
    length: int | None = reference("MATRIX", doc="Displacements without force")
    force: int | None = reference("MATRIX", doc="Forces at LENGTH")
