"""The stream reader of XML results files (layout: `formats/res.py`).

Memory holds one Step and the columns asked for, so files of gigabytes can be read.
"""

from __future__ import annotations

import array
import os
from pathlib import Path
from typing import IO, Any
from xml.parsers import expat

import numpy as np

from ..errors import ResultsError
from . import seal
from .entity import KINDS, Entity, Segment
from .files import Channels, damaged
from .names import Names
from .results import Results

SUFFIX = "_XFORM"
"""Entities of parts are called <part>_XFORM in the file."""
CHUNK = 1 << 18
_ERRORS = expat.errors
CUT_SHORT = {
    _ERRORS.codes[text]
    for text in (_ERRORS.XML_ERROR_NO_ELEMENTS, _ERRORS.XML_ERROR_UNCLOSED_TOKEN, _ERRORS.XML_ERROR_PARTIAL_CHAR)
}
"""What the parser says when the file simply ends."""


class Reader:
    """Handlers of the XML stream; `rows` grows by one row of the wanted columns per Step."""

    def __init__(self, path: Path, channels: Channels) -> None:
        self.path, self.channels = path, channels
        self.entities: list[Entity] = []
        self.ids: list[int] = []
        self.attrs: dict[str, Any] = {"units": {}}
        self.segments: list[list[Any]] = []
        self.rows = array.array("d")
        self.n_rows = 0
        self._open: dict[str, Any] | None = None
        self._time_id, self._largest = 1, 1
        self._take: list[int] = []
        self._text: list[str] | None = None
        self._step_kind = ""
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text, self.parser.buffer_size = True, 1 << 16
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters

    @property
    def line(self) -> int:
        """Where the stream is."""
        return int(self.parser.CurrentLineNumber)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(" ")[2]
        if not self.attrs.get("root"):
            if tag != "Results":
                raise damaged(self.path, self.line, f"this is no XML results file: its root is <{tag}>, not <Results>")
            self.attrs["root"] = tag
        begin = getattr(self, "_begin_" + tag.lower(), None)
        if begin is not None:
            begin(attributes)

    def _end(self, name: str) -> None:
        finish = getattr(self, "_finish_" + name.rpartition(" ")[2].lower(), None)
        if finish is not None:
            finish()

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _begin_analysis(self, attributes: dict[str, str]) -> None:
        self.attrs["date"] = attributes.get("executionDate", "")
        self.attrs["solver"] = " ".join(attributes.get("Solver", "").split())

    def _begin_modelinfo(self, attributes: dict[str, str]) -> None:
        self.attrs["title"] = attributes.get("title", "")

    def _begin_units(self, attributes: dict[str, str]) -> None:
        self.attrs["units"] = dict(attributes)

    def _begin_terminationstatus(self, attributes: dict[str, str]) -> None:
        status = attributes.get("runStatus", "")
        self.attrs.update(end_reason=status, successful=status in ("", "Successful"))

    def _begin_stepmap(self, attributes: dict[str, str]) -> None:
        if self.entities:
            why = "its columns would differ from those of the first"
            raise damaged(self.path, self.line, "the file has a second StepMap, which is not supported", why)

    def _begin_entity(self, attributes: dict[str, str]) -> None:
        if self._open is not None:
            raise damaged(self.path, self.line, "an Entity stands inside of another one")
        self._open = dict(attributes, components=[])

    def _begin_component(self, attributes: dict[str, str]) -> None:
        number = attributes.get("id", "")
        good = number.isascii() and number.isdigit() and 0 < len(number) < 10 and int(number) > 0
        if self._open is None or "name" not in attributes or not good:
            raise damaged(self.path, self.line, "a Component stands in an Entity and needs a name and an id from 1 on")
        self._open["components"].append((attributes["name"], attributes.get("unitsValue", ""), int(number)))

    def _finish_entity(self) -> None:
        assert self._open is not None
        given, self._open = self._open, None
        components = given["components"]
        self._largest = max([self._largest, *(c[2] for c in components)])
        if given.get("name", "").lower() == "time" and len(components) == 1:
            self._time_id = components[0][2]
            self.attrs["units"].setdefault("time", components[0][1])
            return
        self.entities.append(_entity(given))
        self.ids += [c[2] for c in components]

    def _finish_stepmap(self) -> None:
        names = Names(self.entities)
        if self.channels is not None:
            empty = Results(self.entities, np.empty((0, 1 + len(self.ids))))
            kept = empty.pick(self.channels)
            self.ids = [self.ids[names.column(c) - 1] for c in kept.channels]
            self.entities = list(kept.entities)
        self._take = [self._time_id - 1, *(number - 1 for number in self.ids)]

    def _begin_step(self, attributes: dict[str, str]) -> None:
        self._text, self._step_kind = [], attributes.get("type", "dynamic")

    def _finish_step(self) -> None:
        words = "".join(self._text or ()).split()
        self._text = None
        if not self._take or len(words) < self._largest:
            step = f"Step {self.n_rows + 1}"
            raise damaged(self.path, self.line, f"{step} has {len(words)} numbers, the StepMap wants {self._largest}")
        try:
            row = [float(words[k]) for k in self._take]
        except ValueError as error:
            what = f"Step {self.n_rows + 1} holds something that is no number"
            raise damaged(self.path, self.line, what, str(error)) from None
        if self._step_kind == "input":
            self.attrs["input"] = row
            return
        if not self.segments or self.segments[-1][0] != self._step_kind or self.segments[-1][3]:
            self.segments.append([self._step_kind, self.n_rows, self.n_rows, False])
        self.rows.extend(row)
        self.n_rows += 1
        self.segments[-1][2] = self.n_rows

    def _finish_data(self) -> None:
        if self.segments:
            self.segments[-1][3] = True

    def results(self) -> Results:
        """What has been read so far."""
        self.attrs.pop("root", None)
        values = np.frombuffer(self.rows, dtype=float).reshape(self.n_rows, len(self._take) or 1)
        known = [(kind if kind in KINDS else "other", start, stop) for kind, start, stop, _ in self.segments]
        return Results(self.entities, values, self.attrs, [Segment(*s) for s in known])


def read_stream(path: Path, channels: Channels, partial: bool) -> Results:
    """An XML results file; with `partial` the whole Steps of a broken one."""
    reader = Reader(path, channels)
    with open(path, "rb") as file:
        _refuse_other_forms(path, file)
        if not partial:
            _check_seal(path, file)
        try:
            while chunk := file.read(CHUNK):
                reader.parser.Parse(chunk, False)
            reader.parser.Parse(b"", True)
        except expat.ExpatError as error:
            if not (partial and reader.n_rows):
                raise _broken(path, reader, error) from None
            reader.attrs["end_reason"] = f"the file is broken at line {error.lineno}"
        except (LookupError, UnicodeError) as error:  # an encoding that nobody knows
            raise damaged(path, reader.line, f"the file cannot be read: {error}") from None
        except ResultsError:
            if not (partial and reader.n_rows):
                raise
            reader.attrs["end_reason"] = f"the file is broken at line {reader.line}"
    return reader.results()


def _entity(given: dict[str, Any]) -> Entity:
    name, kind = given.get("name", ""), given.get("entType", "")
    full = given.get("entity", name)
    if kind == "Part" and name.endswith(SUFFIX):
        name = name[: -len(SUFFIX)]
    number = given.get("objectId", "0")
    info = {"path": full} if full != name else {}
    components = given["components"]
    return Entity(
        name,
        kind,
        int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0,
        tuple(c[0] for c in components),
        tuple(c[1] for c in components),
        info,
    )


def _refuse_other_forms(path: Path, file: IO[bytes]) -> None:
    head = file.read(200)
    file.seek(0)
    if head.lstrip().startswith(b"FILE TYPE AND SOURCE"):
        raise damaged(
            path, 1, "this results file is in the old block form, which is not read", cure="write it with RESULTS/XRF"
        )
    if not head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
        raise damaged(path, 1, "this is no XML results file: it does not begin with <")


def _check_seal(path: Path, file: IO[bytes]) -> None:
    """A file of ours is whole, or it is refused; other programs have no seal."""
    state = seal.look(path, seal.XML)
    ours = b'<Application name="bellcrank"' in file.read(4000)
    file.seek(max(0, file.seek(0, os.SEEK_END) - 1000))
    complete = b"</Results>" in file.read()  # where it is not, the parser tells where it ends
    file.seek(0)
    if state == seal.BROKEN or (state == seal.NONE and ours and complete):
        why = "its length and checksum do not fit its contents: it was cut, or changed by hand"
        raise damaged(
            path, 1, "the file is damaged", why, "read it as it is with partial=True (command line: --partial)"
        )


def _broken(path: Path, reader: Reader, error: expat.ExpatError) -> ResultsError:
    what = f"this is not well-formed XML: {expat.ErrorString(error.code)}"
    if error.code in CUT_SHORT:
        what = "the file ends before it is complete"
    cure = ""
    if reader.n_rows:
        cure = f"read the {reader.n_rows} whole Steps before it with partial=True (command line: --partial)"
    return damaged(path, error.lineno, what, f"column {error.offset + 1}, after Step {reader.n_rows}", cure)
