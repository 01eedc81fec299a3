"""XML as a tree of nodes with line numbers, read without trust.

Expat alone does the work: entities of the document's own are refused where they are declared (an entity bomb is a
declaration before it is a bomb), external ones are never fetched, and the depth is limited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from bellcrank.errors import DatasetError, Message, Place

DEEPEST = 500
"""Nodes inside each other; robots have tens, and whoever walks the tree by recursion must come back."""


@dataclass(eq=False)
class Node:
    """One element of a document: its tag, attributes, children and place."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list[Node] = field(default_factory=list)

    def all(self, *tags: str) -> list[Node]:
        """The children with one of some tags."""
        return [child for child in self.children if child.tag in tags]

    def first(self, tag: str) -> Node | None:
        """The first child with a tag, or None."""
        return next((child for child in self.children if child.tag == tag), None)

    def get(self, name: str, default: str = "") -> str:
        """An attribute without blanks around it."""
        return self.attributes.get(name, default).strip()

    def walk(self) -> Iterator[Node]:
        """The node and all below it, in the order of the file."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    @property
    def title(self) -> str:
        """The node in messages: `joint "elbow"`."""
        name = self.get("name")
        return f'{self.tag} "{name}"' if name else self.tag


def parse_xml(text: str, file: str) -> Node:
    """The root node; DatasetError with the line where the text is no XML, or asks for more than a tree."""
    parser = expat.ParserCreate()
    stack: list[Node] = []
    roots: list[Node] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        node = Node(tag, attributes, Place(file, parser.CurrentLineNumber))
        (stack[-1].children if stack else roots).append(node)
        stack.append(node)
        if len(stack) > DEEPEST:
            raise _refused(node.place, f"More than {DEEPEST} elements inside each other.")

    def entity(*_: object) -> None:
        raise _refused(Place(file, parser.CurrentLineNumber), "The document declares entities of its own.")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: stack.pop() and None
    parser.EntityDeclHandler = entity
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(_without_encoding(text).encode("utf-8"), True)
    except expat.ExpatError as error:
        what = f"This is no valid XML: {expat.ErrorString(error.code)} (column {error.offset + 1})."
        raise DatasetError(
            Message("error", "E101", what, Place(file, error.lineno), cure="correct the file at this place.")
        ) from None
    return roots[0]


def _without_encoding(text: str) -> str:
    """The text is decoded already: a declaration of another encoding would be wrong."""
    if text.lstrip().startswith("<?xml") and "?>" in text:
        head, _, rest = text.partition("?>")
        return "\n" * head.count("\n") + rest
    return text.lstrip("\ufeff")


def _refused(place: Place, what: str) -> DatasetError:
    return DatasetError(
        Message(
            "error",
            "E101",
            what,
            place,
            why="Files come from strangers; a model needs no such thing.",
            cure="write the values where they are used.",
        )
    )
