"""Rule C601: what is understood and kept, but cannot be simulated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bellcrank.expression import unsupported
from bellcrank.model.checks.formulas import formulas_of
from bellcrank.model.checks.rule import Finding, rule
from bellcrank.schema.element import Element

if TYPE_CHECKING:
    from bellcrank.model import Model


@rule("C601", "warning", "understood, but not simulated")
def not_simulated(model: Model) -> Iterator[Finding]:
    """Statements, functions and user subroutines that are read, kept and written back, but not simulated.

    A simulation of the model refuses to start, and says so, rather than leave something out without a word.
    """
    for element in model.all():
        if type(element).lower is Element.lower and not element.passive:
            yield Finding(element, f"{element.keyword} is not simulated.", cure="remove it, or use another element.")
            continue
        for field, expression in element.expressions():
            if expression.is_user and not expression.is_python:
                what = (
                    f"{field.name} = {expression.text} asks for a user subroutine, which a dataset cannot bring along."
                )
                yield Finding(element, what, cure="write the function as an expression.")
        for formula in formulas_of(element):
            for mistake in unsupported(formula.tree):
                yield Finding(element, f"{formula.field.name}: {mistake.what}", mistake.why, mistake.cure)
