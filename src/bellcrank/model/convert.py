"""A model in other units.

Arguments with a dimension are multiplied by its factor, expressions are rewritten (see rescale.py). What the dataset
does not tell the dimension of (splines, arrays, variables that feed a control system) keeps its numbers, and everything
that reads them compensates. What cannot be converted (user subroutines) is left alone, and a note says so.
"""

from __future__ import annotations

from typing import Any

from bellcrank.errors import ExpressionError, Message, ModelError
from bellcrank.expression import Dimension, dimension, quantity, to_text
from bellcrank.expression.dimension import NONE, TIME, Known, times
from bellcrank.model.model import Model
from bellcrank.model.rescale import NotConvertible, Rescaler, scale
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import Field
from bellcrank.schema.kinds import Formula
from bellcrank.schema.units import QUANTITIES, Units, dimension_text

LENGTH = quantity("length")
SAME_NUMBERS = {"ARRAY", "SPLINE", "LSE", "TFSISO", "GSE", "PREFERENCES"}
"""Statements whose numbers are left alone because everything that reads them compensates."""
SYSTEMS_IN_TIME = ("LSE", "TFSISO", "GSE")


def converted(model: Model, units: Units) -> Model:
    """The same model in other units."""
    if not model.units.known or not units.known:
        raise ModelError(
            Message(
                "error",
                "E113",
                "The model has no units to convert from or to.",
                cure="give the model a UNITS statement.",
            )
        )
    new = model.copy()
    conversion = _Conversion(model, new, units)
    for element in new.all():
        conversion.element(element)
    conversion.curves()
    new.units = units  # type: ignore[assignment]
    return new


class _Conversion:
    def __init__(self, old: Model, new: Model, units: Units) -> None:
        self.old, self.new, self.units = old, new, units
        self.dims = Dimensions(old)
        self.rescaler = Rescaler(self.factor, self.dims.lookup)
        self.factors: dict[Dimension, float] = {}

    def factor(self, d: Dimension) -> float:
        """What numbers of a dimension are multiplied by."""
        if d not in self.factors:
            self.factors[d] = self.old.units.factor_to(self.units, tuple(float(p) for p in d))
        return self.factors[d]

    def element(self, element: Element) -> None:
        original = self.original(element)
        for field in element.fields.values():
            if field.attribute in element.__dict__:
                self.field(element, original, field)
            elif element.numbered and field.default:
                self.default(element, original, field)
        if (element.keyword, element.id) in self.dims.unknown:
            self.note(element, "Its value was not converted: the dimension is not known. What reads it compensates.")
        if element.keyword in SYSTEMS_IN_TIME and self.factor(TIME) != 1.0:
            self.note(element, "The coefficients of this system were not converted to the new time unit.")
        if any(word.strip().lower() not in ("", *QUANTITIES) for word in getattr(element, "cunits", ())):
            self.note(element, "The unit names of CUNITS were not converted.")
        if element.keyword == "INTEGRATOR" and "error" in element.given and self.factor(LENGTH) != 1.0:
            self.note(element, "ERROR was not converted: it is a length and an angle at once, in the file's own units.")
        if element.keyword == "NFORCE":
            self.note(element, "The matrices of this force were not converted.")

    def original(self, element: Element) -> Element:
        found = self.old.find(element.keyword, element.id) if element.id is not None else None
        return found or element

    def default(self, element: Element, original: Element, field: Field) -> None:
        """A default that is not zero is a number in the old units: write it out."""
        dims = self.dims.of_field(original, field)
        if isinstance(dims, str) and isinstance(field.default, float) and self.factor(quantity(dims)) != 1.0:
            element.__dict__[field.attribute] = scale(field.default, self.factor(quantity(dims)))

    def field(self, element: Element, original: Element, field: Field) -> None:
        value = element.__dict__[field.attribute]
        if isinstance(field.kind, Formula):
            element.__dict__[field.attribute] = self.expression(element, original, field, value)
            return
        dims = self.dims.of_field(original, field)
        if dims is None:
            if _any(value) and element.keyword not in SAME_NUMBERS and element.keyword != "MATRIX":
                self.note(element, f"{field.name} = {field.show(value)} was not converted: its dimension is not known.")
        elif dims != "":
            element.__dict__[field.attribute] = self.numbers(value, dims)

    def numbers(self, value: Any, dims: Any) -> Any:
        if isinstance(value, float):
            return scale(value, self.factor(quantity(dims)))
        each = dims if isinstance(dims, tuple) else (dims,) * len(value)
        factors = [self.factor(quantity(d)) if d is not None else 1.0 for d in each]
        return tuple(v if v is None else scale(v, f) for v, f in zip(value, factors, strict=False))

    def expression(self, element: Element, original: Element, field: Field, value: Expression) -> Expression:
        if value.is_python:
            self.note(element, f"{field.name} was not converted: the Python function {value} has its own units.")
            return value
        try:
            tree = value.tree
            wanted = self.dims.of_expression(original, field)
            new = self.rescaler.rewrite(tree, wanted)
        except (NotConvertible, ExpressionError) as error:
            why = str(error) if isinstance(error, NotConvertible) else "it cannot be understood"
            self.note(element, f"{field.name} was not converted: {why}.")
            return value
        return value if new == tree else Expression(to_text(new))

    def curves(self) -> None:
        """The points of curves are lengths; a fourth column in front is the parameter."""
        for curve in self.new.all("CURVE"):
            matrix: Any = self.new.find("MATRIX", getattr(curve, "matrix", None) or 0)
            before: Any = self.old.find("MATRIX", matrix.id) if matrix is not None else None
            if matrix is None or matrix.values != before.values:
                continue
            if not matrix.values:
                self.note(curve, "Its points were not converted: they are in a file.")
            columns, factor = matrix.columns_of_values(), self.factor(LENGTH)
            parameter = 0 if max((c for c in columns if c is not None), default=0) == 3 else None
            matrix.values = [
                value if column in (None, parameter) else scale(value, factor)
                for value, column in zip(matrix.values, columns, strict=True)
            ]

    def note(self, element: Element, what: str) -> None:
        self.new.notes.add(
            element.message("N101", what, cure="look at it, and change it by hand where needed.", severity="note")
        )


class Dimensions:
    """What the variables, differential equations and sensors of a model measure; pure numbers otherwise."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.known: dict[tuple[str, int], Known] = {}
        self.unknown: set[tuple[str, int]] = set()
        for keyword in ("ARRAY", "PINPUT", "POUTPUT", "PSTATE"):
            for element in model.all(keyword):
                for id in element.variables:  # type: ignore[attr-defined]
                    self.known["VARIABLE", id] = NONE

    def lookup(self, keyword: str, id: int) -> Known:
        """The dimension of VARVAL(id), DIF(id), SENVAL(id), ...; `DIFF.DIF1` is the rate of a DIFF."""
        keyword, _, function = keyword.partition(".")
        if keyword in ("VARIABLE", "DIFF", "SENSOR"):
            d = self.of(keyword, id)
            return times(d, TIME, -1) if function == "DIF1" and d is not None else d
        return LENGTH if keyword == "CURVE" else NONE

    def of(self, keyword: str, id: int) -> Known:
        """The dimension of an element's value; None while it is being found."""
        key = (keyword, id)
        if key not in self.known:
            self.known[key] = None
            found = self.infer(keyword, id)
            self.known[key] = found or NONE
            if found is None:
                self.unknown.add(key)
        return self.known[key]

    def infer(self, keyword: str, id: int) -> Known:
        element: Any = self.model.find(keyword, id)
        if element is None:
            return None
        value = element.evaluate if keyword == "SENSOR" else element.function
        if value is None:
            return NONE
        if value.is_user or (keyword == "DIFF" and element.implicit):
            return None
        found = self.inferred(value)
        return times(found, TIME) if found is not None and keyword == "DIFF" else found

    def inferred(self, value: Expression) -> Known:
        """The dimension an expression shows by itself."""
        try:
            return dimension(value.tree, self.lookup)[0]
        except ExpressionError:
            return None

    def of_expression(self, element: Any, field: Field) -> Dimension:
        """The dimension an expression must have."""
        dims = dimensions_of(element, field)
        if isinstance(dims, str):
            return quantity(dims)
        if element.keyword == "VARIABLE":
            return self.of("VARIABLE", element.id) or NONE
        if element.keyword == "DIFF":
            state = self.of("DIFF", element.id) or NONE
            return NONE if element.implicit else times(state, TIME, -1)
        if element.keyword == "SENSOR" and field.attribute == "evaluate":
            return self.of("SENSOR", element.id) or NONE
        return self.inferred(getattr(element, field.attribute)) or NONE

    def of_field(self, element: Any, field: Field) -> Any:
        """The dimension of a number: a text, or one for each item; None when it is not known."""
        dims = dimensions_of(element, field)
        if dims is not None:
            return dims
        if element.keyword == "VARIABLE" and field.attribute == "ic":
            return text_of(self.of("VARIABLE", element.id))
        if element.keyword == "DIFF" and field.attribute == "ic":
            state = self.of("DIFF", element.id) or NONE
            return (text_of(state), text_of(times(state, TIME, -1)))
        if element.keyword == "SENSOR" and field.attribute in ("value", "error") and element.function is not None:
            return text_of(self.inferred(element.function))
        return None


def dimensions_of(element: Element, field: Field) -> Any:
    """The declared dimension of a field of an element."""
    return field.dimension(element) if callable(field.dimension) else field.dimension


def text_of(d: Known) -> str:
    """A dimension as text."""
    return dimension_text(tuple(float(power) for power in d or NONE))


def _any(value: Any) -> bool:
    """Whether a number, or one of a list, is not zero."""
    return any(value) if isinstance(value, tuple) else bool(value)
