"""What a variable is in a model: `SPRINGDAMPER/1.k`, `arm.mass`, `BUSHING/1.k[2]`, `PART/3.vx = -speed/2`.

    TARGET                    the value of the variable itself
    TARGET = FORMULA          arithmetic of all variables
    TARGET = text {FORMULA}   a text (of a function expression), the formulas in braces replaced by numbers

TARGET is ELEMENT.ARGUMENT; ELEMENT a statement with id, a name, or a statement without id (INTEGRATOR, ACCGRAV).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bellcrank.errors import ModelError, Report
from bellcrank.model.references import check_expressions
from bellcrank.schema.abbreviation import Ambiguous
from bellcrank.schema.family import family
from bellcrank.study.responses import arithmetic
from bellcrank.study.variables import wrong

_ARGUMENT = re.compile(r"\s*+(?P<argument>\w++)\s*+(?:\[\s*+(?P<place>\d{1,9})\s*+\]\s*+)?")
_BRACES = re.compile(r"\{([^{}]+)\}")
EXAMPLE = "write ELEMENT.ARGUMENT, for instance SPRINGDAMPER/1.k or BUSHING/1.k[2]."


@dataclass
class Assignment:
    """One argument of one element, and what it becomes."""

    element: str
    argument: str
    place: int
    """Which number of a list, from 1; 0: the argument itself."""
    formula: str
    _known: Any = field(default=None, init=False, repr=False, compare=False)
    """The model that was asked last, with element and attribute."""

    @classmethod
    def read(cls, text: str, variable: str) -> Assignment:
        """From the text of `sets`."""
        target, equals, formula = text.partition("=")
        element, _, argument = target.rpartition(".")
        found = _ARGUMENT.fullmatch(argument)
        if not element.strip() or found is None or (equals and not formula.strip()):
            raise wrong(f"{variable}: {text!r} sets nothing.", EXAMPLE)
        place = int(found["place"]) if found["place"] is not None else 0
        return cls(element.strip(), found["argument"], place, formula.strip() or variable)

    def value(self, variables: Mapping[str, float]) -> float | str:
        """The number, or the text where there are braces."""
        if self.formula in variables:
            return variables[self.formula]
        if "{" not in self.formula:
            return arithmetic(self.formula, variables)
        return _BRACES.sub(lambda found: f"({arithmetic(found[1], variables)!r})", self.formula)

    def target(self, model: Any) -> tuple[Any, str]:
        """The element and its attribute; ModelError where there is none."""
        single = family(self.element.upper())
        if single is not None and not single.first.numbered:
            element: Any = model.single(self.element.upper()) or model.add(single.first())
        else:
            element = model[self.element]
        try:
            name = element.keys.find(self.argument.upper())
        except Ambiguous:
            name = None
        if name is None:
            raise wrong(
                f"{element.title} has no argument {self.argument}.",
                f"known: {', '.join(element.fields)}.",
                place=element.place,
            )
        return element, next(attribute for attribute, field in element.fields.items() if field.name == name)

    def apply(self, model: Any, variables: Mapping[str, float]) -> Any:
        """Set the argument; the element."""
        if self._known is None or self._known[0] is not model:
            self._known = model, *self.target(model)
        _, element, attribute = self._known
        value: Any = self.value(variables)
        if self.place:
            before = getattr(element, attribute)
            if not isinstance(before, tuple) or self.place > len(before):
                what = f"{element.title}: {self.argument}[{self.place}] is not there; {self.argument} is {before!r}."
                raise wrong(what, "count from 1 to its length.", place=element.place)
            value = (*before[: self.place - 1], value, *before[self.place :])
        setattr(element, attribute, value)
        return element


def put(model: Any, assignments: list[Assignment], variables: Mapping[str, float]) -> list[Any]:
    """Set all, and return the elements that may have changed; ModelError where a value makes no sense."""
    changed = dict.fromkeys(assignment.apply(model, variables) for assignment in assignments)
    wrong_now = [
        message
        for element in changed
        for message in (*element.check(model), *check_expressions(element, model))
        if message.severity == "error"
    ]
    if wrong_now:
        raise ModelError(Report(wrong_now))
    return list(changed)
