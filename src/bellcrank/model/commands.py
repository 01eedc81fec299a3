"""Command files (.acf): what to simulate, and how the model changes in between.

Two headers are in use: a blank first line followed by `file/model=name`, or the model file on line 1 and the prefix of
the output files on line 2.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bellcrank.dataset.files import inside, read_text
from bellcrank.dataset.lexer import read_commands as cut_commands
from bellcrank.dataset.lexer import split_lines
from bellcrank.dataset.statement import Statement
from bellcrank.errors import DatasetError, Message, ModelError, Place, Report
from bellcrank.model.load import find_keyword
from bellcrank.model.model import Model
from bellcrank.registry import COMMANDS
from bellcrank.schema.abbreviation import Ambiguous
from bellcrank.schema.element import Element
from bellcrank.schema.family import command_names, family
from bellcrank.schema.reader import read_values

_FIRST_WORD = re.compile(r"\s*([A-Za-z_]\w*)\s*(/|,|=|$)?")


@dataclass
class Change:
    """A statement given as a command: it changes some arguments of an element."""

    keyword: str
    id: int | None
    values: dict[str, Any]
    statement: Statement

    @property
    def place(self) -> Place:
        """File and line."""
        return self.statement.place

    @property
    def title(self) -> str:
        """`MOTION/4`."""
        return self.statement.title

    @property
    def lists(self) -> bool:
        """Whether the command asks for the present values."""
        return bool(self.values.get("list"))

    def apply(self, model: Model) -> Element:
        """Change the element in a model; ModelError when it does not exist or lacks an argument."""
        element: Element | None
        if self.id is None:
            found = family(self.keyword)
            assert found is not None
            element = model.single(self.keyword) or model.add(found.first())
        else:
            element = model.find(self.keyword, self.id)
        if element is None:
            raise ModelError(
                Message(
                    "error",
                    "E111",
                    f"There is no {self.keyword}/{self.id} to change.",
                    self.place,
                    self.title,
                    cure="correct the id.",
                )
            )
        if self.values.get("default"):
            for attribute in element.given:
                setattr(element, attribute, None)
        for attribute, value in self.values.items():
            if attribute in ("list", "default"):
                continue
            if attribute not in element.fields:
                raise ModelError(
                    Message(
                        "error", "E103", f"{element.title} has no argument {attribute.upper()}.", self.place, self.title
                    )
                )
            element.__dict__[attribute] = value
        return element


@dataclass
class Entry:
    """One command of a file: its text, what it means (None when it cannot be understood), and what is wrong with it."""

    statement: Statement
    command: Element | Change | None
    report: Report


@dataclass
class Script:
    """A command file: which model, and the commands in order."""

    file: str = ""
    model: str = ""
    """Model file of the header, or of the first FILE/MODEL command."""
    output_prefix: str = ""
    header: str = ""
    """Model file of the first line, "" where the file has no such header."""
    entries: list[Entry] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """The file line by line, for the echo in the message file."""

    @property
    def commands(self) -> list[Element | Change]:
        """The commands that could be understood."""
        return [entry.command for entry in self.entries if entry.command is not None]

    def model_path(self, allow_outside: bool = False) -> Path:
        """The dataset, beside the command file; one elsewhere is read only if the user allows it."""
        name = self.model.replace("\\", "/")
        path = Path(name if name.lower().endswith(".adm") else f"{name}.adm")
        if not path.is_absolute() and not re.match(r"[A-Za-z]:/", name):
            found = Path(self.file).parent / path
        else:
            found = path if os.path.exists(path) else Path(self.file).parent / path.name
        if not allow_outside and inside(Path(self.file).parent, os.path.abspath(found)) is None:
            raise DatasetError(outside(self.model, Place(self.file, 1)))
        return found


def outside(name: str, place: Place | None) -> Message:
    """A file that a command file of a stranger names somewhere else."""
    return Message(
        "error",
        "E101",
        f"{name} is not read: it is outside the folder of the command file.",
        place,
        why="A command file reads and writes in its own folder only, unless you say otherwise.",
        cure="put the files into one folder, or allow it with --allow-outside.",
    )


def read_commands(path: str | Path) -> Script:
    """The commands of a file; DatasetError with every mistake in it."""
    script, report = load_commands(path)
    if report.errors:
        raise DatasetError(Report(report.errors))
    return script


def load_commands(path: str | Path) -> tuple[Script, Report]:
    """The commands of a file as far as they can be understood, and all that is wrong with them."""
    return parse_commands(read_text(path), str(path))


def parse_commands(text: str, file: str = "") -> tuple[Script, Report]:
    """As `load_commands`, from text."""
    script = Script(file, lines=split_lines(text))
    skip = _read_header(script)
    cut = cut_commands(script.lines, skip, file)
    if script.header and skip == 1:
        cut.report.add(_command_as_prefix(script))
    for statement in cut.statements:
        said = Report()
        command = read_command(statement, said)
        cut.report.extend(said)
        script.entries.append(Entry(statement, command, said))
        if command is not None and command.keyword == "FILE" and not script.model:
            script.model = command.model  # type: ignore[union-attr]
            script.output_prefix = script.output_prefix or command.output_prefix  # type: ignore[union-attr]
    return script, cut.report


def _read_header(script: Script) -> int:
    """Take the model and the prefix from the first two lines where they are a header; returns how many lines it has."""
    first = script.lines[0].strip()
    if not first:
        return 1
    match = _FIRST_WORD.match(first)
    if first[0] == "!" or (match and match[2] in ("/", "=") and _is_command(match[1])):
        return 0
    if match and _is_command(match[1]) and match.end() == len(first) and not first.lower().endswith(".adm"):
        return 0
    script.header = script.model = first
    second = script.lines[1].strip() if len(script.lines) > 1 else ""
    if _is_whole_command(second):
        return 1
    script.output_prefix = second
    return 2


def _is_whole_command(line: str) -> bool:
    """Whether a line is a command of the language without a mistake (and no name of a file such as results/run1)."""
    said = Report()
    commands = [read_command(statement, said) for statement in cut_commands([line], 0).statements if "/" in line]
    return len(commands) == 1 and commands[0] is not None and commands[0].keyword in COMMANDS and not said.errors


def _command_as_prefix(script: Script) -> Message:
    return Message(
        "warning",
        "W108",
        f"The second line is taken as a command: {script.lines[1].strip()}.",
        Place(script.file, 2),
        why="Below the name of the model stands the first part of the names of the output files, or a blank line.",
        cure="put a blank line before it.",
    )


def _is_command(word: str) -> bool:
    try:
        return command_names().find(word.upper()) is not None
    except Ambiguous:
        return True


def read_command(statement: Statement, report: Report) -> Element | Change | None:
    """One command: an element of the command language, or a change of a model element."""
    keyword = find_keyword(statement, command_names(), report)
    if keyword is None:
        return None
    statement.keyword = keyword
    if keyword in COMMANDS:
        cls: type[Element] = COMMANDS[keyword]
        statement.id = None
        values = read_values(statement, cls, report)
        command = cls.from_statement(statement, values)
        report.extend(command.missing(f) for f in cls.required_fields if f.attribute not in values)
        return command
    found = family(keyword)
    assert found is not None
    if found.first.numbered and not statement.id:
        report.add(
            Message(
                "error",
                "E102",
                f"{keyword} needs the id of the element to change.",
                statement.place,
                statement.title,
                cure=f"write {keyword}/id.",
            )
        )
        return None
    return Change(
        keyword,
        statement.id if found.first.numbered else None,
        read_values(statement, found.union, report),
        statement,
    )
