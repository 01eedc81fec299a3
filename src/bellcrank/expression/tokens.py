"""Text of an expression -> tokens.

Numbers are Fortran's (1, 1., .5, 1E5, 1.0E-004); a number followed directly by D is in degrees. Blanks are
free, also between the two stars of `* *`. Case does not matter. In a text of several lines a leading comma or
& and a trailing & are only continuation marks and count as blanks, as in a dataset (the private mark \x01 of
the dataset lexer is a blank too).
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from bellcrank.expression.mistakes import Mistake, error

NUMBER, NAME, END = "number", "name", "end"

_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[Ee][+-]?[0-9]++)?)(?P<degrees>[Dd])?"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<power>\*[\s\x01]*\*)"
    r"|(?P<mark>[-+*/(),:])"
    r"|(?P<blank>[\s\x01]+)"
)
_CONTINUATION = re.compile(r"(?:&[ \t]*+|(?<![ \t])[ \t]++|)\r?\n[ \t]*+[,&]?|&(?=\s*$)")
_WORD = re.compile(r"[A-Za-z0-9_]")
_FORTRAN_EXPONENT = re.compile(r"[+-]0[0-9]+(?![0-9.DdEe])")
"""Behind D: 1.0D+02 is meant as 100 by whoever writes the zero, not as 1 degree and 2."""
_HINTS = {
    "^": "the power is written **",
    "\\": "a backslash ends an expression: the rest belongs to the next argument of the statement",
    "=": "an expression has no =; compare with IF(a-b: less, equal, more)",
    ".": "vector functions and their dot product are not part of the scalar expressions",
    "<": "compare with IF(a-b: less, equal, more)",
    ">": "compare with IF(a-b: less, equal, more)",
    '"': "an expression contains no text in quotes",
    "!": "a comment must be on a line of its own",
}


class Token(NamedTuple):
    """`kind` is number, name, end, or the mark itself; `value` is the number as written, or the name in capitals."""

    kind: str
    value: float | str
    position: int
    degrees: bool = False


def tokenize(source: str) -> list[Token]:
    """All tokens with one END after them; ExpressionError for a character that has no place here."""
    text = _CONTINUATION.sub(lambda m: " " * len(m.group()), source) if "\n" in source or "&" in source else source
    tokens: list[Token] = []
    position, length, match = 0, len(text), _TOKEN.match
    while position < length:
        found = match(text, position)
        if found is None:
            raise _unexpected(source, text[position], position)
        kind = found.lastgroup
        end = found.end()
        if kind == "mark":
            tokens.append(Token(text[position], "", position))
        elif kind == "name":
            tokens.append(Token(NAME, found.group().upper(), position))
        elif kind == "number" or kind == "degrees":
            tokens.append(_number(source, found, position, end))
        elif kind == "power":
            tokens.append(Token("**", "", position))
        position = end
    tokens.append(Token(END, "", length))
    return tokens


def _number(source: str, found: re.Match[str], position: int, end: int) -> Token:
    value = float(found.group("number"))
    degrees = found.lastgroup == "degrees"
    if end < len(source) and (_WORD.match(source, end) or (degrees and _FORTRAN_EXPONENT.match(source, end))):
        raise error([_stuck(source[position : end + 12].split()[0], degrees, position)], source)
    if math.isinf(value):
        raise error([Mistake("E301", f"The number {found.group()} is too large.", position)], source)
    return Token(NUMBER, value, position, degrees)


def _stuck(text: str, degrees: bool, position: int) -> Mistake:
    if degrees:
        cure = "write E for an exponent (1.0E3); D means degrees (30D)"
    else:
        cure = "put an operator between number and name, or digits after the E of an exponent"
    return Mistake("E301", f"{text} is neither a number nor a name.", position, cure=cure)


def _unexpected(source: str, character: str, position: int) -> Exception:
    shown = character if character.isprintable() else repr(character)
    what = f"The character {shown} has no place in an expression."
    return error([Mistake("E301", what, position, cure=_HINTS.get(character, ""))], source)
