"""`model.statics(...)`: the equilibrium of a model, from its input position."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bellcrank.analysis.session import Session
from bellcrank.analysis.static import static_analysis
from bellcrank.errors import ConvergenceError
from bellcrank.results import Results


def statics(model: Any, *, path: str | Path | None = None, without: Sequence[str] = ()) -> Results:
    """Find the static equilibrium and give the results: one row with positions, reactions and forces.

    Newton's method with a trust region, then load ramping, pseudo-arc-length and dynamic relaxation are tried until
    one arrives; nothing needs to be tuned. Arguments of an EQUILIBRIUM statement count where they are given.

    path            write the results to this .h5 file
    without         what to leave out: statements ("CONTACT"), elements ("FIELD/7"), "USER" for user subroutines

    `run.attrs["statics"][0]` tells the rung that worked, what is left out of balance, and whether the position is
    stable; a ConvergenceError tells where the forces do not balance.

    >>> run = model.statics()                           # doctest: +SKIP
    >>> run["PART_2.Y"][-1]                             # doctest: +SKIP
    """
    session = Session(model, Path(path) if path else None, (), without)
    try:
        static_analysis(session)
    except ConvergenceError as failure:
        session.messages.append(str(failure))
        failure.results = session.finish()
        raise
    results = session.finish()
    assert results is not None
    return results
