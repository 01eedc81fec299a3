"""`model.statics(...)`: the equilibrium of a model, from its input position."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bellcrank.analysis.logged import Logging
from bellcrank.analysis.quasistatic import quasi_static
from bellcrank.analysis.session import Session
from bellcrank.analysis.settings import output_times
from bellcrank.analysis.static import static_analysis
from bellcrank.errors import ConvergenceError
from bellcrank.results import Results


def statics(
    model: Any,
    end: float | None = None,
    steps: int | None = None,
    dtout: float | None = None,
    *,
    path: str | Path | None = None,
    without: Sequence[str] = (),
) -> Results:
    """Find the static equilibrium and give the results: one row with positions, reactions and forces.

    end             quasi-static: the equilibrium at every output time until then, as one path; where it turns back (a
                    limit point) a warning tells the time and the motion, and it goes on from the rest beyond
    steps or dtout  number of output intervals (default 100), or their length

    Newton's method with a trust region, then load ramping, pseudo-arc-length and dynamic relaxation are tried until
    one arrives; nothing needs to be tuned. Arguments of an EQUILIBRIUM statement count where they are given.

    path            write the results to this .h5 file
    without         what to leave out: statements ("CONTACT"), elements ("FIELD/7"), "USER" for user subroutines

    `run.attrs["statics"][0]` tells the rung that worked, what is left out of balance, and whether the position is
    stable; a ConvergenceError tells where the forces do not balance.

    >>> run = model.statics()                           # doctest: +SKIP
    >>> run["PART_2.Y"][-1]                             # doctest: +SKIP
    """
    session = Session(model, Path(path) if path else None, [Logging()], without)
    try:
        if end is None:
            static_analysis(session)
        else:
            outputs, interval = output_times(0.0, end, steps, dtout)
            quasi_static(session, end, outputs, interval)
    except ConvergenceError as failure:
        session.messages.append(str(failure))
        failure.results = session.finish()
        raise
    results = session.finish()
    assert results is not None
    return results
