"""Rule C301: function expressions whose dimensions do not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.expression import Dimension, describe, dimension, quantity, references
from bellcrank.expression.dimension import NAMES, fits
from bellcrank.expression.mistakes import picture
from bellcrank.model.checks.formulas import Formula, formulas
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model

LEVELS = {0: "DISPLACEMENT", 1: "VELOCITY", 2: "ACCELERATION"}
"""How often time divides what a motion prescribes."""
Lookup = Callable[[str, int], Dimension | None]

MULTIPLY = "multiply one of them by a number with the missing dimension (a stiffness, a damping), or correct it."


@rule("C301", "warning", "the dimensions of an expression do not fit")
def dimensions_that_do_not_fit(model: Model) -> Iterator[Finding]:
    """Lengths added to speeds, a displacement as an angle, a torque that is a length.

    A number in an expression may stand for a constant of any dimension, so only clear contradictions are found:
    DZ(1,2) + VZ(1,2), SIN(DX(1,2)), FUNCTION = DX(1,2) of a force.
    """
    lookup = dimensions_of_elements(model)
    for formula in formulas(model):
        found, mistakes = dimension(formula.tree, lookup)
        for mistake in mistakes:
            what = f"{formula.field.name}: {mistake.what}\n{picture(formula.text, mistake.position)}"
            yield Finding(formula.owner, what, mistake.why, mistake.cure or MULTIPLY)
        wanted = declared(formula)
        if not mistakes and not fits(found, wanted):
            yield Finding(
                formula.owner,
                f"{formula.field.name} is {describe(found)}, and must be {describe(wanted)}.",
                "A factor with a dimension is missing, or another function is meant.",
                cure(formula, found, wanted),
            )


def cure(formula: Formula, found: Dimension | None, wanted: Dimension | None) -> str:
    """What to do: a motion may be of another level, another function lacks a constant."""
    if formula.owner.keyword != "MOTION" or found is None or wanted is None:
        missing = "a stiffness" if wanted in (quantity("force"), quantity("force*length")) else "a length or a rate"
        return f"multiply by a constant such as {missing}, or correct {formula.field.name}."
    level = LEVELS.get(int(-found[NAMES.index("time")]))
    if level and found[: NAMES.index("time")] == wanted[: NAMES.index("time")]:
        return f"write {level} if the function is one, or correct {formula.field.name}."
    return f"give the motion as {describe(wanted)}, or move another coordinate (TRANSLATION, ROTATION)."


def declared(formula: Formula) -> Dimension | None:
    """The dimension the argument must have, or None."""
    wanted: Any = formula.field.dimension
    if callable(wanted):
        wanted = wanted(formula.owner)
    return quantity(wanted) if isinstance(wanted, str) and wanted else None


def dimensions_of_elements(model: Model) -> Lookup:
    """The dimension of the value of a VARIABLE from its own expression; unknown where they depend on each other."""
    known: dict[int, Dimension | None] = {}

    def tree(id: int) -> Any:
        element = model.find("VARIABLE", id)
        expressions = [e for _, e in element.expressions() if not e.is_user] if element is not None else []
        return expressions[0].tree if expressions else None

    def lookup(keyword: str, id: int) -> Dimension | None:
        """Chains of variables may be long: those that one needs come first, without recursion."""
        waiting = [id] if keyword == "VARIABLE" and id not in known else []
        while waiting:
            last = waiting[-1]
            formula = tree(last)
            needed = [n for word, n, *_ in references(formula) if word == "VARIABLE"] if formula is not None else []
            if last not in known and (missing := [n for n in needed if n not in known]):
                known[last] = None  # until it is known, and where it depends on itself
                waiting += missing
                continue
            known[last] = dimension(formula, lookup)[0] if formula is not None else None
            waiting.pop()
        return known.get(id) if keyword == "VARIABLE" else None

    return lookup
