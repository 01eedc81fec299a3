"""The kernels of the compiled evaluator: one expression of a packed set, forward and backward, without allocating.

Instruction by instruction the same as `reference.py`: arithmetic inline, functions through a table of C addresses.
The layout of the arrays is described in `machine.Pack`; of the array `work`: values of the slots, adjoints of the
slots, then what the slopes need (value and slopes of every call, slopes of every power and spline).
"""

from __future__ import annotations

import math

import numpy as np

from bellcrank.expression.arithmetic import divide, power, power_slopes
from bellcrank.expression.foreign import call_numbers, pointer
from bellcrank.expression.tables import read_table
from bellcrank.expression.tape import ADD, CALL, DIV, JUMP, MUL, NEG, POW, SELECT, SPLINE, SUB, USER
from bellcrank.expression.user import STEP
from bellcrank.kernel import kernel

# kernel constants: the columns of `rows`
FIRST, LAST, LEAVES, LEAF_WORDS, FIXED, NUMBERS, SLOTS, RESULT, COLUMNS = (np.uint64(k) for k in range(9))
ZERO, ONE, TWO, THREE, FOUR, WORDS = (np.uint64(k) for k in range(6))
"""Indices stay unsigned: a signed one costs a test for wrap-around at every access, and uint64 + int64 is a float."""


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
        slope = (upper - work[out]) / (2.0 * h)
        if slope - slope != 0.0:  # a function that fails beside the point fails
            value = slope
        work[out + ONE + k] = slope
        work[x + k] = middle
    work[out] = value


@kernel
def look_up(numbers, words, code, at, store, work):  # type: ignore[no-untyped-def]
    """The value of a table; its slopes are kept."""
    use, s = code[at + THREE], store + code[at + FOUR]
    x, z = work[code[at + ONE]], work[code[at + TWO]]
    value, work[s], work[s + ONE] = read_table(numbers, words[use], words[use + ONE], x, z)
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
        if work[b] != 0.0:
            work[adj + a] += w * (1.0 / work[b])
            work[adj + b] += w * (-work[own] / work[b])
    elif operation == NEG:
        work[adj + a] -= w
    elif operation == SELECT:
        work[adj + chosen(work[a], b, code[at + THREE], code[at + FOUR])] += w
    else:  # POW, SPLINE
        s = store + code[at + FOUR]
        work[adj + a] += w * work[s]
        work[adj + b] += w * work[s + ONE]
