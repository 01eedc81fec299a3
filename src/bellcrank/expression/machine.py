"""The compiled evaluator: many tapes in a few flat arrays, and one kernel that runs any of them.

It does what `evaluate.py` does, instruction by instruction, without allocating: arithmetic inline, functions through
a table of C addresses. Only the functions that the tapes use are compiled.

    machine = Machine(tapes, spline_data)
    value = evaluate(*machine.pack, e, leaf_values, partials, work)        in a kernel, expression number e

leaf_values are those of machine.leaves; partials gets d value / d leaf for machine.leaf_numbers(e), in that order.
Where a value is no number, NaN is returned and work[0] tells the instruction (for a leaf k of the expression: -1 - k);
machine.explain(e, leaf_values) gives the error with the sub-expression.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from bellcrank import kernel as _kernel
from bellcrank.errors import ExpressionError
from bellcrank.expression import evaluate as reference
from bellcrank.expression.arithmetic import divide, power, power_slopes
from bellcrank.expression.declaration import Function, declarations
from bellcrank.expression.foreign import addresses, call_numbers
from bellcrank.expression.piecewise import SplineData, build_table, spline
from bellcrank.expression.tape import (
    ADD,
    CALL,
    DIV,
    JUMP,
    MUL,
    NEG,
    POW,
    SELECT,
    SPLINE,
    SUB,
    USER,
    Leaf,
    SplineUse,
    Tape,
)
from bellcrank.expression.user import STEP, UserFunction, has_slopes
from bellcrank.kernel import kernel

# kernel constants: the columns of `rows`
FIRST, LAST, LEAVES, LEAF_WORDS, CONSTANTS, NUMBERS, SLOTS, RESULT = range(8)
ONE = np.uint64(1)
"""Indices stay unsigned: a signed one costs a test for wrap-around at every access, and uint64 + int64 is a float."""


class Pack(NamedTuple):
    """The arrays of all expressions."""

    rows: Any
    """(n_expressions, 8) uint32: first and last instruction, leaves, their place in words, constants, their place in
    numbers, slots, slot of the result."""
    code: Any
    """(n_instructions, 5) uint32: the instructions; functions, arguments and splines numbered over all expressions."""
    words: Any
    """uint32: numbers of the leaves of every expression, slots of the arguments of every call."""
    numbers: Any
    """float64: constants of every expression, tables of the splines."""
    addresses: Any
    """int64: C addresses of the functions (in plain Python a list of the functions)."""


@kernel
def evaluate(rows, code, words, numbers, functions, e, leaf_values, partials, work):  # type: ignore[no-untyped-def]
    """The value of expression e; its partial derivatives by its leaves go to partials."""
    value = forward(rows, code, words, numbers, functions, e, leaf_values, work)
    if value - value == 0.0:
        backward(rows, code, words, e, partials, work)
    return value


@kernel
def forward(rows, code, words, numbers, functions, e, leaf_values, work):  # type: ignore[no-untyped-def]
    """The value of expression e, every intermediate value in work[slot]; NaN when it fails."""
    leaves, constants, slots = rows[e, LEAVES], rows[e, CONSTANTS], rows[e, SLOTS]
    for k in range(leaves):
        value = leaf_values[words[rows[e, LEAF_WORDS] + k]]
        if value - value != 0.0:
            work[0] = -1.0 - k
            return math.nan
        work[k] = value
    for k in range(constants):
        work[leaves + k] = numbers[rows[e, NUMBERS] + k]
    store = slots + slots
    first, last = rows[e, FIRST], rows[e, LAST]
    dst = leaves + constants
    i = first + ONE - ONE
    while i < last:
        operation, a, b = code[i, 0], code[i, 1], code[i, 2]
        if operation == ADD:
            value = work[a] + work[b]
        elif operation == SUB:
            value = work[a] - work[b]
        elif operation == MUL:
            value = work[a] * work[b]
        elif operation in (CALL, USER):
            value = call(words, functions, code, i, store, work)
        elif operation == DIV:
            value = divide(work[a], work[b])
        elif operation == NEG:
            value = -work[a]
        elif operation == POW:
            value = power(work[a], work[b])
            s = store + code[i, 4]
            work[s], work[s + ONE] = power_slopes(work[a], work[b], value)
        elif operation == SPLINE:
            value = look_up(numbers, words, code, i, store, work)
        elif operation == SELECT:
            value = work[chosen(work[a], b, code[i, 3], code[i, 4])]
        else:
            if operation == JUMP:
                i = first + a
            else:
                i = chosen(work[a], i + ONE, first + b, first + code[i, 3])
            continue
        if value - value != 0.0:
            work[0] = i - first
            return math.nan
        work[dst + i - first] = value
        i += ONE
    return work[rows[e, RESULT]]


@kernel(inline=True)
def chosen(condition, negative, zero, positive):  # type: ignore[no-untyped-def]
    """One of three, as the condition is below, at or above 0."""
    return negative if condition < 0.0 else zero if condition == 0.0 else positive


@kernel(inline=True)
def call(words, functions, code, i, store, work):  # type: ignore[no-untyped-def]
    """The value of a function; arguments, value and slopes are kept one after the other."""
    function, n = functions[code[i, 1]], code[i, 3]
    x = store + code[i, 4]
    for k in range(n):
        work[x + k] = work[words[code[i, 2] + k]]
    call_numbers(function, n, work, x, x + n)
    if code[i, 0] == USER:
        differences(function, n, work, x)
    return work[x + n]


@kernel
def differences(function, n, work, x):  # type: ignore[no-untyped-def]
    """Central differences for a function that gives only its value."""
    value = work[x + n]
    for k in range(n):
        middle = work[x + k]
        h = STEP * max(1.0, abs(middle))
        work[x + k] = middle + h
        call_numbers(function, n, work, x, x + n)
        upper = work[x + n]
        work[x + k] = middle - h
        call_numbers(function, n, work, x, x + n)
        work[x + n + ONE + k] = (upper - work[x + n]) / (2.0 * h)
        work[x + k] = middle
    work[x + n] = value


@kernel
def look_up(numbers, words, code, i, store, work):  # type: ignore[no-untyped-def]
    """The value of a spline; its slopes are kept."""
    at, s = code[i, 3], store + code[i, 4]
    value, work[s], work[s + ONE] = spline(numbers, words[at], words[at + ONE], work[code[i, 1]], work[code[i, 2]])
    return value


@kernel
def backward(rows, code, words, e, partials, work):  # type: ignore[no-untyped-def]
    """The partial derivatives of expression e after `forward`, by one sweep from the result to the leaves."""
    leaves, slots, first = rows[e, LEAVES], rows[e, SLOTS], rows[e, FIRST]
    dst, store = leaves + rows[e, CONSTANTS], slots + slots
    for k in range(slots):
        work[slots + k] = 0.0
    work[slots + rows[e, RESULT]] = 1.0
    for j in range(rows[e, LAST] - first):
        i = rows[e, LAST] - ONE - j
        w = work[slots + dst + i - first]
        if w != 0.0:  # instructions that were jumped over have none
            pull_back(code, words, i, w, slots, store, dst + i - first, work)
    for k in range(leaves):
        partials[k] = work[slots + k]


@kernel(inline=True)
def pull_back(code, words, i, w, adj, store, own, work):  # type: ignore[no-untyped-def]
    """Add the adjoint w of instruction i, times its slopes, to the adjoints of its operands."""
    operation, a, b = code[i, 0], code[i, 1], code[i, 2]
    if operation == ADD:
        work[adj + a] += w
        work[adj + b] += w
    elif operation == SUB:
        work[adj + a] += w
        work[adj + b] -= w
    elif operation == MUL:
        work[adj + a] += w * work[b]
        work[adj + b] += w * work[a]
    elif operation in (CALL, USER):
        n = code[i, 3]
        slope = store + code[i, 4] + n + ONE
        for k in range(n):
            work[adj + words[b + k]] += w * work[slope + k]
    elif operation == DIV:
        w /= work[b]
        work[adj + a] += w
        work[adj + b] -= w * work[own]
    elif operation == NEG:
        work[adj + a] -= w
    elif operation == SELECT:
        work[adj + chosen(work[a], b, code[i, 3], code[i, 4])] += w
    else:  # POW, SPLINE
        s = store + code[i, 4]
        work[adj + a] += w * work[s]
        work[adj + b] += w * work[s + ONE]


class Machine:
    """Tapes ready to run.

    tapes        the expressions, numbered from 0
    spline_data  gives the data of SPLINE/id; needed when a tape uses one
    leaves       every distinct leaf of all tapes: the order of leaf_values
    pack         the arrays for `evaluate`; rebuild the machine after switching compile mode
    """

    def __init__(self, tapes: Sequence[Tape], spline_data: Callable[[int], SplineData] | None = None) -> None:
        self.tapes = list(tapes)
        self.leaves = list(dict.fromkeys(leaf for tape in self.tapes for leaf in tape.leaves))
        self.users = [UserFunction(call) for tape in self.tapes for call in tape.users]
        self.tables: dict[SplineUse, list[float]] = {}
        for use in dict.fromkeys(use for tape in self.tapes for use in tape.splines):
            if spline_data is None:
                raise ValueError(f"SPLINE/{use.id} is used, but no spline data are given")
            builder = declarations()[use.function].builder
            self.tables[use] = build_table(spline_data(use.id), builder, use.method, use.order)
        self.pack = _Packer(self).pack()

    def leaf_numbers(self, e: int) -> list[int]:
        """The numbers in `leaves` of the leaves of expression e, in the order of its partial derivatives."""
        places = {leaf: k for k, leaf in enumerate(self.leaves)}
        return [places[leaf] for leaf in self.tapes[e].leaves]

    @property
    def work_size(self) -> int:
        """The length the array `work` must have."""
        return max((2 * tape.slots + tape.storage for tape in self.tapes), default=0) + 1

    @property
    def most_leaves(self) -> int:
        """The length the array `partials` must have."""
        return max((len(tape.leaves) for tape in self.tapes), default=0)

    def evaluate(self, e: int, leaf_values: Sequence[float]) -> tuple[float, Any]:
        """Value and partial derivatives of expression e, from Python; raises where the value is no number."""
        given = np.asarray(leaf_values, dtype=float)
        partials, work = np.zeros(self.most_leaves), np.zeros(self.work_size)
        value = evaluate(*self.pack, e, given, partials, work)
        if not math.isfinite(value):
            raise self.explain(e, given)
        return float(value), partials[: len(self.tapes[e].leaves)]

    def explain(self, e: int, leaf_values: Any) -> BaseException:
        """Why expression e gave no number: what a user's function raised, or the sub-expression that failed."""
        for user in self.users:
            if user.failure:
                return user.failure
        try:
            reference.evaluate(self.tapes[e], [leaf_values[k] for k in self.leaf_numbers(e)], self.tables)
        except ExpressionError as error:
            return error
        return ExpressionError(f"{self.tapes[e].source or 'The expression'} is not a number.")


class _Packer:
    """The arrays of a machine, filled tape by tape."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.rows: list[list[int]] = []
        self.code: list[list[int]] = []
        self.words: list[int] = []
        self.numbers: list[float] = []
        self.functions: dict[str, Function] = {f.name: f for tape in machine.tapes for f in tape.functions}
        self.tables: dict[SplineUse, int] = {}
        self.users = 0

    def pack(self) -> Pack:
        """All arrays."""
        for use, table in self.machine.tables.items():
            self.tables[use] = len(self.words)
            self.words += [len(self.numbers), use.order]
            self.numbers += table
        places = {leaf: k for k, leaf in enumerate(self.machine.leaves)}
        for tape in self.machine.tapes:
            self.add(tape, places)
        return Pack(
            np.array(self.rows, dtype=np.uint32).reshape(-1, 8),
            np.array(self.code, dtype=np.uint32).reshape(-1, 5),
            np.array(self.words or [0], dtype=np.uint32),
            np.array(self.numbers or [0.0], dtype=float),
            self.addresses(),
        )

    def add(self, tape: Tape, places: dict[Leaf, int]) -> None:
        """One more expression."""
        first, leaf_words, numbers = len(self.code), len(self.words), len(self.numbers)
        self.words += [places[leaf] for leaf in tape.leaves]
        self.numbers += tape.constants
        arguments = len(self.words)
        self.words += tape.arguments
        for instruction in tape.code:
            self.code.append(self.renumbered(tape, list(instruction), arguments))
        counts = [len(tape.leaves), leaf_words, len(tape.constants), numbers, tape.slots, tape.result]
        self.rows.append([first, len(self.code), *counts])
        self.users += len(tape.users)

    def renumbered(self, tape: Tape, words: list[int], arguments: int) -> list[int]:
        """An instruction with the numbers of all expressions instead of its own."""
        if words[0] == CALL:
            words[1] = list(self.functions).index(tape.functions[words[1]].name)
            words[2] += arguments
        elif words[0] == USER:
            if has_slopes(tape.users[words[1]]):
                words[0] = CALL
            words[1] += len(self.functions) + self.users
            words[2] += arguments
        elif words[0] == SPLINE:
            words[3] = self.tables[tape.splines[words[3]]]
        return words

    def addresses(self) -> Any:
        """The functions of the language, then the users'."""
        known = addresses([f.kernel for f in self.functions.values()])
        if not _kernel.compiling():
            return [*known, *self.machine.users] or [None]
        return np.array([*known, *(user.address for user in self.machine.users)] or [0], dtype=np.int64)
