"""What SIMULATE and INTEGRATOR ask for: output times, method, tolerance, steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from bellcrank.analysis import arguments
from bellcrank.analysis.terms import TransientSettings
from bellcrank.errors import Message, ModelError
from bellcrank.integrators.method import METHODS

STEPS = 100
"""Output intervals where neither STEPS nor DTOUT is given."""
CHECKS: dict[str, Callable[[Any], Any]] = {
    "error": arguments.tolerance,
    "formulation": arguments.formulation,
    "h_max": lambda value: arguments.real("h_max", value, above=0.0),
}
"""How arguments of a run are looked at; those of a dataset are looked at by its elements."""
OF_INDEX_3 = ("GSTIFF", "WSTIFF", "HHT", "NEWMARK")
"""Methods that a statement without formulation asks for as I3: its ERROR was chosen for positions."""
NAMES = {
    "hinit": "h_init", "hmax": "h_max", "hmin": "h_min", "error": "error", "alpha": "alpha", "beta": "beta",
    "gamma": "gamma",
}  # fmt: skip
NOT_OBEYED = ("pattern", "corrector", "adaptivity", "scale")


def output_times(start: float, end: float, steps: int | None, dtout: float | None) -> tuple[int, float | None]:
    """The number of output intervals, and their length where it is given; the last one ends at `end`."""
    end = arguments.real("end", end)
    if not end > start:
        raise ModelError(
            Message(
                "error",
                "E506",
                f"The end time {end:g} is not after the present time {start:g}.",
                cure="give a later END, or DURATION, which counts from the present time.",
            )
        )
    if steps is not None and dtout is not None:
        raise ModelError(Message("error", "E106", "STEPS and DTOUT are both given.", cure="leave one out."))
    if dtout is None:
        return STEPS if steps is None else arguments.count("steps", steps), None
    dtout = arguments.real("dtout", dtout, above=0.0)
    return max(1, math.ceil((end - start) / dtout * (1.0 - 1e-9))), dtout


def settings_of(model: Any, **given: Any) -> TransientSettings:
    """Settings from the INTEGRATOR statement of the model, overridden by what is given (and not None)."""
    given = {name: value for name, value in given.items() if value is not None}
    asked = given.pop("integrator", None)
    asked = given.pop("method", asked)
    if asked is not None:
        given["method"] = arguments.method(asked, [*available(), "AUTO"])
    for name, look in CHECKS.items():
        if name in given:
            given[name] = look(given[name])
    if given.get("formulation") == "COMPLEMENT":
        given.setdefault("method", "ABAM")
        if "COMPLEMENT" not in METHODS[given["method"]].formulations:
            raise arguments.wrong(f"{given['method']} has no formulation COMPLEMENT.", "use ABAM, RKF45 or DOP853.")
    statement = model.single("INTEGRATOR")
    values = _from_statement(statement) if statement is not None else {}
    if asked is not None:
        values.pop("instead_of", None)
        values["formulation"] = given.get("formulation", "SI2")
    if "error" in given:
        values.pop("absolute", None)
    values.update(given)
    if "formulation" in values:
        values["formulation"] = values["formulation"].upper().replace("SI1", "SI2")
    forms = METHODS[values["method"]].formulations if values.get("method") in METHODS else ("SI2", "I3")
    if values.get("formulation", "SI2") not in forms:
        values["formulation"] = forms[0]  # it has but one
    if values.get("h_init") and values.get("h_max"):
        values["h_init"] = min(values["h_init"], values["h_max"])
    return TransientSettings(**values)


def _from_statement(statement: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        ours: getattr(statement, name) for name, ours in NAMES.items() if getattr(statement, name) is not None
    }
    values["absolute"] = statement.error is not None
    if statement.kmax is not None:
        values["k_max"] = statement.kmax
    if "maxit" in statement.given:
        values["max_iterations"] = statement.maxit
    if "formulation" in statement.given:
        values["formulation"] = statement.formulation
    elif "method" in statement.given and statement.method in OF_INDEX_3:
        values["formulation"] = "I3"
    if statement.method in METHODS:
        values["method"] = statement.method
    else:
        values["instead_of"] = statement.method
    if statement.formulation == "SI1":
        values["instead_of"] = f"{statement.method} SI1"
    return values


def available() -> list[str]:
    """The methods of integration that may be asked for."""
    return sorted(set(METHODS) - {"KINEMATIC"})


def not_obeyed(model: Any, settings: TransientSettings) -> Iterator[Message]:
    """What INTEGRATOR asks for and does not get: another method, arguments without effect."""
    statement: Any = model.single("INTEGRATOR")
    if statement is None:
        return
    if settings.instead_of:
        what = f"{settings.instead_of} is not there yet: {settings.method} {settings.formulation} integrates instead."
        why = "The motion is the same within ERROR; the steps are others."
        cure = f"nothing; or ask for {settings.method} yourself."
        yield statement.message("W508", what, why, cure, severity="warning")
    names = [name.upper() for name in NOT_OBEYED if name in statement.given]
    if names:
        verb = "have" if len(names) > 1 else "has"
        what = f"{', '.join(names)} of INTEGRATOR {verb} no effect: {settings.method} decides this by itself here."
        yield statement.message("N501", what, severity="note")
    highest = METHODS[settings.method].highest_order
    if (statement.kmax or 0) > highest:
        what = f"KMAX = {statement.kmax}: {settings.method} has the orders 1 to {highest}."
        yield statement.message("N501", what, severity="note")


def end_time(command: Any, session: Any) -> float:
    """END, or the present time and DURATION."""
    if command.end is not None and command.duration is not None:
        raise ModelError(command.message("E106", "END and DURATION are both given.", cure="leave one out."))
    if command.end is None and command.duration is None:
        raise ModelError(command.message("E105", "END is missing.", cure="add , END = time or , DURATION = time."))
    return float(command.end if command.end is not None else session.time + command.duration)
