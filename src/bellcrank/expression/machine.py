"""The compiled evaluator: many tapes in a few flat arrays, and one kernel that runs any of them.

    machine = Machine(tapes, tables)
    value = evaluate(*machine.pack, e, leaf_values, partials, work)        in a kernel, expression number e

leaf_values are those of machine.leaves; partials gets d value / d leaf for machine.leaf_numbers(e), in that order.
Where a value is no number, NaN is returned and work[0] tells the instruction (for a leaf k of the expression: -1 - k);
machine.explain(e, leaf_values) gives the error with the sub-expression. Only the functions that the tapes use are
compiled.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from bellcrank import kernel as _kernel
from bellcrank.errors import ExpressionError
from bellcrank.expression.declaration import Function, declarations
from bellcrank.expression.foreign import addresses
from bellcrank.expression.interpreter import SLOTS, evaluate
from bellcrank.expression.reference import evaluate as evaluate_plainly
from bellcrank.expression.tape import BRANCH, CALL, JUMP, SELECT, SPLINE, USER, Instruction, Leaf, SplineUse, Tape
from bellcrank.expression.user import UserFunction, has_slopes

__all__ = ["Machine", "Pack", "evaluate"]


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


class Machine:
    """Tapes ready to run.

    tapes        the expressions, numbered from 0
    tables       the tables that the tapes read, from tables.table_of
    share        whether equal leaves of different tapes are one; otherwise every tape has leaves of its own
    leaves       the leaves of all tapes: the order of leaf_values
    pack         the arrays for `evaluate`; rebuild the machine after switching compile mode
    """

    def __init__(
        self, tapes: Sequence[Tape], tables: Mapping[SplineUse, Sequence[float]] | None = None, share: bool = True
    ) -> None:
        self.tapes = list(tapes)
        self.leaves, self._numbers = _number_leaves(self.tapes, share)
        self.users = [UserFunction(call) for tape in self.tapes for call in tape.users]
        self.tables: dict[SplineUse, Sequence[float]] = {}
        for use in dict.fromkeys(use for tape in self.tapes for use in tape.splines):
            if use not in (tables or {}):
                keyword = declarations()[use.function].keyword
                raise ValueError(f"{keyword}/{use.id} is used, but no table of it is given")
            self.tables[use] = tables[use]  # type: ignore[index]
        self.pack = _Packer(self).pack()

    def leaf_numbers(self, e: int) -> list[int]:
        """The numbers in `leaves` of the leaves of expression e, in the order of its partial derivatives."""
        return self._numbers[e]

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
                failure, user.failure = user.failure, None
                return failure
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
        for e, tape in enumerate(self.machine.tapes):
            self.add(tape, self.machine.leaf_numbers(e))
        return Pack(
            np.array(self.rows, dtype=np.uint32).reshape(-1, 8),
            np.array(self.code, dtype=np.uint32).reshape(-1, 5),
            np.array(self.words or [0], dtype=np.uint32),
            np.array(self.numbers or [0.0], dtype=float),
            self.addresses(),
        )

    def add(self, tape: Tape, leaf_numbers: list[int]) -> None:
        """One more expression. Its slots become: leaves, instructions, constants, arguments of the calls."""
        first, leaf_words, numbers = len(self.code), len(self.words), len(self.numbers)
        self.words += leaf_numbers
        if not tape.code and not tape.constants:  # a leaf by itself
            self.rows.append([first, first, tape.slots, leaf_words, 0, numbers, tape.slots, tape.result])
            return
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


def _number_leaves(tapes: Sequence[Tape], share: bool) -> tuple[list[Leaf], list[list[int]]]:
    """All leaves, and for every tape the numbers of its own."""
    leaves: list[Leaf] = []
    places: dict[Leaf, int] = {}
    numbers: list[list[int]] = []
    for tape in tapes:
        own: list[int] = []
        for leaf in tape.leaves:
            if not share or leaf not in places:
                places[leaf] = len(leaves)
                leaves.append(leaf)
            own.append(places[leaf])
        numbers.append(own)
    return leaves, numbers
