"""GSE: a general system of equations from functions.

    GSE/id, X=id, U=id, Y=id, NS=i, NO=i [, IC=id] [, XD=id, ND=i, ICD=id, SAMPLE_PERIOD=e\\ , SAMPLE_OFFSET=e\\]
           [, IMPLICIT] [, STATIC_HOLD], FUNCTION=USER(..)\\ , INTERFACE=deriv,output,update,samp

Equation      x' = f(t, x, u, x_d),  y = g(t, x, u, x_d)                                                 (1)
              x_d := h(t, x, u, x_d) at SAMPLE_OFFSET, SAMPLE_OFFSET + SAMPLE_PERIOD, ...; constant in between  (2)
              The integrator ends a step at every sample, and begins anew behind it.
IMPLICIT      0 = f(t, x, u, x_d, x') in place of x' = f                                                          (3)
Functions     from Python: bc.equations(rates=f, outputs=g, update=h), or user subroutines (@bc.subroutine) of the
              names in INTERFACE (GSE_DERIV, GSE_OUTPUT, GSE_UPDATE), f(par, t, x, u, x_d) -> list, with IMPLICIT
              GSE_DERIV(par, t, x, u, x_d, x'); with ROUTINE one
              (GSESUB) that returns x' and y. They are called at any time; only what (2) gives at a sample is kept.
Statics       x' = 0; with STATIC_HOLD x keeps its value; x_d always does.
Results       X1, X2, .., Y1, .., XD1, ..: at a sample those before it
Not there     GSE_SAMP, and a SAMPLE_PERIOD that changes
Read by       ARYVAL(id, n)
References    Franklin, Powell, Workman (1998), Digital Control of Dynamic Systems, 2.3.  Adams: GSE.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

from bellcrank.elements.data.state_space import StateSpace, inputs, items
from bellcrank.errors import Message, UnsupportedError
from bellcrank.expression import Call, Number, parse
from bellcrank.expression.tree import UserCall
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.equations import ITEM_RATE, Equations, Function, Sampled, Whole, calls
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, flag, integer, reference, strings, text
from bellcrank.schema.subroutine import find, missing, numbers_of
from bellcrank.schema.vocabulary import Vocabulary


@element("GSE")
class Gse(StateSpace):
    """A general system of equations."""

    result_type = "General_State_Equation"

    implicit: bool = flag("The equations are implicit")
    ns: int | None = integer(minimum=0, doc="Number of states")
    no: int | None = integer(minimum=0, doc="Number of outputs")
    x: int | None = reference("ARRAY", doc="Array of states")
    u: int | None = reference("ARRAY", doc="Array of inputs")
    y: int | None = reference("ARRAY", doc="Array of outputs")
    ic: int | None = reference("ARRAY", doc="Array of initial values")
    xd: int | None = reference("ARRAY", doc="Array of discrete states")
    nd: int | None = integer(minimum=0, doc="Number of discrete states")
    icd: int | None = reference("ARRAY", doc="Array of initial values of the discrete states")
    xxflag: str = text(doc="How the derivatives of x' by x are found")
    xuflag: str = text(doc="How the derivatives of x' by u are found")
    yxflag: str = text(doc="How the derivatives of y by x are found")
    yuflag: str = text(doc="How the derivatives of y by u are found")
    sample_period: Expression | None = expression("time", doc="Time between samples")
    sample_offset: Expression | None = expression("time", doc="Time of the first sample")
    function: Expression | None = expression(None, doc="USER(...), or bc.equations in Python")
    routine: tuple[str, ...] = strings(quoted=False, doc="Libraries and names of the user subroutines")
    interface: tuple[str, ...] = strings(quoted=False, doc="Names of the user subroutines")

    @property
    def laws(self) -> Equations | None:
        """The functions; None where a dataset asks for a subroutine."""
        return self.function if isinstance(self.function, Equations) else None

    def _calls(self, model: Elements, function: Function | None, count: int) -> list[UserCall]:
        if function is None:
            return []
        sizes = self.ns or 0, len(inputs(self, model)), self.nd or 0
        return calls(function, self._arguments(model), sizes, count)

    def _arguments(self, model: Elements) -> list[Any]:
        x, held = items(self.x, self.ns or 0), items(self.xd, self.nd or 0)
        return [parse("TIME"), *(formula.tree for formula in (*x, *inputs(self, model), *held))]

    def rates(self, model: Elements) -> Sequence[Any]:
        if self.laws is None or self.laws.rates is None or not self.implicit:
            return self._calls(model, self.laws.rates, self.ns or 0) if self.laws else []
        count = self.ns or 0
        item = [(Number(float(self.x or 0)), Number(float(n))) for n in range(1, 1 + count)]
        arguments = [*self._arguments(model), *(Call(ITEM_RATE, of) for of in item)]
        sizes = count, len(inputs(self, model)), self.nd or 0, count
        return calls(self.laws.rates, arguments, sizes, count)

    def outputs(self, model: Elements) -> Sequence[Any]:
        return self._calls(model, self.laws.outputs, self.no or 0) if self.laws else []

    def starts(self, model: Elements) -> Sequence[float]:
        array: Any = model.find("ARRAY", self.ic or 0)
        return array.numbers if array is not None else super().starts(model)

    def sampled_items(self) -> list[tuple[int, int]]:
        """Array and number of the sampled states."""
        return [(self.xd or 0, n) for n in range(1, 1 + (self.nd or 0))] if self.laws else []

    def channels(self, model: Elements) -> Iterator[tuple[str, Any, str]]:
        yield from super().channels(model)
        for array, n in self.sampled_items():
            yield f"XD{n}", f"ARYVAL({array},{n})", ""

    # ---- user subroutines
    def attach(self, model: Any) -> Element | None:
        """A copy with the Python functions that FUNCTION = USER(...) asks for."""
        if self.function is None or self.function.is_python:
            return None
        par = numbers_of(self.function)
        if self.routine and not self.interface:
            whole = partial(self._found(model, self.routine[0]), par)
            found = Equations(lambda *now: whole(*now)[0], lambda *now: whole(*now)[1], None)
        else:
            names = (*self.interface, *("gse_deriv", "gse_output", "gse_update")[len(self.interface) :])
            asked = zip(names, (self.ns, self.no, self.nd), strict=False)
            found = Equations(*(partial(self._found(model, name), par) if n else None for name, n in asked))
        twin = self.copy()
        twin.__dict__["function"] = found
        return twin

    def _found(self, model: Any, name: str) -> Callable[..., Any]:
        """The Python function of a name as in INTERFACE: library::function, or the function alone."""
        asking = SimpleNamespace(routine=name.strip(), message=self.message, function=self.function)
        known = find(asking, "function", name, model)
        if known is None:
            raise UnsupportedError(missing(asking, "function", name, model))
        return known.function

    # ---- simulation
    def lower(self, to: Vocabulary) -> None:
        if self.laws is None:
            Element.lower(self, to)
        super().lower(to)
        if self.nd and self.laws is not None and self.laws.update is not None:
            self._sample(to, self.laws.update)

    def _sample(self, to: Vocabulary, update: Function) -> None:
        period, offset = (self._time(name) for name in ("sample_period", "sample_offset"))
        sizes = self.ns or 0, len(inputs(self, to.model)), self.nd or 0
        whole = Whole(update, sizes, self.nd or 0, getattr(update, "__name__", "update"))
        array: Any = to.model.find("ARRAY", self.icd or 0)
        starts = array.numbers if array is not None else [0.0] * (self.nd or 0)
        new = [Sampled(whole, n, period, offset) for n in range(self.nd or 0)]
        to.sample(self, self.sampled_items(), (new, self._arguments(to.model)), starts, (period, offset))

    def _time(self, name: str) -> float:
        """SAMPLE_PERIOD or SAMPLE_OFFSET (0) as a number."""
        given: Expression | None = getattr(self, name)
        value = 0.0 if given is None and name == "sample_offset" else given.constant if given is not None else None
        if value is None or (name == "sample_period" and value <= 0.0):
            raise UnsupportedError(
                self.message(
                    "E506",
                    f"{name.upper()} is no positive number.",
                    "Samples are taken at equal times.",
                    f"give a number, as in {name.upper()} = 0.01\\.",
                    at=name if given is not None else "",
                )
            )
        return value

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        sizes = {"x": self.ns, "ic": self.ns, "y": self.no, "xd": self.nd, "icd": self.nd, "u": None}
        for attribute, size in sizes.items():
            yield from self.array_of(model, attribute, size)
        for attribute, size in (("x", self.ns), ("y", self.no), ("xd", self.nd)):
            if size and getattr(self, attribute) is None:
                yield self.message("E105", f"{attribute.upper()} is missing.", cure=f"add , {attribute.upper()} = id.")
        known = self.laws
        needed = (("rates", self.ns), ("outputs", self.no), ("update", self.nd)) if known is not None else ()
        for name, size in needed:
            if size and getattr(known, name) is None:
                yield self.message(
                    "E105", f"The function {name} is missing.", cure=f"give it: bc.equations({name}=...)."
                )
