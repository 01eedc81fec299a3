"""`model.linearize(...)`: the state space of small motions, with inputs and outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellcrank.analysis.linear_model import linear_model
from bellcrank.analysis.logged import Logging
from bellcrank.analysis.operating_point import about, operating_point
from bellcrank.analysis.state_space import LinearModel
from bellcrank.analysis.states import session_at
from bellcrank.errors import BellcrankError, Message, ModelError

INPUT = (
    'an input is a VARIABLE that a force reads: m.variable("u", function="0"), then function="VARVAL(u)" of the force; '
    "an output is a VARIABLE whose function is what you want to see."
)
OUTPUT = 'make it one: m.variable("y", function="{}"), and ask for outputs=["y"].'


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
    for message in about(point):
        Logging().say(message)
    return linear_model(point, variables(model, inputs), variables(model, outputs), damping)


def variables(model: Any, given: Any) -> list[Any]:
    """The VARIABLE elements that are meant."""
    if given is None:
        return []
    if isinstance(given, (str, int)) or not isinstance(given, Sequence):
        given = [given]
    found: list[Any] = []
    for one in given:
        element = named(model, one) if isinstance(one, str) else one
        element = model.get("VARIABLE", one) if isinstance(one, int) else element
        if element.keyword in ("PINPUT", "POUTPUT"):
            found += [model.get("VARIABLE", id) for id in element.variables]
        elif element.keyword == "VARIABLE":
            found.append(element)
        else:
            raise ModelError(element.message("E104", f"{element.title} is no VARIABLE.", cure=INPUT))
    return found


def named(model: Any, name: str) -> Any:
    """The element of a name; a channel of the results is none yet."""
    try:
        return model[name]
    except BellcrankError:
        if "." not in name:
            raise
        what = f"{name!r} is no VARIABLE."
        raise ModelError(Message("error", "E104", what, cure=OUTPUT.format(name))) from None
