"""A statement: one keyword, an id, and the text of its arguments, with the lines it came from.

The body is kept as one text in which a newline stands for the leading comma of a continuation line, and a vertical tab
for a line joined by `&`. Both count as blanks for Python, so expressions can be read as they are; in lists the newline
is a separator (`list_items`). What an argument means, and hence where it ends, is decided by the schema.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bellcrank.errors import Place

COMMA_LINE = "\n"
"""Stands in a body for a line break followed by a leading comma."""
JOINED_LINE = "\v"
"""Stands in a body for a line break after `&`."""

_ARGUMENT = re.compile(r'"[^"\n]*"|(^[\s,\\]*+|(?<=[^\s,\\])[\s,\\]++)([A-Za-z_]\w*+)\s*+=')
_PIECES = re.compile(r"[^\n\v]*")
_SOFT_BREAK = re.compile(r"(?:,[^\S\n]*)?\n")


class Statement:
    """One statement of a dataset or one command.

    keyword   as written, in capitals
    id        the number after the slash, or None
    body      everything behind it (see the module docstring)
    lines     the line number of the first line and of every continuation line
    name      the adams_view_name of the comment before it, or ""
    comments  the other comment lines before it
    """

    __slots__ = ("body", "comments", "file", "id", "keyword", "lines", "name")

    def __init__(
        self,
        keyword: str,
        id: int | None,
        body: str,
        file: str = "",
        lines: Sequence[int] = (0,),
        name: str = "",
        comments: Sequence[str] = (),
    ) -> None:
        self.keyword, self.id, self.body = keyword, id, body
        self.file, self.lines, self.name, self.comments = file, lines, name, comments

    @property
    def place(self) -> Place:
        """File and line of the keyword."""
        return Place(self.file, self.lines[0])

    def place_at(self, position: int) -> Place:
        """File and line of a position in the body."""
        before = self.body.count(COMMA_LINE, 0, position) + self.body.count(JOINED_LINE, 0, position)
        return Place(self.file, self.lines[min(before, len(self.lines) - 1)])

    @property
    def title(self) -> str:
        """`JOINT/7 (name "elbow")`."""
        head = self.keyword if self.id is None else f"{self.keyword}/{self.id}"
        return f'{head} (name "{self.name}")' if self.name else head

    def arguments(self) -> tuple[str, list[Argument]]:
        """The text before the first `KEY=`, and the arguments with a key.

        An argument is split off wherever a separator (comma, continuation, backslash) is followed by `KEY =`: an equals
        sign can stand nowhere else but in free text, where the schema puts the pieces together again.
        """
        body = self.body
        starts = []
        for match in _ARGUMENT.finditer(body):
            gap = match[1]
            if gap is None or (match.start() and gap.isspace() and COMMA_LINE not in gap):
                continue
            starts.append((match.start(), match[2].upper(), match.end()))
        if not starts:
            return body, []
        ends = [start[0] for start in starts[1:]]
        ends.append(len(body))
        arguments = [Argument(key, body[at:end], at) for (_, key, at), end in zip(starts, ends, strict=True)]
        return body[: starts[0][0]], arguments

    def __repr__(self) -> str:
        return f"Statement({self.keyword}/{self.id}, {self.body!r})"


class Argument:
    """`KEY = value`: the key in capitals, the raw value text, and its position in the body of the statement."""

    __slots__ = ("key", "position", "value")

    def __init__(self, key: str, value: str, position: int) -> None:
        self.key, self.value, self.position = key, value, position

    def position_in_line(self, offset: int) -> int:
        """The position in the body of a character of `as_line(value)`."""
        text = self.value
        start = len(text) - len(text.lstrip())
        if not offset:
            return self.position + start
        at = self.position + start
        for piece in _PIECES.findall(text.strip()):
            length = len(piece.strip()) + 1
            if offset < length:
                return at + len(piece) - len(piece.lstrip()) + offset
            offset -= length
            at += len(piece) + 1
        return self.position + len(text)

    def __repr__(self) -> str:
        return f"Argument({self.key}={self.value!r})"


def as_list(text: str) -> str:
    """The text of a list with commas only: a leading comma separates, a trailing and a leading comma are one."""
    text = text.strip(" \t\n\v\\").replace(JOINED_LINE, " ")
    return _SOFT_BREAK.sub(",", text) if COMMA_LINE in text else text


def list_items(text: str) -> list[str]:
    """The items of a comma separated list; quoted items keep their commas, a last empty item is dropped."""
    text = as_list(text)
    if not text:
        return []
    if '"' in text:
        items = [item.strip() for item in re.findall(r'(?:"[^"]*"|[^,"]|")+|(?<=,)(?=,)', text)]
    else:
        items = [item.strip() for item in text.split(",")]
    while items and not items[-1]:
        items.pop()
    return items


def as_line(text: str) -> str:
    """The text of an expression or sentence on one line: continuation marks become blanks."""
    text = text.strip()
    if COMMA_LINE in text or JOINED_LINE in text:
        return " ".join(piece.strip() for piece in text.replace(JOINED_LINE, COMMA_LINE).split(COMMA_LINE))
    return text
