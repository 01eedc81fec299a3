"""The layout of statements: one argument per line behind a leading comma, at most 80 columns.

    !                             adams_view_name='rod'
    PART/2
    , MASS = 2
    , QG = 0, 0, 0

A list that is too long goes on behind another leading comma, which is its separator; so does an expression, where the
leading comma is only the mark of continuation. Free text is never broken: a line end would cut it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

WIDTH = 80
_PIECE = re.compile(r"[^\s,]+,?|,|\s+")
_TOKEN = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dD]?,?|\w+\s*\(?,?|\*\s*\*|[^\w\s],?|\s+")


def text_line(key: str, text: str) -> list[str]:
    """Free text: on one line whatever its length."""
    return [f", {key} = {text}"]


def list_lines(key: str, items: Sequence[str], separator: str = ", ") -> list[str]:
    """A list of values, broken between items where the line would be too long."""
    lines = []
    line = f", {key} = "
    filled = False
    for item in items:
        if filled and len(line) + len(separator) + len(item) > WIDTH:
            lines.append(line)
            line, filled = ", ", False
        line += (separator if filled else "") + item
        filled = True
    lines.append(line)
    return lines


def expression_lines(key: str, text: str, ended: bool) -> list[str]:
    """An expression, broken at blanks and commas, if need be at operators; `ended` closes it with a backslash."""
    pieces = _PIECE.findall(text + "\\" if ended else text)
    lines = []
    line = start = f", {key} = "
    for piece in pieces:
        for part in _TOKEN.findall(piece) if len(piece) > WIDTH - len(start) else (piece,):
            if len(line) + len(part.rstrip()) > WIDTH and len(line) > len(start):
                lines.append(line.rstrip())
                line, start = ", " + part.lstrip(), ", "
            else:
                line += part
    lines.append(line.rstrip())
    return lines


def statement_lines(
    keyword: str, id: int | None, arguments: Iterable[list[str]], name: str = "", comments: Sequence[str] = ()
) -> list[str]:
    """All lines of a statement: its comments, its name, its head and its arguments."""
    lines = [line if line.startswith("!") else f"! {line}" for line in comments]
    if name:
        lines.append(name_line(name))
    lines.append(f"{keyword}/" if id is None else f"{keyword}/{id}")
    for argument in arguments:
        lines.extend(argument)
    return lines


def name_line(name: str) -> str:
    """The comment that names the next statement, centred as Adams View writes it."""
    text = f"adams_view_name='{name}'"
    return "!" + " " * max(1, (WIDTH - 2 - len(text)) // 2) + text
