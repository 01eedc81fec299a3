"""Rule C601: what is understood and kept, but cannot be simulated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from bellcrank.errors import ranges
from bellcrank.expression import unsupported
from bellcrank.model.checks.formulas import formulas_of
from bellcrank.model.checks.rule import Finding, rule
from bellcrank.schema.element import Element
from bellcrank.schema.subroutine import unattached

if TYPE_CHECKING:
    from bellcrank.model import Model


@rule("C601", "warning", "understood, but not simulated")
def not_simulated(model: Model) -> Iterator[Finding]:
    """Statements, functions and user subroutines that are read, kept and written back, but not simulated.

    A simulation of the model refuses to start, and says so, rather than leave something out without a word. All
    elements of a kind are one finding; `bellcrank run --without` leaves them out.
    """
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in each(model):
        kind = re.sub(r"\d+", "#", finding.what)
        groups.setdefault((finding.element.keyword, kind), []).append(finding)
    for (keyword, _), found in groups.items():
        ids = sorted({finding.element.id for finding in found if finding.element.id is not None})
        rest = f" The same holds for all {len(ids)} of them: {keyword}/{ranges(ids)}." if len(ids) > 1 else ""
        yield replace(found[0], what=found[0].what + rest)


def each(model: Model) -> Iterator[Finding]:
    """One finding for every element that is not simulated."""
    for element in model.all():
        if (type(element).lower is Element.lower or element.only_kept) and not element.passive:
            cure = f"use another element, or leave it out: bellcrank run ... --without {element.keyword}."
            yield Finding(element, f"{element.keyword} is not simulated.", cure=cure)
            continue
        for name, expression in unattached(element, model):
            what = f"{name} = {expression.text} asks for a user subroutine, which a dataset cannot bring along."
            yield Finding(element, what, cure="write the function as an expression, or register one in Python.")
        for formula in formulas_of(element):
            for mistake in unsupported(formula.tree):
                yield Finding(element, f"{formula.field.name}: {mistake.what}", mistake.why, mistake.cure)
