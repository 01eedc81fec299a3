"""The reader of Adams View command files (.cmd)."""

from __future__ import annotations

import math
import re
from typing import Any

from bellcrank.errors import Place, Report
from bellcrank.importers.view.bodies import body313, frame_of, in_part
from bellcrank.importers.view.commands import Command, read_commands
from bellcrank.importers.view.instances import INSTANCES
from bellcrank.importers.view.masses import give_mass
from bellcrank.importers.view.measures import function_of
from bellcrank.importers.view.places import InGround, Unknown
from bellcrank.importers.view.statements import KEYS
from bellcrank.importers.view.tables import Tables
from bellcrank.importers.view.values import ANGLES
from bellcrank.model import Model
from bellcrank.model.frames import GLOBAL, Frame, Vector
from bellcrank.registry import ELEMENTS, IMPORTERS, entry

TURNS = re.compile(r"(body|space)(?!.*(.)\2)[123]{3}")
"""Orientations by three angles about axes of which no two in a row are the same."""
SPELT = {"SEC": "SECOND", "MILLISEC": "MILLISECOND", "MSEC": "MILLISECOND", "MIN": "MINUTE"}
RUNS = {"transient": "", "dynamic": "", "kinematic": "", "equilibrium": " --statics", "static": " --statics"}


@entry(IMPORTERS, ".cmd")
def load_cmd(text: str, file: str) -> tuple[Model, Report]:
    """The model of a command file, and what is wrong with it or was left out."""
    session = Session(file)
    for command in read_commands(text, file):
        session.do(command)
    return session.finish(), session.losses.told()


class Session(Tables):
    """What Adams View would know after the commands so far; `do_marker` is the command `marker create` or `modify`."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.units = {"length": "MM", "mass": "KG", "force": "NEWTON", "time": "SECOND"}
        self.turns = "body313"
        """How orientations are given."""

    def do_defaults_units(self, command: Command) -> None:
        """The units of all numbers that follow."""
        for key in ("length", "mass", "force", "time"):
            if key in command.arguments:
                word = command.text(key).upper()
                self.units[key] = SPELT.get(word, word)
        self.model.units = " ".join(self.units.values())  # type: ignore[assignment]
        self.values.units = self.model.units
        if "angle" in command.arguments:
            self.values.angle = ANGLES.get(command.text("angle").lower(), math.pi / 180)
        turns = command.text("orientation_type").lower() or self.turns
        if TURNS.fullmatch(turns):
            self.turns = turns
        else:
            self.losses.error(command.node, "E104", f"orientation_type = {turns}.", "export with body313 angles.")

    def do_model(self, command: Command) -> None:
        """The model; a second one cannot be kept apart."""
        name = command.text("model_name").lstrip(".")
        if self.objects.name and self.objects.name != name and "create" in command.words:
            self.losses.error(command.node, "E106", "A second model begins here.", "keep one model in a file.")
            return
        self.objects.name = self.values.model = name
        self.model.title = f"Adams View model name: {name}"
        if self.ground is None:
            part = ELEMENTS["PART", ""](ground=True)
            self.ground = self.objects.add(f".{name}.ground", part, 1, command.place)

    def do_defaults_coordinate_system(self, command: Command) -> None:
        """The frame in which locations are given."""
        self.system = self.objects.find(command.text("default_coordinate_system"))

    def do_defaults_model(self, command: Command) -> None:
        """The part that is current; names are full, so it does not matter."""

    def do_variable(self, command: Command) -> None:
        """A design variable, or a text."""
        name = self.objects.full(command.text("variable_name"))
        if "object_value" in command.arguments:
            self.values.variables[name] = command.text("object_value").strip("() ")
        for key in ("real_value", "integer_value", "string_value", "value"):
            try:
                found = [self.values.of(item) for item in command.arguments.get(key, ())]
            except Unknown:
                continue
            if found:
                self.values.variables[name] = found[0] if len(found) == 1 else found

    def do_ude_instance(self, command: Command) -> None:
        """An instance of a definition: made when its parameters are known, which is when it is modified."""
        name = self.objects.full(command.text("instance_name"))
        definition = command.text("definition_name").lower()
        if "create" in command.words and definition not in INSTANCES:
            self.left_out(command)
        elif "create" in command.words:
            self.waiting[name] = definition
        elif name in self.waiting:
            INSTANCES[self.waiting.pop(name)](self, command, name)

    def do_material(self, command: Command) -> None:
        """Only the density matters."""
        if "density" in command.arguments:
            name = self.objects.full(command.text("material_name"))
            self.densities[name] = self._numbers(command.arguments["density"], "n")

    def do_part_rigid_body_name_and_position(self, command: Command) -> None:
        """A part and its frame."""
        name = command.text("part_name")
        if "create" in command.words:
            part: Any = self.objects.add(name, ELEMENTS["PART", ""](), self.id(command), command.place)
        else:
            part = self.objects.find(name, "PART")
        self._place(command, part, "qg", "reuler")
        self.not_read(command, set(KEYS["part rigid_body name_and_position"]))

    def _place(self, command: Command, element: Any, origin: str, turn: str) -> None:
        """Location and orientation of a part in ground, or of a marker in its part."""
        if self.ground is None:
            raise Unknown("A model that is not there yet (model create)")
        system: Frame = frame_of(self.model, self._system(command))
        part = self.ground if element.keyword == "PART" else self.model.get("PART", element.part)
        try:
            at, turned = self._given(command, "location"), self._given(command, "orientation")
        except Unknown as error:
            if "create" in command.words:
                raise
            self.losses.unneeded("expression of Adams View", command.node, f"{error}: its value at the export is kept.")
            return
        if at is not None:
            there = GLOBAL if isinstance(at, InGround) else system
            self._put(element, origin, in_part(self.model, part, there, tuple(at), None)["qp"])  # type: ignore[arg-type]
        if isinstance(turned, InGround) and turned.fits(frame_of(self.model, element)[1]):
            return
        if turned is not None:
            there = GLOBAL if isinstance(turned, InGround) else system
            angles = self._angles(turned)
            self._put(element, turn, in_part(self.model, part, there, (0.0, 0.0, 0.0), angles)["reuler"])

    def _given(self, command: Command, key: str) -> InGround | Vector | None:
        """Three numbers of an argument, or what an expression says of ground."""
        items = command.arguments.get(key)
        if items is None:
            return None
        value = self.values.of(items[0]) if len(items) == 1 else None
        return value if isinstance(value, InGround) else self.three(command, key)

    def _angles(self, turned: InGround | Vector) -> Vector:
        """3-1-3 angles in radians."""
        if isinstance(turned, InGround):
            return turned[0], turned[1], turned[2]
        a, b, c = (self.values.angle * v for v in turned)
        return body313(self.turns, (a, b, c))

    def _put(self, element: Any, attribute: str, value: Vector) -> None:
        setattr(element, attribute, value if any(abs(v) > 0 for v in value) else None)

    def _system(self, command: Command) -> Any:
        if "relative_to" in command.arguments:
            return self.objects.find(command.text("relative_to"))
        return self.system or self.ground

    def do_marker(self, command: Command) -> None:
        """A marker of the part that its full name begins with."""
        name = command.text("marker_name")
        if "create" in command.words:
            self.objects.add(name, self._on_part(name), self.id(command), command.place)
        self._place(command, self.objects.find(name, "MARKER"), "qp", "reuler")
        self.not_read(command, set(KEYS["marker"]))

    def do_point(self, command: Command) -> None:
        """A point of a part: no statement, but expressions name it."""
        name = self.objects.full(command.text("point_name"))
        owner = self.objects.find(name.rpartition(".")[0], "PART")
        at = self._given(command, "location")
        if at is not None:
            system = GLOBAL if isinstance(at, InGround) else frame_of(self.model, self._system(command))
            self.objects.points[name] = owner, in_part(self.model, owner, system, tuple(at), None)["qp"]  # type: ignore[arg-type]

    def do_floating_marker(self, command: Command) -> None:
        """A marker that the force using it puts in place."""
        name = command.text("floating_marker_name")
        marker = self._on_part(name)
        marker.floating = True
        self.objects.add(name, marker, self.id(command), command.place)

    def _on_part(self, name: str) -> Any:
        owner = self.objects.find(self.objects.full(name).rpartition(".")[0], "PART")
        return ELEMENTS["MARKER", ""](part=owner.id)

    def do_part_rigid_body_mass_properties(self, command: Command) -> None:
        """Mass and moments of inertia, or the material from which they follow."""
        part = self.objects.find(command.text("part_name"), "PART")
        if part.ground:
            return
        name = self.objects.full(command.text("part_name"))
        if "material_type" in command.arguments:
            self.material[name] = (command, command.text("material_type"))
        if "density" in command.arguments:
            self.densities[f"{name}.density"] = self._numbers(command.arguments["density"], "n")
            self.material[name] = (command, f"{name}.density")
        for key, attribute in (("center_of_mass_marker", "cm"), ("inertia_marker", "im")):
            if key in command.arguments:
                setattr(part, attribute, self.reference(command.arguments[key][0], "MARKER"))
        if "mass" in command.arguments:
            part.mass = self._numbers(command.arguments["mass"], "n")
        old = dict(zip(("ixx", "iyy", "izz", "ixy", "izx", "iyz"), (*part.ip, 0.0, 0.0, 0.0)[:6], strict=True))
        new = {key: self._numbers(command.arguments[key], "n") for key in old if key in command.arguments}
        if new:
            ip = [{**old, **new}[key] for key in old]
            part.ip = ip if any(ip[3:]) else ip[:3]
        if part.mass and part.cm is None and f"{name}.cm" in self.objects.known:
            part.cm = self.objects.known[f"{name}.cm"]
        self.not_read(command, set(KEYS["part rigid_body mass_properties"]))

    def do_part_rigid_body_initial_velocity(self, command: Command) -> None:
        """Velocities at the start."""
        part = self.objects.find(command.text("part_name"), "PART")
        for key in (f"{kind}{axis}" for kind in "vw" for axis in "xyz"):
            if key in command.arguments and command.text(key) not in ("(none)", '""', "()"):
                setattr(part, key, self._numbers(command.arguments[key], "a" if key[0] == "w" else "n"))
        for key in ("vm", "wm"):
            if key in command.arguments:
                setattr(part, key, self.reference(command.arguments[key][0], "MARKER"))

    def do_geometry_shape_link(self, command: Command) -> None:
        """A link has no counterpart among the shapes of a dataset; its mass is needed."""
        name = self.objects.full(command.text("link_name"))
        if "i_marker" in command.arguments:
            self.links[name] = (command.text("i_marker"), command.text("j_marker"))
        old = self.sizes.get(name, (0.0, 0.0))
        width, depth = (
            self._numbers(command.arguments[key], "n") if key in command.arguments else old[k]
            for k, key in enumerate(("width", "depth"))
        )
        self.sizes[name] = (width, depth)

    def do_file_parasolid_read(self, command: Command) -> None:
        """Solids of all parts, which are named later, or those of one part."""
        file = str(self.values.of(command.arguments.get("file_name", ['""'])[0]))
        if "part_name" not in command.arguments:
            self.solids_file = file
            return
        part = command.text("part_name")
        marker = self.objects.add(f"{part}.PSMAR", self._on_part(f"{part}.PSMAR"), None, command.place)
        self._place(command, marker, "qp", "reuler")
        graphic = ELEMENTS["GRAPHICS", "EXTERNAL"](rm=marker.id, file=file)
        self.objects.add(f"{part}.solids", graphic, None, command.place)

    def do_force_body_gravitational(self, command: Command) -> None:
        """The acceleration of gravity."""
        keys = [f"{axis}_component_gravity" for axis in "xyz"]
        old = self.model.gravity
        self.model.gravity = tuple(
            self._numbers(command.arguments[key], "n") if key in command.arguments else old[k]
            for k, key in enumerate(keys)
        )

    def do_measure_object(self, command: Command) -> None:
        """A measure becomes a VARIABLE, as in the datasets of Adams View; some are left out."""
        name = self.objects.full(command.text("measure_name"))
        if "modify" in command.words and name in self.objects.known:
            if "function" in command.arguments:
                self.objects.known[name].function = function_of(self, command)
            return
        empty = command.text("function") == '""'  # its function follows later
        try:
            function = "0" if empty else function_of(self, command)
        except Unknown as error:
            self.losses.unneeded(
                "measure", command.node, f"{error} has no counterpart.", "measure with REQUEST instead."
            )
            return
        variable = ELEMENTS["VARIABLE", ""](function=function)
        self.objects.add(command.text("measure_name"), variable, self.id(command), command.place)
        self.objects.measures.add(name)

    do_measure_point = do_measure_pt2pt = do_measure_function = do_measure_object

    def left_out(self, command: Command) -> None:
        """A simulation is told as the command that does it."""
        kind = command.words[2] if command.words[:2] == ("simulation", "single_run") and len(command.words) > 2 else ""
        if kind not in RUNS:
            return super().left_out(command)
        end, steps = command.text("end_time"), command.text("number_of_steps")
        words = RUNS[kind] + (f" --end {end}" if end else "") + (f" --steps {steps}" if steps else "")
        cure = f"bellcrank run {self.model.file}{words}"
        self.losses.unneeded(f"simulation single_run {kind}", command.node, "The model is read, not run.", cure)

    # --- the end ---

    def finish(self) -> Model:
        """Masses from shapes, and the statements that Adams View adds to every dataset it writes."""
        for name in self.waiting:
            node = Command(("ude", "create", "instance"), Place(self.model.file, 1), {"instance_name": [name]}).node
            self.losses.error(
                node, "E105", f"{name} has no parameters.", "add ude modify instance behind its variables."
            )
        for name, (command, material) in self.material.items():
            try:
                give_mass(self, name, material)
            except Unknown as error:
                self.losses.error(
                    command.node, "E105", f"The mass of {name} cannot be found: {error}.", "give the mass."
                )
        self.leave_inactive()
        if self.model.single("OUTPUT") is None:
            self.model.add(ELEMENTS["OUTPUT", ""](reqsave=True, grsave=True))
        results: Any = self.model.single("RESULTS") or self.model.add(ELEMENTS["RESULTS", ""]())
        results.xrf = True
        return self.model
