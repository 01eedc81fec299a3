"""`model.simulate(...)`: one transient analysis from the input position."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bellcrank.analysis.session import Session
from bellcrank.analysis.transient import Progress, TransientSettings
from bellcrank.errors import ModelError
from bellcrank.results import Results


def simulate(
    model: Any,
    end: float,
    steps: int | None = None,
    dtout: float | None = None,
    *,
    error: float | None = None,
    formulation: str | None = None,
    integrator: str | None = None,
    h_max: float | None = None,
    path: str | Path | None = None,
    watch: Callable[[Progress], None] | None = None,
) -> Results:
    """Integrate from time 0 to `end` and give the results.

    steps or dtout  number of output intervals (default 100), or their length
    error           tolerance: of the model's size, of a radian, of the largest speeds (INTEGRATOR/ERROR, else 1e-4)
    formulation     "SI2" (positions and velocities exact on the constraints, the default) or "I3"
    path            write the results to this .h5 file while running

    >>> run = model.simulate(end=5.0, steps=500)        # doctest: +SKIP
    >>> run["PART_2.X"][-1]                             # doctest: +SKIP
    """
    session = Session(model, Path(path) if path else None, watch)
    settings = settings_of(model, error=error, formulation=formulation, h_max=h_max, integrator=integrator)
    try:
        session.transient(end, output_count(0.0, end, steps, dtout), settings)
    finally:
        results = session.finish() if session.writer is not None else None
    assert results is not None
    return results


def output_count(start: float, end: float, steps: int | None, dtout: float | None) -> int:
    """The number of output intervals."""
    if end <= start:
        raise ModelError(f"The end time {end:g} is not after the present time {start:g}; give a later END.")
    if steps is not None:
        return max(1, int(steps))
    return max(1, round((end - start) / dtout)) if dtout else 100


def settings_of(model: Any, **given: Any) -> TransientSettings:
    """Settings from the INTEGRATOR statement of the model, overridden by what is given."""
    statement = model.single("INTEGRATOR")
    values: dict[str, Any] = {}
    if statement is not None:
        method = statement.method
        if method != "GSTIFF" and "method" in statement.given:
            raise ModelError(
                statement.message("E505", f"INTEGRATOR/{method} is not there yet.", cure="use GSTIFF (with I3 or SI2).")
            )
        if statement.error is not None:
            values["error"] = statement.error
        if "formulation" in statement.given:
            values["formulation"] = statement.formulation if statement.formulation != "SI1" else "SI2"
        elif "method" in statement.given:
            values["formulation"] = "I3"
        for ours, theirs in (("h_init", "hinit"), ("h_max", "hmax"), ("h_min", "hmin"), ("k_max", "kmax")):
            if getattr(statement, theirs) is not None:
                values[ours] = getattr(statement, theirs)
        if "maxit" in statement.given:
            values["max_iterations"] = statement.maxit
    integrator = given.pop("integrator", None)
    if integrator and integrator.upper() != "GSTIFF":
        raise ModelError(f"The integrator {integrator} is not there yet; use gstiff.")
    values.update({k: v for k, v in given.items() if v is not None})
    if "formulation" in values:
        values["formulation"] = str(values["formulation"]).upper()
    return TransientSettings(**values)
