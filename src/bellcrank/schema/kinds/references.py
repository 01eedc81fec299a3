"""Ids of other elements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bellcrank.dataset.numbers import BadValue, read_integer
from bellcrank.dataset.statement import as_list, list_items
from bellcrank.dataset.writer import list_lines
from bellcrank.schema.kinds.kind import Kind
from bellcrank.schema.kinds.numbers import Integer


class Reference(Kind):
    """The id of another element; 0 stands for the global frame or nothing."""

    def __init__(self, *targets: str) -> None:
        self.targets = targets

    def read(self, text: str) -> int:
        try:
            return self.checked(int(text))
        except ValueError:
            return self.checked(read_integer(as_list(text)))

    def checked(self, id: int) -> int:
        if id < 0:
            raise BadValue(f"{id} is not an id", "ids are positive whole numbers")
        return id

    def accept(self, value: Any) -> int:
        keyword = getattr(value, "keyword", None)
        if keyword is None:
            if isinstance(value, str):
                raise BadValue(
                    f"{value!r} is a name", f"give the id or the element itself, for instance model[{value!r}]"
                )
            return self.checked(Integer().accept(value))
        if self.targets and keyword not in self.targets:
            raise BadValue(f"{value.title} is given where {' or '.join(self.targets)} is needed")
        if value.id is None:
            raise BadValue(f"{value.title} has no id yet", "add it to the model first")
        return int(value.id)

    def references(self, value: int) -> tuple[int, ...]:
        return (value,)

    def lines(self, key: str, value: int, ended: bool) -> list[str]:
        return [f", {key} = {value}"]

    def describe(self) -> str:
        return f"{' or '.join(self.targets)} id" if self.targets else "id"

    def wanted(self) -> str:
        return f"the id of a {' or '.join(self.targets)}" if self.targets else "an id"


class References(Kind):
    """A list of ids of other elements."""

    extent = "many"

    def __init__(self, *targets: str, count: int | tuple[int, int] | None = None) -> None:
        self.targets = targets
        self.low, self.high = count if isinstance(count, tuple) else (count or 1, count or 10**9)

    def read(self, text: str) -> tuple[int, ...]:
        return self.counted(tuple(read_integer(item) for item in list_items(text) if item))

    def counted(self, ids: tuple[int, ...]) -> tuple[int, ...]:
        if not self.low <= len(ids) <= self.high:
            wanted = self.low if len(ids) < self.low else self.high
            raise BadValue(f"{len(ids)} id{'s' * (len(ids) != 1)} given, {wanted} needed")
        return ids

    def accept(self, value: Any) -> tuple[int, ...]:
        one = Reference(*self.targets)
        values = value if isinstance(value, Iterable) and not isinstance(value, str) else (value,)
        return self.counted(tuple(one.accept(v) for v in values))

    def references(self, value: tuple[int, ...]) -> tuple[int, ...]:
        return value

    def lines(self, key: str, value: tuple[int, ...], ended: bool) -> list[str]:
        return list_lines(key, [str(v) for v in value])

    def describe(self) -> str:
        return f"{' or '.join(self.targets)} ids" if self.targets else "ids"

    def wanted(self) -> str:
        count = f"{self.low} " if self.low == self.high else ""
        return f"the {count}ids of {' or '.join(self.targets)} statements" if self.targets else f"{count}ids"
