"""NFORCE: a linear force between one marker and many.

    NFORCE/id, I=id1,..,idn, J=id, {[K=id] [, C=id | , CRATIO=r] [, LENGTH=id] [, FORCE=id]
                                    | FUNCTION=USER(..) [, ROUTINE=lib::sub]}

Equation      F = -K (u - u0) - C u' + F0, u the 6n displacements (DX, DY, DZ, AX, AY, AZ) of the I markers in J,
              F the 6n forces and torques on them, axes of J                                           (1)
              K, C are MATRIX ids of 6n rows and columns, LENGTH (u0) and FORCE (F0) of 6n numbers; C = CRATIO K
User force    FUNCTION (NFOSUB) is a Python function f(par, u1, .., u6n, u'1, .., u'6n) -> 6n numbers F; one that
              declares measures gets these instead                                                               (2)
Reaction      of each I marker on J: -F_i and -T_i - d_i x F_i; the sum of all acts there
Results       each I marker has channels of its own: NFORCE_1_21.FX ... for MARKER/21
Fails when    more than one of the angles of a marker is large (10 degrees).
References    Przemieniecki (1968), Theory of Matrix Structural Analysis, 6.1 (superelements).  Adams: NFORCE.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bellcrank.elements.forces.field import measures, motions
from bellcrank.elements.forces.formula import weighted
from bellcrank.errors import BellcrankError, Message, UnsupportedError
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, quantity, reference, references, text
from bellcrank.schema.subroutine import Subroutine, SubroutineExpression, find, missing
from bellcrank.schema.vocabulary import Vocabulary

MOST = 1000
"""An NFORCE has fewer markers: the share of marker n counts as element 1000 id + n."""


@dataclass(frozen=True)
class Share:
    """The force of an NFORCE at one of its markers: an element of the results."""

    whole: Nforce
    number: int

    keyword = "NFORCE"
    result_type = "N_Force"
    actiononly = False

    @property
    def id(self) -> int:
        return MOST * (self.whole.id or 0) + self.number

    @property
    def i(self) -> int:
        return self.whole.i[self.number - 1]

    @property
    def j(self) -> int:
        return self.whole.j

    @property
    def label(self) -> str:
        return f"{self.whole.label}_{self.i}"

    def force_axes(self) -> list[tuple[int, int, int]]:
        """The six components on the axes of J."""
        return [(axis, self.i, self.j) for axis in range(6)]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.whole, name)


@element("NFORCE")
class Nforce(Element):
    """A linear force between one marker and many."""

    result_type = "N_Force"

    i: tuple[int, ...] = references("MARKER", required=True, doc="The I markers")
    j: int = reference("MARKER", required=True, doc="Marker J")
    k: int | None = reference("MATRIX", doc="Stiffness matrix")
    c: int | None = reference("MATRIX", doc="Damping matrix")
    cratio: float | None = quantity("time", doc="Ratio of damping to stiffness")
    length: int | None = reference("MATRIX", doc="Displacements without force")
    force: int | None = reference("MATRIX", doc="Forces at LENGTH")
    function: Expression | None = expression(None, doc="USER(...): the forces from a Python function")
    routine: str = text(doc="Library and name of the user subroutine")

    def shares(self) -> Sequence[Any]:
        return [Share(self, n) for n in range(1, 1 + len(self.i))]

    def matrix(self, model: Elements, name: str) -> list[list[float]]:
        """K, C, LENGTH or FORCE, row by row; empty where it is not given."""
        found: Any = model.find("MATRIX", getattr(self, name) or 0)
        return found.entries(model) if found is not None else []

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        size = 6 * len(self.i or ())
        if size >= 6 * MOST:
            yield self.message("E106", f"{len(self.i)} markers are too many.", cure="divide the element.", at="i")
        for name in ("k", "c", "length", "force"):
            try:
                found = self.matrix(model, name)
            except BellcrankError:  # the matrix says what is wrong with it
                continue
            shapes = [(size, size)] if name in ("k", "c") else [(size, 1), (1, size)]
            if found and (len(found), len(found[0])) not in shapes:
                yield self.message(
                    "E106",
                    f"{name.upper()} has {len(found)} rows and {len(found[0])} columns.",
                    f"For {len(self.i)} markers I it needs {shapes[0][0]} and {shapes[0][1]}.",
                    "correct the matrix, or the list of markers.",
                    at=name,
                )

    def attach(self, model: Any) -> Element | None:
        """A copy with the components of the Python function (2)."""
        if self.function is None or self.function.is_python:
            return None
        known = find(self, "function", "NFOSUB", model)
        if known is None:
            raise UnsupportedError(missing(self, "function", "NFOSUB", model))
        if not known.measures:
            pairs = [measures(i, self.j) for i in self.i]
            given = [text for part in (0, 1) for pair in pairs for text in pair[part]]
            known = Subroutine(known.function, tuple(given), known.derivatives)
        twin = self.copy()
        twin.__dict__["parts"] = SubroutineExpression(self.function, known).parts(6 * len(self.i))
        return twin

    def lower(self, to: Vocabulary) -> None:
        if self.function is not None:
            parts = self.__dict__["parts"]
            for share in self.shares():
                first = 6 * share.number - 6
                to.load(share, share.i, self.j, self.j, {axis: parts[first + axis] for axis in range(6)})
            return
        size = 6 * len(self.i)
        k = self.matrix(to.model, "k") or [[0.0] * size for _ in range(size)]
        c = self.matrix(to.model, "c") or [[(self.cratio or 0.0) * value for value in row] for row in k]
        free, constant = (
            [value for row in self.matrix(to.model, name) for value in row] or [0.0] * size
            for name in ("length", "force")
        )
        pairs = [motions(i, self.j) for i in self.i]
        moved = [u - u0 for u, u0 in zip([u for m, _ in pairs for u in m], free, strict=True)]
        rates = [u for _, rate in pairs for u in rate]
        for share in self.shares():
            rows = range(6 * share.number - 6, 6 * share.number)
            laws = {
                axis: constant[row] - weighted(k[row], moved) - weighted(c[row], rates) for axis, row in enumerate(rows)
            }
            to.load(share, share.i, self.j, self.j, laws)
