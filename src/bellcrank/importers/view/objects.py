"""The objects of an Adams View model by their full names: `.model.PART_2.MARKER_1`, whatever the case."""

from __future__ import annotations

import re
from typing import Any

from bellcrank.dataset.statement import Statement
from bellcrank.errors import Place
from bellcrank.importers.view.bodies import frame_of
from bellcrank.importers.view.places import Unknown
from bellcrank.math.vec3 import plus, rotate
from bellcrank.model import Model
from bellcrank.model.frames import Frame, Vector

RESERVED = ("time", "mode", "pi", "rtod", "dtor")
"""Words of functions that no variable can have."""
_NAME = re.compile(r'\.?[A-Za-z_][\w.]*+(?:"[^"]*"[\w.]*+)*')


class Objects:
    """Names -> elements of the model; parts know their place."""

    def __init__(self) -> None:
        self.model = Model()
        self.name = ""
        self.known: dict[str, Any] = {}
        self.meant: dict[str, Any] = {}
        """Design variables: numbers, texts, names of objects."""
        self.points: dict[str, tuple[Any, Vector]] = {}
        """Points of a part: the part, and where in it."""
        self.measures: set[str] = set()
        """Names of VARIABLEs that are measures: a function reads their value by the name alone."""

    def full(self, name: str) -> str:
        """The full name in small letters."""
        name = name.strip().replace('"', "").lower()
        if name.startswith("."):
            return name
        return f".{self.name}.{name}".lower() if self.name else f".{name}"

    def add(self, name: str, element: Any, id: int | None, place: Place) -> Any:
        """Put an element into the model under the last piece of its name; a number that is taken is not used."""
        if id is not None and self.model.find(element.keyword, id) is None:
            element.__dict__["id"] = id
        last = name[:-1].rpartition('"')[2] if name.endswith('"') else name.rpartition(".")[2]
        element.name = last.replace("'", "").replace('"', "")
        element.__dict__["statement"] = Statement(element.keyword, id, "", place.file, (place.line,), element.name)
        self.known[self.full(name)] = element
        return self.model.add(element)

    def remove(self, name: str, element: Any) -> None:
        """Take back an element that could not be finished."""
        self.known.pop(self.full(name), None)
        self.model.remove(element)

    def take_out(self, name: str) -> list[Any]:
        """Remove an object, what hangs on it, and what refers to these; all that is gone, itself first."""
        found, full = self.find(name), self.full(name)
        children = [e for other, e in self.known.items() if other.startswith(f"{full}.")]
        markers: list[Any] = list(self.model.all("MARKER")) if found.keyword == "PART" else []
        gone = {id(e): e for e in [found, *children, *(m for m in markers if m.part == found.id)]}
        while users := [user for user in self.model.users_of(*gone.values()) if id(user) not in gone]:
            gone |= {id(user): user for user in users}
        self.model.remove(*gone.values())
        self.known = {other: e for other, e in self.known.items() if id(e) not in gone}
        return list(gone.values())

    def frame(self, name: str) -> Frame | None:
        """The frame in ground of a part, a marker or a point."""
        point = self.points.get(self.full(name))
        if point is not None:
            origin, axes = frame_of(self.model, point[0])
            return plus(origin, rotate(axes, point[1])), axes
        try:
            found = self.find(name)
        except Unknown:
            return None
        return frame_of(self.model, found) if found.keyword in ("PART", "MARKER") else None

    def find(self, name: str, keyword: str = "") -> Any:
        """The element with a name, full or without the model; Unknown when there is none of this statement."""
        found = self.known.get(self.full(name))
        if found is None:
            ends = "." + name.strip().replace('"', "").lower().lstrip(".")
            near = {id(e): e for full, e in self.known.items() if full.endswith(ends)}
            near = {k: e for k, e in near.items() if not keyword or e.keyword == keyword}
            found = next(iter(near.values())) if len(near) == 1 else None
        if found is None or (keyword and found.keyword != keyword):
            raise Unknown(f"{name} ({keyword or 'object'})")
        return found

    def attribute(self, name: str) -> float | None:
        """The number of an argument: `.model.PART_2.mass`."""
        owner, _, word = self.full(name).rpartition(".")
        value = getattr(self.known.get(owner), word, None)
        return float(value) if isinstance(value, float) else None

    def with_ids(self, text: str) -> str:
        """A function with ids in place of full names; pieces of names may stand in quotes, doubled or escaped."""
        text = text.replace('\\"', '"').replace('""', '"')

        def id_of(match: re.Match[str]) -> str:
            word = match[0]
            if text[match.end() :].lstrip().startswith("("):
                return word
            meant = self.meant.get(self.full(word))
            element = self.known.get(self.full(word)) or self.known.get(str(meant).lower())
            if element is None and isinstance(meant, (int, float)) and word.lower() not in RESERVED:
                return f"({meant!r})" if meant < 0 else repr(meant)
            if element is None or not element.id:
                return word
            inside = text[: match.start()].rstrip().lower().endswith("varval(")
            return f"VARVAL({element.id})" if self.full(word) in self.measures and not inside else str(element.id)

        return _NAME.sub(id_of, text)
