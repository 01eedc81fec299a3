"""A transmit file as nodes that point to each other by number.

    header     lines `KEY=value;` up to **END_OF_HEADER***: nothing in them is needed
    preamble   mark, text, schema key, [highest node type], user field size
    nodes      type, [edits of the field list, at the first node of a type], [length], index, fields;  until type 1

A schema key with three numbers (SCH_2801177_28101_13006) says: base schema 13006, edited inside the file by letters
C copy, D drop, I insert, A append, Z end. A key with two numbers says that the reader knows the schema.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from bellcrank.geometry.parasolid.errors import FormatError
from bellcrank.geometry.parasolid.lexer_binary import BinaryLexer
from bellcrank.geometry.parasolid.lexer_text import TextLexer
from bellcrank.geometry.parasolid.schema import MOST, VARIABLE, Field, Layout, base, fixed_layouts

TERMINATOR = 1
UNCHANGED = 255
"""Field count that says: the base layout as it is."""
Lexer = TextLexer | BinaryLexer


class Node:
    """One record: fields by name; pointers stay integers (0 = none)."""

    __slots__ = ("index", "kind", "layout", "values")

    def __init__(self, kind: int, index: int, layout: Layout, values: list[Any]) -> None:
        self.kind, self.index, self.layout, self.values = kind, index, layout, values

    def __getattr__(self, name: str) -> Any:
        try:
            return self.values[self.layout.positions[name]]
        except KeyError:
            raise AttributeError(f"a node of type {self.kind} has no field {name}") from None


class Transmit:
    """All nodes of a file."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.nodes: dict[int, Node] = {}
        self.names = dict(base()[1])
        self.layouts: dict[int, Layout] = {}

    def __getitem__(self, index: int) -> Node:
        return self.nodes[index]

    def of_kind(self, kind: int) -> list[Node]:
        """The nodes of a type."""
        return [n for n in self.nodes.values() if n.kind == kind]

    def chain(self, index: int, link: str = "next") -> Iterator[Node]:
        """The nodes of a linked list; ends where the list ends or closes on itself."""
        seen: set[int] = set()
        while index and index not in seen and index in self.nodes:
            seen.add(index)
            node = self.nodes[index]
            yield node
            index = getattr(node, link)


def read(data: bytes) -> Transmit:
    """Read a transmit file; FormatError says what is wrong."""
    if data.startswith(b"version https://git-lfs"):
        raise FormatError("it is a pointer of Git LFS, not the solid itself (git lfs pull fetches it)")
    if not data.strip():
        raise FormatError("it is empty")
    mark = data.find(b"**END_OF_HEADER")
    start = data.find(b"\n", mark) + 1 if mark >= 0 else 0
    try:
        binary = data[start : start + 2] == b"PS"
        lexer: Lexer = BinaryLexer(data[start:]) if binary else TextLexer(data[start:].decode("latin-1"))
        return _stream(lexer)
    except FormatError:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError, struct.error) as error:
        raise FormatError(f"it cannot be understood ({error})") from None


def _stream(lexer: Lexer) -> Transmit:
    transmit, embedded = _preamble(lexer)
    layouts = transmit.layouts
    while (kind := lexer.type_number()) != TERMINATOR:
        layout = layouts.get(kind)
        if layout is None:
            if not embedded:
                raise FormatError(f"node type {kind} is not in the schema {transmit.key}")
            layout = layouts[kind] = _edited_layout(lexer, kind, transmit.names)
        length = lexer.count() if layout.variable else 0
        index = lexer.index()
        transmit.nodes[index] = Node(kind, index, layout, lexer.fields(layout, length))
    return transmit


def _preamble(lexer: Lexer) -> tuple[Transmit, bool]:
    if "(partition)" in lexer.string():
        raise FormatError("partition files are not supported (export the bodies as parts)")
    key = lexer.long_string()
    numbers = key.split("_")[1:]
    if not key.startswith("SCH_") or len(numbers) not in (2, 3) or not all(n.isdecimal() for n in numbers):
        raise FormatError(f"{key[:40]!r} is no schema key")
    embedded = len(numbers) == 3
    if embedded and numbers[2] != "13006":
        raise FormatError(f"the base schema {numbers[2][:12]} is not known (13006 is)")
    transmit = Transmit(key)
    if embedded:
        lexer.short()  # highest node type of the schema
    else:
        transmit.layouts.update(fixed_layouts(int(numbers[1][:9])))
    if lexer.long() != 0:
        raise FormatError("user fields are not supported")
    return transmit, embedded


def _edited_layout(lexer: Lexer, kind: int, names: dict[int, str]) -> Layout:
    """The layout the file declares at the first node of a type."""
    known = base()[0].get(kind)
    n = lexer.byte()
    if known is None:  # a type younger than the base schema comes with its whole definition
        names[kind] = lexer.short_string()
        lexer.short_string()
        definitions = [_definition(lexer) for _ in range(n)]
        return Layout(tuple(f for f, transmitted in definitions if transmitted))
    if n == UNCHANGED:
        return Layout(known)
    fields: list[Field] = []
    position = 0
    while (edit := lexer.characters(1)) != "Z":
        if edit == "C":
            fields.append(known[position])
        elif edit in "IA":
            fields.append(_definition(lexer)[0])
        elif edit != "D":
            raise FormatError(f"unknown edit {edit!r} of the fields of node type {kind}")
        position += edit in "CD"
    if len(fields) != n:
        raise FormatError(f"node type {kind} declares {n} fields and has {len(fields)}")
    return Layout(tuple(fields))


def _definition(lexer: Lexer) -> tuple[Field, bool]:
    name = lexer.short_string()
    pointer_class = lexer.short()
    count = lexer.index()
    code = lexer.short_string() if pointer_class == 0 else "p"
    transmitted = lexer.logical() if count == VARIABLE else True
    if code not in ("u", "d", "n", "w", "p", "t", "f", "v", "h", "i", "b", "c", "l") or not 0 <= count <= MOST:
        raise FormatError(f"the field {name[:40]!r} has an unknown type")
    return Field(name, code, count, pointer_class), transmitted
