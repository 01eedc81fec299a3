"""Which kind of a statement is meant: `JOINT/1, REVOLUTE`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bellcrank.dataset.statement import Argument, Statement
from bellcrank.errors import Message, Report
from bellcrank.schema.element import Element
from bellcrank.schema.family import Family

_WORD = re.compile(r"[A-Za-z_]\w*")
_SEPARATORS = re.compile(r"[,\n\\]")


def variant_of(
    statement: Statement, family: Family, head: str, arguments: list[Argument], report: Report
) -> type[Element] | None:
    """The class of a statement that has several kinds, told by a flag or by a key that is the kind's own."""
    for word in _words(head):
        if (kind := family.kind(word)) is not None:
            return family.kinds[kind]
    for argument in arguments:
        if argument.key in family.kinds:
            return family.kinds[argument.key]
    for argument in arguments:
        for word in _words(argument.value):
            if (kind := family.kind(word)) is not None:
                return family.kinds[kind]
    if "" in family.kinds:
        return family.kinds[""]
    words = [word for word in _words(head) if word not in family.first.by_flag]
    near = family.spellings.nearest(words[0]) if words else ""
    report.add(
        Message(
            "error",
            "E105",
            f"The kind of {statement.keyword} is " + (f"not known: {words[0]}." if words else "missing."),
            statement.place,
            statement.title,
            f"A {statement.keyword} is one of {', '.join(family.spellings.names)}.",
            near or f"add one of them: {statement.keyword}/{statement.id}, {family.spellings.names[0]}.",
        )
    )
    return None


def _words(text: str) -> Iterator[str]:
    """The items of a text that are single words, in capitals."""
    for item in _SEPARATORS.split(text):
        item = item.strip()
        if item and _WORD.fullmatch(item):
            yield item.upper()
