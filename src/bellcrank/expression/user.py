"""User's functions: a Python callable, compiled where possible, or a C address behind the one signature f(n, x, out).

An exception in a callable cannot pass through compiled code: it is kept, the value becomes NaN, the evaluation stops
there, and whoever started it raises the exception again.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

from bellcrank.expression.compiled_user import compiled
from bellcrank.expression.tree import UserCall

C_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_double))
# kernel constants
STEP = 6e-6
"""Relative step of central differences, about the cube root of the rounding unit."""


class NotOneNumber(TypeError):
    """A user's function returned something else than a number."""


def has_slopes(call: UserCall) -> bool:
    """Whether the function gives its own partial derivatives."""
    return call.derivatives is not None and call.derivatives is not False


class UserFunction:
    """One user's function: callable from Python as f(n, x, out), and by its `address` from compiled code."""

    def __init__(self, call: UserCall) -> None:
        self.call = call
        self.failure: BaseException | None = None
        self.compiled = False
        self.body: Callable[[int, Any, Any], None]
        self.foreign = isinstance(call.function, int)
        self.kept: Any = None  # what an address points to must outlive it
        if isinstance(call.function, int):
            self.address = call.function
            self.body = C_FUNCTION(call.function)
            return
        self.body = self.run
        self.kept = compiled(call.function, len(call.arguments), call.derivatives)
        self.compiled = self.kept is not None
        if self.compiled:
            self.address = int(self.kept.address)
        else:
            self.kept = C_FUNCTION(self.run)
            self.address = ctypes.cast(self.kept, ctypes.c_void_p).value or 0

    def run(self, n: int, x: Any, out: Any) -> None:
        """Call the user's Python function; never raises."""
        try:
            values = [float(x[i]) for i in range(n)]
            out[0] = self._number(self.call.function(*values))  # type: ignore[operator]
            if callable(self.call.derivatives):
                slopes = [float(slope) for slope in self.call.derivatives(*values)]
                if len(slopes) != n:
                    raise ValueError(f"{self.call.name} has {n} arguments, but {len(slopes)} derivatives are given")
                for i, slope in enumerate(slopes):
                    out[1 + i] = slope
        except BaseException as failure:
            self.failure = self.failure or failure
            out[0] = math.nan

    def _number(self, given: Any) -> float:
        """What the function returned, if it is one number."""
        try:
            return float(given)
        except (TypeError, ValueError):
            missing = " (is a return missing?)" if given is None else ""
            raise NotOneNumber(f"{self.call.name} must return one number and returned {given!r}{missing}") from None

    def __call__(self, n: int, x: Any, out: Any) -> None:
        """f(n, x, out) from Python, on lists or arrays."""
        if not self.foreign:
            self.run(n, x, out)
            return
        size = 1 + n
        numbers, results = (ctypes.c_double * size)(*[x[i] for i in range(n)]), (ctypes.c_double * size)()
        self.body(n, numbers, results)
        for i in range(size if has_slopes(self.call) else 1):
            out[i] = results[i]

    def slopes(self, x: list[float], out: list[float]) -> None:
        """Fill out with the value and, where the function gives none, central differences."""
        n = len(x)
        self(n, x, out)
        if has_slopes(self.call):
            return
        trial = [0.0] * (1 + n)
        for i in range(n):
            h = STEP * max(1.0, abs(x[i]))
            ends = []
            for end in (x[i] + h, x[i] - h):
                self(n, [*x[:i], end, *x[i + 1 :]], trial)
                ends.append(trial[0])
            out[1 + i] = (ends[0] - ends[1]) / (2.0 * h)
