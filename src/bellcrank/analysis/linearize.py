"""`model.linearize(...)`: the state space of small motions, with inputs and outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellcrank.analysis.linear_model import linear_model
from bellcrank.analysis.operating_point import operating_point
from bellcrank.analysis.state_space import LinearModel
from bellcrank.analysis.states import session_at
from bellcrank.errors import ModelError


def linearize(
    model: Any,
    inputs: Any = (),
    outputs: Any = (),
    *,
    at: str | float = "rest",
    damping: bool = True,
    without: Sequence[str] = (),
    error: float | None = None,
) -> LinearModel:
    """A, B, C, D of small motions: `lin.a`, `lin.b`, `lin.response(omega)`, `lin.to_scipy()`, `lin.to_control()`.

    inputs, outputs   VARIABLEs by name, id or element, or a PINPUT or POUTPUT; an input adds to its variable
    at                "rest", "input" or a time, as in `modes`
    damping           False: without damping

    States are displacements along an orthonormal basis of what the constraints leave free, their speeds, states of
    DIFFs: eigenvalues and transfer functions do not depend on the choice. `lin.shape @ state` are the displacements.
    """
    session = session_at(model, at, without, error)
    point = operating_point(session.prepare())
    return linear_model(point, variables(model, inputs), variables(model, outputs), damping)


def variables(model: Any, given: Any) -> list[Any]:
    """The VARIABLE elements that are meant."""
    if given is None:
        return []
    if isinstance(given, (str, int)) or not isinstance(given, Sequence):
        given = [given]
    found: list[Any] = []
    for one in given:
        element = model.get("VARIABLE", one) if isinstance(one, int) else model[one] if isinstance(one, str) else one
        if element.keyword in ("PINPUT", "POUTPUT"):
            found += [model.get("VARIABLE", id) for id in element.variables]
        elif element.keyword == "VARIABLE":
            found.append(element)
        else:
            raise ModelError(element.message("E104", f"{element.title} is no VARIABLE.", cure="give a VARIABLE."))
    return found
