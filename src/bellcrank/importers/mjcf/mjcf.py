"""The reader of MJCF files (.mjcf, .xml)."""

from __future__ import annotations

from bellcrank.errors import Message, Report
from bellcrank.importers import urdf
from bellcrank.importers.losses import Losses
from bellcrank.importers.mjcf.bodies import Bodies
from bellcrank.importers.mjcf.document import Document
from bellcrank.importers.mjcf.relations import Relations
from bellcrank.importers.robot import Robot
from bellcrank.importers.values import real, three
from bellcrank.importers.xml_tree import parse_xml
from bellcrank.model import Model
from bellcrank.registry import IMPORTERS, entry

READ = (
    "compiler", "option", "default", "asset", "worldbody", "actuator", "equality", "statistic", "size", "visual",
)  # fmt: skip
LOST = {
    "tendon": "Tendons have no counterpart; a force between two points is an SFORCE.",
    "deformable": "Only rigid bodies are imported.",
    "extension": "Plug-ins are not run.",
}
NOT_NEEDED = {
    "contact": "Contacts are left out.",
    "sensor": "Measure with REQUEST instead.",
    "keyframe": "The start is the position in which the bodies are written.",
    "custom": "It is for other programs.",
}


@entry(IMPORTERS, ".xml")
@entry(IMPORTERS, ".mjcf")
def load_mjcf(text: str, file: str) -> tuple[Model, Report]:
    """The model of an MJCF file, and what is wrong with it or was left out; a URDF file under this suffix too."""
    root = parse_xml(text, file)
    if root.tag == "robot":
        return urdf.of_tree(root, file)
    losses = Losses()
    if root.tag != "mujoco":
        cure = "give a model of MuJoCo (root mujoco) or a URDF file (root robot)."
        losses.error(root, "E101", f"XML with the root element {root.tag} is no model.", cure)
        return Model(), losses.told()
    document = Document(root, file, losses)
    for node in root.children:
        if node.tag in LOST:
            losses.changes(node.tag, node, LOST[node.tag])
        elif node.tag not in READ:
            losses.unneeded(node.tag, node, NOT_NEEDED.get(node.tag, "It is not known."))
    robot = Robot(root.get("model", "MuJoCo Model"), file)
    world = Bodies(document).world()
    if not losses.errors:
        robot.put(world)
        Relations(document, robot).put()
    _options(document, robot.model)
    report = losses.told()
    if root.all("equality") and not report.errors:
        what = "Equality constraints are exact here, where MuJoCo's are soft."
        report.add(Message("note", "N121", what, root.all("equality")[0].place))
    return robot.model, report


def _options(document: Document, model: Model) -> None:
    """Gravity, and the surrounding medium, which is left out."""
    option, losses = document.option, document.losses
    gravity = three(option, "gravity", losses, (0.0, 0.0, -9.81))
    model.gravity = gravity if document.flags.get("gravity") != "disable" else (0.0, 0.0, 0.0)
    if real(option, "density", 0.0, losses) or real(option, "viscosity", 0.0, losses):
        losses.changes("density and viscosity of the medium", option, "Forces of a medium are not imported.")
    if option.get("wind"):
        losses.changes("wind", option, "Forces of a medium are not imported.")
