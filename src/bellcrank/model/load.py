"""From a file to a model: every mistake is collected, none stops the reading."""

from __future__ import annotations

import importlib
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bellcrank.dataset.files import read_text
from bellcrank.dataset.lexer import read_dataset
from bellcrank.dataset.recognise import recognise_text
from bellcrank.dataset.statement import Statement
from bellcrank.errors import DatasetError, Message, Place, Report
from bellcrank.model.model import Model
from bellcrank.model.references import check_expressions
from bellcrank.registry import COMMANDS, IMPORTERS
from bellcrank.schema.abbreviation import Ambiguous, Spellings
from bellcrank.schema.element import Element
from bellcrank.schema.family import family, statement_names
from bellcrank.schema.reader import read_element

log = logging.getLogger("bellcrank.read")
LEVELS = {"error": logging.ERROR, "warning": logging.WARNING, "note": logging.INFO}
BODIES = {"PART": "part", "POINT_MASS": "point_mass", "FLEX_BODY": "flex_body"}
MOST_UNKNOWN = 100
"""So many unknown statements, and the file is taken for something else."""
_VIEW_COMMAND = re.compile(
    r"^\s*(?:! CMD Version|defaults units|model create|part create|marker create|view erase)", re.I
)
_STATEMENT_LIKE = re.compile(r"\s*[A-Z_]+\s*/\s*\d+\s*(?:,|$)")


def read(path: str | Path, allow_code: bool = False) -> Model:
    """The model of a dataset (.adm) or of a file of another program (.urdf, ...); DatasetError with every mistake.

    allow_code  let Python files beside it be run for its user subroutines; only for files that you trust
    """
    model, report = load(path)
    model.allow_code = allow_code
    if report.errors:
        raise DatasetError(Report(report.errors))
    model.notes.extend(report)
    log.info("%s: %d elements", path, len(model))
    for message in report:
        log.log(LEVELS[message.severity], "%s", message.render())
    return model


def load(path: str | Path) -> tuple[Model, Report]:
    """The model of a file as far as it can be understood, and all that is wrong with it."""
    text = read_text(path)
    suffix = Path(path).suffix.lower()
    importer = importers().get(suffix) if suffix != ".adm" else None
    if importer is None:
        if (other := recognise_text(text)) is not None:
            what, cure = other
            raise DatasetError(
                Message("error", "E101", f"This is {what}, not a dataset.", Place(str(path), 1), cure=cure)
            )
        return load_text(text, str(path))
    model, report = importer(text, str(path))
    if not report.errors:
        _check(model, report)
    return model, report


def importers() -> dict[str, Any]:
    """File suffix -> reader of models of other programs.

    The folder `importers` lies above this one: it is found by name, as a plug-in would be.
    """
    importlib.import_module("bellcrank.importers")
    return IMPORTERS


def load_text(text: str, file: str = "") -> tuple[Model, Report]:
    """As `load`, from text."""
    model = Model()
    model.file = file
    if _is_view_file(text):
        return model, Report([_view_file(file)])
    cut = read_dataset(text, file)
    report = cut.report
    model.title, model.comments = cut.title, cut.comments
    if _STATEMENT_LIKE.match(cut.title):
        report.add(_title_is_statement(file, cut.title))
    if not cut.ended:
        report.add(_no_end(file, text))
    _Loader(model, report).run(cut.statements)
    _check(model, report)
    return model, report


def _check(model: Model, report: Report) -> None:
    """What is wrong with the elements, in the order of lines."""
    for element in model.all():
        report.extend(_mistakes(element, model))
        report.extend(check_expressions(element, model))
    _check_ground(model, report)
    report.messages.sort(key=lambda m: m.place.line if m.place else 0)


def _mistakes(element: Element, model: Model) -> Iterator[Message]:
    """What an element says of itself; where an argument is missing, whatever needs it has nothing more to say."""
    told = bool(element.unread)
    try:
        for message in element.check(model):
            told = told or message.severity == "error"
            yield message
    except (LookupError, TypeError, ValueError):
        if not told:
            raise


class _Loader:
    """Statements to elements; a marker without part belongs to the body before it."""

    def __init__(self, model: Model, report: Report) -> None:
        self.model, self.report = model, report
        self.body: tuple[str, int] | None = None

    def run(self, statements: list[Statement]) -> None:
        names = statement_names()
        strange = 0
        for statement in statements:
            keyword = find_keyword(statement, names, self.report)
            if keyword is None:
                strange += 1
                if strange == MOST_UNKNOWN:
                    self.report.add(_no_dataset(statement))
                    break
                continue
            statement.keyword = keyword
            found = family(keyword)
            element = read_element(statement, found, self.report) if found else None
            if element is not None and statement.id != 0:
                self.place(element)

    def place(self, element: Element) -> None:
        keyword = element.keyword
        if keyword == "MARKER":
            if self.body is not None and element.owner is None:  # type: ignore[attr-defined]
                element.__dict__[self.body[0]] = self.body[1]
        elif keyword in BODIES:
            self.body = (BODIES[keyword], element.id or 0)
        if element.numbered:
            other = self.model.find(keyword, element.id or 0)
            if other is not None:
                self.report.add(_twice(element, other))
                return
        elif not element.repeatable and (earlier := self.model.single(keyword)):
            self.report.add(_again(element, earlier))
            earlier.__dict__.update({**earlier.given, **element.given})
            return
        self.model.add(element)


def find_keyword(statement: Statement, names: Spellings, report: Report) -> str | None:
    """The full keyword of a statement; None and a message when there is none."""
    stray = statement.body.lstrip().startswith("=")
    try:
        keyword = None if stray else names.find(statement.keyword)
    except Ambiguous as error:
        report.add(Message("error", "E102", f"{error}.", statement.place, statement.title, cure="write more letters."))
        return None
    if keyword is None:
        near = names.nearest(statement.keyword)
        if statement.keyword in COMMANDS:
            near = "move it to a command file (.acf): it is a command, not a statement."
        if stray:
            near = "begin the line with a comma: it looks like an argument of the statement above."
        report.add(
            Message(
                "error",
                "E102",
                f"{statement.keyword} is not a statement.",
                statement.place,
                statement.title,
                "Nothing in the dataset language begins with this word.",
                near or "correct the word, or begin the line with ! to make it a comment.",
            )
        )
    return keyword


def _no_dataset(statement: Statement) -> Message:
    return Message(
        "error",
        "E101",
        f"{MOST_UNKNOWN} statements of this file are not known; the rest was not read.",
        statement.place,
        why="It is probably no solver dataset.",
        cure="give a dataset (.adm).",
    )


def _twice(element: Element, other: Element) -> Message:
    return element.message(
        "E109",
        f"{element.keyword}/{element.id} is given twice.",
        f"The first one is {other.title} at {other.place}.",
        "give one of them another id, and correct what refers to it.",
    )


def _again(element: Element, earlier: Element) -> Message:
    return element.message(
        "W104",
        f"{element.keyword} is given more than once (first at {earlier.place}).",
        "Later arguments replace earlier ones.",
        "write one statement.",
        severity="warning",
    )


def _check_ground(model: Model, report: Report) -> None:
    parts: list[Any] = model.all("PART")
    grounds = [part for part in parts if part.ground]
    for second in grounds[1:]:
        report.add(
            second.message(
                "E112",
                f"The model has more than one ground: {grounds[0].title} and {second.title}.",
                "The ground is the inertial frame; there is one.",
                f"remove GROUND from PART/{second.id}, or make one part of the two.",
            )
        )
    if parts and not grounds:
        report.add(
            Message(
                "error",
                "E112",
                "The model has no ground part.",
                Place(model.file, 1),
                why="Markers that do not move belong to the ground.",
                cure="add PART/1, GROUND (with an id that is free).",
            )
        )


def _is_view_file(text: str) -> bool:
    return _VIEW_COMMAND.match(text) is not None


def _view_file(file: str) -> Message:
    return Message(
        "error",
        "E101",
        "This is an Adams View command file (.cmd), not a solver dataset.",
        Place(file, 1),
        why="It holds commands that build the model inside Adams View.",
        cure="give it the suffix .cmd: such files are read too.",
    )


def _title_is_statement(file: str, title: str) -> Message:
    return Message(
        "warning",
        "W101",
        f"The first line looks like a statement: {title.strip()[:60]!r}.",
        Place(file, 1),
        why="The first line of a dataset is its title, whatever it holds; this statement is not read.",
        cure="put a title line before it.",
    )


def _no_end(file: str, text: str) -> Message:
    return Message(
        "warning",
        "W105",
        "END is missing.",
        Place(file, text.count("\n") + 1),
        why="The file may have been cut off.",
        cure="write END as the last statement.",
    )
