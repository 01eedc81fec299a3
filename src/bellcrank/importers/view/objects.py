"""The objects of an Adams View model by their full names: `.model.PART_2.MARKER_1`, whatever the case."""

from __future__ import annotations

import re
from typing import Any

from bellcrank.dataset.statement import Statement
from bellcrank.errors import Place
from bellcrank.importers.view.values import Unknown
from bellcrank.model import Model

_NAME = re.compile(r"\.?[A-Za-z_][\w.]*+")


class Objects:
    """Names -> elements of the model; parts know their place."""

    def __init__(self) -> None:
        self.model = Model()
        self.name = ""
        self.known: dict[str, Any] = {}
        self.meant: dict[str, Any] = {}
        """Variables that hold the name of an object."""

    def full(self, name: str) -> str:
        """The full name in small letters."""
        name = name.strip().strip('"').lower()
        if name.startswith("."):
            return name
        return f".{self.name}.{name}".lower() if self.name else f".{name}"

    def add(self, name: str, element: Any, id: int | None, place: Place) -> Any:
        """Put an element into the model under the last piece of its name; a number that is taken is not used."""
        if id is not None and self.model.find(element.keyword, id) is None:
            element.__dict__["id"] = id
        element.name = name.rpartition(".")[2].replace("'", "")
        element.__dict__["statement"] = Statement(element.keyword, id, "", place.file, (place.line,), element.name)
        self.known[self.full(name)] = element
        return self.model.add(element)

    def remove(self, name: str, element: Any) -> None:
        """Take back an element that could not be finished."""
        self.known.pop(self.full(name), None)
        self.model.remove(element)

    def find(self, name: str, keyword: str = "") -> Any:
        """The element with a name, full or without the model; Unknown when there is none of this statement."""
        found = self.known.get(self.full(name))
        if found is None:
            ends = "." + name.strip().strip('"').lower().lstrip(".")
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
        """A function with ids in place of full names."""

        def id_of(match: re.Match[str]) -> str:
            word = match[0]
            if text[match.end() :].lstrip().startswith("("):
                return word
            element = self.known.get(self.full(word)) or self.known.get(str(self.meant.get(self.full(word))).lower())
            return str(element.id) if element is not None and element.id else word

        return _NAME.sub(id_of, text)
