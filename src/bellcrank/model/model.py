"""Model: the elements of a mechanical system by id and by name, in file order; may be edited at any time."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bellcrank import elements as element_files
from bellcrank.dataset.files import write_text
from bellcrank.errors import Message, ModelError, Report
from bellcrank.model.build import Making, resolved
from bellcrank.model.collection import Collection, by_name, no_such
from bellcrank.model.directions import three
from bellcrank.model.labels import Labels
from bellcrank.model.positions import Positions
from bellcrank.registry import ELEMENTS, load_all
from bellcrank.schema.element import Element
from bellcrank.schema.family import statement_names
from bellcrank.schema.fields import Field
from bellcrank.schema.units import Units

load_all(element_files)


class Model(Making, Positions, Labels):
    """A mechanical system: read from a file (`bc.read`), or built element by element.

    title    first line of the dataset
    units    "MKS" (or "SI"), "MMKS", "IPS", ... or four units: "mm kg N s"
    gravity  three numbers, or one: along z (`gravity=-9.81`)

    m = bc.Model("pendulum", units="SI", gravity=-9.81)
    rod = m.part("rod", mass=2, cm=(0.5, 0, 0), ip=(0.001, 0.17, 0.17))
    m.revolute("pin", rod, m.ground, at=(0, 0, 0), axis="y")
    run = m.simulate(end=2.0)
    """

    def __init__(self, title: str = "", units: str | Units = "", gravity: Any = None) -> None:
        """A model without elements.

        title    first line of the dataset
        units    "MKS" (or "SI"), "MMKS", "IPS", ... or four units: "mm kg N s"
        gravity  three numbers, or one: along z (`gravity=-9.81`)
        """
        self.title = title
        self.file = ""
        self.allow_outside = False
        self.allow_code = False
        """Whether Python files beside the dataset may be run for its user subroutines (schema/subroutine.py)."""
        self.notes = Report()
        """What was said when the model was made, for instance by a change of units."""
        self.comments: list[str] = []
        self._numbered: dict[str, dict[int, Element]] = {}
        self._single: dict[str, list[Element]] = {}
        self._order: dict[Element, None] = {}
        self._written: dict[Element, tuple[dict[str, Any], list[str]]] = {}
        Labels.__init__(self)
        if units:
            self.units = units  # type: ignore[assignment]
        if gravity is not None:
            self.gravity = gravity

    # --- finding ---

    def find(self, keyword: str, id: int) -> Element | None:
        """The element, or None."""
        table = self._numbered.get(keyword)
        return table.get(id) if table is not None else None

    def get(self, keyword: str, id: int) -> Element:
        """The element; ModelError when there is none."""
        found = self.find(keyword, id)
        if found is None:
            raise ModelError(no_such(keyword, id, self._numbered.get(keyword, {})))
        return found

    def __getitem__(self, name: str) -> Any:
        """The element with a name (`"elbow"`), a label (`"PART_2"`) or a statement and id (`"PART/2"`)."""
        keyword, slash, id = name.partition("/")
        keyword = keyword.strip().upper()
        if slash and id.strip().isdecimal() and statement_names().knows(keyword):
            return self.get(statement_names().find(keyword) or keyword, int(id))
        return by_name(name, self._order)

    def __contains__(self, thing: object) -> bool:
        if isinstance(thing, Element):
            return thing in self._order
        return any(element.label == thing for element in self._order)

    def all(self, keyword: str | None = None) -> list[Element]:
        """The elements in file order, of one statement or of all."""
        if keyword is None:
            return list(self._order)
        if keyword in self._numbered:
            return list(self._numbered[keyword].values())
        return list(self._single.get(keyword, ()))

    def single(self, keyword: str) -> Element | None:
        """The statement without id (INTEGRATOR, OUTPUT, ...), or None when the model has none."""
        found = self._single.get(keyword)
        return found[0] if found else None

    def settings(self, keyword: str) -> Any:
        """The statement without id; one with all defaults when the model has none."""
        return self.single(keyword) or ELEMENTS[keyword, ""]()

    def collection(self, keyword: str) -> Collection[Any]:
        """The elements of a statement by id or name; `model.parts` is `model.collection("PART")`."""
        return Collection(keyword, self._numbered.get(keyword, {}))

    def __iter__(self) -> Iterator[Element]:
        return iter(list(self._order))

    def __len__(self) -> int:
        return len(self._order)

    # --- editing ---

    def add(self, element: Element) -> Element:
        """Put an element into the model; it gets the next free id when it has none."""
        if element.numbered:
            table = self._numbered.setdefault(element.keyword, {})
            if element.id is None:
                element.id = self._last_id(element.keyword) + 1
            if element.id in table:
                raise ModelError(
                    element.message(
                        "E109",
                        f"{element.keyword}/{element.id} exists already: {table[element.id].title}.",
                        cure=f"use another id; {max(table) + 1} is free.",
                    )
                )
            table[element.id] = element
            self._last[element.keyword] = max(element.id, self._last_id(element.keyword))
        else:
            self._single.setdefault(element.keyword, []).append(element)
        self._order[element] = None
        element.__dict__["_model"] = self
        if element.keyword in self._labels:
            self._labels[element.keyword].setdefault(element.label, []).append(element)
        return element

    def resolve(self, element: Element, field: Field, value: Any) -> Any:
        """A value for an argument with ids in place of names; the element asks when it is given one."""
        return resolved(self, element, field, value)

    def remove(self, *elements: Element) -> None:
        """Take elements out of the model; ModelError while others still refer to them."""
        gone = set(elements)
        users = [user for user in self.users_of(*elements) if user not in gone]
        if users:
            names = ", ".join(user.title for user in users[:5]) + (" and more" if len(users) > 5 else "")
            raise ModelError(
                elements[0].message(
                    "E110",
                    f"It cannot be removed: {names} refer{'s' if len(users) == 1 else ''} to it.",
                    cure="remove them too (remove takes several elements), or let them refer to something else.",
                )
            )
        for element in elements:
            self._order.pop(element)
            element.__dict__.pop("_model", None)
            self.relabelled(element)
            self._last.pop(element.keyword, None)
            if element.numbered:
                self._numbered[element.keyword].pop(element.id or 0)
            else:
                self._single[element.keyword] = [e for e in self._single[element.keyword] if e is not element]

    def users_of(self, *elements: Element) -> list[Element]:
        """The elements that refer to one of some elements, in arguments or in expressions."""
        from bellcrank.model.references import all_references

        asked = {(element.keyword, element.id) for element in elements}
        return [
            user
            for user in self._order
            if any((keyword, id) in asked for keywords, id in all_references(user) for keyword in keywords)
        ]

    def duplicate(self, element: Element, name: str = "", **changes: Any) -> Element:
        """Add a copy of an element under the next free id, with some arguments changed."""
        new = element.copy()
        new.__dict__.update(id=None, name=name, statement=None, comments=())
        for attribute, value in changes.items():
            setattr(new, attribute, value)
        return self.add(new)

    def renumber(self, element: Element, id: int) -> None:
        """Give an element another id; whatever refers to it follows, in arguments and in expressions."""
        from bellcrank.model.references import redirect

        table = self._numbered[element.keyword]
        if id in table or id < 1:
            raise ModelError(element.message("E109", f"{element.keyword}/{id} is not free.", cure="use another id."))
        for user in self.users_of(element):
            redirect(user, element.keyword, element.id or 0, id)
        self._numbered[element.keyword] = {(id if one is element else number): one for number, one in table.items()}
        element.__dict__["id"] = id
        self.relabelled(element)
        self._last.pop(element.keyword, None)

    def copy(self) -> Model:
        """An independent model with the same elements."""
        new = Model(self.title)
        new.file, new.comments, new.allow_outside = self.file, list(self.comments), self.allow_outside
        new.allow_code = self.allow_code
        for element in self._order:
            new.add(element.copy())
        return new

    # --- the whole ---

    @property
    def ground(self) -> Element:
        """The ground part; made when there is none."""
        for part in self.all("PART"):
            if part.ground:  # type: ignore[attr-defined]
                return part
        return self.add(ELEMENTS["PART", ""](name="ground", ground=True))

    @property
    def units(self) -> Units:
        """The units of the model; set it by `"MKS"`, `"mm kg N s"` or Units (nothing is converted)."""
        statement = self.single("UNITS")
        return statement.units if statement is not None else Units()  # type: ignore[attr-defined, no-any-return]

    @units.setter
    def units(self, units: str | Units) -> None:
        try:
            new = units if isinstance(units, Units) else Units.named(units)
        except ValueError as error:
            raise ModelError(Message("error", "E104", f"{error}.")) from None
        statement = self.single("UNITS") or self.add(ELEMENTS["UNITS", ""]())
        statement.system = None  # type: ignore[attr-defined]
        for base, unit in new.names.items():
            setattr(statement, base, unit or None)
        statement.ucf = new.factor_given  # type: ignore[attr-defined]

    @property
    def gravity(self) -> tuple[float, float, float]:
        """The acceleration of gravity in ground axes."""
        return self.settings("ACCGRAV").vector  # type: ignore[no-any-return]

    @gravity.setter
    def gravity(self, vector: Any) -> None:
        if not hasattr(vector, "__iter__"):
            vector = (0.0, 0.0, vector)
        statement: Any = self.single("ACCGRAV") or self.add(ELEMENTS["ACCGRAV", ""]())
        statement.igrav, statement.jgrav, statement.kgrav = three(vector, "acceleration")

    def dof(self) -> int:
        """Gruebler's count: 6 per part, 3 per point mass, less the equations of all constraints, redundant or not."""
        moving = sum(not getattr(part, "ground", False) for part in self.all("PART"))
        bodies = 6 * moving + 3 * len(self.all("POINT_MASS"))
        return bodies - sum(element.equations() for element in self._order)

    def convert(self, units: str | Units) -> Model:
        """The same model in other units; `notes` of the result says which numbers could not be converted."""
        from bellcrank.model.convert import converted

        return converted(self, units if isinstance(units, Units) else Units.named(units))

    def examine(self) -> Report:
        """What `bellcrank check` finds: mistakes and doubts, each with its reason and its cure."""
        from bellcrank.model.checks import examine

        return examine(self)

    def studio(
        self,
        end: float,
        steps: int = 400,
        sliders: Mapping[str, tuple[float, float] | None] | None = None,
        port: int = 0,
    ) -> None:
        """Show the motion until `end` in the browser, with sliders for its numbers, until interrupted by Ctrl-C.

        sliders  numbers of the model and their ranges: {"spring.k": (10, 90), "rod.mass": None}
        port     of this computer at which the page is served; 0: a free one
        """
        bench = importlib.import_module("bellcrank.viewer.studio").Bench(self, end, steps, sliders)
        importlib.import_module("bellcrank.viewer.studio.server").serve(bench, port, announce=print)

    def _lines_of(self, element: Element) -> list[str]:
        """The element as lines of a dataset; those of the last time where nothing has changed since."""
        said, lines = self._written.get(element, ({}, []))
        if said != element.__dict__:
            lines = element.lines()
            said = {name: list(v) if isinstance(v, list) else v for name, v in element.__dict__.items()}
            self._written[element] = said, lines
        return lines

    def text(self) -> str:
        """The model as a dataset."""
        lines = [self.title.replace("\n", " ") or "bellcrank model", "!"]
        for element in self._order:
            lines += self._lines_of(element)
            lines.append("!")
        return "\n".join([*lines, *self.comments, "END", ""])

    def write(self, path: str | Path) -> None:
        """Write the model as a dataset (.adm)."""
        write_text(path, self.text())

    def __eq__(self, other: object) -> bool:
        """Equal elements with the same ids, in any order, under the same title."""
        if not isinstance(other, Model) or self.title.strip() != other.title.strip() or len(self) != len(other):
            return False
        if any(mine != other.all(keyword) for keyword, mine in self._single.items()):
            return False
        return all(mine == other.find(mine.keyword, mine.id or 0) for mine in self._order if mine.numbered)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<Model {self.title!r}: {len(self.all('PART'))} parts, {len(self)} elements>"

    def _repr_html_(self) -> str:
        """The model in a notebook: its tree of parts and connections."""
        from html import escape

        from bellcrank.model.tree import tree

        return f"<pre>{escape(chr(10).join(tree(self)))}</pre>"
