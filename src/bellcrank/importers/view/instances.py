"""Instances of definitions that come with Adams View: its springs, and motions of all six coordinates.

    .MDI.Forces.spring               f = -k (l - l0) - c l' + preload along the line of the markers -> SFORCE        (1)
    .MDI.Constraints.general_motion  up to six MOTION statements of marker I in marker J

The parameters of an instance are variables under its name. Other definitions (tyres, controls, one's own) are left out
with a warning.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bellcrank.importers.view.commands import Command
from bellcrank.importers.view.places import Unknown
from bellcrank.registry import ELEMENTS

if TYPE_CHECKING:
    from bellcrank.importers.view.tables import Tables

AXES = {"t1": "X", "t2": "Y", "t3": "Z", "r1": "B1", "r2": "B2", "r3": "B3"}
AS_DISPLACEMENT = 1


def spring(session: Tables, command: Command, name: str) -> None:
    """Equation (1); the free length is that of the position in the file unless it is given."""
    i, j = (session.objects.find(str(parameter(session, name, side)), "MARKER") for side in ("i_marker", "j_marker"))
    for mode in ("stiffness_mode", "damping_mode"):
        if str(parameter(session, name, mode, "linear")).lower() not in ("linear", "none"):
            raise Unknown(f"{name}: {mode} of a spring that is not linear")
    k, c, preload = (
        float(parameter(session, name, word, 0.0))
        for word in ("stiffness_coefficient", "damping_coefficient", "preload")
    )
    length = math.dist(session.model.frame_of(i.id)[0], session.model.frame_of(j.id)[0])
    if str(parameter(session, name, "free_length_mode", "design_length")).lower() != "design_length":
        length = float(parameter(session, name, "free_length"))
    function = f"-{k!r}*(DM({i.id},{j.id})-{length!r}) - {c!r}*VR({i.id},{j.id}) + {preload!r}"
    force: Any = ELEMENTS["SFORCE", "TRANSLATION"](i=i.id, j=j.id, function=function)
    _named(session, command, f"{name}.sforce", force)


def general_motion(session: Tables, command: Command, name: str) -> None:
    """A MOTION for each coordinate that has a function of displacement."""
    i, j = (session.objects.find(str(parameter(session, name, side)), "MARKER") for side in ("i_marker", "j_marker"))
    for word, axis in AXES.items():
        kind = parameter(session, name, f"{word}_type", AS_DISPLACEMENT)
        if kind != AS_DISPLACEMENT:
            raise Unknown(f"{name}: {word}_type = {kind}")
        function = session.objects.with_ids(str(parameter(session, name, f"{word}_func", "0")))
        motion: Any = ELEMENTS["MOTION", ""](i=i.id, j=j.id, axis=axis, function=function)
        _named(session, command, f"{name}.motion_{word}", motion)


INSTANCES: dict[str, Callable[[Any, Command, str], None]] = {
    ".mdi.forces.spring": spring,
    ".mdi.constraints.general_motion": general_motion,
}


def parameter(session: Tables, name: str, word: str, default: Any = None) -> Any:
    """A parameter of an instance; Unknown without value and default."""
    found = session.values.variables.get(f"{name}.{word}", default)
    if found is None:
        raise Unknown(f"{name}.{word}")
    return found


def _named(session: Tables, command: Command, name: str, element: Any) -> None:
    session.objects.add(name, element, None, command.place)
    element.name = name.partition(".")[2].partition(".")[2]
