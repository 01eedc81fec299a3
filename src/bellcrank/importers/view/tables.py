"""Commands that the tables of `statements.py` describe: values, references, elements, settings."""

from __future__ import annotations

import math
from typing import Any

from bellcrank.errors import ModelError, Place
from bellcrank.importers.losses import Losses
from bellcrank.importers.view.bodies import frame_of
from bellcrank.importers.view.commands import Command
from bellcrank.importers.view.objects import Objects
from bellcrank.importers.view.places import Unknown
from bellcrank.importers.view.statements import HARMLESS, INPUTS, KEYS, NOTHING, RULES, SETTINGS, SILENT, WORDS
from bellcrank.importers.view.values import Values
from bellcrank.math.vec3 import minus, plus, rotate, rotate_back
from bellcrank.registry import ELEMENTS

ARRAYS = {"ic_array": "IC", "u_input_array": "U", "x_state_array": "X", "y_output_array": "Y"}
FREEDOMS = {"translational": "TRANSLATION", "rotational": "ROTATION"}


class Tables:
    """What Adams View would know after the commands so far."""

    def __init__(self, file: str) -> None:
        self.losses, self.values, self.objects = Losses(), Values(), Objects()
        self.model = self.objects.model
        self.objects.meant = self.values.variables
        self.values.attribute = self.objects.attribute
        self.instances: list[str] = []
        """Names of instances of unknown definitions."""
        self.waiting: dict[str, str] = {}
        """Instances whose parameters are still to come -> their definition."""
        self.model.file = file
        self.system: Any = None
        self.densities: dict[str, float] = {}
        self.material: dict[str, tuple[Command, str]] = {}
        self.links: dict[str, tuple[str, str]] = {}
        self.sizes: dict[str, tuple[float, float]] = {}
        self.strange_shapes: list[str] = []
        """Shapes without counterpart: their volume is not known."""
        self.inactive: dict[str, Command] = {}
        """Names of objects that are switched off -> where."""
        self.solids_file = ""
        """The Parasolid file that came with the model."""
        self.values.frame = self.objects.frame
        self.ground: Any = None

    def do(self, command: Command) -> None:
        """One command: by its own method, by the tables, or left out."""
        words = [w for w in command.words if w not in ("create", "modify", "set")]
        method = getattr(self, "_".join(["do", *words]), None) if words else None
        rule = RULES.get(" ".join(words))
        self.spell_out(command, KEYS.get(" ".join(words)) or ((*rule.arguments, rule.name) if rule else ()))
        try:
            if "attributes" in words:
                self.attributes(command)
            elif words[-1:] == ["delete"]:
                self.delete(command)
            elif command.name in SETTINGS:
                self.setting(command)
            elif method is not None:
                method(command)
            elif rule is not None:
                self.element(command, *rule)
            elif not command.name.startswith(SILENT) and command.words:
                self.left_out(command)
        except Unknown as error:
            self.not_known(command, str(error))
        except ModelError as error:
            self.losses.error(command.node, "E104", error.report.messages[0].what, error.report.messages[0].cure)

    def spell_out(self, command: Command, known: tuple[str, ...]) -> None:
        """Arguments may be abbreviated, as long as one is meant: marker = for marker_name =."""
        for key in list(command.arguments):
            meant = [word for word in known if word.startswith(key)]
            if key not in known and len(meant) == 1 and meant[0] not in command.arguments:
                command.arguments[meant[0]] = command.arguments.pop(key)

    def attributes(self, command: Command) -> None:
        """What is switched off is no part of the model; the rest concerns the screen."""
        name = next((v[0] for k, v in command.arguments.items() if k.endswith("_name") and v), "")
        switch = command.text("active").lower()
        if command.words[0] == "geometry":
            self.solid(name, command.place)
        if name and switch in ("off", "no"):
            self.inactive[self.objects.full(name)] = command
        elif name and switch in ("on", "yes"):
            self.inactive.pop(self.objects.full(name), None)

    def solid(self, name: str, place: Place) -> Any:
        """The solid of the Parasolid file with a name; None where there is no such file, or the name is another's."""
        full = self.objects.full(name)
        owner, _, body = full.rpartition(".")
        part = self.objects.known.get(owner)
        if not self.solids_file or full in self.objects.known or part is None or part.keyword != "PART":
            return self.objects.known.get(full)
        marker = self.objects.known.get(f"{owner}.psmar")
        if marker is None:
            marker = self.objects.add(f"{owner}.PSMAR", ELEMENTS["MARKER", ""](part=part.id), None, place)
        shown = name.rpartition(".")[2].strip('"')
        graphic = ELEMENTS["GRAPHICS", "EXTERNAL"](rm=marker.id, file=self.solids_file, element=shown or body)
        return self.objects.add(name, graphic, None, place)

    def delete(self, command: Command) -> None:
        """An object goes, and what hangs on it."""
        for key, names in command.arguments.items():
            for name in names if key.endswith("_name") else ():
                self.objects.points.pop(self.objects.full(name), None) or self.objects.take_out(name)

    def leave_inactive(self) -> None:
        """Take out what is switched off, and what cannot be without it."""
        for name, command in self.inactive.items():
            if name not in self.objects.known:
                continue
            _, *others = self.objects.take_out(name)
            self.losses.unneeded("switched off (active = off)", command.node, "Adams View does not simulate it either.")
            for other in others:
                if other.keyword not in ("MARKER", "GRAPHICS"):
                    why = f"{other.title} refers to it."
                    self.losses.changes("what refers to something that is switched off", command.node, why)

    def not_known(self, command: Command, what: str) -> None:
        """A value that cannot be worked out; what belongs to an instance that was left out goes with it."""
        if any(instance in f"{what} {command.arguments}".lower() for instance in self.instances):
            self.losses.changes(f"{command.name} on a left out instance", command.node, f"{what} is not there.")
        else:
            cure = "write the number or the name itself."
            self.losses.error(command.node, "E107", f"{what} cannot be worked out.", cure)

    def left_out(self, command: Command) -> None:
        """A command without counterpart; a definition of one's own is named."""
        what = command.name
        if command.words[0] == "ude":
            self.instances.append(self.objects.full(command.text("instance_name")))
            what = f"instance of {command.text('definition_name')}"
        if command.words[0] == "geometry" and "shape" in command.words:
            self.strange_shapes += [
                self.objects.full(v[0]) for k, v in command.arguments.items() if k.endswith("_name")
            ][:1]
        changing = command.words[0] in ("ude", "constraint", "force", "contact", "part", "executive_control")
        tell = self.losses.changes if changing else self.losses.unneeded
        tell(what, command.node, "The command has no counterpart.")

    # --- values ---

    def value(self, command: Command, key: str, how: str) -> Any:
        """An argument as the dataset wants it."""
        items = command.arguments[key]
        kind, _, keyword = how.partition(" ")
        if kind in ("m", "o"):
            return self.reference(items[0], keyword or "MARKER")
        if kind == "O" and keyword == "GRAPHICS":
            for item in items:
                self.solid(item, command.place)
        if kind in ("M", "O"):
            return [self.reference(item, keyword or "MARKER") for item in items]
        if kind in ("f", "t"):
            joined = "".join(str(self.values.of(item)) for item in items)
            return self.objects.with_ids(joined) if kind == "f" else joined
        if kind in ("+", "-"):
            return (items[0].lower() in ("on", "yes", "true")) == (kind == "+") or None
        if kind == "B":
            return ["TRUE" if item.lower() in ("yes", "on", "true") else "FALSE" for item in items]
        if kind in ("w", "W"):
            words = [WORDS.get(item.strip('"').upper(), item.strip('"').upper()) for item in items]
            return words if kind == "W" else words[0]
        return self._numbers(items, kind)

    def reference(self, item: str, keyword: str) -> Any:
        """The element an item names; a name may be put together of texts."""
        return self.objects.find(str(self.values.of(item)), keyword)

    def _numbers(self, items: list[str], kind: str) -> Any:
        found = [v for item in items for v in _flat(self.values.of(item))]
        if kind == "T":
            return [str(v) for v in found]
        numbers = []
        for value in found:
            if not isinstance(value, (int, float)):
                raise Unknown(str(value))
            if not math.isfinite(value):
                raise Unknown(str(value))
            numbers.append(float(value))
        if kind == "u":
            return f"USER({', '.join(f'{v:.10g}' for v in numbers)})"
        angle = self.values.angle
        factor = {"a": angle, "A": angle, "p": 1 / angle, "P": 1 / angle}.get(kind, 1.0)
        numbers = [factor * v for v in numbers]
        return numbers if kind in ("N", "P", "A") else int(numbers[0]) if kind == "i" else numbers[0]

    def three(self, command: Command, key: str) -> tuple[float, float, float]:
        """Three numbers."""
        found = self._numbers(command.arguments[key], "N")
        if len(found) != 3:
            raise Unknown(f"{key} = {command.text(key)}")
        return found[0], found[1], found[2]

    # --- elements by the tables ---

    def element(self, command: Command, keyword: str, key: str, arguments: dict[str, str], kind: str = "") -> None:
        """Make or change the element of a command."""
        name = command.text(key)
        if "create" in command.words:
            kind = FREEDOMS.get(command.text("type_of_freedom").lower(), kind) if keyword == "SFORCE" else kind
            found = self.objects.add(name, ELEMENTS[keyword, kind](), self.id(command), command.place)
        else:
            found = self.objects.find(name, keyword)
        try:
            for given in command.arguments:
                if given in arguments:
                    self._assign(command, found, given, arguments[given])
        except Unknown:
            if "create" in command.words:
                self.objects.remove(name, found)
            raise
        self.not_read(command, {*arguments, key})
        getattr(self, f"after_{keyword.lower()}", lambda c, e: None)(command, found)

    def _assign(self, command: Command, element: Any, key: str, how: str) -> None:
        attribute, _, kind = how.partition(" ")
        if not any(item not in ("", '""', "(none)") for item in command.arguments[key]):
            return
        try:
            value = self.value(command, key, kind)
        except Unknown as error:
            if attribute not in element.given:
                raise
            self.losses.unneeded("expression of Adams View", command.node, f"{error}: its value at the export is kept.")
            return
        setattr(element, attribute, value)
        field = element.fields[attribute]
        if attribute in element.given and element.given[attribute] == field.default and not field.required:
            element.__dict__.pop(attribute)

    def not_read(self, command: Command, known: set[str]) -> None:
        """Arguments that the tables do not have are told."""
        for key in command.arguments:
            if key not in known and key not in HARMLESS and NOTHING.get(key) != command.text(key):
                self.losses.changes(f"{key} of {command.words[-1]}", command.node, "This argument has no counterpart.")

    def id(self, command: Command) -> int | None:
        """The number of an element where the command gives one."""
        text = command.text("adams_id")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 and int(text) > 0 else None

    def after_array(self, command: Command, element: Any) -> None:
        """The use of an array is in the words of its command."""
        element.usage = ARRAYS.get(command.words[-1])
        if element.variables and not element.size:
            element.size = len(element.variables)

    def after_matrix(self, command: Command, element: Any) -> None:
        """The order of the numbers is by rows unless it is said."""
        element.full = element.full or "RORDER"

    def after_contact(self, command: Command, element: Any) -> None:
        """The law follows from the numbers."""
        poisson = element.penalty is not None and element.stiffness is None
        element.law = None if element.normal_function is not None else "POISSON" if poisson else "IMPACT"
        if command.text("no_friction").lower() in ("true", "yes", "on"):
            element.coulomb_friction = "OFF"

    def after_friction(self, command: Command, element: Any) -> None:
        """Switches become words."""
        given = {word: command.text(key).lower() == "on" for key, word in INPUTS.items() if key in command.arguments}
        if given and not all(given.values()):
            element.inputs = tuple(word for word, on in given.items() if on) or ("NONE",)
        if command.text("inactive_during_static").lower() in ("on", "yes", "true"):
            element.inactive = "STATIC"

    def after_graphics(self, command: Command, element: Any) -> None:
        """Boxes have three edges in one argument, profiles are given in some frame; arrows name an element."""
        if "points_for_profile" in command.arguments and element.rm:
            element.points = self._profile(command, element)
        if element.kind == "BOX" and "diag_corner_coords" in command.arguments:
            element.x, element.y, element.z = self.three(command, "diag_corner_coords")
        for key in ("force_element_name", "joint_name", "jprim_name", "point_curve_name"):
            if key in command.arguments and element.kind == "FORCE":
                target = self.objects.find(command.text(key))
                element.etype, element.eid = target.keyword, target.id

    def _profile(self, command: Command, element: Any) -> list[float]:
        """Points of a profile on its marker; they are given in the default coordinate system or in `relative_to`."""
        found = self._numbers(command.arguments["points_for_profile"], "N")
        named = command.text("relative_to")
        given = self.objects.frame(named) if named else frame_of(self.model, self.system or self.ground)
        own = self.model.frame_of(element.rm)
        if len(found) % 3 or given is None:
            raise Unknown("points_for_profile")
        if given == own:
            return list(found)
        points = [plus(given[0], rotate(given[1], found[k : k + 3])) for k in range(0, len(found), 3)]
        return [v for p in points for v in rotate_back(own[1], minus(p, own[0]))]

    def setting(self, command: Command) -> None:
        """A statement without id."""
        keyword, arguments = SETTINGS[command.name]
        usual = {"reqsave": True, "grsave": True} if keyword == "OUTPUT" else {}
        single: Any = self.model.single(keyword) or self.model.add(ELEMENTS[keyword, ""](**usual))
        for key in command.arguments:
            if key in arguments:
                self._assign(command, single, key, arguments[key])
        self.not_read(command, set(arguments))


def _flat(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
