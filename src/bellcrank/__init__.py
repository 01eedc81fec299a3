"""bellcrank: multibody dynamics of mechanical systems, from Adams datasets, robots or Python.

    model = bc.read("model.adm")              or bc.Model("pendulum", units="SI", gravity=-9.81) and build it
    report = model.examine()                  mistakes and doubts, with cures
    run = model.simulate(end=5.0)             Results: run.time, run["crank.X"], run.plot("crank.X")
    table = bc.Study(model, end=5.0)...       many runs: grids, samples, optimisation
    run = bc.load("run.h5")                   results of an earlier run, or of Adams

What is listed in `__all__` is public and stays; everything else may change.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from bellcrank import errors as errors

if TYPE_CHECKING:
    from bellcrank.errors import BellcrankError as BellcrankError
    from bellcrank.geometry.solid import Solid as Solid
    from bellcrank.model import Model as Model
    from bellcrank.model import diff as diff
    from bellcrank.model import read as read
    from bellcrank.model.reference import explain as explain
    from bellcrank.model.shipped import examples as examples
    from bellcrank.results import Results as Results
    from bellcrank.results import load as load
    from bellcrank.schema.element import Element as Element
    from bellcrank.schema.equations import equations as equations
    from bellcrank.schema.subroutine import subroutine as subroutine
    from bellcrank.schema.user_function import user as user
    from bellcrank.study import Study as Study

__version__ = "0.1.0"

_LAZY = {
    "BellcrankError": "bellcrank.errors",
    "Element": "bellcrank.schema.element",
    "Model": "bellcrank.model",
    "Results": "bellcrank.results",
    "Solid": "bellcrank.geometry.solid",
    "Study": "bellcrank.study",
    "diff": "bellcrank.model",
    "examples": "bellcrank.model.shipped",
    "explain": "bellcrank.model.reference",
    "load": "bellcrank.results",
    "read": "bellcrank.model",
    "equations": "bellcrank.schema.equations",
    "subroutine": "bellcrank.schema.subroutine",
    "user": "bellcrank.schema.user_function",
}
"""Public name -> where it lives; imported when first used, so that `import bellcrank` costs nothing."""

__all__ = [
    "BellcrankError", "Element", "Model", "Results", "Solid", "Study", "__version__", "diff", "errors", "load", "read",
    "equations", "examples", "explain", "subroutine", "user",
]  # fmt: skip

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name in _LAZY:
            return getattr(importlib.import_module(_LAZY[name]), name)
        raise AttributeError(f"module 'bellcrank' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
