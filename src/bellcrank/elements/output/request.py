"""REQUEST: up to eight result columns.

    REQUEST/id, {DISPLACEMENT | VELOCITY | ACCELERATION | FORCE}, I=id, J=id [, RM=id]
    REQUEST/id, F1=e\\ , F2=e\\ , ... F8=e          or FUNCTION=USER(..), VARIABLES=id,..
           [, COMMENT=c] [, TITLE=c1:..:c8] [, CNAMES=c,..] [, CUNITS=c,..] [, CTYPES=c,..] [, CLABELS=c,..]
           [, RESULTS_NAME=c]

Columns       1 magnitude, 2-4 x, y, z, 5 magnitude of the rotational part, 6-8 its components:
              DISPLACEMENT DX..DZ(I,J,RM) and 3-1-3 angles; VELOCITY (v_I - v_J) on RM and WX..; ACCELERATION alike;
              FORCE FX..TZ(I,J,RM). Without RM: ground axes. A column F_k that is not given is 0.
OUTPUT        with YPR the angles are yaw, pitch and roll; DSCALE, VSCALE, ASCALE, FSCALE multiply the measures.
References    Adams: REQUEST.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, one_of, reference, references, strings, text
from bellcrank.schema.vocabulary import Vocabulary


@element("REQUEST")
class Request(Element):
    """Up to eight result columns."""

    rank = 90
    subroutines = {"function": ("REQSUB", ("f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"))}

    measure: str | None = one_of(
        "DISPLACEMENT VELOCITY ACCELERATION FORCE",
        spellings={"D": "DISPLACEMENT", "V": "VELOCITY", "A": "ACCELERATION", "F": "FORCE"},
        doc="What is measured between I and J",
    )
    i: int | None = reference("MARKER", doc="Marker I")
    j: int | None = reference("MARKER", doc="Marker J (ground)")
    rm: int | None = reference("MARKER", doc="Marker on whose axes the components are given (ground axes)")
    variables: tuple[int, ...] | None = references("VARIABLE", doc="Variables that are the columns")
    comment: str = text(others=("C",), doc="Comment")
    headings: tuple[str, ...] = strings(":", name="TITLE", doc="Headings of the columns")
    cunits: tuple[str, ...] = strings(doc="Units of the columns")
    ctypes: tuple[str, ...] = strings(doc="Kinds of the columns")
    cnames: tuple[str, ...] = strings(doc="Names of the columns")
    clabels: tuple[str, ...] = strings(doc="Labels of the columns")
    results_name: str = text(doc="Name in the results file")
    f1: Expression | None = expression(None, doc="Column 1")
    f2: Expression | None = expression(None, doc="Column 2")
    f3: Expression | None = expression(None, doc="Column 3")
    f4: Expression | None = expression(None, doc="Column 4")
    f5: Expression | None = expression(None, doc="Column 5")
    f6: Expression | None = expression(None, doc="Column 6")
    f7: Expression | None = expression(None, doc="Column 7")
    f8: Expression | None = expression(None, doc="Column 8")
    function: Expression | None = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if self.measure is not None and self.i is None:
            yield self.message("E105", "I is missing.", f"{self.measure} is measured at marker I.", "add , I = id.")
        if self.measure is None and not self.variables and not any(self.expressions()):
            yield self.message(
                "E105", "The request asks for nothing.", cure="add DISPLACEMENT, I = id, J = id, or F2 = expression."
            )

    def lower(self, to: Vocabulary) -> None:
        output = to.model.settings("OUTPUT")
        for column, formula in self.columns(output.ypr).items():
            to.request(self, f"F{column}", self._scaled(output, column, formula))

    def _scaled(self, output: Any, column: int, formula: Any) -> Any:
        """A column of a measure times its scale in OUTPUT: the first for columns 1 to 4, the second for rotations."""
        scales = getattr(output, f"{self.measure[0].lower()}scale") if self.measure else None
        translation, rotation = (*(scales or ()), 1.0, 1.0)[:2]
        factor = translation if column < 5 else rotation
        return formula if factor == 1.0 else f"({factor!r})*{formula}"

    def columns(self, ypr: bool = False) -> dict[int, Any]:
        """Column number -> expression; columns that are not given are left out."""
        if self.variables:
            return {n: f"VARVAL({id})" for n, id in enumerate(self.variables, start=1)}
        if self.measure is None:
            given = {n: getattr(self, f"f{n}") for n in range(1, 9)}
            return {n: formula for n, formula in given.items() if formula is not None}
        i, j, rm = self.i, self.j or 0, self.rm or 0
        letter, turn = {
            "DISPLACEMENT": ("D", ""),
            "VELOCITY": ("V", "W"),
            "ACCELERATION": ("ACC", "WDT"),
            "FORCE": ("F", "T"),
        }[self.measure]
        columns = {1: f"{letter}M({i},{j})"} | {
            n: f"{letter}{axis}({i},{j},{rm})" for n, axis in zip((2, 3, 4), "XYZ", strict=True)
        }
        if not turn:
            angles = ("YAW", "PITCH", "ROLL") if ypr else ("PSI", "THETA", "PHI")
            return columns | {n: f"{name}({i},{j})" for n, name in zip((6, 7, 8), angles, strict=True)}
        return (
            columns
            | {5: f"{turn}M({i},{j})"}
            | {n: f"{turn}{a}({i},{j},{rm})" for n, a in zip((6, 7, 8), "XYZ", strict=True)}
        )
