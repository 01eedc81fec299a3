"""`model.simulate(...)`: the functions of the folder `analysis` as methods of a model.

The folder lies above this one, so it is found by name and imported when first used; `help(bc.Model.simulate)` shows the
function itself. Type checkers see the same functions.
"""

from __future__ import annotations

import importlib
import importlib.util
import types
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from bellcrank.model.explained import explained_call

if TYPE_CHECKING:
    from bellcrank.analysis.campbell import campbell as _campbell
    from bellcrank.analysis.kinematics import kinematics as _kinematics
    from bellcrank.analysis.linearize import linearize as _linearize
    from bellcrank.analysis.modes import modes as _modes
    from bellcrank.analysis.simulate import simulate as _simulate
    from bellcrank.analysis.statics import statics as _statics


class Analysis:
    """A function of `analysis/NAME.py` as a method."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, model: Any, owner: type) -> Any:
        function = analysis_named(self.name)
        return function if model is None or function is None else types.MethodType(function, model)


@cache
def analysis_named(name: str) -> Callable[..., Any] | None:
    """The function `simulate` of `analysis/simulate.py`; None when there is none."""
    module = f"bellcrank.analysis.{name}"
    if importlib.util.find_spec("bellcrank.analysis") is None or importlib.util.find_spec(module) is None:
        return None
    function: Callable[..., Any] | None = getattr(importlib.import_module(module), name, None)
    return explained_call(function) if function is not None else None


class Analyses:
    """What can be done with a model."""

    if TYPE_CHECKING:
        simulate = _simulate
        campbell = _campbell
        kinematics = _kinematics
        linearize = _linearize
        modes = _modes
        statics = _statics
    else:
        simulate = Analysis("simulate")
        campbell = Analysis("campbell")
        kinematics = Analysis("kinematics")
        linearize = Analysis("linearize")
        modes = Analysis("modes")
        statics = Analysis("statics")
