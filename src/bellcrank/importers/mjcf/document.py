"""The document behind an MJCF file: files that it includes, its defaults and its compiler settings.

An attribute of a node comes from the node itself, else from its class, else from the class above, up to `main`. The
class is the node's own `class`, else the nearest `childclass` around it.
"""

from __future__ import annotations

import math
from pathlib import Path

from bellcrank.dataset.files import read_text
from bellcrank.errors import DatasetError
from bellcrank.importers.losses import Losses
from bellcrank.importers.turning import about, quaternion, sequence, shortest, two_axes
from bellcrank.importers.values import reals, three
from bellcrank.importers.xml_tree import Node, parse_xml
from bellcrank.model.frames import IDENTITY, Frame, Matrix, NoDirection

ACTUATORS = (
    "general", "motor", "position", "intvelocity", "velocity", "damper", "cylinder", "muscle", "adhesion", "plugin",
    "dcmotor",
)  # fmt: skip
"""They are one kind of thing to defaults: what is said of one holds for all."""
MOST_INCLUDED = 100


class Document:
    """A file with its includes put in; `resolve` gives a node its defaults."""

    def __init__(self, root: Node, file: str, losses: Losses) -> None:
        self.root, self.losses = root, losses
        self._folder = Path(file).resolve().parent
        self._included = 0
        self._include(root)
        self.compiler = self._settings("compiler")
        self.option = self._settings("option")
        self.flags = {
            k: v for node in root.all("option") for flag in node.all("flag") for k, v in flag.attributes.items()
        }
        self.degrees = self.compiler.get("angle", "degree") != "radian"
        self.order = self.compiler.get("eulerseq", "xyz")
        if len(self.order) != 3 or set(self.order.lower()) - set("xyz"):
            losses.error(self.compiler, "E104", f"eulerseq = {self.order!r}.", "give three letters of x, y, z.")
            self.order = "xyz"
        self._classes: dict[str, dict[str, dict[str, str]]] = {"main": {}}
        for node in root.all("default"):
            self._read_class(node, "main", {})

    def _include(self, node: Node) -> None:
        """Replace every include by what the file holds; only files inside the folder of the model are read."""
        children: list[Node] = []
        for child in node.children:
            if child.tag != "include":
                self._include(child)
                children.append(child)
                continue
            self._included += 1
            path = (self._folder / child.get("file")).resolve()
            if not path.is_relative_to(self._folder) or self._included > MOST_INCLUDED:
                cure = f"copy it into {self._folder.name}." if self._included <= MOST_INCLUDED else "include less."
                self.losses.error(
                    child, "E101", f"{child.get('file')!r} is not read.", cure, "It is outside the folder."
                )
                continue
            try:
                other = parse_xml(read_text(path), str(path))
            except DatasetError as error:
                self.losses.errors.extend(error.report)
                continue
            self._include(other)
            children.extend(other.children)
        node.children = children

    def _settings(self, tag: str) -> Node:
        """All statements of a tag as one; later ones win."""
        found = self.root.all(tag)
        merged = {key: value for node in found for key, value in node.attributes.items()}
        return Node(tag, merged, found[0].place if found else self.root.place)

    def _read_class(self, node: Node, name: str, above: dict[str, dict[str, str]]) -> None:
        own = {tag: dict(values) for tag, values in {**above, **self._classes.get(name, {})}.items()}
        for child in node.children:
            if child.tag != "default":
                tag = "actuator" if child.tag in ACTUATORS else child.tag
                own[tag] = {**own.get(tag, {}), **child.attributes}
        self._classes[name] = own
        for child in node.all("default"):
            self._read_class(child, child.get("class"), own)

    def resolve(self, node: Node, childclass: str = "") -> Node:
        """The node with all its defaults."""
        name = node.get("class") or childclass or "main"
        if name not in self._classes:
            self.losses.error(node, "E107", f"class = {name!r}, but there is no such default.", "correct the name.")
            name = "main"
        tag = "actuator" if node.tag in ACTUATORS else node.tag
        return Node(node.tag, {**self._classes[name].get(tag, {}), **node.attributes}, node.place, node.children)

    def angle(self, value: float) -> float:
        """An angle of the file in radians."""
        return math.radians(value) if self.degrees else value

    def yes(self, node: Node, name: str, default: bool = False) -> bool:
        """A switch."""
        return node.get(name, "true" if default else "false") in ("true", "enable", "1")

    def frame(self, node: Node) -> Frame:
        """Position and orientation of a node."""
        return three(node, "pos", self.losses), self.turn(node)

    def turn(self, node: Node) -> Matrix:
        """The orientation of a node, in whichever way it is written."""
        try:
            return self._turn(node)
        except NoDirection as error:
            self.losses.error(node, "E104", f"The orientation cannot be found: {error}.", "correct the numbers.")
            return IDENTITY

    def _turn(self, node: Node) -> Matrix:
        losses = self.losses
        if node.get("quat"):
            w, x, y, z = reals(node, "quat", (1.0, 0.0, 0.0, 0.0), losses)
            return quaternion(w, x, y, z) if (x, y, z) != (0.0, 0.0, 0.0) else IDENTITY
        if node.get("axisangle"):
            x, y, z, angle = reals(node, "axisangle", (0.0, 0.0, 1.0, 0.0), losses)
            return about((x, y, z), self.angle(angle))
        if node.get("xyaxes"):
            a, b, c, d, e, f = reals(node, "xyaxes", (1.0, 0.0, 0.0, 0.0, 1.0, 0.0), losses)
            return two_axes((a, b, c), (d, e, f))
        if node.get("zaxis"):
            return shortest(three(node, "zaxis", losses, (0.0, 0.0, 1.0)))
        if node.get("euler"):
            a, b, c = (self.angle(value) for value in three(node, "euler", losses))
            return sequence((a, b, c), self.order)
        return IDENTITY
