"""What a rule of `bellcrank check` is.

A rule is a function of the model that yields findings; its docstring is the explanation that `bellcrank check
--rules` and the reference page show. One file of this folder holds one rule or a tight group:

    @rule("C401", "warning", "gravity does not fit the length unit")
    def gravity_that_does_not_fit(model):
        '''Why it matters ...'''
        yield Finding(element, "what was found", cure="what to do")
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from bellcrank import registry
from bellcrank.errors import BellcrankError, Message, Place, Report, Severity, TextFix

if TYPE_CHECKING:
    from bellcrank.model import Model


@dataclass(frozen=True)
class Finding:
    """One thing a rule has found; what is left out comes from the element and the rule."""

    element: Any
    what: str
    why: str = ""
    cure: str = ""
    fix: TextFix | None = None
    severity: Severity | None = None
    place: Place | None = None


@dataclass(frozen=True)
class Rule:
    """A numbered rule; `find` yields its findings in a model."""

    number: str
    severity: Severity
    title: str
    find: Callable[[Model], Iterator[Finding]]

    @property
    def explanation(self) -> str:
        """What the rule looks for and why."""
        return inspect.getdoc(self.find) or ""

    def messages(self, model: Model) -> Iterator[Message]:
        """The findings as messages."""
        for finding in self.find(model):
            element = finding.element
            yield Message(
                finding.severity or self.severity,
                self.number,
                finding.what,
                finding.place or getattr(element, "place", None),
                getattr(element, "title", ""),
                finding.why,
                finding.cure,
                finding.fix,
            )


def rule(number: str, severity: Severity, title: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function of the model as a rule."""

    def register(find: Callable[..., Any]) -> Callable[..., Any]:
        registry.RULES[number] = Rule(number, severity, title, find)
        return find

    return register


@cache
def rules() -> dict[str, Rule]:
    """All rules by number, in order."""
    registry.load_all(importlib.import_module("bellcrank.model.checks"))
    return dict(sorted(registry.RULES.items()))


def examine(model: Model, read: Report | None = None) -> Report:
    """Everything the rules find in a model, behind what its reader had to say.

    A rule may stumble over what the reader has reported already (a reference to nothing), or over numbers that leave
    the range of a computer (1E308 squared); it is then left out, in words.
    """
    report = Report(list(read or ()))
    for each in rules().values():
        try:
            report.extend(list(each.messages(model)))
        except (BellcrankError, LookupError, TypeError, ValueError, ArithmeticError) as error:
            if not report.errors and not isinstance(error, ArithmeticError):
                raise
            reason = "because of the errors above" if report.errors else "to numbers so large or so small"
            what = f'Rule {each.number} ("{each.title}") could not be applied {reason}.'
            cure = "mend the errors and check again." if report.errors else "look for a wrong exponent or unit."
            report.add(Message("note", each.number, what, cure=cure))
    return report
