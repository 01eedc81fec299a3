"""The reader of Adams View command files (.cmd)."""

from __future__ import annotations

import math
from typing import Any

from bellcrank.errors import Place, Report
from bellcrank.importers.view.bodies import frame_of, in_part, link_mass
from bellcrank.importers.view.commands import Command, read_commands
from bellcrank.importers.view.instances import INSTANCES
from bellcrank.importers.view.tables import Tables
from bellcrank.importers.view.values import ANGLES, Unknown
from bellcrank.model import Model
from bellcrank.model.frames import Frame
from bellcrank.registry import ELEMENTS, IMPORTERS, entry

COMPONENTS = {"x_component": 2, "y_component": 3, "z_component": 4, "mag": 1}
MEASURED = ("JOINT", "MOTION", "SFORCE")


@entry(IMPORTERS, ".cmd")
def load_cmd(text: str, file: str) -> tuple[Model, Report]:
    """The model of a command file, and what is wrong with it or was left out."""
    session = Session(file)
    for command in read_commands(text, file):
        session.do(command)
    return session.finish(), session.losses.told()


class Session(Tables):
    """What Adams View would know after the commands so far; `do_marker` is the command `marker create` or `modify`."""

    def do_defaults_units(self, command: Command) -> None:
        """The units of all numbers that follow."""
        given = {k: command.text(k).upper() for k in ("length", "mass", "force", "time") if k in command.arguments}
        if len(given) == 4:
            spelt = {"SEC": "SECOND", "MILLISEC": "MILLISECOND", "MIN": "MINUTE", "METER": "METER"}
            self.model.units = " ".join(spelt.get(word, word) for word in given.values())  # type: ignore[assignment]
            self.values.units = self.model.units
        if "angle" in command.arguments:
            self.values.angle = ANGLES.get(command.text("angle").lower(), math.pi / 180)
        other = command.text("orientation_type").lower() or "body313"
        if other != "body313":
            self.losses.error(command.node, "E104", f"orientation_type = {other}.", "export with body313 angles.")

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

    def _place(self, command: Command, element: Any, origin: str, turn: str) -> None:
        """Location and orientation of a part in ground, or of a marker in its part."""
        if self.ground is None:
            raise Unknown("A model that is not there yet (model create)")
        system: Frame = frame_of(self.model, self._system(command))
        part = self.ground if element.keyword == "PART" else self.model.get("PART", element.part)
        old = getattr(element, origin), getattr(element, turn)
        try:
            at = self.three(command, "location") if "location" in command.arguments else None
            angles = self.three(command, "orientation") if "orientation" in command.arguments else None
        except Unknown as error:
            if "create" in command.words:
                raise
            self.losses.unneeded("expression of Adams View", command.node, f"{error}: its value at the export is kept.")
            return
        if at is None and angles is None:
            return
        turned = tuple(self.values.angle * a for a in angles) if angles is not None else None
        new = in_part(self.model, part, system, tuple(at or (0.0, 0.0, 0.0)), turned)  # type: ignore[arg-type]
        found = (new["qp"] if at is not None else old[0], new["reuler"] if angles is not None else old[1])
        for attribute, value in zip((origin, turn), found, strict=True):
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
        if "material_type" in command.arguments:
            self.material[self.objects.full(command.text("part_name"))] = (command, command.text("material_type"))
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

    def do_force_body_gravitational(self, command: Command) -> None:
        """The acceleration of gravity."""
        keys = [f"{axis}_component_gravity" for axis in "xyz"]
        old = self.model.gravity
        self.model.gravity = tuple(
            self._numbers(command.arguments[key], "n") if key in command.arguments else old[k]
            for k, key in enumerate(keys)
        )

    def do_measure_object(self, command: Command) -> None:
        """A force or torque of an element becomes a VARIABLE; other measures are left out."""
        what, target = command.text("characteristic"), self.objects.find(command.text("object"))
        column = COMPONENTS.get(command.text("component"))
        if what not in ("element_force", "element_torque") or column is None or target.keyword not in MEASURED:
            self.losses.unneeded("measure", command.node, "Measure with REQUEST instead.")
            return
        column += 4 if what == "element_torque" else 0
        side = 0 if command.text("from_first") in ("yes", "on", "") else 1
        variable = ELEMENTS["VARIABLE", ""](function=f"{target.keyword}({target.id},{side},{column},0)")
        self.objects.add(command.text("measure_name"), variable, self.id(command), command.place)

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
                self._mass_of_links(name, command, material)
            except Unknown as error:
                self.losses.error(
                    command.node, "E105", f"The mass of {name} cannot be found: {error}.", "give the mass."
                )
        if self.model.single("OUTPUT") is None:
            self.model.add(ELEMENTS["OUTPUT", ""](reqsave=True, grsave=True))
        results: Any = self.model.single("RESULTS") or self.model.add(ELEMENTS["RESULTS", ""]())
        results.xrf = True
        return self.model

    def _mass_of_links(self, name: str, command: Command, material: str) -> None:
        """The mass of a part that is one link."""
        part: Any = self.objects.find(name, "PART")
        links = [link for link in self.links if link.startswith(f"{name}.")]
        density = self.densities.get(self.objects.full(material))
        if part.mass:
            return
        if len(links) != 1 or density is None:
            raise Unknown("only the mass of a single link of a known material is worked out")
        i, j = (self.objects.find(marker, "MARKER") for marker in self.links[links[0]])
        centre = self.objects.find(f"{name}.cm", "MARKER")
        frame_i, frame_j, frame_c = (self.model.frame_of(m.id) for m in (i, j, centre))
        width, depth = self.sizes[links[0]]
        part.mass, part.ip = link_mass(frame_i, frame_j[0], width, depth, density, frame_c[1])
        part.cm = centre
