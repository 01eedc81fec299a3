"""The tape machine of the expressions, run over the context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bellcrank.expression.machine import Machine, evaluate
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, index2, table, view1
from bellcrank.system.layout import (
    LEAF_BAR,
    LEAF_VAL,
    T_ADDRESSES,
    T_CODE,
    T_NUMBERS,
    T_ROWS,
    T_WORDS,
    T_WORK,
)


@kernel
def run_tape(c, tape, first):  # type: ignore[no-untyped-def]
    """The value of a tape whose leaves start at number `first`; its partial derivatives go to LEAF_BAR."""
    return evaluate(
        index2(c, T_ROWS),
        index2(c, T_CODE),
        index1(c, T_WORDS),
        view1(c, T_NUMBERS),
        table(c, T_ADDRESSES),
        tape,
        view1(c, LEAF_VAL),
        view1(c, LEAF_BAR)[first:],
        view1(c, T_WORK),
    )


def pack_tapes(tapes: Sequence[Any], tables: Mapping[Any, Any]) -> tuple[Machine, dict[int, Any]]:
    """The machine and its arrays; every tape gets leaves of its own, numbered one after the other."""
    machine = Machine(tapes, tables)
    pack = machine.pack
    counts = np.array([len(tape.leaves) for tape in tapes], int)
    numbers = np.arange(counts.sum())
    pack.words[np.repeat(pack.rows[:, 3].astype(int) - np.cumsum(counts) + counts, counts) + numbers] = numbers
    arrays = {
        T_ROWS: pack.rows,
        T_CODE: pack.code,
        T_WORDS: pack.words,
        T_NUMBERS: pack.numbers,
        T_ADDRESSES: pack.addresses,
    }
    return machine, {int(k): a for k, a in arrays.items()}
