"""What a model looks up often: elements by their label, and the largest id of a statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bellcrank.schema.element import Element


class Labels:
    """Tables made when first asked for, kept by `add`, forgotten where an element goes or changes its name."""

    if TYPE_CHECKING:
        _numbered: dict[str, dict[int, Element]]

        def all(self, keyword: str | None = None) -> list[Element]: ...

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        """Keyword -> the largest id; forgotten where an element goes."""
        self._labels: dict[str, dict[str, list[Element]]] = {}
        """Keyword -> label -> elements, made when first asked for; forgotten where a label changes."""

    def labelled(self, keyword: str, label: str) -> list[Element]:
        """The elements of a statement with a label."""
        table = self._labels.get(keyword)
        if table is None:
            table = self._labels[keyword] = {}
            for element in self.all(keyword):
                table.setdefault(element.label, []).append(element)
        return table.get(label, [])

    def _last_id(self, keyword: str) -> int:
        """The largest id of a statement, 0 without elements."""
        if keyword not in self._last:
            self._last[keyword] = max(self._numbered.get(keyword, {}), default=0)
        return self._last[keyword]

    def relabelled(self, element: Element) -> None:
        """An element tells that its name has changed."""
        self._labels.pop(element.keyword, None)
