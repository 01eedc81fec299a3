"""A user's Python function as machine code, where Numba can and where nothing is lost by it.

Not compiled, but called as it is: objects with memory and methods, functions that raise (an exception cannot leave
compiled code), functions that read lists, arrays or other things that may change (compiled code would not notice).
Numbers outside the function belong to the key under which compiled code is kept: after a change it is compiled again.
"""

from __future__ import annotations

import dis
import functools
import math
import types
from collections.abc import Callable
from typing import Any

from bellcrank import kernel as _kernel
from bellcrank.expression.bound import STEP, Bound, Slopes

SIGNATURE = "void(int64, CPointer(float64), CPointer(float64))"
RAISING = {
    "RAISE_VARARGS",
    "RERAISE",
    "LOAD_ASSERTION_ERROR",
    "SETUP_FINALLY",
    "YIELD_VALUE",
    "STORE_GLOBAL",
    "STORE_DEREF",
}
"""Instructions of Python that compiled code would treat differently."""


def compiled(function: Any, n: int, derivatives: Any = None) -> Any:
    """The compiled f(n, x, out) with its `.address`, or None when the function must be called as Python."""
    if not _kernel.compiling():
        return None
    keys = [key_of(f) for f in (function, derivatives) if f is not None]
    return None if None in keys else _build(tuple(keys), n)


class Key:
    """A function, the outside values it uses and the numbers bound to it; equal keys may share machine code."""

    def __init__(self, function: Callable[..., Any], outside: tuple[Any, ...], bound: tuple[Any, ...] = ()) -> None:
        self.function, self.bound = function, bound
        self.content = (function.__code__, function.__defaults__, outside, bound)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)


def key_of(function: Any) -> Key | None:
    """The key of a plain function, None when it is something that must not be compiled."""
    if isinstance(function, Bound):
        inner = key_of(function.function)
        bound = (type(function), function.numbers, function.part, function.parts, function.floors)
        return None if inner is None else Key(inner.function, inner.content, bound)
    if not isinstance(function, types.FunctionType):
        return None
    code = function.__code__
    if any(i.opname in RAISING for i in dis.get_instructions(code)) or code.co_exceptiontable:
        return None
    outside = [(name, function.__globals__[name]) for name in code.co_names if name in function.__globals__]
    outside += [(name, cell.cell_contents) for name, cell in zip(code.co_freevars, function.__closure__ or ())]
    known: list[Any] = []
    for name, value in outside:
        if isinstance(value, types.FunctionType):
            inner = key_of(value)
            if inner is None:
                return None
            known.append((name, inner.content))
        elif isinstance(value, int | float):
            known.append((name, value))
        elif isinstance(value, types.ModuleType | types.BuiltinFunctionType):
            known.append((name, id(value)))
        else:
            return None
    return Key(function, tuple(known))


@functools.cache
def _build(keys: tuple[Key, ...], n: int) -> Any:
    """Compile a C function around the user's function; None when Numba cannot."""
    numba = _kernel.load_numba()
    head = ["def call(n, x, out):", "    out[0] = nan"]  # it stays where something is raised, and Python says what
    at: list[str] = []
    if keys[0].bound:
        at, lines = _bound_lines(keys, n)
    else:
        x = ", ".join(f"x[{i}]" for i in range(n))
        lines = [f"    value = f({x})"]
        if len(keys) > 1:
            lines += [f"    slopes = g({x})", f"    if len(slopes) != {n}:", "        return"]
            lines += [f"    out[{1 + i}] = float(slopes[{i}])" for i in range(n)]
    try:
        jitted = [numba.njit(error_model="numpy")(key.function) for key in keys]
        space: dict[str, Any] = {**dict(zip("fg", jitted)), "nan": math.nan}
        exec("\n".join(at), space)
        if at:
            space["at"] = numba.njit(error_model="numpy")(space["at"])
        exec("\n".join([*head, *lines, "    out[0] = float(value)"]), space)
        return numba.cfunc(SIGNATURE, error_model="numpy")(space["call"])
    except Exception:  # whatever Numba dislikes, Python can do
        return None


def _bound_lines(keys: tuple[Key, ...], n: int) -> tuple[list[str], list[str]]:
    """A function `at(x)`, and the lines of `call` with it: for a function with numbers in front (bound.py)."""
    _, numbers, part, parts, _ = keys[0].bound
    par = f"({''.join(f'x[{k}], ' for k in range(numbers))})"
    arguments = ", ".join([par, *(f"x[{k}]" for k in range(numbers, n))])
    several = [f"    if len(found) != {parts}:", "        return nan"] if parts > 1 else []
    which = f"[{part}]" if parts > 1 else ""
    at = ["def at(x):", f"    found = f({arguments})", *several, f"    return float(found{which})"]
    lines = ["    value = at(x)", *(f"    out[{1 + k}] = 0.0" for k in range(numbers))]
    if keys[1].bound[0] is Slopes:
        lines.append(f"    found = g({arguments})")
        lines += [line.replace(" nan", "") for line in several]
        lines += [f"    slopes = found{which}", f"    if len(slopes) != {n - numbers}:", "        return"]
        return at, lines + [f"    out[{1 + k}] = float(slopes[{k - numbers}])" for k in range(numbers, n)]
    floors = keys[1].bound[-1] or (1.0,) * (n - numbers)
    return at, [
        *lines,
        f"    floors = ({''.join(f'{floor!r}, ' for floor in floors)})",
        f"    for k in range({numbers}, {n}):",
        "        middle = x[k]",
        f"        h = {STEP!r} * max(floors[k - {numbers}], abs(middle))",
        "        x[k] = middle + h",
        "        upper = at(x)",
        "        x[k] = middle - h",
        "        out[1 + k] = (upper - at(x)) / (2.0 * h)",
        "        x[k] = middle",
    ]
