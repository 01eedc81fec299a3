"""Ways to spoil a text or a file. Everything follows from the random numbers given, so that a case can be repeated."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

NUMBER = re.compile(r"(?<![\w.])[-+]?\d+\.?\d*(?:[eEdD][-+]?\d+)?")
STRANGE = (
    "0", "-1", "1", "1e308", "-1e308", "5e-324", "1e-300", "1e400", "-0.0", "nan", "inf", "1e12", "9" * 400,
    "2147483648", "18446744073709551616",
    "90D", "1D3", "1e", ".", "--1", "1,2", "0x10", "\u00b2", "1e-9", "3.14159265358979",
)  # fmt: skip
TIMES = (2, 2, 3, 3, 5, 5, 20, 50, 50, 2000)
PIECES = (
    ",", "=", "/", "\\", "(", ")", "&", "!", "\"", "'", ":", "*", "**", "\t", "\n", "\r\n", "\0", "\x01", "\ufffd",
    "\u00e9", " ", "\u00b2", ", ! adams_view_name='X'", "END\n", "\n,", "&\n", "((((", "<", ">", "%s", "{}", "../",
    "//host/share/x",
)  # fmt: skip


def spoil_text(text: str, chance: Random) -> str:
    """One to four changes of a text."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        text = chance.choice(TEXT)(text, chance)
    return text


def spoil_numbers(text: str, chance: Random) -> str:
    """Other numbers and a lost line: most of it can still be read."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        text = chance.choice((_number, _number, _scaled, _scaled, _without_line, _swapped_words))(text, chance)
    return text


def spoil_bytes(data: bytes, chance: Random) -> bytes:
    """One change of a file: bits, cuts, pieces put in, taken out, or overwritten."""
    content, at = bytearray(data), chance.randrange(max(len(data), 1))
    kind = chance.randrange(7)
    length = chance.choice((1, 2, 8, 64, 1000))
    if kind == 0 and content:
        content[at] ^= 1 << chance.randrange(8)
    elif kind == 1:
        del content[at:]
    elif kind == 2:
        del content[len(content) - min(len(content), chance.randrange(1, 40)) :]
    elif kind == 3:
        content[at:at] = chance.randbytes(length)
    elif kind == 4:
        del content[at : at + length]
    elif kind == 5:
        content[at : at + length] = chance.randbytes(len(content[at : at + length]))
    else:
        content[at : at + length] = bytes(len(content[at : at + length]))
    return bytes(content)


def _number(text: str, chance: Random) -> str:
    return _replaced(text, chance, lambda old: chance.choice(STRANGE))


def _scaled(text: str, chance: Random) -> str:
    def other(old: str) -> str:
        try:
            value = float(old.upper().replace("D", "E"))
        except ValueError:
            return old
        return repr(value * chance.choice((-1.0, 0.5, 2.0, 10.0, 1e3, 1e-3, 1e6)) + chance.choice((0.0, 0.0, 1.0)))

    return _replaced(text, chance, other)


def _replaced(text: str, chance: Random, other: Callable[[str], str]) -> str:
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    match = chance.choice(found)
    return text[: match.start()] + other(match[0]) + text[match.end() :]


def _character(text: str, chance: Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chr(chance.choice((chance.randrange(32, 127), chance.randrange(1, 256)))) + text[at + 1 :]


def _piece(text: str, chance: Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(PIECES) + text[at:]


def _cut(text: str, chance: Random) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _without_line(text: str, chance: Random) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _moved_line(text: str, chance: Random) -> str:
    lines = text.split("\n")
    line = lines[chance.randrange(len(lines))]
    lines.insert(chance.randrange(len(lines)), line)
    return "\n".join(lines)


def _without_words(text: str, chance: Random) -> str:
    words = re.split(r"(\W)", text)
    at = chance.randrange(len(words))
    return "".join(words[:at] + words[at + chance.choice((1, 2, 5)) :])


def _swapped_words(text: str, chance: Random) -> str:
    words = re.split(r"(\W+)", text)
    a, b = (2 * chance.randrange(1 + len(words) // 2) for _ in range(2))
    if max(a, b) < len(words):
        words[a], words[b] = words[b], words[a]
    return "".join(words)


def _repeated(text: str, chance: Random) -> str:
    at = chance.randrange(len(text) + 1)
    piece = text[at : at + chance.choice((1, 3, 20))]
    return text[:at] + piece * chance.choice(TIMES) + text[at:]


TEXT = (
    _number, _number, _scaled, _character, _piece, _piece, _cut, _without_line, _moved_line, _without_words,
    _swapped_words, _repeated,
)  # fmt: skip
