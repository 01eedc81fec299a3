"""Mistakes in an expression, shown with a caret under the place.

Rules   E301 syntax, E302 unknown name, E303 number of arguments, E304 kind of an argument, E305 nested too deeply,
        E306 USER(...) inside an expression, W311 dimensions that do not fit, E321 no number at run time.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bellcrank.errors import ExpressionError, Message, Severity

WINDOW = 36
"""Characters shown on each side of the caret."""
MOST = 10
"""Mistakes told for one expression; the rest is usually the consequence."""


@dataclass(frozen=True)
class Mistake:
    """What is wrong at which character, why it matters and what to do."""

    rule: str
    what: str
    position: int
    why: str = ""
    cure: str = ""

    def message(self, source: str = "") -> Message:
        """The message with the picture of the place in the source text."""
        severity: Severity = "warning" if self.rule.startswith("W") else "error"
        what = f"{self.what}\n{picture(source, self.position)}" if source.strip() else self.what
        return Message(severity, self.rule, what, why=self.why, cure=self.cure)


def picture(source: str, position: int) -> str:
    """The part of the text around a position, with a caret below it."""
    line = "".join(c if c.isprintable() else " " for c in source)
    start, end = max(0, position - WINDOW), min(len(line), position + WINDOW)
    before = "..." if start > 0 else ""
    after = "..." if end < len(line) else ""
    return f"    {before}{line[start:end]}{after}\n    {' ' * (len(before) + position - start)}^"


def error(mistakes: Sequence[Mistake], source: str = "") -> ExpressionError:
    """One exception for all mistakes of an expression."""
    first = mistakes[0]
    exception = ExpressionError(first.what, first.position, first.why, first.cure)
    exception.report.messages[:] = [m.message(source) for m in mistakes]
    exception.args = (exception.report.render(),)
    return exception


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A cure naming the nearest known name, or nothing."""
    near = _nearest(name, tuple(known)) if len(name) <= 40 else ()
    return f"did you mean {' or '.join(near)}?" if near else ""


@functools.lru_cache(1000)
def _nearest(name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The nearest names; comparing takes long, so it is done with those that share most letters only."""
    letters = set(name)
    alike = [k for k in known if abs(len(k) - len(name)) < 4 and 2 * len(letters & set(k)) >= min(len(letters), 6)]
    return tuple(difflib.get_close_matches(name, alike, n=3, cutoff=0.6))
