"""LSE: a linear system of differential equations.

    LSE/id, X=id, A=id [, U=id, B=id] [, Y=id, C=id, D=id] [, IC=id] [, STATIC_HOLD]

Equation      x' = A x + B u,  y = C x + D u                                                            (1)
              X, Y, U, IC are ARRAY ids, A, B, C, D MATRIX ids
Statics       x' = 0, which needs a regular A; with STATIC_HOLD x keeps its value.
Read by       ARYVAL(id, n)
References    Kailath (1980), Linear Systems, 2.1.  Adams: LSE.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bellcrank.elements.data.state_space import StateSpace, inputs, items
from bellcrank.elements.forces.formula import Formula, weighted
from bellcrank.errors import BellcrankError, Message
from bellcrank.registry import element
from bellcrank.schema.element import Elements
from bellcrank.schema.fields import reference


@element("LSE")
class Lse(StateSpace):
    """A linear system of differential equations."""

    result_type = "Linear_State_Equation"

    x: int = reference("ARRAY", required=True, doc="Array of states")
    a: int = reference("MATRIX", required=True, doc="System matrix")
    u: int | None = reference("ARRAY", doc="Array of inputs")
    b: int | None = reference("MATRIX", doc="Input matrix")
    y: int | None = reference("ARRAY", doc="Array of outputs")
    c: int | None = reference("MATRIX", doc="Output matrix")
    d: int | None = reference("MATRIX", doc="Feed-through matrix")
    ic: int | None = reference("ARRAY", doc="Array of initial values")

    def matrix(self, model: Elements, letter: str) -> list[list[float]]:
        """A, B, C or D, row by row; empty where it is not given."""
        found: Any = model.find("MATRIX", getattr(self, letter) or 0)
        return found.entries(model) if found is not None else []

    def _sums(self, model: Elements, by_states: str, by_inputs: str) -> list[Formula]:
        states, inside = self.matrix(model, by_states), self.matrix(model, by_inputs)
        x, rows = items(self.x, len(self.matrix(model, "a"))), max(len(states), len(inside))
        of_states = [weighted(row, x) for row in states] or [Formula.of(0.0)] * rows
        of_inputs = [weighted(row, inputs(self, model)) for row in inside] or [Formula.of(0.0)] * rows
        return [f + g for f, g in zip(of_states, of_inputs, strict=True)]

    def rates(self, model: Elements) -> Sequence[Any]:
        return self._sums(model, "a", "b")

    def outputs(self, model: Elements) -> Sequence[Any]:
        return self._sums(model, "c", "d")

    def starts(self, model: Elements) -> Sequence[float]:
        array: Any = model.find("ARRAY", self.ic or 0)
        return array.numbers if array is not None else super().starts(model)

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        try:
            a, b, c, d = (self.matrix(model, letter) for letter in "abcd")
        except BellcrankError:  # the matrix says what is wrong with it
            return
        if not a:
            return
        n, m, p = len(a), len(inputs(self, model)), max(len(c), len(d))
        wanted = {"a": (a, n, n), "b": (b, n, m), "c": (c, p, n), "d": (d, p, m)}
        for letter, (found, rows, columns) in wanted.items():
            if found and (len(found), len(found[0])) != (rows, columns):
                yield self.message(
                    "E106",
                    f"{letter.upper()} has {len(found)} rows and {len(found[0])} columns.",
                    f"For {n} states, {m} inputs and {p} outputs it needs {rows} and {columns}.",
                    "correct the matrix, or the arrays.",
                    at=letter,
                )
        for attribute, size in (("x", n), ("ic", n), ("y", p), ("u", None)):
            yield from self.array_of(model, attribute, size)
        for array, letters in (("u", "bd"), ("y", "cd")):
            given = any(getattr(self, letter) for letter in letters)
            if given != (getattr(self, array) is not None):
                needed = array.upper() if given else " or ".join(letters.upper())
                yield self.message("E105", f"{needed} is missing.", cure=f"add , {needed} = id.")
