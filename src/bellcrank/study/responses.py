"""Responses: one number of a run, as an expression of its channels.

    max(x) min(x) final(x) initial(x) mean(x) rms(x) range(x)      of a channel, or of any arithmetic of channels
    at(x, t)                                                      its value at a time
    time_of_max(x) time_of_min(x)                                  when it is largest, smallest
    first_above(x, level) first_below(x, level)                    when it first is above or below (NaN: never)
    time_above(x, level) time_below(x, level)                      for how long altogether

Between outputs a channel is a straight line. Numbers so found may be combined: `max(tip.X) - final(tip.X)`, and stand
inside: `rms(tip.X - mean(tip.X))`. Constraints compare such numbers: `peak < 40`, `0.1 <= settle <= 2`.
What a text means is decided by Python's grammar; nothing of it is executed (results/expressions.py).
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellcrank.errors import ResultsError
from bellcrank.results import Results, expressions
from bellcrank.results.calculus import time_mean
from bellcrank.results.expression_units import unit_of
from bellcrank.study.variables import wrong

Array = NDArray[np.float64]


def crossing(t: Array, x: Array, level: float, sign: float) -> float:
    """The first time at which sign (x - level) > 0, between outputs on a straight line; NaN where there is none."""
    y = sign * (x - level)
    above = np.flatnonzero(y > 0.0)
    if not len(above):
        return math.nan
    k = int(above[0])
    if k == 0 or t[k] <= t[k - 1]:
        return float(t[k])
    return float(t[k - 1] + (t[k] - t[k - 1]) * -y[k - 1] / (y[k] - y[k - 1]))


def beyond(t: Array, x: Array, level: float, sign: float) -> float:
    """For how long sign (x - level) > 0."""
    a, b = sign * (x[:-1] - level), sign * (x[1:] - level)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(a == b, (a > 0.0).astype(float), np.clip(np.maximum(a, b) / np.abs(a - b), 0.0, 1.0))
    return float(np.sum(np.maximum(np.diff(t), 0.0) * np.where(np.maximum(a, b) > 0.0, share, 0.0)))


REDUCTIONS: dict[str, tuple[int, Callable[..., float]]] = {
    "max": (1, lambda t, x: float(np.max(x))),
    "min": (1, lambda t, x: float(np.min(x))),
    "final": (1, lambda t, x: float(x[-1])),
    "initial": (1, lambda t, x: float(x[0])),
    "mean": (1, time_mean),
    "rms": (1, lambda t, x: math.sqrt(time_mean(t, x * x))),
    "range": (1, lambda t, x: float(np.max(x) - np.min(x))),
    "time_of_max": (1, lambda t, x: float(t[int(np.argmax(x))])),
    "time_of_min": (1, lambda t, x: float(t[int(np.argmin(x))])),
    "at": (2, lambda t, x, when: float(np.interp(when, t, x))),
    "first_above": (2, lambda t, x, level: crossing(t, x, level, 1.0)),
    "first_below": (2, lambda t, x, level: crossing(t, x, level, -1.0)),
    "time_above": (2, lambda t, x, level: beyond(t, x, level, 1.0)),
    "time_below": (2, lambda t, x, level: beyond(t, x, level, -1.0)),
}
"""Name -> number of arguments, function of time, values and the other arguments."""
COMPARE: dict[type, Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


def parse(text: str) -> ast.expr:
    """The tree of a text."""
    try:
        return ast.parse(str(text).strip().replace("^", "**"), mode="eval").body
    except (SyntaxError, ValueError) as error:
        message = getattr(error, "msg", error)
        raise wrong(f"{text!r} cannot be read: {message}.", "write for instance max(arm.X).") from None


class Response:
    """A response, read once and asked of many runs."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = parse(text)
        if not any(_reduction(node) for node in ast.walk(self.tree)):
            raise wrong(
                f"{text!r} is a course over time, a response is one number.",
                f"say for instance max({text}); known: {', '.join(REDUCTIONS)}.",
            )

    @cached_property
    def _plain(self) -> tuple[Callable[..., float], str] | None:
        """Function and channel of a plain `max(arm.X)`, which most responses are: thousands of runs ask them."""
        node = self.tree
        if not isinstance(node, ast.Call) or not _reduction(node) or len(node.args) > 1:
            return None
        assert isinstance(node.func, ast.Name)
        channel = node.args[0]
        if not isinstance(channel, (ast.Attribute, ast.Name)) or ast.unparse(channel).lower() in ("pi", "time"):
            return None
        return REDUCTIONS[node.func.id.lower()][1], ast.unparse(channel)

    def channels(self) -> list[str]:
        """The channels it reads."""
        return [name for name in expressions.channels_in(self.text) if name.lower() not in ("pi", "time")]

    def unit(self, lookup: Callable[[str], str], time: str) -> str:
        """Its unit, where `lookup` gives that of a channel: times have that of the time, the others that of what
        they are found in.
        """
        return unit_of(ast.unparse(_Unreduced().visit(parse(self.text))), lookup, time)

    def of(self, run: Results) -> float:
        """The number of a run; ResultsError where a channel is not there."""
        if self._plain is not None:
            reduce, channel = self._plain
            return reduce(run.time, np.asarray(run[channel])) if len(run) else math.nan
        found: dict[str, float] = {}
        tree = _Reduce(run, found).visit(parse(self.text))
        return _value(tree, run, found, self.text)


def _reduction(node: ast.AST) -> bool:
    """max(x), first_above(x, 3), ...; max(x, y) of two channels is the larger at each time."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    known = REDUCTIONS.get(node.func.id.lower())
    return known is not None and known[0] == len(node.args)


class _Unreduced(ast.NodeTransformer):
    """Puts a signal with the unit of the number in place of each reduction."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """See the class."""
        self.generic_visit(node)
        if not _reduction(node):
            return node
        assert isinstance(node.func, ast.Name)
        return ast.Name("time") if node.func.id.lower().startswith(("time_", "first_")) else node.args[0]


class _Reduce(ast.NodeTransformer):
    """Puts numbers in place of reductions, the inner ones first; a number is a name in quotes, looked up in `found`."""

    def __init__(self, run: Results, found: dict[str, float]) -> None:
        self.run, self.found = run, found

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """See the class."""
        self.generic_visit(node)
        if not _reduction(node):
            return node
        assert isinstance(node.func, ast.Name)
        text = ast.unparse(node)
        x = _signal(node.args[0], self.run, self.found)
        others = [_value(other, self.run, self.found, text) for other in node.args[1:]]
        name = f"#{len(self.found)}"
        self.found[name] = REDUCTIONS[node.func.id.lower()][1](self.run.time, x, *others)
        return ast.Constant(name)


def _signal(node: ast.expr, run: Results, found: dict[str, float]) -> Array:
    def lookup(name: str) -> Array:
        return np.full(len(run), found[name]) if name in found else np.asarray(run[name])

    if not len(run):
        raise wrong("The run has no rows.")
    return np.asarray(expressions.evaluate(ast.unparse(node), lookup, run.time), float)


def _value(node: ast.AST, run: Results, found: dict[str, float], text: str) -> float:
    """The value of what has no channel outside a reduction."""
    for name in expressions.channels_in(ast.unparse(node)):
        if name not in found:
            what = f"{text!r}: {name} is a course over time where a number is needed."
            raise wrong(what, f"say for instance max({name}).")
    assert isinstance(node, ast.expr)
    return float(_signal(node, run, found)[0])


class Constraint:
    """A comparison of numbers: variables and responses."""

    def __init__(self, text: str) -> None:
        self.text, self.tree = text, parse(text)
        if not isinstance(self.tree, ast.Compare) or not all(type(op) in COMPARE for op in self.tree.ops):
            raise wrong(f"{text!r} is no constraint.", "compare numbers, for instance peak < 40.")

    def sides(self, values: Mapping[str, float]) -> list[float]:
        """All that is compared."""
        assert isinstance(self.tree, ast.Compare)
        return [arithmetic(ast.unparse(node), values) for node in (self.tree.left, *self.tree.comparators)]

    def holds(self, values: Mapping[str, float]) -> bool:
        """Whether it is met; NaN meets nothing."""
        assert isinstance(self.tree, ast.Compare)
        sides = self.sides(values)
        return all(COMPARE[type(op)](a, b) for op, a, b in zip(self.tree.ops, sides[:-1], sides[1:], strict=True))

    def margins(self, values: Mapping[str, float]) -> list[float]:
        """For an optimiser: not negative where it is met."""
        assert isinstance(self.tree, ast.Compare)
        sides = self.sides(values)
        signs = [1.0 if type(op) in (ast.Lt, ast.LtE) else -1.0 for op in self.tree.ops]
        return [s * (b - a) for s, a, b in zip(signs, sides[:-1], sides[1:], strict=True)]


def arithmetic(text: str, values: Mapping[str, float]) -> float:
    """A formula of named numbers."""

    def lookup(name: str) -> Array:
        if name not in values:
            raise wrong(f"{text!r}: there is no {name}.", f"known: {', '.join(values) or 'nothing'}.")
        return np.array([values[name]], float)

    try:
        return float(expressions.evaluate(text, lookup, np.zeros(1))[0])
    except ResultsError as error:
        raise wrong(f"{text!r} is no formula of {', '.join(values)}.", why=next(iter(error.report)).why) from None
