"""Elements found by id or by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from bellcrank.errors import Message, ModelError
from bellcrank.schema.abbreviation import did_you_mean
from bellcrank.schema.element import Element

E = TypeVar("E")
SHOWN = 8


class Collection(Mapping[int | str, E], Generic[E]):
    """All elements of one statement, found by id, by name, or in file order."""

    def __init__(self, keyword: str, elements: dict[int, Any]) -> None:
        self.keyword, self._elements = keyword, elements

    def __getitem__(self, key: int | str) -> E:
        if isinstance(key, str):
            return by_name(key, self._elements.values(), self.keyword)  # type: ignore[return-value]
        try:
            return self._elements[key]  # type: ignore[no-any-return]
        except KeyError:
            raise ModelError(no_such(self.keyword, key, self._elements)) from None

    def __contains__(self, key: object) -> bool:
        if isinstance(key, str):
            return any(element.label == key for element in self._elements.values())
        return key in self._elements

    def __iter__(self) -> Iterator[int]:
        return iter(self._elements)

    def __len__(self) -> int:
        return len(self._elements)

    def __repr__(self) -> str:
        return f"<{len(self)} {self.keyword}: {', '.join(e.label for e in list(self._elements.values())[:8])}>"


def by_name(name: str, elements: Iterable[Element], keyword: str = "") -> Element:
    found = [element for element in elements if element.label == name]
    if len(found) == 1:
        return found[0]
    if found:
        titles = ", ".join(element.title for element in found[:5])
        raise ModelError(
            Message(
                "error",
                "E111",
                f"{len(found)} elements have the name {name!r}: {titles}.",
                cure="use the id, or a collection such as model.markers.",
            )
        )
    near = did_you_mean(name, [element.label for element in elements])
    raise ModelError(
        Message(
            "error",
            "E111",
            f"The model has no {keyword or 'element'} named {name!r}.",
            cure=near or _names(elements),
        )
    )


def no_such(keyword: str, id: int, table: Mapping[int, Element]) -> Message:
    near = sorted(sorted(table, key=lambda other: abs(other - id))[:3])
    known = f"near it: {', '.join(map(str, near))}." if near else f"the model has no {keyword}."
    return Message("error", "E111", f"There is no {keyword}/{id}.", cure=known)


def _names(elements: Iterable[Element]) -> str:
    """Some of the names that there are."""
    names = [element.label for element in elements if element.name and element.keyword != "MARKER"]
    some = f"names here: {', '.join(names[:SHOWN])}{', ...' if len(names) > SHOWN else ''}; " if names else ""
    return f"{some}model.all() or `bellcrank info` list what there is."
