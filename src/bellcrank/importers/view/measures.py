"""Measures of Adams View as functions of the dataset; there, too, a measure is a VARIABLE.

measure create object   of a part: cm_position, cm_velocity, ...; of an element: element_force, element_torque
measure create point    of a marker: translational_displacement, angular_velocity, ...
measure create pt2pt    from a marker to another
measure create function any function
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bellcrank.importers.view.commands import Command
from bellcrank.importers.view.places import Unknown

if TYPE_CHECKING:
    from bellcrank.importers.view.tables import Tables

COMPONENTS = {"x_component": "X", "y_component": "Y", "z_component": "Z", "mag_component": "M", "mag": "M"}
MEASURED = ("JOINT", "JPRIM", "MOTION", "SFORCE", "VFORCE", "VTORQUE", "GFORCE", "BUSHING", "BEAM", "SPRINGDAMPER")
SHORT = {"BUSHING": "BUSH", "SPRINGDAMPER": "SPDP", "VTORQUE": "VTORQ"}
"""Names of the functions where they are not those of the statements."""
FAMILIES = {
    "translational_displacement": "D", "translational_velocity": "V", "translational_acceleration": "ACC",
    "angular_velocity": "W", "angular_acceleration": "WDT",
    "cm_position": "D", "cm_velocity": "V", "cm_acceleration": "ACC", "cm_angular_velocity": "W",
    "cm_angular_acceleration": "WDT", "cm_position_relative_to_body": "",
}  # fmt: skip


def function_of(session: Tables, command: Command) -> str:
    """The function of a measure; Unknown for one without counterpart."""
    kind = command.words[-1]
    if kind == "function":
        return str(session.value(command, "function", "f"))
    letter = COMPONENTS.get(command.text("component").lower())
    family = FAMILIES.get(command.text("characteristic").lower())
    if kind == "object" and letter and command.text("characteristic") in ("element_force", "element_torque"):
        return _of_element(session, command, letter)
    if not letter or not family:
        raise Unknown(f"{command.text('characteristic')} {command.text('component')}".strip())
    if kind == "object":
        part = session.objects.find(command.text("object"), "PART")
        i, j = session.model.get("MARKER", part.cm or 0).id, 0
    elif kind == "point":
        i, j = session.objects.find(command.text("point"), "MARKER").id, 0
    else:
        i, j = (session.objects.find(command.text(key), "MARKER").id for key in ("to_point", "from_point"))
    rm = command.text("coordinate_rframe")
    axes = session.objects.find(rm, "MARKER").id if rm else 0
    return f"{family}M({i},{j})" if letter == "M" else f"{family}{letter}({i},{j},{axes})"


def _of_element(session: Tables, command: Command, letter: str) -> str:
    """A component of the force or torque of an element."""
    target = session.objects.find(command.text("object"))
    if target.keyword not in MEASURED:
        raise Unknown(f"force of {target.title}")
    column = "MXYZ".index(letter) + (5 if command.text("characteristic") == "element_torque" else 1)
    side = 0 if command.text("from_first") in ("yes", "on", "") else 1
    return f"{SHORT.get(target.keyword, target.keyword)}({target.id},{side},{column},0)"
