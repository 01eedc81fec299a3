"""`model.modes(...)`: eigenvalues and mode shapes about a rest, the input position, or a state at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellcrank.analysis.eigen import Modes
from bellcrank.analysis.linear import modes_at
from bellcrank.analysis.operating_point import operating_point
from bellcrank.analysis.states import session_at


def modes(
    model: Any,
    *,
    at: str | float = "rest",
    damping: bool = True,
    count: int = 30,
    without: Sequence[str] = (),
    error: float | None = None,
) -> Modes:
    """Eigenvalues, frequencies, damping ratios and mode shapes of small motions.

    at        "rest": about the static equilibrium; "input": about the input position and velocities (steady
              rotation); a time: about the state after a transient analysis up to it
    damping   False: without damping (NODAMPIN)
    count     modes of a large model (more than 150 parts); of a small one all are found
    error     tolerance of that transient analysis
    without   what to leave out, as in `simulate`

    >>> model.modes().frequencies                       # doctest: +SKIP
    >>> print(model.modes().table())                    # doctest: +SKIP
    """
    point = operating_point(session_at(model, at, without, error).prepare())
    return modes_at(point, damping, count)
