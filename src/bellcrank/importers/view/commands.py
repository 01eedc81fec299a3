"""The text of a command file as commands.

    marker create  &
       marker_name = .model.PART_2.MARKER_1  &
       location = 0.0, (2 * .model.width), 0.0          ! a comment

`&` joins lines, `!` begins a comment; the words before the first key are the command. A value ends where the next
`key =` begins outside quotes and brackets, and its items are separated by commas.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bellcrank.errors import Place
from bellcrank.importers.xml_tree import Node

_KEY = re.compile(r"([A-Za-z_]\w*)\s*=(?!=)")
OPEN, CLOSE = "({[", ")}]"


@dataclass
class Command:
    """One command: its words in small letters, and the items of every argument."""

    words: tuple[str, ...]
    place: Place
    arguments: dict[str, list[str]] = field(default_factory=dict)

    def text(self, key: str) -> str:
        """The items of an argument as they are written."""
        return ", ".join(self.arguments.get(key, []))

    @property
    def name(self) -> str:
        """The words as one text."""
        return " ".join(self.words)

    @property
    def node(self) -> Node:
        """What messages need: the command and its place."""
        named = next((v[0] for k, v in self.arguments.items() if k.endswith("_name") and v), "")
        return Node(self.name, {"name": named}, self.place)


def read_commands(text: str, file: str) -> list[Command]:
    """All commands of a file."""
    found = []
    joined, start = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        plain = _without_comment(line).rstrip()
        if not joined.strip():
            start = number
        goes_on = plain.endswith("&")
        joined += (plain[:-1] if goes_on else plain) + " "
        if not goes_on and joined.strip():
            found.append(_command(joined.strip(), Place(file, start)))
        if not goes_on:
            joined = ""
    if joined.strip():
        found.append(_command(joined.strip(), Place(file, start)))
    return found


def _without_comment(line: str) -> str:
    quoted = False
    for at, letter in enumerate(line):
        if letter == '"':
            quoted = not quoted
        elif letter == "!" and not quoted:
            return line[:at]
    return line


def _command(text: str, place: Place) -> Command:
    keys = list(_keys(text))
    first = keys[0][1] if keys else len(text)
    command = Command(tuple(text[:first].lower().split()), place)
    ends = [following[1] for following in keys[1:]] + [len(text)]
    for (key, _, begin), end in zip(keys, ends, strict=False):
        value = text[begin:end]
        command.arguments[key.lower()] = [item for item in split(value) if item] or [""]
    return command


def _keys(text: str) -> list[tuple[str, int, int]]:
    """(key, where it begins, where its value begins) outside quotes and brackets."""
    found, depth, quoted, at = [], 0, False, 0
    while at < len(text):
        letter = text[at]
        if letter == '"':
            quoted = not quoted
        elif not quoted and letter in OPEN:
            depth += 1
        elif not quoted and letter in CLOSE:
            depth -= 1
        elif not quoted and depth <= 0 and (letter.isalpha() or letter == "_"):
            if (at == 0 or text[at - 1] in " \t,") and (match := _KEY.match(text, at)) is not None:
                found.append((match[1], at, match.end()))
                at = match.end()
                continue
            at += len(re.match(r"\w+", text[at:])[0])  # type: ignore[index]
            continue
        at += 1
    return found


def split(text: str) -> list[str]:
    """Items separated by commas outside quotes and brackets."""
    items, depth, quoted, item = [], 0, False, ""
    for letter in text:
        if letter == '"':
            quoted = not quoted
        elif not quoted:
            depth += (letter in OPEN) - (letter in CLOSE)
        if letter == "," and not quoted and depth == 0:
            items.append(item.strip())
            item = ""
        else:
            item += letter
    return [*items, item.strip()]
