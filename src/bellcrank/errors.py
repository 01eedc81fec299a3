"""What can go wrong, and how it is told.

    BellcrankError
      DatasetError        a file cannot be understood
      ExpressionError     a function expression cannot be understood
      ModelError          the elements do not fit together
      UnsupportedError    understood, but not simulated
      AssemblyError       the parts cannot be put together
      ConvergenceError    the solver could not go on
      ResultsError        a result file or channel is wrong

A message has five parts: what, where, found, why, what to do. Reading never stops at the first mistake:
messages are collected in a Report, and an exception carries the whole report.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Place:
    """A line of a file; line numbers start at 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class TextFix:
    """A cure that is a change of text: in the statement at `place`, replace `old` by `new`."""

    place: Place
    old: str
    new: str


@dataclass(frozen=True)
class Message:
    """One finding: what is wrong, where, why it matters and what to do."""

    severity: Severity
    rule: str
    what: str
    place: Place | None = None
    element: str = ""
    why: str = ""
    cure: str = ""
    fix: TextFix | None = None

    def render(self) -> str:
        """The message as text: one headline, then indented lines."""
        where = "  ".join(part for part in (str(self.place or ""), self.element) if part)
        head = f"{where}  [{self.rule} {self.severity}]" if where else f"[{self.rule} {self.severity}]"
        lines = [head, f"  {self.what}"]
        if self.why:
            lines.append(f"  {self.why}")
        if self.cure:
            lines.append(f"  To fix: {self.cure}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The message as plain values for machines."""
        return {
            "severity": self.severity,
            "rule": self.rule,
            "file": self.place.file if self.place else None,
            "line": self.place.line if self.place else None,
            "element": self.element,
            "what": self.what,
            "why": self.why,
            "cure": self.cure,
            "fixable": self.fix is not None,
        }


@dataclass
class Report:
    """Messages in the order found."""

    messages: list[Message] = field(default_factory=list)

    def add(self, message: Message) -> None:
        """Append one message."""
        self.messages.append(message)

    def extend(self, messages: Iterable[Message]) -> None:
        """Append several messages."""
        self.messages.extend(messages)

    def __iter__(self) -> Iterator[Message]:
        return iter(self.messages)

    def __len__(self) -> int:
        return len(self.messages)

    def __bool__(self) -> bool:
        return bool(self.messages)

    @property
    def errors(self) -> list[Message]:
        """The messages that forbid a simulation."""
        return [m for m in self.messages if m.severity == "error"]

    @property
    def warnings(self) -> list[Message]:
        """The messages that only doubt."""
        return [m for m in self.messages if m.severity == "warning"]

    def render(self) -> str:
        """All messages as text, separated by blank lines."""
        return "\n\n".join(m.render() for m in self.messages)


TITLE = re.compile(r"([A-Z_]+)/(\d+)")


def by_kind(messages: Iterable[Message]) -> list[Message]:
    """The same messages, one for each kind: those that differ in element and numbers only become one with all ids."""
    groups: dict[tuple[str, ...], list[Message]] = {}
    for message in messages:
        found = TITLE.match(message.element)
        texts = (re.sub(r"\d+", "#", text) for text in (message.what.replace(message.element, ""), message.why))
        key = (message.rule, message.severity, found[1], *texts) if found else (message.render(),)
        groups.setdefault(key, []).append(message)
    return [_of_a_kind(group) for group in groups.values()]


def _of_a_kind(group: list[Message]) -> Message:
    first = group[0]
    ids = sorted({int(found[2]) for message in group if (found := TITLE.match(message.element))})
    if len(ids) < 2:
        return first
    keyword = first.element.split("/")[0]
    what = first.what.replace(first.element, f"{keyword}/{ids[0]}")
    return replace(first, element=f"{keyword}/{ranges(ids)}", what=f"{what} The same holds for all {len(ids)} of them.")


def ranges(ids: Iterable[int]) -> str:
    """Ids as a short text.

    >>> ranges([1, 2, 3, 7, 9, 10])
    '1 to 3, 7, 9, 10'
    """
    runs: list[list[int]] = []
    for n in sorted(set(ids)):
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    texts = (f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
    return ", ".join(texts)


class BellcrankError(Exception):
    """The root of all errors of this package; `report` holds every message."""

    def __init__(self, text: str | Message | Report) -> None:
        if isinstance(text, Report):
            self.report = text
        elif isinstance(text, Message):
            self.report = Report([text])
        else:
            self.report = Report([Message("error", "E000", text)])
        super().__init__(text if isinstance(text, str) else self.report.render())


class DatasetError(BellcrankError):
    """A file cannot be understood."""


class ExpressionError(BellcrankError):
    """A function expression cannot be understood; `position` counts characters from 0."""

    def __init__(self, text: str, position: int = 0, why: str = "", cure: str = "") -> None:
        super().__init__(Message("error", "E301", text, why=why, cure=cure))
        self.text, self.position, self.why, self.cure = text, position, why, cure


class ModelError(BellcrankError):
    """The elements do not fit together."""


class UnsupportedError(BellcrankError):
    """Understood and kept, but not simulated."""


class AssemblyError(BellcrankError):
    """The parts cannot be put together."""


class ConvergenceError(BellcrankError):
    """The solver could not go on; `results` holds what was computed until then, where there is something."""

    results: Any = None


class ResultsError(BellcrankError):
    """A result file or channel is wrong."""
