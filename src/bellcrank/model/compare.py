"""What differs between two models, in the words of the dataset."""

from __future__ import annotations

from typing import Any

from bellcrank.model.model import Model
from bellcrank.schema.element import Element


def diff(a: Model, b: Model) -> list[str]:
    """Lines such as `JOINT/7 (elbow): i 12 -> 31`; empty when the models are equal."""
    lines = []
    if a.title.strip() != b.title.strip():
        lines.append(f"title: {a.title.strip()!r} -> {b.title.strip()!r}")
    mine, its = _keyed(a), _keyed(b)
    for key, element in mine.items():
        if key not in its:
            lines.append(f"{_head(element)}: removed")
        else:
            lines += _changes(element, its[key])
    lines += [f"{_head(element)}: added" for key, element in its.items() if key not in mine]
    return lines


def _keyed(model: Model) -> dict[tuple[str, int], Element]:
    """The elements by keyword and id; statements without id by their count."""
    table: dict[tuple[str, int], Element] = {}
    for element in model.all():
        id = element.id if element.id is not None else 0
        while element.id is None and (element.keyword, id) in table:
            id -= 1
        table[element.keyword, id] = element
    return table


def _head(element: Element) -> str:
    head = element.keyword if element.id is None else f"{element.keyword}/{element.id}"
    return f"{head} ({element.name})" if element.name else head


def _changes(old: Element, new: Element) -> list[str]:
    head = _head(old)
    lines = []
    if old.name != new.name:
        lines.append(f"{head}: name {old.name!r} -> {new.name!r}")
    if old.kind != new.kind:
        lines.append(f"{head}: kind {old.kind} -> {new.kind}")
    for name in {**old.fields, **new.fields}:
        before, after = _value(old, name), _value(new, name)
        if before != after:
            lines.append(f"{head}: {name} {_show(old, name, before)} -> {_show(new, name, after)}")
    if old.others != new.others:
        lines.append(f"{head}: other arguments {', '.join(old.others)!r} -> {', '.join(new.others)!r}")
    return lines


def _value(element: Element, attribute: str) -> Any:
    """The value of an argument; None where it says nothing (a flag that is not set, an empty text)."""
    value = getattr(element, attribute) if attribute in element.fields else None
    return None if value is False or value in ("", ()) else value


def _show(element: Element, attribute: str, value: Any) -> str:
    field = element.fields.get(attribute)
    return field.show(value) if field is not None and value is not None else "(not given)"
