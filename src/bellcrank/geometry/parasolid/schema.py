"""The base schema of the Parasolid XT format: which fields a node of each type transmits (`schema_13006.txt`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

VARIABLE = 1
MOST = 64
"""Longest fixed array a definition inside a file may ask for (14 is the longest of the base schema)."""


class Field(NamedTuple):
    """A field: `count` 0 for a scalar, VARIABLE, or a fixed length above 1; `code` as in the lexers."""

    name: str
    code: str
    count: int = 0  # type: ignore[assignment]  # tuples have a method of this name
    pointer_class: int = 0


class Layout:
    """The fields of one node type as a file transmits them."""

    def __init__(self, fields: tuple[Field, ...]) -> None:
        self.fields = fields
        self.positions = {f.name: i for i, f in enumerate(fields)}
        self.variable = any(f.count == VARIABLE for f in fields)


def _fields(words: list[str]) -> tuple[Field, ...]:
    found = []
    for word in words:
        name, _, code = word.partition(":")
        code, _, count = code.partition("[")
        found.append(Field(name, code[0], int(count[:-1]) if count else 0, int(code[1:] or 0)))
    return tuple(found)


@cache
def base() -> tuple[dict[int, tuple[Field, ...]], dict[int, str]]:
    """Fields and names of the node types of schema 13006."""
    heads: dict[str, list[str]] = {}
    fields: dict[int, tuple[Field, ...]] = {}
    names: dict[int, str] = {}
    for line in Path(__file__).with_name("schema_13006.txt").read_text("ascii").splitlines():
        first, *words = line.split()
        if first in ("CURVE", "SURFACE"):
            heads[first] = words
        elif first != "#":
            name, *rest = words
            rest = heads[rest[0]] + rest[1:] if rest[0] in heads else rest
            fields[int(first)], names[int(first)] = _fields(rest), name
    return fields, names


_LIST = 70
_LATER_LIST = (
    "node_id:d list_type:u notransmit:l owner:p1013 next:p70 previous:p70 list_length:d "
    "block_length:d finger_index:d finger_block:p1012 list_block:p1012"
)


def fixed_layouts(schema: int) -> dict[int, Layout]:
    """Layouts of a file written against a fixed schema, without field edits in the file (Solid Edge: 15003)."""
    layouts = {kind: Layout(fields) for kind, fields in base()[0].items()}
    if schema >= 15000:
        layouts[_LIST] = Layout(_fields(_LATER_LIST.split()))
    return layouts
