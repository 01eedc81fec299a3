"""A model without some of its elements, as asked: `run --without CONTACT,USER,FIELD/7`.

What is left out is switched off; it stays in the dataset and is told. What others read of it is 0: force functions by
themselves; a VARIABLE becomes its IC (0 where it has none), and the states and outputs of a system of equations (LSE,
GSE, TFSISO) become zeros. Names are

    CONTACT     every element of this statement        FIELD/7    one of them
    USER        every element that calls a user subroutine
    STATICS, KINEMATICS, LINEAR, SAVE, RELOAD, CONTROL        commands of a command file
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bellcrank.errors import Message, ModelError, ranges
from bellcrank.registry import ELEMENTS
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.subroutine import unattached

COMMANDS = ("STATICS", "KINEMATICS", "LINEAR", "SAVE", "RELOAD", "CONTROL")
SYSTEMS = ("LSE", "GSE", "TFSISO")
NEVER = ("PART", "MARKER", "UNITS", "ACCGRAV")
"""Without them there is another model, not a smaller one."""


@dataclass
class LeftOut:
    """The model to simulate, what was named in it, what of this is switched off, and commands to pass over."""

    model: Any
    elements: list[Element] = field(default_factory=list)
    commands: frozenset[str] = frozenset()

    @property
    def keys(self) -> frozenset[tuple[str, int]]:
        """What is switched off; a VARIABLE stays, as a number."""
        return frozenset((e.keyword, e.id or 0) for e in self.elements if e.keyword != "VARIABLE")

    @property
    def titles(self) -> list[str]:
        """CONTACT/1, CONTACT/2, ..."""
        return [*(f"{e.keyword}/{e.id}" for e in self.elements), *sorted(self.commands)]

    def summary(self) -> str:
        """For instance "26 CONTACT, 2 LSE"."""
        words = [f"{len(group)} {keyword}" for keyword, group in sorted(self._kinds().items())]
        return ", ".join([*words, *sorted(self.commands)])

    def messages(self) -> Iterator[Message]:
        """One warning for each kind of element left out."""
        for keyword, group in self._kinds().items():
            verb = "are" if len(group) > 1 else "is"
            rest = "counts as its IC, or 0." if keyword == "VARIABLE" else "the model acts without."
            what = f"{keyword}/{ranges(e.id or 0 for e in group)} {verb} left out, as asked: {rest}"
            yield Message("warning", "W509", what, group[0].place)

    def _kinds(self) -> dict[str, list[Element]]:
        groups: dict[str, list[Element]] = {}
        for element in self.elements:
            groups.setdefault(element.keyword, []).append(element)
        return groups


def without(model: Any, names: Iterable[str]) -> LeftOut:
    """The model without what is named; ModelError for a name that no dataset knows."""
    wanted = [name.strip().upper() for name in names if name.strip()]
    if not wanted:
        return LeftOut(model)
    found: dict[tuple[str, int | None], Element] = {}
    for name in wanted:
        if name not in COMMANDS:
            found.update({(e.keyword, e.id): e for e in _selected(model, name)})
    elements = list(found.values())
    return LeftOut(_quiet(model, elements), elements, frozenset(wanted) & frozenset(COMMANDS))


def _selected(model: Any, name: str) -> list[Element]:
    if name == "USER":
        return [e for e in model.all() if e.numbered and e.keyword != "REQUEST" and unattached(e, model)]
    keyword, _, id = name.partition("/")
    if keyword in NEVER or keyword not in {statement for statement, _ in ELEMENTS} or not re.fullmatch(r"\d*", id):
        raise ModelError(_unknown(name))
    return [e for e in model.all(keyword) if e.numbered and (not id or e.id == int(id))]


def _unknown(name: str) -> Message:
    known = [*(statement for statement, _ in ELEMENTS), *COMMANDS, "USER"]
    near = difflib.get_close_matches(name, known, n=1)
    guess = f"did you mean {near[0]}? " if near and near[0] != name else ""
    why = "A model without it would be another one." if name.split("/")[0] in NEVER else "No statement has this name."
    cure = f"{guess}Name statements (CONTACT), elements (CONTACT/7), USER, or commands ({', '.join(COMMANDS)})."
    return Message("error", "E114", f'"{name}" cannot be left out.', why=why, cure=cure)


def _quiet(model: Any, elements: list[Element]) -> Any:
    """The model, with numbers where others read what is left out."""
    read = [e for e in elements if e.keyword in ("VARIABLE", *SYSTEMS)]
    if not read:
        return model
    new = model.copy()
    for old in read:
        element: Any = new.get(old.keyword, old.id)
        if old.keyword == "VARIABLE":
            element.function = Expression(repr(float(element.ic or 0.0)))
        else:
            _zeros(new, [element.x, element.y])
    return new


def _zeros(model: Any, arrays: Iterable[int | None]) -> None:
    for id in arrays:
        array = model.find("ARRAY", id or 0)
        if array is not None and not array.numbers:
            array.numbers = (0.0,) * (array.size or 64)
