"""The compiled evaluator: many tapes in a few flat arrays, and one kernel that runs any of them.

It does what `reference.py` does, instruction by instruction, without allocating: arithmetic inline, functions through
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
from bellcrank.expression.arithmetic import divide, power, power_slopes
from bellcrank.expression.declaration import Function, declarations
from bellcrank.expression.foreign import addresses, call_numbers, pointer
from bellcrank.expression.piecewise import SplineData, build_table, spline
from bellcrank.expression.reference import evaluate as evaluate_plainly
from bellcrank.expression.tape import (
    ADD,
    BRANCH,
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
    Instruction,
    Leaf,
    SplineUse,
    Tape,
)
from bellcrank.expression.user import STEP, UserFunction, has_slopes
from bellcrank.kernel import kernel

# kernel constants: the columns of `rows`
FIRST, LAST, LEAVES, LEAF_WORDS, FIXED, NUMBERS, SLOTS, RESULT, COLUMNS = (np.uint64(k) for k in range(9))
ZERO, ONE, TWO, THREE, FOUR, WORDS = (np.uint64(k) for k in range(6))
"""Indices stay unsigned: a signed one costs a test for wrap-around at every access, and uint64 + int64 is a float."""


class Pack(NamedTuple):
    """The arrays of all expressions."""

    rows: Any
    """(n_expressions, 8) uint32: first and last instruction, leaves, their place in words, fixed numbers, their place
    in numbers, slots, slot of the result."""
    code: Any
    """(n_instructions, 5) uint32: the instructions; functions, arguments and splines numbered over all expressions."""
    words: Any
    """uint32: the leaves of every expression; for every call where its arguments begin, how many of them vary, and for
    each of these its number and its slot."""
    numbers: Any
    """float64: constants and constant arguments of every expression, tables of the splines."""
    addresses: Any
    """int64: C addresses of the functions (in plain Python a list of the functions)."""


@kernel
def evaluate(rows, code, words, numbers, functions, e, leaf_values, partials, work):  # type: ignore[no-untyped-def]
    """The value of expression e; its partial derivatives by its leaves go to partials. Takes arrays or pointers."""
    return run(
        pointer(rows),
        pointer(code),
        pointer(words),
        pointer(numbers),
        pointer(functions),
        e,
        pointer(leaf_values),
        pointer(partials),
        pointer(work),
    )


@kernel
def run(rows, code, words, numbers, functions, e, leaf_values, partials, work):  # type: ignore[no-untyped-def]
    """`evaluate` on pointers."""
    row = np.uint64(e) * COLUMNS
    value = forward(rows, row, code, words, numbers, functions, leaf_values, work)
    if value - value == 0.0:
        backward(rows, row, code, words, partials, work)
    return value


@kernel(inline=True)
def forward(rows, row, code, words, numbers, functions, leaf_values, work):  # type: ignore[no-untyped-def]
    """The value of an expression, every intermediate value in work[slot]; NaN when it fails."""
    leaves, slots = rows[row + LEAVES], rows[row + SLOTS]
    first, last = rows[row + FIRST], rows[row + LAST]
    fixed, store = leaves + last - first, slots + slots
    for k in range(leaves):
        value = leaf_values[words[rows[row + LEAF_WORDS] + k]]
        if value - value != 0.0:
            work[0] = -1.0 - k
            return math.nan
        work[k] = value
    for k in range(rows[row + FIXED]):
        work[fixed + k] = numbers[rows[row + NUMBERS] + k]
    i = first + ZERO
    while i < last:
        at = i * WORDS
        operation, a, b = code[at], code[at + ONE], code[at + TWO]
        if operation == ADD:
            value = work[a] + work[b]
        elif operation == SUB:
            value = work[a] - work[b]
        elif operation == MUL:
            value = work[a] * work[b]
        elif operation in (CALL, USER):
            value = call(words, functions, code, at, store, work)
        elif operation == DIV:
            value = divide(work[a], work[b])
        elif operation == NEG:
            value = -work[a]
        elif operation == POW:
            value = power(work[a], work[b])
            s = store + code[at + FOUR]
            work[s], work[s + ONE] = power_slopes(work[a], work[b], value)
        elif operation == SPLINE:
            value = look_up(numbers, words, code, at, store, work)
        elif operation == SELECT:
            value = work[chosen(work[a], b, code[at + THREE], code[at + FOUR])]
        else:
            i = first + a if operation == JUMP else chosen(work[a], i + ONE, first + b, first + code[at + THREE])
            continue
        if value - value != 0.0:
            work[0] = i - first
            return math.nan
        work[leaves + i - first] = value
        i += ONE
    return work[rows[row + RESULT]]


@kernel(inline=True)
def chosen(condition, negative, zero, positive):  # type: ignore[no-untyped-def]
    """One of three, as the condition is below, at or above 0."""
    return negative if condition < 0.0 else zero if condition == 0.0 else positive


@kernel(inline=True)
def call(words, functions, code, at, store, work):  # type: ignore[no-untyped-def]
    """The value of a function; value and slopes are kept one after the other."""
    function, list_, n, out = functions[code[at + ONE]], code[at + TWO], code[at + THREE], store + code[at + FOUR]
    x = words[list_]
    for k in range(words[list_ + ONE]):
        pair = list_ + k + k
        work[x + words[pair + TWO]] = work[words[pair + THREE]]
    call_numbers(function, n, work, x, out)
    if code[at] == USER:
        differences(function, n, work, x, out)
    return work[out]


@kernel
def differences(function, n, work, x, out):  # type: ignore[no-untyped-def]
    """Central differences for a function that gives only its value."""
    value = work[out]
    for k in range(n):
        middle = work[x + k]
        h = STEP * max(1.0, abs(middle))
        work[x + k] = middle + h
        call_numbers(function, n, work, x, out)
        upper = work[out]
        work[x + k] = middle - h
        call_numbers(function, n, work, x, out)
        work[out + ONE + k] = (upper - work[out]) / (2.0 * h)
        work[x + k] = middle
    work[out] = value


@kernel
def look_up(numbers, words, code, at, store, work):  # type: ignore[no-untyped-def]
    """The value of a spline; its slopes are kept."""
    use, s = code[at + THREE], store + code[at + FOUR]
    x, z = work[code[at + ONE]], work[code[at + TWO]]
    value, work[s], work[s + ONE] = spline(numbers, words[use], words[use + ONE], x, z)
    return value


@kernel(inline=True)
def backward(rows, row, code, words, partials, work):  # type: ignore[no-untyped-def]
    """The partial derivatives of an expression after `forward`, by one sweep from the result to the leaves."""
    leaves, slots, first = rows[row + LEAVES], rows[row + SLOTS], rows[row + FIRST]
    store, count = slots + slots, rows[row + LAST] - first
    for k in range(leaves + count):  # the adjoints of constants may hold anything
        work[slots + k] = 0.0
    work[slots + rows[row + RESULT]] = 1.0
    for j in range(count):
        i = count - ONE - j
        w = work[slots + leaves + i]
        if w != 0.0:  # instructions that were jumped over have none
            pull_back(code, words, (first + i) * WORDS, w, slots, store, leaves + i, work)
    for k in range(leaves):
        partials[k] = work[slots + k]


@kernel(inline=True)
def pull_back(code, words, at, w, adj, store, own, work):  # type: ignore[no-untyped-def]
    """Add the adjoint w of an instruction, times its slopes, to the adjoints of its operands."""
    operation, a, b = code[at], code[at + ONE], code[at + TWO]
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
        slope = store + code[at + FOUR] + ONE
        for k in range(words[b + ONE]):
            pair = b + k + k
            work[adj + words[pair + THREE]] += w * work[slope + words[pair + TWO]]
    elif operation == DIV:
        w /= work[b]
        work[adj + a] += w
        work[adj + b] -= w * work[own]
    elif operation == NEG:
        work[adj + a] -= w
    elif operation == SELECT:
        work[adj + chosen(work[a], b, code[at + THREE], code[at + FOUR])] += w
    else:  # POW, SPLINE
        s = store + code[at + FOUR]
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
        slots = self.pack.rows[:, int(SLOTS)].tolist()
        return max((2 * count + tape.storage for count, tape in zip(slots, self.tapes)), default=0) + 1

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
            evaluate_plainly(self.tapes[e], [leaf_values[k] for k in self.leaf_numbers(e)], self.tables)
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
        """One more expression. Its slots become: leaves, instructions, constants, arguments of the calls."""
        first, leaf_words, numbers = len(self.code), len(self.words), len(self.numbers)
        self.words += [places[leaf] for leaf in tape.leaves]
        self.numbers += tape.constants
        slots = _new_slots(tape)
        end = tape.slots
        for instruction in tape.code:
            words = self.renumbered(tape, instruction, slots, end)
            end += words[3] if words[0] in (CALL, USER) else 0
            self.code.append(words)
        fixed = end - len(tape.leaves) - len(tape.code)
        counts = [len(tape.leaves), leaf_words, fixed, numbers, end, slots[tape.result]]
        self.rows.append([first, len(self.code), *counts])
        self.users += len(tape.users)

    def renumbered(self, tape: Tape, instruction: Instruction, slots: list[int], end: int) -> list[int]:
        """An instruction with the new slots and with the numbers of all expressions instead of its own."""
        operation, a, b, c, d = instruction
        if operation == CALL:
            return [CALL, list(self.functions).index(tape.functions[a].name), self.call(tape, b, c, slots, end), c, d]
        if operation == USER:
            kind = CALL if has_slopes(tape.users[a]) else USER
            return [kind, len(self.functions) + self.users + a, self.call(tape, b, c, slots, end), c, d]
        if operation == SPLINE:
            return [SPLINE, slots[a], slots[b], self.tables[tape.splines[c]], d]
        if operation == SELECT:
            return [SELECT, slots[a], slots[b], slots[c], slots[d]]
        if operation == JUMP:
            return list(instruction)
        if operation == BRANCH:
            return [BRANCH, slots[a], b, c, d]
        return [operation, slots[a], slots[b], c, d]

    def call(self, tape: Tape, first: int, count: int, slots: list[int], end: int) -> int:
        """Lay out the arguments of a call: constants into the fixed numbers, the others as pairs of words."""
        at = len(self.words)
        pairs: list[int] = []
        for k, slot in enumerate(tape.arguments[first : first + count]):
            constant = slot - len(tape.leaves)
            if 0 <= constant < len(tape.constants):
                self.numbers.append(tape.constants[constant])
            else:
                self.numbers.append(0.0)
                pairs += [k, slots[slot]]
        self.words += [end, len(pairs) // 2, *pairs]
        return at

    def addresses(self) -> Any:
        """The functions of the language, then the users'."""
        known = addresses([f.kernel for f in self.functions.values()])
        if not _kernel.compiling():
            return [*known, *self.machine.users] or [None]
        return np.array([*known, *(user.address for user in self.machine.users)] or [0], dtype=np.int64)


def _new_slots(tape: Tape) -> list[int]:
    """The slot of every slot of a tape when the instructions come before the constants."""
    leaves, constants, instructions = len(tape.leaves), len(tape.constants), len(tape.code)
    return [
        *range(leaves),
        *range(leaves + instructions, leaves + instructions + constants),
        *range(leaves, leaves + instructions),
    ]
